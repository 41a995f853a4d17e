#!/bin/bash
# A ready card, tried without a Pi: a Debian arm64, made a card by the very steps that make one of Raspberry Pi OS
# (systemd/image/steps.sh), from a clean clone of the last commit, and started in QEMU with two Wi-Fi radios of the kernel
# (mac80211_hwsim), one of which is a phone. Needs root, an hour the first time, 12 GB under /var/tmp.
#
#   sudo tests/outside/ready_card/run.sh [trixie|bookworm]        or: sudo make try-image
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../../.." && pwd)
release=${1:-trixie}
folder=${WHIST_READY_CARD:-/var/tmp/whist-table-card}
base=$folder/$release-base
root=$folder/$release-root
disk=$folder/$release.img
# what Raspberry Pi OS Lite brings with it, and busybox for the phone
brings=ca-certificates,busybox,dbus,initramfs-tools,iw,kmod,linux-image-arm64,network-manager,rfkill,sudo
brings+=,systemd-sysv,systemd-timesyncd,udev,wpasupplicant,zstd

# shellcheck source=/dev/null
. "$top/systemd/trying.sh"

needed() {
    [ "$(id -u)" = 0 ] || fail "A root folder of another system can only be made by root: sudo make try-image"
    local missing=() tool
    for tool in mmdebstrap:mmdebstrap qemu-aarch64-static:qemu-user-static qemu-system-aarch64:qemu-system-arm \
        update-binfmts:binfmt-support mkfs.vfat:dosfstools mcopy:mtools sfdisk:fdisk mkfs.ext4:e2fsprogs; do
        command -v "${tool%%:*}" >/dev/null || missing+=("${tool#*:}")
    done
    [ ${#missing[@]} = 0 ] || fail "Some tools are missing: apt-get install ${missing[*]}"
    [ -x "$top/.venv/bin/python" ] || fail "It needs what make test sets up: make test first."
    mkdir -p "$folder"
    local free
    free=$(($(df -Pk "$folder" | awk 'NR == 2 { print $4 }') / 1024))
    [ "$free" -ge 12000 ] || fail "Only $free MB are free in $folder and about 12000 are needed."
    mountpoint -q /proc/sys/fs/binfmt_misc || mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc || true
    update-binfmts --enable qemu-aarch64 >/dev/null 2>&1 || true
    grep -qs enabled /proc/sys/fs/binfmt_misc/qemu-aarch64 || fail "The kernel does not run arm64 programs through qemu here."
}

make_base() {
    [ ! -e "$base/.made" ] || return 0
    say "Making an arm64 Debian $release in $base …"
    rm -rf "$base"
    mmdebstrap --quiet --mode=root --architectures=arm64 --variant=important \
        --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr --include=$brings "$release" "$base" 2>"$base.log" ||
        fail "mmdebstrap did not get through; see the end of $base.log"
    touch "$base/.made"
    took "Debian made"
}

# A command within the root, on the processor of a Pi 4. Compiling every file beforehand would take qemu half an hour.
inside() {
    # shellcheck disable=SC2016
    unshare --mount --fork --propagation private bash -euc '
        root=$1; shift
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        mount -t tmpfs tmp "$root/tmp"
        exec chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 QEMU_CPU=cortex-a72 PIP_NO_COMPILE=1 \
            PIP_CERT=/etc/ssl/certs/ca-certificates.crt PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
    ' - "$root" "$@"
}

make_card() {
    rm -rf "$root"
    cp -a "$base" "$root"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    # networks with certificates of their own
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
    printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # nothing is started in there
    chmod 755 "$root/usr/sbin/policy-rc.d"
    git clone --quiet "file://$top" "$root/usr/local/src/whist-table"
    say "Making a card of $(git -C "$top" log -1 --format='%h %s') on Debian $release."
    inside bash /usr/local/src/whist-table/systemd/image/steps.sh /usr/local/src/whist-table
    rm -rf "$root/usr/local/src/whist-table" "$root/usr/sbin/policy-rc.d"
    took "the steps"
}

# What is the same on every card and must not be: secrets, games.
nothing_of_its_own() {
    local found
    found=$(find "$root/var/lib/whist-table" "$root/etc/NetworkManager/system-connections" "$root/etc/issue.d" \
        -mindepth 1 2>/dev/null || true)
    [ -z "$found" ] || fail "The card already has what each machine must make for itself: $found"
    say "ok   the card holds no PIN, no password and no game"
}

# As on a Pi: a FAT first, then the system. The emulator starts the kernel itself.
make_disk() {
    printf 'LABEL=system / ext4 defaults,noatime 0 1\nLABEL=BOOTFS /boot/firmware vfat defaults 0 2\n' >"$root/etc/fstab"
    install -m 755 "$here/inside.py" "$root/usr/local/bin/try-card"
    install -m 644 "$here/try-card.service" "$root/etc/systemd/system/"
    ln -sf /etc/systemd/system/try-card.service "$root/etc/systemd/system/multi-user.target.wants/"
    # no log-in prompt on the line on which it tells
    ln -sf /dev/null "$root/etc/systemd/system/serial-getty@ttyAMA0.service"
    echo mac80211_hwsim >"$root/etc/modules-load.d/try-card.conf"
    echo 'options mac80211_hwsim radios=2' >"$root/etc/modprobe.d/try-card.conf"
    # wlan1 is the phone's
    printf '[keyfile]\nunmanaged-devices=interface-name:wlan1\n' >"$root/etc/NetworkManager/conf.d/try-card.conf"
    # what a Pi does in seconds takes the emulator minutes
    mkdir -p "$root/etc/systemd/system/whist-table.service.d"
    printf '[Service]\nTimeoutStartSec=900\nWatchdogSec=600\n' >"$root/etc/systemd/system/whist-table.service.d/slow.conf"
    rm -f "$disk" "$disk.fat" "$disk.ext4"
    truncate -s 256M "$disk.fat"
    mkfs.vfat -n BOOTFS "$disk.fat" >/dev/null
    mcopy -i "$disk.fat" "$root/boot/firmware/whist-table.txt" ::
    cp "$root"/boot/vmlinuz-* "$folder/kernel"
    cp "$root"/boot/initrd.img-* "$folder/initrd"
    rm -rf "$root/boot/firmware/"*
    truncate -s 6G "$disk.ext4"
    mkfs.ext4 -q -L system -d "$root" "$disk.ext4"
    truncate -s $((6 * 1024 + 256 + 2))M "$disk"
    printf 'start=1MiB,size=256MiB,type=c\nstart=257MiB,type=83\n' | sfdisk --quiet "$disk"
    dd if="$disk.fat" of="$disk" bs=1M seek=1 conv=notrunc,sparse status=none
    dd if="$disk.ext4" of="$disk" bs=1M seek=257 conv=notrunc,sparse status=none
    rm -f "$disk.fat" "$disk.ext4"
    took "the card written"
}

needed
make_base
[ -n "${WHIST_SAME_CARD:-}" ] || make_card
nothing_of_its_own
make_disk
exec "$top/.venv/bin/python" "$here/outside.py" "$folder/kernel" "$folder/initrd" "$disk" "$folder"
