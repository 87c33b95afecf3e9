//! `swept`: when each axis is entered and left, and what comes of it.

use std::cmp::Ordering;

use super::figures::{self, ROOM, decimals_for, lone_time, plain, time, time_parts};
use super::paper::Paper;
use super::steps::{Entries, Steps, other_axis, place, value};
use super::table::{NOTHING, Spacing, Table};
use super::{Role, Subject};
use hitscan_geom::{Axis, Fraction, Step, Swept, Value};

pub(super) fn write(subject: &Subject<'_>, swept: Swept, steps: Steps<'_>, paper: &mut Paper) {
    let (a, b) = (&subject.a.name, &subject.b.name);
    paper.text(&format!("{a} moves by v against {b};\u{a0}t counts frames"));
    let table = times_table(subject, steps, Form::OneLine);
    let fits = table.fits(paper.width);
    let table = if fits { table } else { times_table(subject, steps, Form::TwoLines) };
    table.write(paper);
    if let [Some(t_in), Some(t_out)] = in_and_out(steps) {
        let decimals = decimals_for(&[t_in, t_out]);
        paper.text(&format!("t_in\u{a0} = max(enters) = {}", time(t_in, decimals)));
        paper.text(&format!("t_out = min(leaves) = {}", time(t_out, decimals)));
    }
    paper.deciding(&what_happens(subject, swept, steps));
    let word = subject.pair_result.outcome.word();
    paper.row(Role::Text, &format!("-> {}    (the word: {word})", steps.result("outcome")));
}

fn in_and_out(steps: Steps<'_>) -> [Option<Fraction>; 2] {
    ["t_in", "t_out"].map(|name| steps.find(name).and_then(|step| figures::fraction(step.value)))
}

/// How a time stands in the table: with its decimals beside or below it.
#[derive(Clone, Copy)]
enum Form {
    OneLine,
    TwoLines,
}

/// Velocity, gaps, and the times that they give.
fn times_table(subject: &Subject<'_>, steps: Steps<'_>, form: Form) -> Table {
    let crossings = |formula| Axis::ALL.map(|axis| steps.find_on(axis, formula));
    let (entries, exits) = (crossings("entry"), crossings("exit"));
    let rests = crossings("meets, v = 0");
    let times: Vec<Fraction> = entries
        .iter()
        .chain(&exits)
        .filter_map(|step| step.and_then(|step| figures::fraction(step.value)))
        .collect();
    let decimals = decimals_for(&times);
    let numbers = |steps: [Option<&Step>; 2], name: &str, none: &str| {
        let [x, y] = steps;
        [(Axis::X, x), (Axis::Y, y)].map(|(axis, step)| {
            step.map_or_else(
                || none.to_owned(),
                |step| plain(figures::read(subject.axes, axis, value(step, name)), ROOM),
            )
        })
    };
    let parts = |steps: [Option<&Step>; 2], at_rest: [&str; 2]| {
        let [x, y] = steps;
        [(x, at_rest[0]), (y, at_rest[1])].map(|(step, at_rest)| {
            let t = step.and_then(|step| figures::fraction(step.value));
            t.map_or_else(|| [at_rest.to_owned(), String::new()], |t| time_parts(t, decimals))
        })
    };
    let b = subject.b.name;
    let mut table = Table::new(Spacing::NUMBERS);
    table.row(["v"; 2], numbers(entries, "v", "0"));
    let gaps = [entries[0].or(rests[0]), entries[1].or(rests[1])];
    table.row([format!("gap to {b}"), "gap".to_owned()], numbers(gaps, "gap", NOTHING));
    let meets = rests.map(|step| step.map_or(NOTHING, at_rest));
    add_times(&mut table, ["enters, gap / v", "enters"], parts(entries, meets), form);
    table.row([format!("gap past {b}"), "past".to_owned()], numbers(exits, "gap", NOTHING));
    add_times(&mut table, ["leaves, past / v", "leaves"], parts(exits, [NOTHING; 2]), form);
    table
}

