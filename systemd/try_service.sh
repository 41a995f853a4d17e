#!/bin/bash
# The table as a service of systemd itself, on a Debian booted in a container: from a clean clone of the last commit,
# `make install`, the trial of the running service (tests/systemd/trial.py), a reboot, a backup, an installation that is
# killed half-way, an upgrade that keeps settings and games, one that is broken and must be turned back, uninstall.
# Needs root, about 3 GB under /var/tmp, and some minutes.
#
#   sudo systemd/try_service.sh [trixie|bookworm]        or: sudo make try-service RELEASE=bookworm
set -euo pipefail
cd "$(dirname "$0")/.."

release=${1:-trixie}
folder=${WHIST_CONTAINER:-/var/tmp/whist-table-service}
base=$folder/$release-base
root=$folder/$release
source=$PWD
name=whist-table-$release
leader=""

# shellcheck source=/dev/null
. systemd/trying.sh

needed() {
    [ "$(id -u)" = 0 ] || fail "A container that boots can only be made by root: sudo make try-service"
    local missing=()
    command -v debootstrap >/dev/null || missing+=(debootstrap)
    command -v systemd-nspawn >/dev/null || missing+=(systemd-container)
    # the container has this machine's network
    ! (exec 3<>/dev/tcp/127.0.0.1/8080) 2>/dev/null || fail "Port 8080 is in use here; end what has it, and start again."
    [ ${#missing[@]} = 0 ] || fail "Some tools are missing: apt-get install ${missing[*]}"
}

make_root() {
    if [ ! -e "$base/.made" ]; then
        say "Making a Debian $release in $base …"
        rm -rf "$base"
        mkdir -p "$folder"
        debootstrap --variant=minbase \
            --include=ca-certificates,dbus,git,make,python3,python3-venv,systemd,systemd-sysv "$release" "$base" \
            >"$base.log" 2>&1 || fail "debootstrap did not get through; see the end of $base.log"
        touch "$base/.made"
        took "Debian made"
    fi
    rm -rf "$root"
    cp -a "$base" "$root"
    # networks with certificates of their own
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
    git clone --quiet "file://$source" "$root/root/whist-table"
}

boot() {
    UNIFIED_CGROUP_HIERARCHY=1 SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 setsid systemd-nspawn --quiet --register=no \
        --keep-unit --machine="$name" --directory="$root" --resolv-conf=copy-host --boot --console=read-only \
        >"$folder/$release-boot.log" 2>&1 </dev/null &
    container=$!
    local _
    for _ in $(seq 60); do
        sleep 1
        leader=$(pgrep --parent "$container" | head -n 1 || true)
        [ -z "$leader" ] || ! inside "systemctl is-system-running" 2>/dev/null | grep -qE 'running|degraded' || return 0
    done
    fail "The container did not boot; see $folder/$release-boot.log"
}

halt() {
    [ -z "$leader" ] || inside "systemctl poweroff" >/dev/null 2>&1 || true
    wait "$container" 2>/dev/null || true
    leader=""
}

inside() {
    nsenter --target "$leader" --all env -i HOME=/root LANG=C.UTF-8 PIP_CERT=/etc/ssl/certs/ca-certificates.crt \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin bash -euo pipefail -c "$*"
}

# What must hold: a sentence, and a command inside that says so.
holds() {
    inside "$2" >/dev/null || fail "This does not hold: $1"
    say "holds: $1"
}

in_use() { inside "basename \$(readlink -f /opt/whist-table/current)"; }

needed
make_root
say "Trying $(git -C "$root/root/whist-table" log -1 --format='%h %s') on Debian $release."
trap halt EXIT
boot
took "booted: $(inside "systemctl --version" | head -n 1)"
inside "cd /root/whist-table && make install"
took "make install"
inside "whist-table check"
inside "systemd-analyze security whist-table.service --no-pager" | tail -n 1
inside "cd /root/whist-table && python3 -m tests.systemd.trial"
took "the trial"
halt
boot
holds "the table starts with the machine" "systemctl is-active --wait whist-table; whist-table check --running"
took "a reboot"
first=$(in_use)
inside "printf '\n[game]\ntarget = 9\n' >>/etc/whist-table/settings.toml"
events() { inside "python3 -c 'import sqlite3; print(*sqlite3.connect(\"/var/lib/whist-table/journal.sqlite\").execute(\"SELECT count(*) FROM events\").fetchone())'"; }
written=$(events)
inside "whist-table backup /root/whist.zip"
# a group of its own, so that all of it can be killed at once
inside "set -m; cd /root/whist-table; make install & sleep 20; kill -KILL -- -\$!; sleep 1"
holds "an installation that is killed half-way leaves the table running" "whist-table check --running"
[ "$(in_use)" = "$first" ] || fail "Half a version is in use."
took "half an installation"
inside "cd /root/whist-table && make install"
took "make install again"
holds "another version is in use" "[ $first != \$(basename \$(readlink -f /opt/whist-table/current)) ]"
holds "the settings are as before" "grep -q 'target = 9' /etc/whist-table/settings.toml"
[ "$(events)" -ge "$written" ] || fail "Events are missing."
second=$(in_use)
inside "cd /root/whist-table && sed -i '1i raise SystemExit(\"broken on purpose\")' device/run.py && ! make install >broken.log 2>&1"
inside "cat /root/whist-table/broken.log"
took "a broken version"
holds "nothing false is said of the version before" "! grep 'does not start either' /root/whist-table/broken.log"
[ "$(in_use)" = "$second" ] || fail "The broken version is in use."
holds "the version of before is back" "whist-table check --running"
[ "$(events)" -ge "$written" ] || fail "Events are missing."
inside "cd /root/whist-table && make uninstall"
holds "games and settings stay" "[ -e /var/lib/whist-table/journal.sqlite ] && [ -e /etc/whist-table/settings.toml ]"
inside "cd /root/whist-table && make uninstall PURGE=1"
holds "nothing is left" "! ls -d /opt/whist-table /etc/whist-table /var/lib/whist-table /usr/local/bin/whist-table 2>/dev/null"
say "All went well under systemd on Debian $release."
