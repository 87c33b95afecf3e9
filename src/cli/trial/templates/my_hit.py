# A collision test to start from.  hitscan try -- python3 my_hit.py
# It reads a pair a line:    box LEFT TOP RIGHT BOTTOM laser X1 Y1 X2 Y2
# and prints one answer:     hit, miss, or ? for pairs that it does not know
# y grows down. Is it right? Not everywhere: make it so.
import sys


def side(px, py, qx, qy, x, y):
    """Above 0 right of the line from p to q, below 0 left of it, 0 on it."""
    return (qx - px) * (y - py) - (qy - py) * (x - px)


def cross(a, b):
    """Whether each segment has its ends on both sides of the other's line."""
    of_b = side(*a, b[0], b[1]) * side(*a, b[2], b[3])
    of_a = side(*b, a[0], a[1]) * side(*b, a[2], a[3])
    return of_b <= 0 and of_a <= 0


def box_and_laser(box, laser):
    left, top, right, bottom = box
    edges = [
        (left, top, right, top),
        (right, top, right, bottom),
        (right, bottom, left, bottom),
        (left, bottom, left, top),
    ]
    return any(cross(edge, laser) for edge in edges)


def boxes(a, b):
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


TESTS = {("box", "laser"): box_and_laser, ("box", "box"): boxes, ("laser", "laser"): cross}

for line in sys.stdin:
    words = line.split()
    test = TESTS.get((words[0], words[5])) if len(words) == 10 else None
    if test is None:
        print("?", flush=True)
    else:
        one, other = [float(word) for word in words[1:5]], [float(word) for word in words[6:]]
        print("hit" if test(one, other) else "miss", flush=True)
