#!/bin/sh
# Instructions per sphere of one detection from nothing: a number that noise does not move.
#
#   bench/instructions.sh [TOOL...]      tools: our methods and the peers (`cargo run list`)
#   SETS="A poly" bench/instructions.sh  sets; a twentieth of their spheres
#
# The count of a run with two detections less that of a run with one: making the set and growing the
# memory are in both. Taken with perf where the processor's counters can be read, else with callgrind.
set -eu
cd "$(dirname "$0")"

counted_by_perf() { # command...
    perf stat -x, -e instructions:u "$@" 2>&1 >/dev/null | sed -n 's/^\([0-9][0-9]*\),.*/\1/p'
}

counted_by_callgrind() { # command...
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

if [ -n "$(counted_by_perf true 2>/dev/null || :)" ]; then
    counter=counted_by_perf
elif command -v valgrind >/dev/null; then
    counter=counted_by_callgrind
else
    echo "instructions.sh: neither perf with readable counters nor valgrind is here" >&2
    exit 1
fi

[ $# -gt 0 ] || set -- grid hierarchical-grid auto simple-grid
cargo build --release --quiet
bench=target/release/esker-bench

printf '%-28s %-8s %9s %12s   (%s)\n' tool set spheres instructions "$counter"
for set in ${SETS:-A loose poly}; do
    for tool in "$@"; do
        spheres=$($bench once "$tool" "$set" --small | sed 's/ .*//')
        [ -n "$spheres" ] || exit 1
        one=$($counter $bench once "$tool" "$set" --small --repeat 1)
        two=$($counter $bench once "$tool" "$set" --small --repeat 2)
        printf '%-28s %-8s %9d %12d\n' "$tool" "$set" "$spheres" $(((two - one) / spheres))
    done
done
