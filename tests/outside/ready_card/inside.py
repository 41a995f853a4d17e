#!/usr/bin/python3
"""Runs on the emulated card that run.sh makes, with Debian's own Python: looks at what the start has done, and joins
the table's Wi-Fi as a phone would, with the second radio in a network namespace of its own.

Lines that begin with ``@`` are for ``outside.py``: ``@ own NAME PASSWORD``, ``@ look NAME`` (a picture of the screen),
``@ over N`` (so much does not hold).
"""

import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

PROFILE = Path("/etc/NetworkManager/system-connections/whist-table-hotspot.nmconnection")
HOST = Path("/boot/firmware/whist-table-host.txt")
SIGN = Path("/boot/firmware/whist-table-sign.pdf")
WISHES = Path("/boot/firmware/whist-table.txt")
SUPPLICANT = Path("/run/phone.conf")
PAGE = "import urllib.request as u; print(u.urlopen('http://{}:8080/', timeout=120).status)"
LONGEST = 900
"""Seconds for anything to come about: the emulator is slow."""
failed = []


def said(line):
    print("\n" + line, flush=True)


def check(holds, what):
    said(f"{'ok  ' if holds else 'FAIL'} {what}")
    if not holds:
        failed.append(what)


def run(*words, timeout=300):
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=timeout)
    except (OSError, subprocess.TimeoutExpired) as error:
        return 1, str(error)
    return done.returncode, (done.stdout + done.stderr).strip()


def comes_about(true, longest=LONGEST):
    until = time.monotonic() + longest
    while not (found := true()) and time.monotonic() < until:
        time.sleep(3)
    return found


def active(unit):
    return run("systemctl", "is-active", unit)[1] == "active"


def page_answers():
    try:
        with urllib.request.urlopen("http://127.0.0.1:8080/", timeout=60) as answer:
            return answer.status == 200 and b"<html" in answer.read().lower()
    except OSError:
        return False


def seconds():
    return float(Path("/proc/uptime").read_text().split()[0])


def table():
    check(
        comes_about(lambda: active("whist-table.service")),
        f"the table's service runs, {seconds():.0f} s after the start",
    )
    check(comes_about(page_answers, 120), "its page answers at /")
    # plymouth, systemd-firstboot, userconfig: whatever asks for something at the screen or waits for an answer
    asking = run(
        "systemctl",
        "list-units",
        "--no-legend",
        "--plain",
        "systemd-ask-password*.service",
        "userconfig*",
        "systemd-firstboot*",
        "console-setup-ask*",
        "--state=running,start",
    )[1]
    check(asking == "", f"nothing asks for anything: {asking or 'no unit that would'}")
    waiting = run("find", "/run/systemd/ask-password", "-name", "ask.*")[1]
    check(waiting == "", "no question waits for an answer")


def hotspot():
    def state():
        active = run("nmcli", "-t", "-f", "NAME,STATE", "connection", "show", "--active")[1]
        return "whist-table-hotspot:activated" in active

    check(comes_about(state), f"NetworkManager has the hotspot up on wlan0, {seconds():.0f} s after the start")
    said("  | " + run("iw", "dev", "wlan0", "info")[1].replace("\n", " ").replace("\t", " ")[:200])
    check(run("stat", "-c", "%a %U", str(PROFILE))[1] == "600 root", "the password is readable for root alone")
    found = re.search(r"Wi-Fi: (.*?)   password: (\S+)", HOST.read_text())
    check(found is not None, "name and password stand in the host's file on the first partition")
    check(re.search(r"PIN.*\d{6}", HOST.read_text()) is not None, "so does the host's PIN")
    check(SIGN.read_bytes().startswith(b"%PDF"), "the sign lies beside it")
    said(f"@ own {found[1].replace(' ', '_')} {found[2]}")
    return found[1], found[2]


