#!/bin/bash
# Puts the table on this machine as a service that starts with it, or a newer version of it; or takes it away again.
#
#   systemd/install.sh install [--kiosk]      again: an upgrade; settings and games stay
#   systemd/install.sh uninstall [--purge]    games and settings stay, or go too
#
# Each version is a Python environment of its own, /opt/whist-table/VERSION-n. Nothing that runs is touched while it is
# made; then the link /opt/whist-table/current is turned to it and the service started anew. A version that does not
# answer is turned back. What was broken off is swept away by the next run.
#
# DESTDIR names a throw-away root for trials. The programs that change the machine itself (see `machine`) are then
# taken from $DESTDIR/trial, and left out where they are not there.
set -euo pipefail
umask 022 # the service reads what root writes here
cd "$(dirname "$0")/.."

root=${DESTDIR:-}
versions=$root/opt/whist-table
current=$versions/current
settings=$root/etc/whist-table
state=$root/var/lib/whist-table
units=$root/etc/systemd/system
command=$root/usr/local/bin/whist-table
service=whist-table.service
kiosk=whist-table-kiosk.service
hotspot=whist-table-hotspot.service # on a ready card alone (systemd/image)
power="whist-table-power@.path whist-table-power@.service" # switch the machine off, as people at the table ask for it

say() { printf '%s\n' "$*"; }
fail() {
    say "$*" >&2
    exit 1
}

# A program that changes the machine itself.
machine() {
    if [ -z "$root" ]; then
        "$@"
    elif [ -x "$root/trial/$1" ]; then
        "$root/trial/$1" "${@:2}"
    else
        say "(left out in $root: $*)"
    fi
}

# A program that works on what belongs to the service, as the service: it may have put a link to another file there, and
# root would follow it.
as_service() { machine runuser -u whist-table -- env HOME=/ CONFIGURATION_DIRECTORY="$settings" STATE_DIRECTORY="$state" "$@"; }

# systemd runs here: not so in a chroot, where an image for a card is made.
systemd_runs() { [ -d "$root/run/systemd/system" ]; }
runs() { systemd_runs && machine systemctl --quiet is-active "$service"; }

# ------------------------------------------------------------------------------------------------------- installing

version() { sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml; }

# The folder of the next version: the number behind the dash counts the installations of one version.
next_folder() {
    local number=1
    while [ -e "$versions/$(version)-$number" ]; do number=$((number + 1)); done
    printf '%s' "$versions/$(version)-$number"
}

# What the service runs now, as a folder; empty where there is none.
in_use() { [ ! -L "$current" ] || readlink -f "$current" || true; }

# A folder without .whole is of a run that was broken off.
sweep() {
    local folder
    for folder in "$versions"/[0-9]*-[0-9]*/; do
        [ ! -d "$folder" ] || [ -e "$folder/.whole" ] || rm -rf "$folder"
    done
}

