# What the trials without a Pi have in common, sourced by each: what they say, and how long each part took.
# shellcheck shell=bash
say() { printf '%s\n' "$*"; }
fail() {
    say "$*" >&2
    exit 1
}
starts() { began=$SECONDS; }
took() {
    say "--- $1: $((SECONDS - began)) s"
    starts
}
starts
