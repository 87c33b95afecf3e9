// A collision test to start from.  hitscan try -- node my_hit.js
// It reads a pair a line:    box LEFT TOP RIGHT BOTTOM laser X1 Y1 X2 Y2
// and prints one answer:     hit, miss, or ? for pairs that it does not know
// y grows down. Is it right? Not everywhere: make it so.
const lines = require("readline").createInterface({ input: process.stdin });

// Above 0 right of the line from p to q, below 0 left of it, 0 on it.
function side(px, py, qx, qy, x, y) {
  return (qx - px) * (y - py) - (qy - py) * (x - px);
}

// Whether each segment has its ends on both sides of the other's line.
function cross(a, b) {
  const ofB = side(...a, b[0], b[1]) * side(...a, b[2], b[3]);
  const ofA = side(...b, a[0], a[1]) * side(...b, a[2], a[3]);
  return ofB <= 0 && ofA <= 0;
}

function boxAndLaser([left, top, right, bottom], laser) {
  const edges = [
    [left, top, right, top],
    [right, top, right, bottom],
    [right, bottom, left, bottom],
    [left, bottom, left, top],
  ];
  return edges.some((edge) => cross(edge, laser));
}

function boxes(a, b) {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

const tests = { "box laser": boxAndLaser, "box box": boxes, "laser laser": cross };

lines.on("line", (line) => {
  const words = line.split(" ");
  const test = words.length === 10 ? tests[`${words[0]} ${words[5]}`] : undefined;
  if (test === undefined) {
    console.log("?");
  } else {
    const hit = test(words.slice(1, 5).map(Number), words.slice(6).map(Number));
    console.log(hit ? "hit" : "miss");
  }
});
