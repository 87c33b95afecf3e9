# A collision test to start from.  hitscan try -- awk -f my_hit.awk
# It reads a pair a line:    box LEFT TOP RIGHT BOTTOM laser X1 Y1 X2 Y2
# and prints one answer:     hit, miss, or ? for pairs that it does not know
# y grows down. Is it right? Not everywhere: make it so.

# Above 0 right of the line from p to q, below 0 left of it, 0 on it.
function side(px, py, qx, qy, x, y) {
    return (qx - px) * (y - py) - (qy - py) * (x - px)
}

# Whether the laser of the line and this edge have their ends on both sides of each other.
function cross(x1, y1, x2, y2) {
    return side(x1, y1, x2, y2, $7, $8) * side(x1, y1, x2, y2, $9, $10) <= 0 &&
           side($7, $8, $9, $10, x1, y1) * side($7, $8, $9, $10, x2, y2) <= 0
}

function box_and_laser() {
    return cross($2, $3, $4, $3) || cross($4, $3, $4, $5) ||
           cross($4, $5, $2, $5) || cross($2, $5, $2, $3)
}

function boxes() {
    return $2 <= $9 && $7 <= $4 && $3 <= $10 && $8 <= $5
}

function answer() {
    if (NF != 10) return "?"
    if ($1 == "box" && $6 == "laser") return box_and_laser() ? "hit" : "miss"
    if ($1 == "box" && $6 == "box") return boxes() ? "hit" : "miss"
    if ($1 == "laser" && $6 == "laser") return cross($2, $3, $4, $5) ? "hit" : "miss"
    return "?"
}

{ print answer(); fflush() }