build() {
    say "Making version $(basename "$new") in $versions …"
    ./setup.sh install "$new" || fail "The new version could not be made. $(unchanged)"
    mkdir -p "$new/units"
    cp systemd/*.service systemd/*.path systemd/*.conf systemd/whist-table device/example.toml "$new/units/"
    # for `whist-table update`: where newer versions are
    { git config --file .git/config remote.origin.url 2>/dev/null || true; } | without_password >"$new/units/origin"
    sync
    touch "$new/.whole"
}

# Everybody on this machine may read where newer versions come from.
without_password() { sed 's|//[^/@]*@|//|'; }

unchanged() {
    if [ -n "$old" ]; then say "$(basename "$old") is in use as before."; else say "Nothing on this machine was changed."; fi
}

user() {
    local name=$1 home=$2
    machine getent passwd "$name" >/dev/null && return
    say "Making the user and group $name, under which it runs …"
    machine useradd --system --user-group --no-create-home --home-dir "$home" --shell /usr/sbin/nologin "$name" ||
        fail "The user $name could not be made; see what useradd says above. $(unchanged)"
}

has_groups_of_a_pi() {
    local group
    for group in video gpio spi i2c; do machine getent group "$group" >/dev/null || return 1; done
}

# Settings of an earlier installation stay as they are; the example beside them is that of the newest version.
write_settings() {
    mkdir -p "$settings"
    cp --remove-destination device/example.toml "$settings/example.toml"
    give_settings
    [ ! -e "$settings/settings.toml" ] || return 0
    say "Writing the first settings to $settings/settings.toml …"
    # phones are to reach the page, and only the board on this machine's screen is the host's by where it is shown;
    # everything else holds as the program has it
    local trust=false
    [ "${1:-}" != --kiosk ] || trust=true
    local new
    new=$(mktemp "$settings/settings.XXXXXX") # a new file: the service may have left a link here
    cat >"$new" <<END
# Settings of the table; example.toml beside this file shows every one of them. After a change:
# sudo systemctl restart whist-table

[page]
# everybody on this network; "127.0.0.1" is this machine alone
host = "0.0.0.0"
# whether a page that is opened on this very machine is the host's without the PIN (sudo whist-table pin): true for a
# board on its own screen, which then shows the join code
trust_this_machine = $trust
END
    chmod 644 "$new"
    mv "$new" "$settings/settings.toml"
    give_settings
}

# The host's page writes the settings as the service, which may touch nothing else in that folder.
give_settings() {
    machine chgrp whist-table "$settings"
    chmod 1775 "$settings"
    [ ! -e "$settings/settings.toml" ] || machine chown -h whist-table:whist-table "$settings/settings.toml"
}

# The units and the command of the version in $1.
put_units() {
    local from=$1/units
    mkdir -p "$units/$service.d" "$(dirname "$command")"
    install -m 644 "$from/$service" "$units/$service"
    if has_groups_of_a_pi; then
        rm -f "$units/$service.d/pc.conf"
    else
        install -m 644 "$from/pc.conf" "$units/$service.d/pc.conf"
    fi
    put_power "$from"
    local unit
    for unit in "$kiosk" "$hotspot"; do
        [ ! -e "$units/$unit" ] || [ ! -e "$from/$unit" ] || install -m 644 "$from/$unit" "$units/$unit"
    done
    install -m 755 "$from/whist-table" "$command"
    if systemd_runs; then machine systemctl daemon-reload; fi
}

# A version from before there were these units has none.
put_power() {
    local unit
    for unit in $power; do
        if [ -e "$1/$unit" ]; then install -m 644 "$1/$unit" "$units/$unit"; else rm -f "${units:?}/$unit"; fi
    done
}

# They wait from now on, and from each start of the machine on.
listen_for_power() {
    local asked
    for asked in poweroff reboot; do
        [ ! -e "$units/whist-table-power@.path" ] || machine systemctl --quiet enable "whist-table-power@$asked.path"
        if [ -e "$units/whist-table-power@.path" ] && systemd_runs; then
            machine systemctl start "whist-table-power@$asked.path" ||
                say "The page cannot switch this machine off; see: systemctl status whist-table-power@$asked.path" >&2
        fi
    done
}

no_more_power() {
    local asked unit
    for asked in poweroff reboot; do
        [ -e "$units/whist-table-power@.path" ] || continue
        if systemd_runs; then machine systemctl --quiet stop "whist-table-power@$asked.path" || true; fi
        machine systemctl --quiet disable "whist-table-power@$asked.path" || true
    done
    for unit in $power; do rm -f "${units:?}/$unit"; done
}

# Turns the link in one step: there is no moment without it.
turn_to() {
    ln -sfn "$(basename "$1")" "$current.new"
    mv -T "$current.new" "$current"
}

add_kiosk() {
    say "Installing what shows the board on the screen …"
    machine apt-get update -qq || true
    machine apt-get install -qq -y --no-install-recommends cage chromium fonts-dejavu-core kbd >/dev/null ||
        fail "cage and chromium could not be installed; see what apt-get says above. The table itself is installed."
    user whist-kiosk /var/lib/whist-kiosk
    install -m 644 "$new/units/$kiosk" "$units/$kiosk"
    machine systemctl --quiet enable "$kiosk"
    if systemd_runs; then machine systemctl daemon-reload && machine systemctl --no-block restart "$kiosk"; fi
    ! grep -qE '^ *trust_this_machine *= *false' "$settings/settings.toml" ||
        say "The board on the screen shows the join code once you write trust_this_machine = true in $settings/settings.toml."
}

# Games as they are before a new version opens them, for the case that it must be turned back.
kept=""
keep_games() {
    [ -e "$state/journal.sqlite" ] || return 0
    kept=$state/backups/before-$(basename "$new").zip
    say "Keeping a copy of the games in $kept …"
    as_service mkdir -p "$state/backups" || fail "The games cannot be copied to $state/backups."
    as_service rm -f "$kept"
    if ! as_service "$new/bin/whist-table" backup "$kept" --data "$state" >/dev/null; then
        kept=""
        say "So they are copied as they lie there, to $state/backups/before-$(basename "$new")."
        as_service mkdir -p "$state/backups/before-$(basename "$new")"
        as_service cp "$state"/journal.sqlite* "$state/backups/before-$(basename "$new")/" ||
            fail "They cannot be copied either."
    fi
    find "$state/backups" -name 'before-*.zip' -printf '%T@ %p\n' | sort -rn | sed -n 's/^[^ ]* //; 4,$p' |
        while IFS= read -r backup; do as_service rm -f "$backup"; done
}

# The service says itself that its page is served before systemctl returns; then the page is asked for.
start() {
    machine systemctl --quiet enable "$service"
    if ! systemd_runs; then
        say "systemd does not run here: the table starts when this system does."
        return 0 # in a trap "return" alone would tell how things stood before it
    fi
    say "Starting the table …"
    machine systemctl reset-failed "$service" 2>/dev/null || true
    machine systemctl restart "$service" || return 1
    as_service "$current/bin/whist-table" check --running >/dev/null && return 0
    say "It was started, but its page does not answer at host and port of $settings/settings.toml." >&2
    return 1
}

why() {
    say "It does not start. What it said last:"
    machine journalctl --unit "$service" --lines 15 --no-pager --output cat 2>&1 | sed 's/^/    /'
}

# What has to be undone if this run ends before its time: nothing, the folder, or the switch.
stage=nothing
undo() {
    local status=$?
    trap - EXIT
    trap '' INT TERM HUP # make hands a signal on once more, and people are impatient: half turned back is nothing
    set +e
    case $stage in
    building) rm -rf "$new" ;;
    switching) turn_back ;;
    esac
    [ "$status" = 0 ] || [ "$stage" = finished ] || say "Not installed. When what is said above is put right, start the same command again." >&2
    exit "$status"
}

turn_back() {
    if systemd_runs; then machine systemctl stop "$service"; fi
    if [ -n "$kept" ] && [ -e "$kept" ]; then bring_back_games; fi
    if [ -z "$old" ]; then
        nothing_before
        return
    fi
    say "Going back to $(basename "$old") …" >&2
    turn_to "$old"
    put_units "$old"
    start >&2 || say "The version of before does not start either: sudo systemctl status whist-table" >&2
    rm -rf "$new"
}

# The version before does it, if it knows how to; what is broken about the new one may be just that.
bring_back_games() {
    local folder restored=""
    for folder in "$old" "$new"; do
        [ -z "$restored" ] || break
        if as_service "$folder/bin/whist-table" restore "$kept" --data "$state" --replace --only-games >/dev/null 2>&1; then
            restored=yes
        fi
    done
    [ -n "$restored" ] || say "The games may have been changed; as they were before they lie in $kept." >&2
}

# What was there before the first version: nothing, or a unit that somebody wrote by hand.
nothing_before() {
    machine systemctl --quiet disable "$service"
    rm -f "$current" "$units/$service" "$command" "$units/$service.d/pc.conf"
    no_more_power
    if [ -e "$new/units/by-hand" ]; then
        say "Going back to the unit that was there …" >&2
        cp "$new/units/by-hand" "$units/$service"
        machine systemctl --quiet enable "$service"
    fi
    rm -rf "$new"
    systemd_runs || return 0
    machine systemctl daemon-reload
    if [ -e "$units/$service" ]; then machine systemctl restart "$service"; fi
}

# The version in use and the one before it stay.
tidy() {
    local folder
    for folder in "$versions"/[0-9]*-[0-9]*/; do
        folder=${folder%/}
        case $folder in "$new" | "$old") ;; *) rm -rf "$folder" ;; esac
    done
}

