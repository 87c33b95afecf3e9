/* A collision test to start from.  cc -o my_hit my_hit.c && hitscan try -- ./my_hit
   It reads a pair a line:    box LEFT TOP RIGHT BOTTOM laser X1 Y1 X2 Y2
   and prints one answer:     hit, miss, or ? for pairs that it does not know
   y grows down. Is it right? Not everywhere: make it so. */
#include <stdio.h>
#include <string.h>

/* A box (left, top, right, bottom) or a segment (x1, y1, x2, y2). */
typedef struct { double x1, y1, x2, y2; } Shape;

/* Above 0 right of the line of s, below 0 left of it, 0 on it. */
static double side(Shape s, double x, double y) {
    return (s.x2 - s.x1) * (y - s.y1) - (s.y2 - s.y1) * (x - s.x1);
}

/* Whether each segment has its ends on both sides of the other's line. */
static int cross(Shape a, Shape b) {
    return side(a, b.x1, b.y1) * side(a, b.x2, b.y2) <= 0
        && side(b, a.x1, a.y1) * side(b, a.x2, a.y2) <= 0;
}

static int box_and_laser(Shape box, Shape laser) {
    Shape top = {box.x1, box.y1, box.x2, box.y1};
    Shape right = {box.x2, box.y1, box.x2, box.y2};
    Shape bottom = {box.x2, box.y2, box.x1, box.y2};
    Shape left = {box.x1, box.y2, box.x1, box.y1};
    return cross(top, laser) || cross(right, laser) || cross(bottom, laser) || cross(left, laser);
}

static int boxes(Shape a, Shape b) {
    return a.x1 <= b.x2 && b.x1 <= a.x2 && a.y1 <= b.y2 && b.y1 <= a.y2;
}

int main(void) {
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        char one[16], other[16];
        Shape a, b;
        int read = sscanf(line, "%15s %lf %lf %lf %lf %15s %lf %lf %lf %lf", one, &a.x1, &a.y1,
                          &a.x2, &a.y2, other, &b.x1, &b.y1, &b.x2, &b.y2);
        int is_box = !strcmp(one, "box");
        int hit;
        if (read != 10) {
            puts("?");
            fflush(stdout);
            continue;
        }
        if (is_box && !strcmp(other, "box")) hit = boxes(a, b);
        else hit = is_box ? box_and_laser(a, b) : cross(a, b);
        puts(hit ? "hit" : "miss");
        fflush(stdout);
    }
    return 0;
}
