#!/bin/bash
# The table on a Pi's processor, without a Pi: an arm64 Debian under qemu, and in it, from a clean clone of the last
# commit, `make install`, `whist-table check`, and one simulated deal through pixels, whose score must be right.
# Says whether it all goes, not how fast it is on a Pi. Needs root, about 3 GB under /var/tmp and half an hour.
#
#   sudo systemd/try_arm64.sh [trixie|bookworm]        or: sudo make try-arm64 RELEASE=bookworm
set -euo pipefail
cd "$(dirname "$0")/.."

release=${1:-trixie}
folder=${WHIST_ARM64:-/var/tmp/whist-table-arm64}
root=$folder/$release
source=$PWD

# shellcheck source=/dev/null
. systemd/trying.sh

needed() {
    [ "$(id -u)" = 0 ] || fail "A root folder of another system can only be made by root: sudo make try-arm64"
    local missing=()
    command -v debootstrap >/dev/null || missing+=(debootstrap)
    command -v qemu-aarch64-static >/dev/null || missing+=(qemu-user-static binfmt-support)
    [ ${#missing[@]} = 0 ] || fail "Some tools are missing: apt-get install ${missing[*]}"
    grep -qs enabled /proc/sys/fs/binfmt_misc/qemu-aarch64 && return
    mountpoint -q /proc/sys/fs/binfmt_misc || mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc || true
    update-binfmts --enable qemu-aarch64 >/dev/null 2>&1 || true
    grep -qs enabled /proc/sys/fs/binfmt_misc/qemu-aarch64 ||
        fail "The kernel does not run arm64 programs through qemu here; binfmt_misc is missing or may not be used."
}

make_root() {
    [ ! -e "$root/.made" ] || return 0
    say "Making an arm64 Debian $release in $root …"
    rm -rf "$root"
    mkdir -p "$folder"
    debootstrap --arch=arm64 --variant=minbase \
        --include=ca-certificates,git,make,python3,python3-venv,systemd "$release" "$root" >"$root.log" 2>&1 ||
        fail "debootstrap did not get through; see the end of $root.log"
    touch "$root/.made"
    took "Debian made"
}

# Runs a command in the root; what it needs mounted goes with it. The processor is a Pi 4's: with all that qemu can play
# beyond it, some builds of NumPy reckon wrong. Compiling every file beforehand, as pip does on a Pi, would take qemu
# half an hour.
inside() {
    # shellcheck disable=SC2016
    unshare --mount --fork --propagation private bash -euc '
        root=$1; shift
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        mount -t tmpfs tmp "$root/tmp"
        exec chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
            QEMU_CPU=cortex-a72 PIP_CERT=/etc/ssl/certs/ca-certificates.crt PIP_NO_COMPILE=1 \
            PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin bash -euo pipefail -c "$*"
    ' - "$root" "$@"
}

prepare() {
    # networks with certificates of their own
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
    [ -x "$root/usr/bin/systemctl" ] || inside "apt-get update -qq && apt-get install -qq -y --no-install-recommends systemd >/dev/null 2>&1"
    rm -rf "$root/root/whist-table" "$root/opt/whist-table"
    git clone --quiet "file://$source" "$root/root/whist-table"
    say "Trying $(git -C "$root/root/whist-table" log -1 --format='%h %s') on $(inside uname -m), Debian $release."
}

needed
make_root
starts
prepare
inside "cd /root/whist-table && make install"
took "make install"
inside "whist-table check"
took "whist-table check"
inside "cd /root && rm -rf deal && whist-table simulate deal --deals 1 --seed 3"
took "a deal simulated"
inside "cd /root && whist-table watch deal --json >events.jsonl"
took "the deal read"
inside "cd /root && python3 -c '
import json
truth = json.loads(open(\"deal/truth.jsonl\").readlines()[-1])
read = [json.loads(line) for line in open(\"events.jsonl\")]
(scored,) = [event for event in read if event[\"event\"] == \"hand_scored\"]
for key in (\"tricks\", \"points\"):
    assert scored[key] == truth[key], (key, scored[key], truth[key])
print(\"The score is right: tricks\", scored[\"tricks\"], \"points\", scored[\"points\"])
'"
say "All went well on arm64 Debian $release."
