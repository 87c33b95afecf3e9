//! Properties of a world after any commands: what undo reverts, and what culling skips.

use hitscan_core::command::Command;
use hitscan_core::engine::{Engine, silent};
use hitscan_core::scene::Scene;
use hitscan_core::world::{Axes, Pair, PairResult, Record, Settings, TestResult};
use proptest::prelude::*;

use crate::sandboxes::{run, sandbox};

/// Two boxes and a laser, as in the start scene.
const START: &[&str] = &["box A 24 6 12 16", "fixed A on", "laser L 6 32 40 24", "box B 11 10 8 8"];

fn log(sandbox: &Engine) -> Vec<Record> {
    sandbox.log().records().cloned().collect()
}

#[test]
fn a_full_turn_by_commands_restores_the_start_exactly() {
    let mut sandbox = sandbox(START);
    let before = sandbox.sandbox().scene();
    run(&mut sandbox, &["turn L 15"; 24]);
    assert_eq!(sandbox.sandbox().scene(), before);
}

/// Commands that make sense in a small crowded world.
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

/// Executes the commands that are valid.
pub(crate) fn try_all(sandbox: &mut Engine, commands: &[String]) {
    for line in commands {
        if let Ok(Some(command)) = Command::parse(line, &Settings::default()) {
            let _ = sandbox.execute(&command, &mut silent);
        }
    }
}

fn state(sandbox: &Engine) -> (Scene, u64, Vec<(String, String, TestResult)>) {
    let meeting = sandbox.world().meeting_pairs();
    let meeting = meeting.map(|Pair { a, b, pair_result }| {
        (format!("{a:?}"), format!("{b:?}"), pair_result.outcome)
    });
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

    /// Culling may skip arithmetic but must not change an answer: the world's answer for a pair
    /// equals the one computed without culling.
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
                    let Pair { a, b, pair_result } = world.pair(one, other).expect("both are there");
                    prop_assert_eq!(&PairResult::of(&a, &b), &pair_result);
                    prop_assert_eq!(
                        (&a.shape, &b.shape),
                        if a.id == one { (&first.shape, &second.shape) } else { (&second.shape, &first.shape) }
                    );
                    let met = world.meeting_pairs().any(|it| (it.a.id, it.b.id) == (a.id, b.id));
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
        let settings = Settings { axes, ..Settings::default() };
        if let Ok(Some(command)) = Command::parse(&line, &settings) {
            let written = command.written(&settings);
            prop_assert_eq!(Command::parse(&written, &settings), Ok(Some(command)));
        }
    }

    #[test]
    fn no_line_makes_the_parser_panic(line in "\\PC{0,40}|(box|set|turn|seek|end) [A-Za-z0-9.\\-# \"]{0,30}") {
        let _ = Command::parse(&line, &Settings::default());
        for at in 0..=line.len() {
            let _ = Command::typing(&line, at);
        }
    }
}
