#!/bin/sh
# A collision test to start from.  hitscan try -- sh my_hit.sh
# It reads a pair a line:    box LEFT TOP RIGHT BOTTOM laser X1 Y1 X2 Y2
# and prints one answer:     hit, miss, or ? for pairs that it does not know
# y grows down; a shell knows whole numbers only. Is it right? Not everywhere.

# side PX PY QX QY X Y: sets turn, above 0 right of the line from p to q.
side() {
    turn=$((($3 - $1) * ($6 - $2) - ($4 - $2) * ($5 - $1)))
}

# cross X1 Y1 X2 Y2 X3 Y3 X4 Y4: each has its ends on both sides of the other's line.
cross() {
    side "$1" "$2" "$3" "$4" "$5" "$6"; start=$turn
    side "$1" "$2" "$3" "$4" "$7" "$8"
    [ $((start * turn)) -le 0 ] || return 1
    side "$5" "$6" "$7" "$8" "$1" "$2"; start=$turn
    side "$5" "$6" "$7" "$8" "$3" "$4"
    [ $((start * turn)) -le 0 ]
}

# The same eight numbers, the first four a box.
box_and_laser() {
    cross "$1" "$2" "$3" "$2" "$5" "$6" "$7" "$8" || cross "$3" "$2" "$3" "$4" "$5" "$6" "$7" "$8" ||
        cross "$3" "$4" "$1" "$4" "$5" "$6" "$7" "$8" || cross "$1" "$4" "$1" "$2" "$5" "$6" "$7" "$8"
}

boxes() {
    [ "$1" -le "$7" ] && [ "$5" -le "$3" ] && [ "$2" -le "$8" ] && [ "$6" -le "$4" ]
}

while read -r one a b c d other e f g h rest; do
    case "$one $other $rest" in
    "box laser ") test=box_and_laser ;;
    "box box ") test=boxes ;;
    "laser laser ") test=cross ;;
    *) echo "?"; continue ;;
    esac
    if $test "$a" "$b" "$c" "$d" "$e" "$f" "$g" "$h"; then echo hit; else echo miss; fi
done
