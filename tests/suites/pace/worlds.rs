//! How fast worlds run and how much memory they take.

use std::fmt::Write as _;
use std::time::Duration;
use std::{env, process};

use hitscan_core::command::{Command, HistoryPlace};
use hitscan_core::engine::{Engine, check, silent};
use hitscan_core::scene::{Scene, SceneSource};
use hitscan_core::world::MemoryLimit;

use crate::effort::effort_of;
use crate::sandboxes::sandbox;

fn steps(sandbox: &mut Engine, count: u32) -> Duration {
    let (done, took) = effort_of(|| sandbox.execute(&Command::Step(count), &mut silent));
    done.expect("room to move");
    took
}

/// One ball in a box of four walls.
fn ball_in_a_box() -> Engine {
    let lines = "response bounce, box left 0 0 1 40, fixed left on, box right 42 0 1 40, \
        fixed right on, box top 1 0 41 1, fixed top on, box bottom 1 39 41 1, fixed bottom on, \
        box ball 10 10 2 2, velocity ball 0.7 0.45";
    sandbox(&lines.split(", ").collect::<Vec<_>>())
}

/// `count` boxes of mixed sizes and velocities in a hall with four walls, in rows so that none
/// starts inside another.
fn hall(count: u32) -> Engine {
    let mut lines = String::from(
        "response bounce\nbox left -4 0 4 200\nfixed left on\nbox right 200 0 4 200\nfixed right on\n\
         box top 0 -4 200 4\nfixed top on\nbox bottom 0 200 200 4\nfixed bottom on\n",
    );
    for index in 0..count {
        let (column, row) = (index % 25, index / 25);
        let (width, height) = (2 + index % 3, 2 + index % 4);
        let (x, y) = (column * 8 + 1, row * 9 + 1);
        let vx = i64::from(index * 7919 % 4001) - 2000;
        let vy = i64::from(index * 104_729 % 3001) - 1500;
        let unit = |n: i64| {
            format!("{}{}.{:03}", if n < 0 { "-" } else { "" }, n.abs() / 1000, n.abs() % 1000)
        };
        let _ = writeln!(lines, "box m{index} {x} {y} {width} {height}");
        let _ = writeln!(lines, "velocity m{index} {} {}", unit(vx), unit(vy));
    }
    sandbox(&lines.lines().collect::<Vec<_>>())
}