install_table() {
    [ -z "$root" ] && [ "$(id -u)" != 0 ] && fail "Installing changes the machine: sudo make install"
    [ -n "$root" ] || command -v systemctl >/dev/null ||
        fail "There is no systemd here, which starts services; without it: make run"
    mkdir -p "$versions"
    exec 8>"$versions/.lock"
    flock -n 8 || fail "Another installation is at work; wait until it has ended."
    trap undo EXIT
    trap 'say "Broken off." >&2; exit 130' INT TERM HUP
    sweep
    old=$(in_use)
    new=$(next_folder)
    stage=building
    build
    user whist-table /var/lib/whist-table
    write_settings "${1:-}"
    stage=switching
    if runs; then
        say "Stopping $(basename "${old:-what runs now}") …"
        machine systemctl stop "$service"
    fi
    [ -n "$old" ] || [ ! -e "$units/$service" ] || cp "$units/$service" "$new/units/by-hand"
    keep_games
    turn_to "$new"
    put_units "$new"
    start || { why >&2; exit 1; }
    stage=finished
    listen_for_power
    [ "${1:-}" != --kiosk ] || add_kiosk
    tidy
    say "The table is installed: $(basename "$new"). What it sees and what is missing: sudo whist-table check"
    say "The host's PIN, which the page asks for: sudo whist-table pin"
    if systemd_runs; then as_service "$current/bin/whist-table" check --running; fi
}

