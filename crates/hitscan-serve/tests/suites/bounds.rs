//! Tests that a user's resources are bounded, and that other users are not affected.

use std::fs;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use crate::combs::comb_points;
use crate::support::process::{Installed, Running, written_kib};
use crate::support::skips::say_skipped;
use crate::support::visitor::Visitor;

/// Logs in a student, to the first step of the lessons or to the sandbox.
pub(crate) async fn at_a_screen(
    server: &Running,
    installed: &Installed,
    name: &str,
    words: &str,
) -> Visitor {
    let student = Visitor::by_code(server.address, name, &installed.code).await;
    let mut student = student.on_a_screen(words).await;
    student.sees("Your own code:").await;
    student.press("\r").await;
    student.sees(if words == "sandbox" { "arrows move" } else { "step 1 of" }).await;
    student
}

/// Reads output for this long.
async fn reads_for(visitor: &mut Visitor, time: Duration) {
    let _ = timeout(time, async { while visitor.hears().await {} }).await;
}

/// The growth of the server's written memory while this runs, at its peak.
async fn growth_while(server: &Running, going_on: impl Future<Output = ()>) -> u64 {
    let written = || written_kib(server.id()).expect("/proc has it");
    let (before, mut most) = (written(), 0);
    tokio::pin!(going_on);
    loop {
        tokio::select! {
            () = &mut going_on => return most,
            () = sleep(Duration::from_millis(20)) => most = most.max(written() - before.min(written())),
        }
    }
}

/// Twice the memory limit of a session, which bounds its scene; the screen, the threads and the
/// allocator's reserves come on top.
pub(crate) const MOST_KIB: u64 = 2 * 16_000;

#[tokio::test]
async fn the_memory_of_a_session_is_bounded() {
    if written_kib(std::process::id()).is_none() {
        return say_skipped("no /proc");
    }
    let installed = Installed::new();
    let server = installed.starts();
    let mut ben = at_a_screen(&server, &installed, "ben", "").await;
    let commands: &[&[&str]] = &[
        &[":crowd c 100000 box -8000 -8000 8000 8000 size 1 2 seed 7\r"],
        &[":crowd c 900 box -99 -99 99 99 size 1 2 seed 7 speed 0.01 0.03\r", ":step 1000000\r"],
        &[":open bounce\r", ":step 1000000\r"],
    ];
    for (number, commands) in commands.iter().enumerate() {
        let name = format!("s{number}");
        let mut hostile = at_a_screen(&server, &installed, &name, "sandbox").await;
        let grown = growth_while(&server, async {
            for command in *commands {
                hostile.press(command).await;
                reads_for(&mut hostile, Duration::from_secs(7)).await;
            }
        });
        let grown = grown.await;
        println!("{commands:?}: {grown} KiB");
        assert!(grown < MOST_KIB, "{commands:?}: {grown} KiB\n{}", hostile.shows());
    }
    let mut pasting = at_a_screen(&server, &installed, "pasting", "sandbox").await;
    let grown = growth_while(&server, async {
        pasting.press(":\u{1b}[200~").await;
        let piece = "x".repeat(1 << 16);
        for _ in 0..100 * 16 {
            pasting.press(&piece).await;
        }
        pasting.press("\u{1b}[201~").await;
        reads_for(&mut pasting, Duration::from_secs(1)).await;
    });
    let grown = grown.await;
    println!("a paste of 100 MiB: {grown} KiB");
    assert!(grown < MOST_KIB, "a paste of 100 MiB: {grown} KiB");
    let deaf = at_a_screen(&server, &installed, "deaf", "sandbox").await;
    let grown = growth_while(&server, async {
        deaf.press(":open breakout\r ").await;
        sleep(Duration::from_secs(4)).await;
    });
    let grown = grown.await;
    println!("a client that does not read its output: {grown} KiB");
    assert!(grown < MOST_KIB, "a client that does not read its output: {grown} KiB");
    ben.press(":q!\r").await;
    assert_eq!(ben.ends().await.0, Some(0));
}

#[tokio::test]
async fn long_commands_are_stopped_and_do_not_delay_others() {
    let installed = Installed::new();
    let server = installed.starts();
    let mut others = Vec::new();
    for number in 0..6 {
        others.push(at_a_screen(&server, &installed, &format!("s{number}"), "sandbox").await);
    }
    let mut hostile = Vec::new();
    for number in 0..4 {
        let name = format!("h{number}");
        let mut one = at_a_screen(&server, &installed, &name, "sandbox").await;
        // So slow that no box leaves the plane, on however fast a machine.
        one.press(":crowd c 900 box -99 -99 99 99 size 1 2 seed 7 speed 0.01 0.03\r").await;
        one.sees("900").await;
        hostile.push(one);
    }
    for one in &hostile {
        one.press(":step 100000\r").await;
    }
    let begun = Instant::now();
    let mut answered = 0;
    while begun.elapsed() < Duration::from_secs(3) {
        for other in &mut others {
            // A key that moves something changes the picture.
            let before = other.out.len();
            other.press(if answered % 2 == 0 { "l" } else { "h" }).await;
            while other.out.len() == before && other.hears().await {}
            answered += 1;
        }
    }
    println!("{answered} keys were answered in 3 s");
    assert!(answered >= 30, "{answered} keys were answered in 3 s");
    for one in &mut hostile {
        one.sees("stopped").await;
    }
}

