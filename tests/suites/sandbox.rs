//! A world under commands: what is logged, and what undo reverts.

use hitscan_core::command::Command;
use hitscan_core::engine::{Engine, Outcome, silent};
use hitscan_core::scene::Scene;
use hitscan_core::world::{Axes, PairResult, Record, TestResult};
use hitscan_geom::{Aabb, Fraction, Side, Swept};
use proptest::prelude::*;

use crate::sandboxes::{run, sandbox};

/// Two boxes and a laser, as the start scene has them.
const START: &[&str] = &["box A 24 6 12 16", "fixed A on", "laser L 6 32 40 24", "box B 11 10 8 8"];

fn refused(sandbox: &mut Engine, line: &str) -> String {
    let command = match Command::parse(line, Axes::YDown) {
        Ok(command) => command.expect(line),
        Err(fault) => return fault.to_string(),
    };
    sandbox.execute(&command, &mut silent).expect_err(line).to_string()
}

/// `5 TOUCH B>A left hit 1`: frame, word, pair, sides, outcome, t.
fn line(record: &Record) -> String {
    let pair_result = record.pair_result();
    let PairResult { outcome, swept, .. } = pair_result;
    let sides: Vec<_> = pair_result.sides().iter().map(Side::token).collect();
    let swept = swept.map_or(String::new(), |swept| format!(" {}", swept.token()));
    let t = pair_result.time().map_or(String::new(), |t| format!(" {t}"));
    let (word, a, b) = (outcome.word(), record.a.name, record.b.name);
    format!("{} {word} {a}>{b} {}{swept}{t}", record.frame, sides.join("+"))
}

fn log(sandbox: &Engine) -> Vec<String> {
    sandbox.log().records().map(line).collect()
}

#[test]
fn pushing_a_box_into_another_logs_each_change_of_the_answer_once() {
    let mut sandbox = sandbox(START);
    run(&mut sandbox, &["move 1 0"; 7]);
    assert_eq!(
        log(&sandbox),
        ["5 TOUCH B>A left hit 1", "6 HIT B>A left hit 0", "7 HIT B>A  overlap"]
    );
}

#[test]
fn leaving_is_a_miss_once_however_far_it_goes() {
    let mut sandbox = sandbox(START);
    run(&mut sandbox, &["move 5 0"]);
    run(&mut sandbox, &["move -1 0"; 5]);
    assert_eq!(log(&sandbox), ["1 TOUCH B>A left hit 1", "2 MISS B>A  graze 0"]);
}

#[test]
fn a_fast_box_that_is_past_at_the_end_still_hit_on_its_way() {
    let sandbox = sandbox(&["box wall 20 0 1 20", "box ball 0 5 2 2", "velocity 40 0", "step"]);
    assert_eq!(log(&sandbox), ["1 HIT ball>wall left hit 9/20",]);
}

#[test]
fn a_corner_names_both_sides_and_sliding_along_names_none() {
    let corner = sandbox(&["box b 4 4 4 4", "box a 0 0 2 2", "move 4 4"]);
    assert_eq!(log(&corner), ["1 HIT a>b left+top hit 1/2"]);
    let slide = sandbox(&["box floor 0 10 40 4", "box a 0 8 2 2", "move 4 0"]);
    assert_eq!(log(&slide), ["0 TOUCH floor>a  graze"]);
}

#[test]
fn adding_and_editing_judge_where_things_stand_and_count_every_pair() {
    let mut sandbox = sandbox(&["laser ray 94 92 154 32", "box player 103.457 41.25 8 12"]);
    assert_eq!((log(&sandbox).len(), sandbox.world().tested()), (0, 1));
    run(&mut sandbox, &["box tile 116 60 24 8", "velocity player 6 9", "step"]);
    assert_eq!(log(&sandbox), ["0 HIT ray>tile bottom", "1 HIT player>tile left hit 4543/6000"]);
    assert_eq!(sandbox.world().tested(), 5);
}

#[test]
fn going_back_keeps_the_log_and_a_new_change_drops_what_lay_ahead() {
    let mut sandbox = sandbox(START);
    run(&mut sandbox, &["move 1 0"; 6]);
    run(&mut sandbox, &["undo"]);
    assert_eq!((sandbox.log().len(), sandbox.sandbox().log_len_now()), (2, 1));
    assert_eq!((sandbox.world().frame(), sandbox.history().last_frame()), (5, 6));
    run(&mut sandbox, &["move -1 0"]);
    assert_eq!(log(&sandbox), ["5 TOUCH B>A left hit 1", "6 MISS B>A  graze 0"]);
    let seqs: Vec<_> = sandbox.log().records().map(|record| record.seq).collect();
    assert_eq!(seqs, [1, 2]);
}

