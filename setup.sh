#!/bin/bash
# Makes .venv ready for one of: run (the program), test (its tests), train (the reader's training). For the installer
# (systemd/install.sh) "install FOLDER" makes an environment in FOLDER that needs this checkout no longer.
# Does only what is still to do, and can be broken off and started again at any moment.
set -euo pipefail
cd "$(dirname "$0")"

part=${1:-}
venv=${2:-.venv}
log=$venv/setup.log

say() { printf '%s\n' "$*"; }
fail() {
    say "$*" >&2
    exit 1
}
trap 'say "Broken off. Start the same command again and it goes on from here." >&2; exit 130' INT TERM HUP

case $part in
run | install) extra="" megabytes=900 ;;
test) extra="[test]" megabytes=1300 ;;
train) extra="[train]" megabytes=7000 ;;
*) fail "Say what to set up: ./setup.sh run, ./setup.sh test or ./setup.sh train." ;;
esac

[ "$part" != install ] || [ -n "${2:-}" ] || fail "Say where to install it: ./setup.sh install FOLDER."

# ---------------------------------------------------------------------------------------------- what machine is this

raspberry_pi() { grep -qs "Raspberry Pi" /proc/device-tree/model || [ -e /etc/rpi-issue ]; }
# shellcheck source=/dev/null
release() { (. /etc/os-release 2>/dev/null && printf '%s' "${VERSION_CODENAME:-}") || true; }

python=${PYTHON:-python3}
# versions that fit what comes from apt on a Pi, and those with which tests and training were written
constraints=()
# the camera's packages come from apt and belong to apt's Python; a service must not hang on one in somebody's home
if raspberry_pi || [ "$part" = install ]; then python=${PYTHON:-/usr/bin/python3}; fi
if raspberry_pi; then
    [ -e "constraints/$(release)-pi.txt" ] && constraints+=(--constraint "constraints/$(release)-pi.txt")
fi
[ -e "constraints/$part.txt" ] && constraints+=(--constraint "constraints/$part.txt")

# apt-get as root, or through sudo where that asks for no password; 1 where neither goes or a package is not to be had.
apt_install() {
    local as_root=() words
    command -v apt-get >/dev/null || return 1
    if [ "$(id -u)" != 0 ]; then
        sudo -n true 2>/dev/null || return 1
        as_root=(sudo -n)
    fi
    say "Installing with apt-get: $* …"
    "${as_root[@]}" apt-get update -qq </dev/null >/dev/null 2>&1 || say "apt-get could not refresh its lists; trying with the old ones."
    words=$("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -qq -y \
        --no-install-recommends "$@" </dev/null 2>&1) && return
    say "apt-get could not: $(printf '%s\n' "$words" | grep -m 1 '^E:' || printf '%s\n' "$words" | tail -n 1)"
    return 1
}

# ------------------------------------------------------------------------------------------------ the environment

ready() {
    # what the environment was made from: a change of any of it sets up again
    local made
    made=$(
        { cat pyproject.toml setup.sh constraints/*.txt; pwd; "$venv/bin/python" -VV; } 2>/dev/null | sha256sum
    )
    case $1 in
    is) [ -x "$venv/bin/whist-table" ] && [ "$(cat "$venv/.ready-$part" 2>/dev/null)" = "$made" ] ;;
    write)
        sync # or a power cut could leave the stamp and not the packages
        printf '%s\n' "$made" >"$venv/.ready-run"
        printf '%s\n' "$made" >"$venv/.ready-$part"
        ;;
    esac
}

check_python() {
    command -v "$python" >/dev/null || fail "Python is missing: install python3 (sudo apt-get install python3 python3-venv), then start again."
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "$("$python" -V) is too old: the table needs Python 3.11 or newer, as Debian 12 and Raspberry Pi OS bookworm have it."
    "$python" -c 'import sys; sys.exit(sys.maxsize < 2**32)' ||
        fail "This is a 32-bit system, for which the reader's runtime does not exist: install the 64-bit Raspberry Pi OS."
}

check_disk() {
    local free
    free=$(($(df -Pk "$(dirname "$venv")" | awk 'NR == 2 { print $4 }') / 1024))
    [ -e "$venv/.ready-run" ] || [ "$free" -ge "$megabytes" ] ||
        fail "Only $free MB are free on this disk and about $megabytes are needed: make room, then start again."
}

# A Zero 2 W and its like: reader, page and camera alone would fill it, and the card would be worn out by swapping.
check_memory() {
    local memory
    memory=$(($(getconf _PHYS_PAGES) * $(getconf PAGE_SIZE) / 1048576))
    [ "$memory" -ge 700 ] ||
        fail "This machine has $memory MB of memory, which the table alone would fill: take a Raspberry Pi with 2 GB (1 GB is slow; a Zero 2 W has 512 MB)."
}

# The environment is sound when its Python starts, has the whole of pip, and sees apt's packages exactly on a Pi.
sound() {
    local sees=false
    raspberry_pi && sees=true
    compgen -G "$venv/lib/python3*/site-packages/pip-*.dist-info/INSTALLER" >/dev/null &&
        "$venv/bin/python" -m pip --version >/dev/null 2>&1 &&
        grep -qs "include-system-site-packages = $sees" "$venv/pyvenv.cfg"
}

make_venv() {
    local options=() wrong
    sound && return
    [ ! -e "$venv" ] || say "The environment in $venv is incomplete; making it anew."
    rm -rf "$venv"
    say "Making a Python environment in $venv …"
    "$python" -c 'import ensurepip, venv' 2>/dev/null || apt_install python3-venv ||
        fail "Python's venv module is missing: sudo apt-get install python3-venv, then start again."
    raspberry_pi && options+=(--system-site-packages)
    wrong=$("$python" -m venv "${options[@]}" "$venv" 2>&1) ||
        fail "The environment could not be made: $(printf '%s' "$wrong" | tail -n 1)"
}

# A package whose installation was cut short has no INSTALLER yet, or a name with a tilde: pip must not trust it.
sweep() {
    local folder
    for folder in "$venv"/lib/python3*/site-packages/*.dist-info; do
        [ -s "$folder/INSTALLER" ] || rm -rf "$folder"
    done
    rm -rf "$venv"/lib/python3*/site-packages/~*
}

# pip's words to the log; to the person only what is being done, and at the end the reason of a failure in one sentence.
told() {
    local line reason="" failed=""
    while IFS= read -r line; do
        printf '%s\n' "$line" 2>/dev/null >>"$log" || true
        case $line in
        *"No space left"* | *"Disk quota"*) reason="The disk is full: make room, then start again." ;;
        *"name resolution"* | *"NewConnectionError"* | *"Name or service not known"* | *"Network is unreachable"* | *"timed out"* | *"ConnectionError"* | *"ProxyError"* | *"nodename nor"*)
            reason=${reason:-"The package index cannot be reached: check the network connection, then start again; what was downloaded so far is kept."} ;;
        ERROR:*) reason=${reason:-"Installing failed: ${line#ERROR: } (all of it: $log)"} ;;
        *"Requirement already"*) ;;
        Collecting* | "Installing collected"*) printf '  %.110s\n' "${line%% (from*}" ;;
        esac
        case $line in *ERROR:* | error:*) failed=yes ;; esac
    done
    [ -z "$failed" ] || say "${reason:-"Installing failed; the reason is in $log."}" >&2
}

