#!/bin/busybox sh
# shellcheck shell=dash
# The first and only program of the emulated Pi's system: loads drivers, then lets inside.py look at pins and camera.
b=/bin/busybox
$b mkdir -p /proc /sys /dev /tmp /run /root
$b mount -t proc proc /proc
$b mount -t sysfs sys /sys
$b mount -t devtmpfs dev /dev
$b mkdir -p /dev/shm
# the emulated chip never interrupts for SPI: the driver is to wait for the wire
$b modprobe spi-bcm2835 polling_limit_us=2000000
$b modprobe vivid n_devs=1 num_inputs=1 input_types=0 node_types=1
cd /table || exit
HOME=/root PYTHONPATH=/site:/table PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 /inside.py 2>&1
echo "@ over $?"
$b poweroff -f
