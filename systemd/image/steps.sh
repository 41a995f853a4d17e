#!/bin/bash
# What makes a system a ready card. Runs as root within the system's own root folder, in no running systemd: in the image
# of Raspberry Pi OS (systemd/image/sdm-plugin), and in the Debian on which it is tried (tests/outside/ready_card).
#
#   systemd/image/steps.sh CHECKOUT
set -euo pipefail
umask 022
checkout=${1:?Say where the checkout of the table lies.}
cd "$checkout"
export DEBIAN_FRONTEND=noninteractive
# the system asks for these before the table can ask for anything; the kiosk's come with make install
packages=(avahi-daemon dnsmasq-base git iw make network-manager python3-venv rfkill wpasupplicant)

say() { printf '==> %s\n' "$*"; }
fail() {
    printf 'The card cannot be made: %s\n' "$*" >&2
    exit 1
}

packages() {
    apt-get update -qq || fail "apt-get update found no package lists; is there a network?"
    apt-get install -qq -y --no-install-recommends "${packages[@]}" >/dev/null ||
        fail "${packages[*]} could not be installed; see what apt-get says above."
}

# The installer makes the table's environment, user, settings and units, and what shows the board on a screen. There is
# nobody else on this machine, so a page opened on it is the host's; the board on the screen comes when it is wished for.
table() {
    systemd/install.sh install --kiosk || fail "systemd/install.sh did not get through; see above."
    systemctl --quiet disable whist-table-kiosk.service
}

hotspot() {
    install -m 644 systemd/whist-table-hotspot.service /etc/systemd/system/
    systemctl --quiet enable whist-table-hotspot.service NetworkManager.service
    mkdir -p /etc/issue.d /boot/firmware
    install -m 644 systemd/image/whist-table.txt /boot/firmware/whist-table.txt
    # phones that look for it find the page by name, too
    mkdir -p /etc/NetworkManager/dnsmasq-shared.d
    printf 'address=/whist.table/10.42.0.1\n' >/etc/NetworkManager/dnsmasq-shared.d/whist-table.conf
}

# Raspberry Pi OS asks at its first start for keyboard and user (userconf-pi), which is what Raspberry Pi Imager's
# customisation settles beforehand, and may still. Nobody is asked here; without it nobody can log in.
no_questions() {
    if systemctl cat userconfig.service >/dev/null 2>&1; then
        systemctl --quiet disable userconfig.service
        systemctl --quiet enable getty@tty1.service
    fi
    echo whist >/etc/hostname
    sed -i '/^127\.0\.1\.1/d' /etc/hosts
    printf '127.0.1.1\twhist\n' >>/etc/hosts
}

# What must be another on each machine is not in the image.
forget() {
    rm -rf /var/lib/whist-table/* /etc/NetworkManager/system-connections/whist-table-*
    rm -f /boot/firmware/whist-table-{host.txt,sign.pdf,report.zip} /etc/issue.d/whist-table.issue
    apt-get clean
    rm -rf /root/.cache
    sync
}

[ "$(id -u)" = 0 ] || fail "only root may change it."
[ -e "$checkout/systemd/install.sh" ] || fail "$checkout is no checkout of the table."
free=$(($(df -Pk / | awk 'NR == 2 { print $4 }') / 1024))
[ "$free" -ge 2500 ] || fail "only $free MB are free in it, and 2500 are needed."
for step in packages table hotspot no_questions forget; do
    say "step: ${step//_/ } (${SECONDS} s)"
    "$step"
done
# shellcheck source=/dev/null
(. /etc/os-release && printf 'whist table %s on %s\n' "$(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml)" "$PRETTY_NAME") \
    >/etc/whist-table/card
say "done (${SECONDS} s): $(cat /etc/whist-table/card)"