pip_install() {
    PIP_USER=0 "$venv/bin/python" -m pip install --no-input --disable-pip-version-check --progress-bar off "$@" \
        </dev/null 2>&1 | told
}

install_packages() {
    say "Installing what the project needs ($part) into $venv; this takes some minutes the first time …"
    if [ "$part" = install ]; then
        install_pinned
    else
        pip_install "${constraints[@]}" --editable ".$extra"
    fi
}

# What root installs: the very files that are listed, no source that would be built, and the program with their help.
install_pinned() {
    pip_install --require-hashes --only-binary :all: --requirement "$(listed)" || return
    copied "$venv/source"
    pip_install --no-index --no-deps --no-build-isolation "$venv/source"
}

listed() { "$python" -c 'import platform, sys; print("constraints/install-cp%d%d-%s.txt" % (*sys.version_info[:2], platform.machine()))'; }

check_listed() {
    [ "$part" != install ] || [ -e "$(listed)" ] ||
        fail "The table is installed on 64-bit Debian 12 and 13 and Raspberry Pi OS (Python 3.11 and 3.13), and $(listed) is not there: without installing it, make run."
}

# A copy of the program without what lies beside it: pip builds in the folder that it is given.
copied() {
    rm -rf "$1"
    mkdir -p "$1"
    cp -r pyproject.toml README.md LICENSE device hardware vision web_ui whist "$1/"
}

works() {
    ORT_DISABLE_TELEMETRY=1 "$venv/bin/python" -P -c 'import cv2, flask, gpiozero, numpy, onnxruntime, reportlab, scipy, waitress; import whist, vision, web_ui, device, hardware' 2>>"$log"
}

set_up() {
    ready is && return
    check_python
    check_memory
    check_disk
    check_listed
    make_venv
    sweep
    install_packages || exit 1
    if ! works; then
        say "Some package came out damaged; installing everything once more."
        rm -rf "$venv"
        make_venv
        install_packages || exit 1
        works || fail "A package cannot be loaded: $(tail -n 1 "$log")"
    fi
    rm -rf "$venv/source"
    ready write
    say "The environment is ready."
}

# ------------------------------------------------------------------------------------------- what pip cannot bring

pi_camera() {
    raspberry_pi || return 0
    "$python" -c 'import sys, importlib.util as u; sys.exit(not (u.find_spec("picamera2") and u.find_spec("lgpio")))' && return
    apt_install python3-picamera2 python3-lgpio ||
        say "The Pi's camera and pins stay unused until their packages are there: sudo apt-get install python3-picamera2 python3-lgpio"
}

browser() {
    local wanted=()
    # the font has the signs of the four suits
    command -v chromium-headless-shell chromium chromium-browser google-chrome >/dev/null || wanted+=(chromium fonts-dejavu-core)
    # Playwright's driver needs it, and a bare Debian 12 has none
    /sbin/ldconfig -p | grep 'libatomic\.so\.1' >/dev/null || wanted+=(libatomic1)
    [ ${#wanted[@]} = 0 ] || apt_install "${wanted[@]}" ||
        say "The browser tests will be skipped: ${wanted[*]} cannot be installed from here. For them: sudo apt-get install ${wanted[*]}"
}

# one at a time: a second setup waits for the first
exec 9<pyproject.toml
flock -n 9 || { say "Another setup is at work here; waiting for it …"; flock 9; }

case $part in
run | install) pi_camera ;;
test) browser ;;
esac
set_up 9<&-