def phone(name, password):
    """Another radio joins with what the sign says, is given an address and opens the page."""
    run("ip", "netns", "add", "phone")
    phy = re.search(r"wiphy (\d+)", run("iw", "dev", "wlan1", "info")[1])
    check(
        phy is not None and run("iw", "phy", f"phy{phy[1]}", "set", "netns", "name", "phone")[0] == 0,
        "a phone is there",
    )
    SUPPLICANT.write_text(f'network={{\n ssid="{name}"\n psk="{password}"\n key_mgmt=WPA-PSK\n}}\n')
    inside = ("ip", "netns", "exec", "phone")
    run(*inside, "ip", "link", "set", "wlan1", "up")
    run(*inside, "wpa_supplicant", "-B", "-i", "wlan1", "-c", str(SUPPLICANT))

    def joined():
        return "Connected" in run(*inside, "iw", "dev", "wlan1", "link")[1]

    check(comes_about(joined, 180), "the phone has joined with the password of the sign")
    script = Path("/root/udhcpc.sh")  # nothing may be executed below /run
    script.write_text('#!/bin/sh\n[ "$1" != bound ] || { ip addr add "$ip/24" dev wlan1; echo "$ip $router"; }\n')
    script.chmod(0o755)
    status, told = run(*inside, "busybox", "udhcpc", "-i", "wlan1", "-n", "-q", "-t", "20", "-s", str(script))
    check(status == 0, f"it was given an address: {told.splitlines()[-1] if told else ''}")
    status, told = run(*inside, "python3", "-c", PAGE.format("10.42.0.1"))
    check(told.endswith("200"), f"it opens the page at 10.42.0.1: {told.splitlines()[-1] if told else status}")
    SUPPLICANT.write_text(SUPPLICANT.read_text().replace(password, "x" + password[1:]))
    run(*inside, "pkill", "wpa_supplicant")
    time.sleep(5)
    run(*inside, "wpa_supplicant", "-B", "-i", "wlan1", "-c", str(SUPPLICANT))
    check(not comes_about(joined, 30), "with a wrong password it does not get in")


def kiosk():
    wished = "kiosk = yes" in WISHES.read_text()

    def enabled():
        return run("systemctl", "is-enabled", "whist-table-kiosk.service")[1] == "enabled"

    if not wished:
        check(not enabled(), "the board on the screen is off")
        return
    check(comes_about(enabled), "the board on the screen is on by kiosk = yes")
    if not comes_about(lambda: active("whist-table-kiosk.service")):
        told = run("journalctl", "-b", "--no-pager", "-n", "30", "-u", "whist-table-kiosk.service")[1]
        said("\n".join(f"  | {line}" for line in told.splitlines()))
    check(active("whist-table-kiosk.service"), "its service runs")


def cable():
    """With a cable in, no Wi-Fi of its own is opened."""
    told = comes_about(lambda: "in your network" in Path("/etc/issue.d/whist-table.issue").read_text(), 600)
    check(told, "the screen says that it is in a network")
    check(
        "whist-table-hotspot" not in run("nmcli", "-t", "-f", "NAME", "connection", "show", "--active")[1], "no hotspot"
    )


def main():
    command = Path("/proc/cmdline").read_text()
    what = re.search(r"card\.try=(\w+)", command)[1]
    table()
    if what == "cable":
        cable()
    else:
        own = hotspot()
        if what == "first":
            phone(*own)
        kiosk()
    if what == "kiosk":
        time.sleep(240)  # a browser on an emulator
    said(f"@ look {what}")
    time.sleep(10)
    said("  | " + run("systemctl", "--failed", "--no-legend", "--plain")[1].replace("\n", "; "))
    for line in run("journalctl", "-b", "-u", "whist-table-hotspot", "-o", "cat", "--no-pager")[1].splitlines()[-6:]:
        said(f"  | log: {line}")
    said(f"@ over {len(failed)}")


try:
    main()
except Exception as error:
    said(f"FAIL {type(error).__name__}: {error}")
    said("@ over 1")
sys.exit(0)
