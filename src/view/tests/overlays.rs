//! The layers of the arena.

use super::{app_after, app_of, pressed, rows, screen};

#[test]
fn look_at_layers() {
    let size = (80, 24);
    let scene = |lines: &[&str], keys: &str| pressed(app_after(size, lines), keys);
    let r5 = "Right Right Right Right Right";
    let lasers = ["laser L 4 4 30 20", "laser M 8 18 24 8", "select L"];
    let cases = [
        ("truth apart", app_of("start", size, "w y c")),
        ("truth touch", app_of("start", size, &format!("{r5} w y c"))),
        ("centre touch", app_of("start", size, &format!("{r5} w n n y c"))),
        ("relations", app_of("start", size, &format!("{r5} w n n n y c"))),
        ("edges boxes", app_of("start", size, &format!("{r5} Right w n n n n y c"))),
        ("straddle", scene(&lasers, "w n y c")),
        ("edges inside", scene(&["box A 10 4 16 8", "laser L 14 7 21.5 9"], "w n y c")),
        ("clip", scene(&["box A 10 8 16 12", "laser L 4 4 36 25"], "w y c")),
        ("edges polygon", scene(&["polygon P 10 8 26 12 14 24", "laser L 4 14 36 20"], "w n y c")),
        ("edges regions", scene(&["polygon P 10 8 26 12 14 24", "box B 20 8 14 12"], "w n y c")),
        ("swept", scene(&["box T 22 18 16 8", "box P 4 6 8 8", "move 15 9"], "w n y c")),
        ("relative", scene(&["box T 22 18 16 8", "box P 4 6 8 8", "move 15 9"], "w n n n n n y c")),
        (
            "predict",
            scene(&["box T 22 18 16 8", "box P 4 6 8 8", "move 15 9"], "w n n n n n n y c"),
        ),
        (
            "ghosts normals depth",
            scene(&["box T 22 18 16 8", "box P 4 6 8 8", "move 15 9"], "y s y n y d"),
        ),
        (
            "grid aabb",
            scene(
                &["box T 22 18 16 8", "polygon P 4 6 12 8 8 16", "laser L 20 4 36 12"],
                "y g y b",
            ),
        ),
        (
            "ends",
            scene(
                &["box T 22 18 16 8", "fixed T on", "box P 4 6 8 8", "velocity P 15 9", "step"],
                "y e",
            ),
        ),
        (
            "depth",
            scene(&["box T 22 14 16 16", "fixed T on", "box P 4 6 12 12", "move 15 9"], "y d y n"),
        ),
        (
            "ends slide",
            scene(
                &["box T 22 18 16 8", "box P 4 6 8 8", "velocity P 15 9", "response slide", "step"],
                "y e",
            ),
        ),
    ];
    for (what, app) in cases {
        for app in [pressed(app.clone(), "y a"), app] {
            println!("== {what}\n{}", rows(&screen(&app))[1..23].join("\n"));
        }
    }
}
