#!/bin/sh
# The Picamera2 adapter against the real Picamera2, on a PC: in a Debian trixie of its own, on libcamera's virtual camera.
# Needs root, debootstrap, 1 GB under /var/tmp and some minutes; the second time seconds.
#
#   sudo tests/outside/virtual_camera/run.sh        or: sudo make try-picamera2
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../../.." && pwd)
home=${WHIST_VIRTUAL_CAMERA:-/var/tmp/whist-table-virtual-camera}
root=$home/root

need() {
    echo "The virtual camera needs $1." >&2
    echo "It needs Linux on x86-64 or arm64, root, debootstrap, unshare and chroot, 1 GB in $home," >&2
    echo "and once a network: Debian's archive, and PyPI for Picamera2. A Raspberry Pi needs none of it: pytest -m pi." >&2
    exit 1
}

case $(uname -m) in
x86_64 | aarch64) machine=$(uname -m) ;;
*) need "another processor than $(uname -m)" ;;
esac
[ "$(id -u)" = 0 ] || need "root: sudo make try-picamera2"
for tool in debootstrap unshare chroot; do
    command -v $tool >/dev/null || need "$tool: sudo apt install debootstrap util-linux"
done
[ -x "$top/.venv/bin/python" ] || need "what make test sets up"

mkdir -p "$home"
if [ ! -e "$home/system" ]; then
    echo "making a Debian trixie with libcamera in $root …"
    rm -rf "$root"
    debootstrap --variant=minbase --include=python3-libcamera,python3-numpy,python3-pil,gcc,libc6-dev \
        trixie "$root" "${DEBIAN:-http://deb.debian.org/debian}" >"$home/debootstrap.log" 2>&1 ||
        need "a Debian trixie; $home/debootstrap.log says what failed"
    touch "$home/system"
fi
if [ ! -e "$home/packages" ]; then
    echo "fetching Picamera2 …"
    rm -rf "$root/opt/packages"
    "$top/.venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$root/opt/packages" \
        --python-version 3.13 --only-binary :all: \
        --platform "manylinux_2_28_$machine" --platform "manylinux2014_$machine" \
        picamera2 opencv-python-headless tqdm || need "Picamera2 from PyPI"
    touch "$home/packages"
fi

rm -rf "$root/opt/whist-table"
mkdir -p "$root/opt/whist-table" "$root/usr/share/libcamera/pipeline/virtual"
cp -r "$here/stand_ins" "$here/check.py" "$here/heap.c" "$root/opt/whist-table/"
cp -r "$top/vision" "$top/whist" "$root/opt/whist-table/"
chroot "$root" gcc -O2 -shared -fPIC -o /opt/whist-table/heap.so /opt/whist-table/heap.c

# libcamera 0.4.0 leaves it to chance whether the virtual camera's pictures count as sound: memory that begins as zeros
# (glibc's tunables) makes them so. unshare, so that nothing of this stays mounted.
exec unshare --mount --pid --fork sh -c "
    mount -t proc proc '$root/proc'
    exec chroot '$root' env -i PATH=/usr/bin:/bin HOME=/root LANG=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 \
        PYTHONPATH=/opt/whist-table/stand_ins:/opt/whist-table:/opt/packages LD_PRELOAD=/opt/whist-table/heap.so \
        GLIBC_TUNABLES=glibc.malloc.tcache_count=0:glibc.malloc.perturb=255 LIBCAMERA_LOG_LEVELS='*:ERROR' \
        python3 /opt/whist-table/check.py"