#[test]
fn back_goes_to_before_the_last_frame_and_undo_to_before_the_last_change() {
    let mut sandbox = sandbox(START);
    run(&mut sandbox, &["move 1 0", "velocity B 1 1", "title later"]);
    run(&mut sandbox, &["undo"]);
    assert_eq!((sandbox.world().title(), sandbox.world().frame()), ("", 1));
    run(&mut sandbox, &["back"]);
    assert_eq!(sandbox.world().frame(), 0);
    run(&mut sandbox, &["redo 3"]);
    assert_eq!(sandbox.world().title(), "later");
    assert_eq!(
        sandbox.execute(&Command::Redo(1), &mut silent),
        Ok(Outcome::Nothing("nothing to redo"))
    );
}

#[test]
fn motion_alone_leaves_nothing_unsaved_and_edits_do_until_they_are_taken_back() {
    let mut sandbox = sandbox(START);
    sandbox.saved("saved.toml".into());
    run(&mut sandbox, &["move 1 0", "step"]);
    assert!(!sandbox.is_unsaved());
    run(&mut sandbox, &["velocity B 1 0"]);
    assert!(sandbox.is_unsaved());
    run(&mut sandbox, &["undo"]);
    assert!(!sandbox.is_unsaved());
}

#[test]
fn what_is_refused_changes_nothing_and_says_why() {
    let mut sandbox = sandbox(START);
    let before = (sandbox.sandbox().scene(), sandbox.history().position());
    for (command, why) in [
        ("lazer L 1 2 3 4", "lazer: no such command. Did you mean laser?"),
        ("box A 1 2 3 4", "there is an object A already; take another name"),
        ("box C 1 2 3", "HEIGHT is missing"),
        ("box C 1 2 0 4", "the width is 0; it must be above 0"),
        (
            "box C 1/3 2 3 4",
            "1/3: not a whole number of thousandths; the nearest are 0.333 and 0.334",
        ),
        ("box C 103.4567 2 3 4", "103.4567: at most three decimals; 103.457 is nearest"),
        ("box C 1 2 3 4 5", "5: nothing more is expected here"),
        ("velocity A 1 0", "A is static and has no velocity; \"body A dynamic\" lets it move"),
        ("turn A 15", "boxes do not turn; \"end\" moves a corner"),
        ("move C 1 0", "C: no such object"),
        ("move B 16000 0", "B would leave the plane: x beyond ±16000"),
        ("seek 7", "7: this history ends with frame 0"),
        (
            "set B.widht 3",
            "B.widht: fields are left top right bottom x y width height, center.x … \
             bottom-center.height, x1 y1 x2 y2 …, vx vy, body response breaks_after sensor on_enter \
             message steer jump. Did you mean B.width?",
        ),
        ("set B.width 0", "the width is 0; it must be above 0"),
        ("set B.center.height -1", "the height is -1; it must be above 0"),
        ("set B.left 30", "left 30: right is 19, and left must be less than that"),
        ("set B.bottom 10", "bottom 10: top is 10, and bottom must be greater than that"),
        ("contact tight", "tight: one of source, inclusive, strict"),
    ] {
        assert_eq!(refused(&mut sandbox, command), why, "{command}");
    }
    assert_eq!((sandbox.sandbox().scene(), sandbox.history().position()), before);
}

#[test]
fn turning_all_the_way_round_by_commands_is_exactly_the_start() {
    let mut sandbox = sandbox(START);
    let before = sandbox.sandbox().scene();
    run(&mut sandbox, &["turn L 15"; 24]);
    assert_eq!(sandbox.sandbox().scene(), before);
}

#[test]
fn a_velocity_given_with_the_end_of_its_frame_puts_the_object_one_frame_back() {
    let mut sandbox = sandbox(START);
    run(&mut sandbox, &["velocity B 3 1 end", "step"]);
    let (_, b) = sandbox.sandbox().selection().expect("B is selected");
    let shape = b.shape.as_box().expect("a box");
    assert_eq!((shape.left().to_string(), shape.top().to_string()), ("11".into(), "10".into()));
}

#[test]
fn with_y_up_what_is_typed_is_flipped_and_written_back_the_same() {
    let mut sandbox = sandbox(&["axes y-up", "box A 1 20 3 4"]);
    let (_, a) = sandbox.sandbox().selection().expect("A is selected");
    let top = a.shape.as_box().expect("a box").top();
    assert_eq!(top.to_string(), "-20");
    run(&mut sandbox, &["move 0 2"]);
    let top = sandbox.sandbox().selection().and_then(|(_, a)| a.shape.as_box().map(Aabb::top));
    assert_eq!(top.map(|top| top.to_string()).as_deref(), Some("-22"));
}