fn add_times(table: &mut Table, labels: [&str; 2], parts: [[String; 2]; 2], form: Form) {
    match form {
        Form::OneLine => {
            table.row(labels, parts.map(|parts| parts.join(" ").trim().to_owned()));
        }
        Form::TwoLines => {
            let [[x, x_decimals], [y, y_decimals]] = parts;
            table.row(labels, [x, y]);
            if !(x_decimals.is_empty() && y_decimals.is_empty()) {
                table.row([""; 2], [x_decimals, y_decimals]);
            }
        }
    }
}

/// When they meet in an axis along which nothing moves.
fn at_rest(step: &Step) -> &'static str {
    match step.value {
        Value::Token("always") => "always",
        Value::Token("flush") => "flush",
        _ => "never",
    }
}

/// The sentence that decides.
fn what_happens(subject: &Subject<'_>, swept: Swept, steps: Steps<'_>) -> String {
    let (a, b) = (&subject.a.name, &subject.b.name);
    let entries = Entries::of(steps);
    match swept {
        Swept::Miss => miss(subject, steps, &entries),
        Swept::Graze { t: None, .. } => "They touch, and nothing moves between them.".to_owned(),
        Swept::Graze { t: Some(t), flush: Some(axis) } => format!(
            "In {} only the edges meet, and stay so: {a} slides along {b} from t\u{a0}{}.",
            axis.token(),
            lone_time(t)
        ),
        Swept::Graze { t: Some(t), flush: None } => {
            if matches!(in_and_out(steps), [Some(t_in), Some(t_out)] if t_in == t_out) {
                let t = lone_time(t);
                format!("t_in = t_out: the corners only pass each other, at t\u{a0}{t}.")
            } else {
                "t_out = 0: they touch as the frame begins, and move apart.".to_owned()
            }
        }
        Swept::Overlap { sides } if sides.is_empty() => {
            "They are inside each other, and nothing moves between them.".to_owned()
        }
        Swept::Overlap { .. } => "t_in < 0 < t_out: they are inside each other as the frame \
             begins, so no side is hit."
            .to_owned(),
        Swept::Hit { t, sides } => {
            let axis = sides.iter().next().map_or(Axis::X, hitscan_geom::Side::axis);
            let when = match () {
                () if t == Fraction::ZERO => ", as the frame begins",
                () if t == Fraction::ONE => ", as the frame ends",
                () => "",
            };
            let (axis_name, other) = (axis.token(), other_axis(axis));
            let place = place(sides);
            let entered = match entries.on(other) {
                Some(_) if sides.len() == 2 => "x and y are entered at once".to_owned(),
                Some(_) => format!("{axis_name} is entered last"),
                None => format!("Only {axis_name} has to be entered"),
            };
            format!("{entered}, at t\u{a0}{}{when}: on {b}'s {place}.", entries.text(axis))
        }
    }
}

fn miss(subject: &Subject<'_>, steps: Steps<'_>, entries: &Entries) -> String {
    let never = Axis::ALL.into_iter().find(|&axis| {
        steps.find_on(axis, "meets, v = 0").is_some_and(|step| at_rest(step) == "never")
    });
    if let Some(axis) = never {
        return format!("In {} they stay apart, for nothing moves there: a miss.", axis.token());
    }
    let [Some(t_in), Some(t_out)] = in_and_out(steps) else {
        return format!("{} does not meet {}.", subject.a.name, subject.b.name);
    };
    if t_in > t_out {
        let late = if entries.on(Axis::X) == Some(t_in) { Axis::X } else { Axis::Y };
        let (late, early) = (late.token(), other_axis(late).token());
        return format!("t_in > t_out: {early} is left before {late} is entered, a miss.");
    }
    match t_out.cmp(&Fraction::ZERO) {
        Ordering::Less => "t_out < 0: they parted before the frame, a miss.".to_owned(),
        _ => "t_in > 1: they would meet only after the frame, a miss.".to_owned(),
    }
}
