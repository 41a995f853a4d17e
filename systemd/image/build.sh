#!/bin/bash
# A ready card: Raspberry Pi OS Lite with the table in it, which asks nothing at its first start.
#
#   sudo make image BASE=raspios-lite-arm64.img.xz [OUT=whist-table.img]
#
# Made by sdm, the Raspberry Pi SD Card Image Manager: it takes the image that Raspberry Pi has made and tried, and changes
# it in a container, within half an hour. (pi-gen would build all of the system anew from its packages, and what comes out
# nobody else has.) What is changed stands in steps.sh beside this file; tests/outside/ready_card does the same to a Debian.
# Needs root, sdm, an image of the 64-bit Raspberry Pi OS Lite (bookworm or trixie), 12 GB; on a PC qemu-user-static.
set -euo pipefail
cd "$(dirname "$0")/../.."

base=${1:-}
out=${2:-whist-table.img}
more=4000 # MB beside what Raspberry Pi OS Lite takes
megabytes=12000

say() { printf '%s\n' "$*"; }
fail() {
    say "$*" >&2
    exit 1
}

sdm_is() { command -v sdm || { [ -x /usr/local/sdm/sdm ] && echo /usr/local/sdm/sdm; } || true; }

needed() {
    [ "$(id -u)" = 0 ] || fail "An image can only be mounted by root: sudo make image BASE=FILE"
    [ -n "$base" ] || fail "Say which image of Raspberry Pi OS Lite (64-bit) it begins with: sudo make image BASE=FILE.img.xz"
    [ -f "$base" ] || fail "There is no file $base; download Raspberry Pi OS Lite (64-bit), and name it as BASE."
    case $base in *.img | *.img.xz) ;; *) fail "$base is no .img or .img.xz file." ;; esac
    sdm=$(sdm_is)
    [ -n "$sdm" ] || fail "sdm is missing, the Raspberry Pi SD Card Image Manager by gitbls: install it as its README says, then start again."
    local missing=() tool
    for tool in xz:xz-utils parted:parted systemd-nspawn:systemd-container losetup:mount; do
        command -v "${tool%%:*}" >/dev/null || missing+=("${tool#*:}")
    done
    [ "$(uname -m)" = aarch64 ] || command -v qemu-aarch64-static >/dev/null || missing+=(qemu-user-static)
    [ ${#missing[@]} = 0 ] || fail "Some tools are missing: sudo apt-get install ${missing[*]}"
    local where free
    where=$(dirname "$out")
    [ -d "$where" ] || fail "There is no folder $where to write to; make it, or name another file as OUT."
    free=$(($(df -Pk "$where" | awk 'NR == 2 { print $4 }') / 1024))
    [ "$free" -ge "$megabytes" ] || fail "Only $free MB are free in $where and about $megabytes are needed: make room, or name another place as OUT."
    [ -z "$(git status --porcelain --untracked-files=no 2>/dev/null)" ] || say "What is not committed here does not come with it."
}

# Only what is whole is there under its name.
unfinished=""
sweep() {
    [ -z "${mounted:-}" ] || umount "$mounted" 2>/dev/null || true
    [ -z "${device:-}" ] || losetup --detach "$device" 2>/dev/null || true
    [ -z "$unfinished" ] || rm -f "$unfinished"
    [ -z "${work:-}" ] || rm -rf "$work"
}

step() { say "[$1 of 5, ${SECONDS} s] $2 …"; }

make_image() {
    work=$(mktemp -d)
    unfinished=$out.part.img
    step 1 "Unpacking $(basename "$base")"
    case $base in *.xz) xz --decompress --stdout "$base" >"$unfinished" || fail "$base cannot be unpacked: it is damaged, or the disk is full." ;;
    *) cp --reflink=auto "$base" "$unfinished" ;; esac
    step 2 "Taking the table as it was committed last"
    git clone --quiet "file://$PWD" "$work/table" || fail "This folder is no git checkout."
    git -C "$work/table" remote set-url origin "$(git config remote.origin.url || echo .)"
    step 3 "Having sdm put it in; this takes a while"
    "$sdm" --customize --batch --redo-customize --extend --xmb "$more" \
        --plugin "$PWD/systemd/image/sdm-plugin:checkout=$work/table" "$unfinished" || fail "sdm did not get through; see what it says above."
    step 4 "Looking at what came out"
    device=$(losetup --find --show --partscan --read-only "$unfinished")
    mounted=$work/root
    mkdir "$mounted"
    mount -o ro,noload "${device}p2" "$mounted" || fail "The second partition of what came out cannot be mounted."
    [ -s "$mounted/etc/whist-table/card" ] || fail "The table is not in what came out; see what sdm says above."
    what=$(cat "$mounted/etc/whist-table/card")
    umount "$mounted" && mounted=""
    losetup --detach "$device" && device=""
    step 5 "Making it as small as it can be"
    "$sdm" --shrink "$unfinished" || fail "sdm could not shrink it; see what it says above."
    mv "$unfinished" "$out"
    unfinished=""
}

needed
trap sweep EXIT
trap 'say "Broken off." >&2; exit 130' INT TERM HUP
make_image
say "$out is ready after ${SECONDS} s: $what, $(($(stat -c %s "$out") / 1000000)) MB."
say "Write it on a card with Raspberry Pi Imager (Use custom), put the card in and switch the Pi on: it asks nothing."