#[test]
#[cfg_attr(debug_assertions, ignore = "a pace means something in an optimised build only")]
fn a_step_takes_no_longer_after_a_million_steps() {
    let mut sandbox = ball_in_a_box();
    let tenths: Vec<_> = (0..10).map(|_| steps(&mut sandbox, 100_000)).collect();
    println!(
        "one ball, 1 000 000 steps: {:?}, {} records",
        tenths.iter().sum::<Duration>(),
        sandbox.log().records().last().map_or(0, |record| record.seq)
    );
    assert_eq!(sandbox.world().frame(), 1_000_000);
    // The best of several: after the first ones, the log is full.
    let [early, late] = [&tenths[..3], &tenths[7..]].map(|some| some.iter().min().expect("some"));
    assert!(*late < *early * 3, "{tenths:?}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "a pace means something in an optimised build only")]
fn a_frame_of_many_boxes_compares_few_of_their_pairs() {
    for count in [200, 500] {
        let mut sandbox = hall(count);
        let took = steps(&mut sandbox, 300);
        let counts = sandbox.world().broad_phase_counts().expect("frames were made").counts;
        println!(
            "{count} boxes, 300 steps: {:.1} steps a second, {} records, {counts:?}",
            300.0 / took.as_secs_f64(),
            sandbox.log().records().last().map_or(0, |record| record.seq),
        );
        assert!(counts.candidates * 10 < counts.pairs, "{count} boxes: {counts:?}");
    }
}

/// A laser that is turned in a crowd of two thousand boxes.
fn turned_in_a_crowd(beam: &str) -> Engine {
    sandbox(&[
        "crowd c 2000 box -250 -250 250 250 size 1 3 seed 7",
        "laser L -200 0 200 0",
        &format!("set L.beam {beam}"),
    ])
}

/// The ratio is the median of several alternating runs.
#[test]
#[cfg_attr(debug_assertions, ignore = "a pace means something in an optimised build only")]
fn a_beam_turned_in_a_crowd_takes_at_most_twice_as_long_as_a_laser() {
    let mut sandboxes = ["off", "on"].map(turned_in_a_crowd);
    let turn = Command::parse("turn L 7", sandboxes[0].world().settings());
    let turn = turn.expect("a command").expect("no comment");
    let mut turned = |which: usize| {
        let (turned, took) = effort_of(|| sandboxes[which].execute(&turn, &mut silent));
        turned.expect("it turns");
        took.as_secs_f64()
    };
    let mut ratios: Vec<f64> = (0..200).map(|_| 1.0 / turned(0) * turned(1)).collect();
    ratios.sort_by(f64::total_cmp);
    println!("a beam turned among 2000, as a multiple of a laser: {:.2}", ratios[100]);
    assert!(ratios[100] <= 2.0, "{ratios:?}");
}

fn seek(sandbox: &mut Engine, frame: u64) -> Duration {
    let seek = Command::Seek(HistoryPlace::Frame(frame));
    let (done, took) = effort_of(|| sandbox.execute(&seek, &mut silent));
    done.expect("a frame of this history");
    took
}

/// The memory that the process has written to, in KiB, if the system tells. Mapped pages of files,
/// including the program itself, depend on the system.
fn resident_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Set for a test that runs in its own process.
const ALONE: &str = "HITSCAN_TEST_ALONE";

/// Does this in a separate process, by running this test again there: the memory of a process with
/// other tests says nothing about one test.
fn alone(test: &str, work: impl FnOnce()) {
    if env::var_os(ALONE).is_some() {
        return work();
    }
    let mut process = process::Command::new(env::current_exe().expect("it runs"));
    process.args([&format!("worlds::{test}"), "--exact", "--include-ignored", "--nocapture"]);
    let output = process.env(ALONE, "1").output().expect("it can be run again");
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{said}");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("1 passed"), "{errors}");
}

/// Going to any frame takes no longer than a few hundred steps.
#[test]
#[cfg_attr(debug_assertions, ignore = "a pace means something in an optimised build only")]
fn any_frame_of_a_long_history_is_reached_quickly() {
    let mut sandbox = hall(196);
    let made = steps(&mut sandbox, 10_000);
    let mut worst = Duration::ZERO;
    let mut total = Duration::ZERO;
    for k in 0..400_u64 {
        // Frames far from each other, all over the history.
        let took = seek(&mut sandbox, k * 6_151 % 10_001);
        worst = worst.max(took);
        total += took;
    }
    println!(
        "200 objects, 10 000 frames in {made:?}: to any of them {:?}, at most {worst:?}",
        total / 400
    );
    assert!(total / 400 < made / 100, "about half of what lies between two snapshots");
}

/// The limit is for the whole process, including the log with its hundred thousand records.
#[test]
#[cfg_attr(debug_assertions, ignore = "a size means something in an optimised build only")]
fn a_long_history_takes_little_memory() {
    alone("a_long_history_takes_little_memory", fill_a_long_history);
}

fn fill_a_long_history() {
    let before = resident_kib();
    let mut sandbox = hall(196);
    let took = steps(&mut sandbox, 100_000);
    let after = resident_kib();
    let worst = (0..50_u64).map(|k| seek(&mut sandbox, k * 61_511 % 100_001)).max();
    println!(
        "200 objects, 100 000 frames in {took:?}: from {before:?} to {after:?} KiB; a frame is at most {worst:?} away"
    );
    assert_eq!(sandbox.log().len(), 100_000);
    if let (Some(before), Some(after)) = (before, after) {
        assert!(after.saturating_sub(before) <= 64 * 1024, "{before} to {after} KiB");
    }
}

/// As many boxes in one place as the memory setting allows, all moving: with their pairs, records,
/// snapshots and changes they stay below it.
#[test]
#[cfg_attr(debug_assertions, ignore = "a size means something in an optimised build only")]
fn a_crowd_stays_below_the_memory_setting() {
    alone("a_crowd_stays_below_the_memory_setting", fill_the_memory_setting);
}

fn fill_the_memory_setting() {
    let memory = MemoryLimit::default();
    let pairs = |count: usize| count * (count - 1) / 2;
    let most = (1..10_000).take_while(|&count| pairs(count) <= memory.pairs()).last();
    let mut text = String::new();
    for index in 0..most.expect("one at least") {
        let _ = writeln!(text, "[[box]]\nname = \"b{index}\"\nat = [{}, 0]", index % 9);
        let _ = writeln!(text, "size = [99, 99]\nvelocity = [{}.125, 0.25]", index % 3);
    }
    let before = resident_kib();
    let scene = Scene::parse(&text).expect("a scene");
    let mut engine = Engine::within(memory, scene, SceneSource::New).expect("they fit");
    engine.execute(&Command::Step(12), &mut silent).expect("room to move");
    engine.execute(&Command::Undo(6), &mut silent).expect("a way back");
    engine.execute(&Command::Step(2), &mut silent).expect("room to move");
    let after = resident_kib();
    println!("{most:?} boxes in one place: from {before:?} to {after:?} KiB");
    if let (Some(before), Some(after)) = (before, after) {
        assert!(after.saturating_sub(before) * 1024 <= 256_000_000, "{before} to {after} KiB");
    }
}

/// Going back is one jump, however far, and checking plays the frames once.
#[test]
#[cfg_attr(debug_assertions, ignore = "a pace means something in an optimised build only")]
fn going_back_and_checking_cost_no_more_than_going_there() {
    let mut engine = ball_in_a_box();
    let made = steps(&mut engine, 200_000);
    let (done, undone) = effort_of(|| engine.execute(&Command::Undo(199_000), &mut silent));
    done.expect("a way back");
    println!("200 000 frames made in {made:?}, 199 000 undone in {undone:?}");
    assert!(undone < made, "{undone:?}");

    let checked = |expectations: u32| {
        let mut text = "[[box]]\nname = \"A\"\nat = [0, 0]\nsize = [2, 2]\nvelocity = [0.001, 0]\n\
                        [[box]]\nname = \"B\"\nat = [10, 0]\nsize = [2, 2]\n"
            .to_owned();
        for index in 0..expectations {
            let frames = 999_000 - index;
            let _ = writeln!(text, "[[expect]]\npair = [\"A\", \"B\"]\nafter_frames = {frames}");
            let _ = writeln!(text, "result = \"hit\"");
        }
        let scene = Scene::parse(&text).expect("a scene");
        let (findings, took) = effort_of(|| check(scene));
        assert_eq!(findings.expect("a world").len(), usize::try_from(expectations).expect("few"));
        took
    };
    let [one, many] = [checked(1), checked(9_000)];
    println!("1 expectation: {one:?}, 9 000: {many:?}");
    assert!(many < one * 10, "{one:?} and {many:?}");
}
