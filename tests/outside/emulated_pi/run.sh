#!/bin/bash
# The lights, buttons and slot strip on an emulated Raspberry Pi 4: QEMU's raspi4b, Debian's arm64 kernel and the real
# lgpio, from a clean clone of the last commit. Each light is read back from the machine's registers, from outside.
# A camera of the kernel (vivid) stands for one at a USB port. Needs root, some minutes, and 1 GB under /var/tmp.
#
#   sudo tests/outside/emulated_pi/run.sh        or: sudo make try-pins
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../../.." && pwd)
home=${WHIST_EMULATED_PI:-/var/tmp/whist-table-emulated-pi}
root=$home/root
packages=(lgpio==0.2.2.0 gpiozero colorzero numpy opencv-python-headless)

need() {
    echo "The emulated Pi needs $1." >&2
    echo "It needs Linux, root, QEMU 9 or newer (qemu-system-arm; in bookworm from its backports), mmdebstrap," >&2
    echo "device-tree-compiler, cpio and kmod, 1 GB in $home, and once a network: Debian's archive and PyPI." >&2
    exit 1
}

[ "$(id -u)" = 0 ] || need "root: sudo make try-pins"
for tool in qemu-system-aarch64 mmdebstrap fdtput cpio depmod; do
    command -v $tool >/dev/null || need "$tool: sudo apt install qemu-system-arm mmdebstrap device-tree-compiler cpio kmod"
done
qemu-system-aarch64 -M help | grep -q '^raspi4b' || need "a QEMU that has the machine raspi4b"
[ -x "$top/.venv/bin/python" ] || need "what make test sets up"

mkdir -p "$home"
if [ ! -e "$home/system" ]; then
    echo "fetching Debian's arm64 kernel and Python …"
    rm -rf "$root"
    # extracted, not installed: nothing of another processor has to run for it
    mmdebstrap --quiet --variant=extract --architectures=arm64 \
        --include=busybox-static,python3,libstdc++6,linux-image-arm64 bookworm "$root" \
        "${DEBIAN:-http://deb.debian.org/debian}" 2>"$home/debian.log" || need "Debian; $home/debian.log says what failed"
    touch "$home/system"
fi
if [ ! -e "$home/packages" ]; then
    echo "fetching lgpio, gpiozero and OpenCV …"
    rm -rf "$root/site"
    "$top/.venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-compile \
        --target "$root/site" --python-version 3.11 --only-binary :all: --platform manylinux_2_34_aarch64 \
        --platform manylinux_2_28_aarch64 --platform manylinux_2_27_aarch64 --platform manylinux2014_aarch64 \
        "${packages[@]}" || need "wheels of ${packages[*]}"
    touch "$home/packages"
fi

kernel=$(echo "$root"/boot/vmlinuz-*)
version=${kernel##*/vmlinuz-}
depmod -b "$root" "$version"
rm -rf "$root/table"
git clone --quiet --depth=1 "file://$top" "$root/table"
rm -rf "$root/table/.git"
install -m 755 "$here/init.sh" "$root/init"
install -m 644 "$here/inside.py" "$root/inside.py"

# What QEMU 10 lacks of a Pi 4 must not be looked for (the HDMI's part of the chip: its drivers halt the kernel). SPI0
# is switched on as `dtparam=spi=on` does it, and the revision says which Pi this is.
tree=$home/pi4.dtb
cp "$root/usr/lib/linux-image-$version/broadcom/bcm2711-rpi-4-b.dtb" "$tree"
for node in $(fdtget -l "$tree" /soc | grep '@7ef'); do
    fdtput -t s "$tree" "/soc/$node" status disabled
done
gpio=$(fdtget -t x "$tree" /soc/gpio@7e200000 phandle)
spi=/soc/spi@7e204000
fdtput -t x "$tree" /soc/gpio@7e200000/spi0_gpio7 phandle 7f0
fdtput -t s "$tree" $spi pinctrl-names default
fdtput -t x "$tree" $spi pinctrl-0 7f0
fdtput -t x "$tree" $spi cs-gpios "$gpio" 8 1 "$gpio" 7 1
fdtput -t s "$tree" $spi status okay
for select in 0 1; do
    fdtput -c "$tree" $spi/spidev@$select
    fdtput -t s "$tree" $spi/spidev@$select compatible lwn,bk4
    fdtput -t x "$tree" $spi/spidev@$select reg $select
    fdtput -t x "$tree" $spi/spidev@$select spi-max-frequency 7a12000
done
fdtput -c "$tree" /system
fdtput -t x "$tree" /system linux,revision c03114

echo "packing what the Pi starts from …"
(
    cd "$root"
    {
        printf '%s\n' . bin usr init inside.py bin/busybox etc
        find etc lib usr/bin usr/lib site table
    } | grep -vE 'lib/modules/.*/(drivers/(net|gpu|scsi|infiniband|staging|iio|usb|md|crypto|mmc|ata)|net|fs|sound)/' |
        grep -vE '^usr/lib/linux-image|^table/tests|^site/numpy/.*/tests/' | cpio --quiet -o -H newc | gzip -1 >"$home/initrd.gz"
)
echo "starting Debian $version on an emulated Pi 4, of $(git -C "$top" log -1 --format='%h %s') …"
exec "$top/.venv/bin/python" "$here/outside.py" "$kernel" "$tree" "$home/initrd.gz"
