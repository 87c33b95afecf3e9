//! Which commands a course, the journal and what is looked at treat apart.

use crate::command::{COMMANDS, Command, CommandKind};
use crate::engine::{Engine, Outcome, silent};
use crate::lab::policy::{Policy, changes_what_is_judged, policy};
use crate::scene::{Scene, Source};
use crate::world::Axes;

/// Every command, and the lists that it is in: `s`hows only, `t`ravels, `f` goes in time,
/// `j`ournal needs no room, `l`eaves the lesson, `e`nds, `a`rranges, `n`ot recorded.
const LISTS: &str = "\
box A 0 0 1 1:
laser L 0 0 1 1:
polygon P 0 0 1 0 0 1:
crowd C 3 0 0 9 9:
remove A:
rename A B:
duplicate A B:
body A static:
fixed A on:
select A:
set A.x 3:
set A.sensor true:
move A 1 1:
turn A 3:
length A 3:
end A 1 1 1:
vertex remove A 1:
velocity A 1 1:
put A 1 1:
point A 1 1:
steer A left:
nudge cell:
step:
back: tf
undo: tf
redo: tf
seek start: tf
response stop:
side swept:
gravity 0 1:
speed 9:
play: sn
pause: san
contact strict:
axes y-up:
broad-phase grid:
title T:
method truth: sa
log all: sa
filter A: sa
map: sn
describe: s
query A B: s
why A B: s
check: s
expect A B:
predict A B hit: s
skip A B: s
predict on: sn
assert A B hit: s
record F: ln
recover: sln
new: l
open F: jln
save: sjn
screenshot F: san
help: sjen
wq: sjn
quit: sjen
quit!: sjen";

fn listed() -> Vec<(&'static str, &'static str, Command)> {
    let rows = LISTS.lines().map(|row| row.trim_end().split_once(':').expect(row));
    let read = |line| Command::parse(line, Axes::YDown).expect(line).expect(line);
    rows.map(|(line, lists)| (line, lists.trim(), read(line))).collect()
}

#[test]
fn each_command_is_in_the_lists_that_are_named() {
    for (line, lists, command) in listed() {
        let is_in = [
            ('s', !changes_what_is_judged(&command) || matches!(command, Command::Recover(_))),
            ('t', command.kind() == CommandKind::Travel),
            ('f', command.kind() == CommandKind::Travel),
            ('j', command.kind() == CommandKind::Leave),
            ('l', policy(&command) == Policy::Refused),
            ('e', policy(&command) == Policy::Always),
            ('a', policy(&command) == Policy::FreeWhileAsked),
        ];
        let is_in: String = is_in.iter().filter_map(|(list, is)| is.then_some(*list)).collect();
        assert_eq!(is_in, lists.replace('n', ""), "{line}");
    }
}

#[test]
fn the_lists_name_every_command() {
    let words: Vec<_> = listed().iter().map(|(line, ..)| line.split(' ').next()).collect();
    for spec in COMMANDS {
        assert!(words.contains(&Some(spec.name)), "{}", spec.name);
    }
}

/// In a scene where each command does something, and in an empty one.
#[test]
fn what_is_not_recorded_is_so_by_the_command_where_something_is_done() {
    let scene = "[[box]]\nname = \"A\"\nat = [0, 0]\nsize = [2, 2]\nvelocity = [1, 0]\n\
                 [[box]]\nname = \"B\"\nat = [9, 0]\nsize = [2, 2]\n";
    for scene in [scene, ""] {
        for on_screen in [false, true] {
            let scene = Scene::parse(scene).expect("a scene");
            let engine = Engine::new(scene, Source::New).expect("a world");
            let mut engine = if on_screen { engine.on_screen() } else { engine };
            for line in ["", "step 3", "back"] {
                if let Ok(Some(command)) = Command::parse(line, Axes::YDown) {
                    let _ = engine.execute(&command, &mut silent);
                }
                for (line, lists, command) in listed() {
                    match engine.clone().execute(&command, &mut silent) {
                        Ok(Outcome::Nothing(_) | Outcome::Confirm(_)) | Err(_) => {}
                        Ok(_) => {
                            let is_recorded = command.kind().is_recorded();
                            assert_eq!(is_recorded, !lists.contains('n'), "{line}");
                        }
                    }
                }
            }
        }
    }
}
