// A collision test to start from.  hitscan try -- java MyHit.java
// It reads a pair a line:    box LEFT TOP RIGHT BOTTOM laser X1 Y1 X2 Y2
// and prints one answer:     hit, miss, or ? for pairs that it does not know
// y grows down. Is it right? Not everywhere: make it so.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

class MyHit {
    /** A box (left, top, right, bottom) or a segment. */
    record Shape(double x1, double y1, double x2, double y2) {
        /** Above 0 right of the line of this segment, below 0 left of it, 0 on it. */
        double side(double x, double y) {
            return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
        }

        static Shape of(String[] words, int first) {
            double[] n = new double[4];
            for (int i = 0; i < 4; i++) n[i] = Double.parseDouble(words[first + i]);
            return new Shape(n[0], n[1], n[2], n[3]);
        }
    }

    /** Whether each segment has its ends on both sides of the other's line. */
    static boolean cross(Shape a, Shape b) {
        return a.side(b.x1, b.y1) * a.side(b.x2, b.y2) <= 0
            && b.side(a.x1, a.y1) * b.side(a.x2, a.y2) <= 0;
    }

    static boolean boxAndLaser(Shape box, Shape laser) {
        Shape top = new Shape(box.x1, box.y1, box.x2, box.y1);
        Shape right = new Shape(box.x2, box.y1, box.x2, box.y2);
        Shape bottom = new Shape(box.x2, box.y2, box.x1, box.y2);
        Shape left = new Shape(box.x1, box.y2, box.x1, box.y1);
        return cross(top, laser) || cross(right, laser)
            || cross(bottom, laser) || cross(left, laser);
    }

    static boolean boxes(Shape a, Shape b) {
        return a.x1 <= b.x2 && b.x1 <= a.x2 && a.y1 <= b.y2 && b.y1 <= a.y2;
    }

    static String answer(String line) {
        String[] words = line.split(" ");
        if (words.length != 10) return "?";
        Shape a = Shape.of(words, 1), b = Shape.of(words, 6);
        boolean hit;
        switch (words[0] + " " + words[5]) {
            case "box laser": hit = boxAndLaser(a, b); break;
            case "box box": hit = boxes(a, b); break;
            case "laser laser": hit = cross(a, b); break;
            default: return "?";
        }
        return hit ? "hit" : "miss";
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(answer(line));
        }
    }
}