/// Lines that make sense in a small crowded world.
fn any_command() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec!["a", "b", "c", "l", "m"]);
    let n = -6..=6;
    (0..12u8, name, n.clone(), n.clone(), 1..=5, n).prop_map(|(kind, name, x, y, size, d)| {
        match kind {
            0 => format!("box {name} {x} {y} {size} {size}"),
            1 => format!("laser {name} {x} {y} {d} {size}"),
            2 => format!("remove {name}"),
            3 | 4 => format!("move {name} {x} {y}"),
            5 => format!("velocity {name} {x} {y}"),
            6 => format!("turn {name} {}", 15 * x),
            7 => format!("set {name}.x {x}.5"),
            8 => format!("end {name} 2 {x} {y}"),
            9 => format!("rename {name} {}", if d > 0 { "d" } else { "e" }),
            _ => "step".to_owned(),
        }
    })
}

/// Carries out what can be carried out.
fn try_all(sandbox: &mut Engine, commands: &[String]) {
    for line in commands {
        if let Ok(Some(command)) = Command::parse(line, Axes::YDown) {
            let _ = sandbox.execute(&command, &mut silent);
        }
    }
}

fn state(sandbox: &Engine) -> (Scene, u64, Vec<(String, String, TestResult)>) {
    let meeting = sandbox.world().meeting_pairs();
    let meeting = meeting
        .map(|(a, b, pair_result)| (format!("{a:?}"), format!("{b:?}"), pair_result.outcome));
    (sandbox.sandbox().scene(), sandbox.world().frame(), meeting.collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_earlier_state_comes_back_bit_for_bit(
        commands in prop::collection::vec(any_command(), 1..150),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 1..8),
    ) {
        let mut sandbox = sandbox::<&str>(&[]);
        let mut states = vec![state(&sandbox)];
        for command in &commands {
            let before = sandbox.history().position();
            try_all(&mut sandbox, std::slice::from_ref(command));
            if sandbox.history().position() > before {
                states.push(state(&sandbox));
            }
        }
        let log = log(&sandbox);
        for pick in picks {
            let wanted = pick.index(states.len());
            let now = sandbox.history().position();
            let by = u32::try_from(wanted.abs_diff(now)).expect("small");
            if by > 0 {
                let command = if wanted < now { Command::Undo(by) } else { Command::Redo(by) };
                sandbox.execute(&command, &mut silent).expect("history has it");
            }
            prop_assert_eq!(&state(&sandbox), &states[wanted]);
        }
        prop_assert_eq!(self::log(&sandbox), log);
    }

    /// Culling may skip the arithmetic, never change an answer: whatever the
    /// world says of a pair is what judging it without any culling says.
    #[test]
    fn culling_changes_no_answer(commands in prop::collection::vec(any_command(), 1..60)) {
        let mut sandbox = sandbox::<&str>(&[]);
        for command in &commands {
            let frame = sandbox.world().frame();
            try_all(&mut sandbox, std::slice::from_ref(command));
            let world = sandbox.world();
            let moved = world.frame() > frame;
            for (one, first) in world.objects() {
                for (other, second) in world.objects().filter(|&(other, _)| one < other) {
                    let (a, b, pair_result) = world.pair_result(one, other).expect("both are there");
                    prop_assert_eq!(PairResult::of(&a, &b), pair_result);
                    prop_assert_eq!(
                        (&a.shape, &b.shape),
                        if a.id == one { (&first.shape, &second.shape) } else { (&second.shape, &first.shape) }
                    );
                    let met = world.meeting_pairs().any(|(x, y, _)| (x.id, y.id) == (a.id, b.id));
                    if !moved || met {
                        prop_assert_eq!(met, pair_result.outcome != TestResult::Miss);
                    }
                }
            }
        }
    }

    #[test]
    fn a_command_reads_back_as_it_is_written(line in any_command(), up in any::<bool>()) {
        let axes = if up { Axes::YUp } else { Axes::YDown };
        if let Ok(Some(command)) = Command::parse(&line, axes) {
            let written = command.written(axes).to_string();
            prop_assert_eq!(Command::parse(&written, axes), Ok(Some(command)));
        }
    }

    #[test]
    fn no_line_makes_the_parser_panic(line in "\\PC{0,40}|(box|set|turn|seek|end) [A-Za-z0-9.\\-# \"]{0,30}") {
        let _ = Command::parse(&line, Axes::YDown);
        for at in 0..=line.len() {
            let _ = Command::typing(&line, at);
        }
    }
}

#[test]
fn a_touch_at_the_very_end_of_a_frame_is_no_hit_and_one_just_before_is() {
    for (by, outcome) in
        [("4.999", TestResult::Miss), ("5", TestResult::Touch), ("5.001", TestResult::Hit)]
    {
        let mut sandbox = sandbox(START);
        run(&mut sandbox, &[&format!("move {by} 0")]);
        let a = sandbox.world().objects().next().map(|(id, _)| id).expect("A");
        let b = sandbox.sandbox().selection().map(|(id, _)| id).expect("B");
        let pair = sandbox.sandbox().pair(b, a).expect("a pair");
        assert_eq!(pair.pair_result.outcome, outcome, "{by}");
        if let Some(Swept::Hit { t, .. }) = pair.pair_result.swept {
            assert!(t <= Fraction::ONE);
        }
    }
}
