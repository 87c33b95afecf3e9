//! Whole frames of the sandbox, compared with `rapier`'s step with the same boxes as sensors, under
//! two responses and at two sizes; also the memory that 100 000 boxes take.

use std::fs;
use std::process::Command;
use std::time::Duration;

use hitscan_core::engine::{Sandbox, silent};
use hitscan_core::world::CrowdLayout;
use hitscan_geom::{Milli, Moving};
use rapier2d::prelude::{ColliderBuilder, PhysicsWorld, RigidBodyBuilder, Vector as RapierVector};

use crate::crowds::Crowd;
use crate::measure::contest;
use crate::table::{Budget, Row, time};

fn sandbox(crowd: Crowd, response: &str) -> Sandbox {
    Sandbox::new(crowd.scene(response)).expect("a scene within its limits")
}

fn step(sandbox: &mut Sandbox) {
    sandbox.step(1, &mut silent).expect("a frame within its limits");
}

/// The same boxes as sensors of `rapier`: free bodies without forces or damping that never sleep. A
/// step is a frame.
fn sensors(boxes: &[Moving]) -> PhysicsWorld {
    let units = |length: Milli| length.thousandths() as f32 / 1000.0;
    let mut world = PhysicsWorld::new();
    world.gravity = RapierVector::ZERO;
    world.integration_parameters.dt = 1.0;
    for moving in boxes {
        let (start, motion) = (moving.start(), moving.motion());
        let size = [start.width(), start.height()].map(|side| units(side) / 2.0);
        let center = [units(start.left()) + size[0], units(start.top()) + size[1]];
        let body = RigidBodyBuilder::dynamic()
            .translation(RapierVector::new(center[0], center[1]))
            .linvel(RapierVector::new(units(motion.x), units(motion.y)))
            .lock_rotations()
            .can_sleep(false);
        world.insert(body, ColliderBuilder::cuboid(size[0], size[1]).sensor(true));
    }
    world
}

/// Prints a row for each budget of whole frames.
pub fn print(time: Duration) {
    against_rapier(time);
    responses(time);
    memory();
}

fn against_rapier(time: Duration) {
    let crowd = Crowd { apart: true, ..Crowd::uniform(10_000) };
    let (mut ours, mut theirs) = (sandbox(crowd, "pass"), sensors(&crowd.moving()));
    step(&mut ours);
    theirs.step();
    let meet = ours.world().meeting_pairs().count();
    let intersect = theirs.narrow_phase.intersection_pairs().filter(|pair| pair.2).count();
    let timed = contest(&mut [&mut || step(&mut ours), &mut || theirs.step()], time);
    let row = Row {
        what: "frame of 10 000 boxes, pass",
        against: "rapier2d, boxes as sensors",
        each: 1,
        budget: Budget::AtLeast(2.0),
        differs: format!("{meet} pairs meet on the way, {intersect} overlap at its end"),
    };
    row.print(timed[0], timed[1]);
}

/// Dense enough that about one box in ten has a contact in a frame.
fn dense(count: u32) -> Crowd {
    Crowd { layout: CrowdLayout::Uniform, count, room: 6.0, apart: true }
}

fn responses(limit: Duration) {
    let mut sandboxes = [
        sandbox(dense(10_000), "pass"),
        sandbox(dense(10_000), "bounce"),
        sandbox(dense(100_000), "bounce"),
    ];
    let contacts = {
        step(&mut sandboxes[1]);
        let records = sandboxes[1].log().records();
        records.filter(|record| record.pair_result().contact.is_some()).count()
    };
    let mut passes: Vec<_> = sandboxes.iter_mut().map(|one| move || step(one)).collect();
    let [pass, bounce, large] = passes.as_mut_slice() else { return };
    let timed = contest(&mut [pass, bounce], limit);
    let row = Row {
        what: "frame of 10 000 boxes, bounce",
        against: "the same, pass",
        each: 1,
        budget: Budget::AtMost(4.0),
        differs: format!("{contacts} contacts in the first frame"),
    };
    row.print_number(&time(timed[1].ns), &time(timed[0].ns), timed[1].ratio);
    let timed = contest(&mut [bounce, large], limit);
    let row = Row {
        what: "frame of 100 000 boxes, bounce",
        against: "10 000 boxes, bounce",
        each: 1,
        budget: Budget::AtMost(12.0),
        differs: String::new(),
    };
    row.print_number(&time(timed[1].ns), &time(timed[0].ns), timed[1].ratio);
}

/// The argument with which the program measures its own memory.
pub const MEMORY: &str = "memory";
const FRAMES: usize = 20;

/// The memory of a separate process of this program, which contains nothing else.
fn memory() {
    let program = std::env::current_exe().expect("the program's own path");
    let output = Command::new(program).arg(MEMORY).output().expect("the program itself");
    let said = String::from_utf8_lossy(&output.stdout);
    let Ok(megabytes) = said.trim().parse::<f64>() else {
        println!("memory of 100 000 moving boxes: only Linux tells it");
        return;
    };
    let row = Row {
        what: "memory of 100 000 moving boxes, MB",
        against: "",
        each: 1,
        budget: Budget::AtMost(120.0),
        differs: format!("the most in {FRAMES} frames"),
    };
    row.print_number("", "", megabytes);
}

/// Moves 100 000 boxes for some frames and prints the peak memory.
pub fn print_own_memory() {
    let mut sandbox = sandbox(Crowd { apart: true, ..Crowd::uniform(100_000) }, "pass");
    (0..FRAMES).for_each(|_| step(&mut sandbox));
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    if let Some(kilobytes) =
        most.and_then(|most| most.split_whitespace().next()?.parse::<f64>().ok())
    {
        println!("{:.1}", kilobytes / 1e3);
    }
}