# ---------------------------------------------------------------------------------------------------- taking away

uninstall_table() {
    [ -z "$root" ] && [ "$(id -u)" != 0 ] && fail "This changes the machine: sudo make uninstall"
    local unit
    for unit in "$hotspot" "$kiosk" "$service"; do
        [ -e "$units/$unit" ] || continue
        say "Stopping $unit and taking it away …"
        if systemd_runs; then machine systemctl --quiet stop "$unit" || true; fi
        machine systemctl --quiet disable "$unit" || true
        rm -rf "${units:?}/$unit" "$units/$unit.d/pc.conf"
        rmdir "$units/$unit.d" 2>/dev/null || true
    done
    no_more_power
    if systemd_runs; then machine systemctl daemon-reload; fi
    say "Taking the program away …"
    rm -f "$command"
    rm -rf "$current" "$versions"/[0-9]*-[0-9]*/ "$versions/.lock" "$root/var/cache/whist-table"
    rmdir "$versions" 2>/dev/null || true
    if [ "${1:-}" = --purge ]; then
        say "Taking games and settings away …"
        rm -rf "$state" "$settings" "$root/var/lib/whist-kiosk"
        local name
        for name in whist-table whist-kiosk; do
            if machine getent passwd "$name" >/dev/null; then machine userdel "$name"; fi
        done
    else
        say "Games and profiles stay in $state, settings in $settings; to take them away too: sudo make uninstall PURGE=1"
    fi
}

case ${1:-} in
install) install_table "${2:-}" ;;
uninstall) uninstall_table "${2:-}" ;;
*) fail "Say what to do: $0 install [--kiosk], or $0 uninstall [--purge]." ;;
esac