/// Types one of two combs.
pub(crate) fn comb(name: &str, from_above: bool) -> String {
    let points = comb_points(from_above).map(|[x, y]| format!("{x} {y}"));
    let points = points.collect::<Vec<_>>().join(" ");
    format!("\u{1b}[200~polygon {name} {points}\u{1b}[201~")
}

#[tokio::test]
async fn the_heaviest_lines_are_refused_or_stopped_and_do_not_delay_others() {
    let installed = Installed::new();
    let server = installed.starts();
    let mut others = Vec::new();
    for number in 0..6 {
        others.push(at_a_screen(&server, &installed, &format!("s{number}"), "sandbox").await);
    }
    let lines: [Vec<String>; 3] = [
        vec![":crowd c 99990 box 0 0 5 5\r".to_owned()],
        vec![":crowd c 99990 box 0 0 9000 9000 apart\r".to_owned(), ":undo\r".to_owned()],
        vec![
            format!(":{}\r", comb("A", true)),
            format!(":{}\r", comb("B", false)),
            ":map\r".to_owned(),
            ":map off\r:undo 2\r".to_owned(),
        ],
    ];
    let mut hostile = Vec::new();
    for (number, lines) in lines.into_iter().enumerate() {
        let name = format!("h{number}");
        let one = at_a_screen(&server, &installed, &name, "sandbox").await;
        hostile.push((one, lines));
    }
    let (mut times, begun) = (Vec::new(), Instant::now());
    for turn in 0_usize.. {
        if begun.elapsed() > Duration::from_secs(8) {
            break;
        }
        for (one, lines) in &mut hostile {
            // Their output is read, and the next line follows at once.
            while timeout(Duration::from_millis(1), one.hears()).await == Ok(true) {}
            if turn.is_multiple_of(20) {
                one.press(&lines[turn / 20 % lines.len()]).await;
            }
        }
        for other in &mut others {
            // A key that moves something changes the picture.
            let (before, pressed) = (other.out.len(), Instant::now());
            other.press(if turn.is_multiple_of(2) { "l" } else { "h" }).await;
            while other.out.len() == before && other.hears().await {}
            times.push(pressed.elapsed());
        }
    }
    times.sort_unstable();
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!("{} keys: {median:?}, at worst {worst:?}", times.len());
    assert!(times.len() >= 60, "{} keys were answered in 8 s", times.len());
    for (one, _) in &mut hostile {
        // Every one of them goes on.
        one.press("\u{1b}\u{1b}:\u{15}echoed").await;
        one.sees("echoed").await;
    }
}

#[tokio::test]
async fn a_full_disk_shows_no_result_and_ends_no_session() {
    let installed = Installed::new();
    let Some((server, disk)) = installed.starts_on_a_small_disk() else {
        return say_skipped("no disk can be made here");
    };
    let mut anna = at_a_screen(&server, &installed, "anna", "").await;
    let mut ben = at_a_screen(&server, &installed, "ben", "sandbox").await;
    let filler = disk.join("filler");
    assert!(fs::write(&filler, vec![b'x'; 1 << 19]).is_err(), "it fills the disk");
    let fault = "not kept: the disk is full; nothing counts until it is";
    // The rest of the last block still takes some lines.
    for _ in 0..200 {
        anna.press(":lesson 1\r:next\r:answer 1\r").await;
        reads_for(&mut anna, Duration::from_millis(50)).await;
        if anna.shows().contains(fault) {
            break;
        }
    }
    anna.sees(fault).await;
    let kept = fs::read(disk.join("classes/3b/work/anna/anna.hits")).expect("a file");
    let before = ben.shows();
    ben.press("l").await;
    while ben.shows() == before && ben.hears().await {}
    fs::remove_file(&filler).expect("it is there");
    for _ in 0..20 {
        anna.press("l").await;
        reads_for(&mut anna, Duration::from_millis(500)).await;
        if !anna.shows().contains("not kept") {
            break;
        }
    }
    assert!(!anna.shows().contains("not kept"), "{}", anna.shows());
    let now = fs::read(disk.join("classes/3b/work/anna/anna.hits")).expect("a file");
    assert!(now.len() > kept.len() && now.starts_with(&kept), "work is kept again");
    ben.press(":q!\r").await;
    assert_eq!(ben.ends().await, (Some(0), String::new()));
}
