//! The two methods for boxes at rest: `center-distance` and `edge-relations`.

use super::super::number;
use super::page::{PageSubject, PageWriter, PairPart, Role, ending, role};
use super::table::{AxisTable, NOTHING, NUMBERS};
use crate::methods::{
    BoundaryRule, BoxEdge, CentreDistance, CompareEdges, Method, MethodStep, Number, Operator,
    SlabAxis, SlabTimes, WhyLayout,
};
use crate::words::lines::{padded, text_cells};
use crate::words::number::{ROOM, plain, yes_no};
use crate::world::Settings;
use hitscan_geom::{Axis, Operand};

/// The columns from one answer to that of the next axis.
const ANSWER_COLUMNS: usize = 6;
/// The column of the answers, unless a comparison is longer.
const LEAST_ANSWER: usize = 11;

pub(super) fn center_distance(
    subject: &PageSubject<'_>,
    steps: &[MethodStep],
    page: &mut PageWriter,
) {
    let [MethodStep::CentreDistance(x), MethodStep::CentreDistance(y)] = steps else { return };
    let both = [x, y];
    let mut table = AxisTable::new(NUMBERS);
    for (index, participant) in [subject.a, subject.b].into_iter().enumerate() {
        let name = &participant.name;
        let centre = |found: &CentreDistance| {
            plain(number::read(subject.settings, found.axis, found.centres[index]), ROOM)
        };
        let labels = [format!("{name} center"), format!("{} center", ending(name))];
        table.row(labels, both.map(centre));
    }
    table.row(["distance"; 2], both.map(|found| plain(found.distance, ROOM)));
    let [half_x, half_y] = both.map(|found| plain(found.half_sizes, ROOM));
    let [sum_x, sum_y] = both.map(|found| {
        let [a, b] = found.sizes.map(|size| plain(size, ROOM));
        format!("({a}+{b})/2")
    });
    table.row([sum_x.as_str(), "half width"], [half_x, NOTHING.to_owned()]);
    table.row([sum_y.as_str(), "half height"], [NOTHING.to_owned(), half_y]);
    table.write(page);
    write_answers(both, page);
}

/// `10 < 10    no   <- decides`: the answer for y is indented a little further.
fn write_answers(answers: [&CentreDistance; 2], page: &mut PageWriter) {
    let comparisons = answers.map(|found| {
        let [distance, half] = [found.distance, found.half_sizes].map(|number| plain(number, ROOM));
        format!("{distance} {} {half}", found.operator.token())
    });
    let widest = comparisons.iter().map(|comparison| text_cells(comparison)).max().unwrap_or(0);
    let one_decides = answers.iter().filter(|answer| answer.decides).count() == 1;
    let mut column = LEAST_ANSWER.max(widest + 2);
    for (answer, comparison) in answers.into_iter().zip(comparisons) {
        let mut line = padded(&comparison, column) + yes_no(answer.holds);
        if answer.decides && one_decides {
            let arrow = ["   ", "  ", " "].map(|gap| format!("{line}{gap}<- decides"));
            let fits = arrow.into_iter().find(|text| text_cells(text) <= page.width);
            line = fits.unwrap_or(line);
        }
        page.about(PairPart::Gap(answer.axis)).row(role(answer.decides), &line);
        column += ANSWER_COLUMNS;
    }
}

/// Further remarks of the article: who chose whether touching counts, and for edges how the
/// relations are derived.
pub(super) fn background(
    subject: &PageSubject<'_>,
    method: Method,
    steps: &[MethodStep],
    page: &mut PageWriter,
) {
    if method.source().is_none() {
        return;
    }
    let (a, b) = (&subject.a.shape, &subject.b.shape);
    let of_source = method.overlap_steps(a, b, BoundaryRule::Source, subject.arithmetic);
    let [Some(used), Some(own)] = [steps, &of_source].map(operator) else { return };
    let used_token = used.token();
    let text = match (subject.settings.boundary_rule, method.row().layout) {
        (BoundaryRule::Source, WhyLayout::EdgeRelations) => {
            "Its text and table are strict (<), its code takes <=. Contact changes it here."
                .to_owned()
        }
        (BoundaryRule::Source, _) => "The article leaves it open: smaller, or at most (小さい or \
             以下). Its code takes <; contact changes it here."
            .to_owned(),
        (rule, _) => {
            let (rule, own) = (rule.token(), own.token());
            format!("{used_token} is your choice, contact {rule}; its source has {own}.")
        }
    };
    page.say(Role::Dim, &text);
    if method.row().layout == WhyLayout::EdgeRelations {
        de_morgan(used, page);
    }
}

/// The operator of the first comparison of a box method.
fn operator(steps: &[MethodStep]) -> Option<Operator> {
    match steps.first()? {
        MethodStep::CentreDistance(found) => Some(found.operator),
        MethodStep::CompareEdges(found) => Some(found.operator),
        _ => None,
    }
}

/// How the relations are derived from one dimension, by De Morgan.
fn de_morgan(operator: Operator, page: &mut PageWriter) {
    let [apart, meet] = match operator {
        Operator::Less | Operator::Greater => ["<=", ">"],
        Operator::LessOrEqual | Operator::GreaterOrEqual => ["<", ">="],
    };
    page.say(Role::Dim, "By De Morgan, as in 動的当たり判定, too:");
    // Keep each relation on one line.
    let relations = |operator: &str| {
        [("right", "left'"), ("right'", "left")]
            .map(|(right, left)| format!("{right}\u{a0}{operator}\u{a0}{left}"))
    };
    let ([one, other], [both, of_both]) = (relations(apart), relations(meet));
    page.text(&format!("apart if {one} or {other};"));
    page.text(&format!("meeting is not ({one} or {other})"));
    page.text(&format!("= {both} and {of_both}."));
}

pub(super) fn edge_relations(
    subject: &PageSubject<'_>,
    steps: &[MethodStep],
    page: &mut PageWriter,
) {
    let (a, b) = (&subject.a.name, &subject.b.name);
    let relations = EdgeRelation::all(steps, subject.settings);
    let left = relations.iter().map(|relation| text_cells(&relation.left)).max().unwrap_or(0) + 1;
    let right = relations.iter().map(|relation| text_cells(&relation.right)).max().unwrap_or(0);
    let gap = if left + right + 2 + "yes".len() <= page.width { 2 } else { 1 };
    let (right, one_line) = (right + gap, left + right + gap + "yes".len() <= page.width);
    if one_line && text_cells(ending(a)).max(4) + 2 <= left {
        let column = left.max(ending(a).len() + 5);
        let of_a = padded(&format!("of {}", ending(a)), column);
        page.row(Role::Dim, &format!("{of_a}of {}", ending(b)));
    } else {
        page.say(Role::Dim, &format!("{a}'s edges against {b}'s:"));
    }
    for relation in &relations {
        let role = role(relation.decides);
        let answer = yes_no(relation.holds);
        if one_line {
            let line = padded(&relation.left, left) + &padded(&relation.right, right) + answer;
            page.about(relation.part).row(role, &line);
        } else {
            page.about(relation.part).row(role, &relation.left);
            page.row(Role::Text, &format!("  {}  {answer}", relation.right));
        }
    }
    let failing = relations.iter().any(|relation| !relation.holds);
    page.text(if failing { "One no is enough: they are apart." } else { "All four hold." });
}

/// The four relations with two sets of operators: as printed, and as coded.
pub(super) fn edge_pairs(
    subject: &PageSubject<'_>,
    [printed, coded]: [&[MethodStep]; 2],
    page: &mut PageWriter,
) {
    page.say(Role::Dim, "Each relation as printed, and below it as its code has it:");
    let [strict, loose] = [printed, coded].map(|steps| EdgeRelation::all(steps, subject.settings));
    let cells = |text: fn(&EdgeRelation) -> &String| {
        strict.iter().map(|relation| text_cells(text(relation))).max().unwrap_or(0)
    };
    let (left, right) = (cells(|relation| &relation.left) + 1, cells(|relation| &relation.right));
    let line = |of_a: &str, relation: &EdgeRelation| {
        let of_b = padded(&relation.right, right + 2);
        padded(of_a, left) + &of_b + yes_no(relation.holds)
    };
    for (printed, coded) in strict.iter().zip(&loose) {
        page.about(printed.part).row(role(printed.decides), &line(&printed.left, printed));
        // The edges are the same.
        page.row(Role::Text, &line("", coded));
    }
}

/// `left 16` and `<= right 36`.
struct EdgeRelation {
    left: String,
    right: String,
    holds: bool,
    decides: bool,
    /// The edge of the first box.
    part: PairPart,
}

impl EdgeRelation {
    fn all(steps: &[MethodStep], settings: &Settings) -> Vec<Self> {
        found!(steps, MethodStep::CompareEdges(found) => Self::of(found, settings)).collect()
    }

    fn of(found: CompareEdges, settings: &Settings) -> Self {
        let edge = |BoxEdge { side, at }: BoxEdge| {
            let at = plain(number::read(settings, side.axis(), at), ROOM);
            padded(side.token(), "bottom ".len()) + &at
        };
        let operator = number::read_operator(settings, found.a.side.axis(), found.operator).token();
        Self {
            left: edge(found.a),
            right: format!("{operator:<2} {}", edge(found.b)),
            holds: found.holds,
            decides: found.decides,
            part: PairPart::Side(Operand::A, found.a.side),
        }
    }
}

pub(super) fn write(subject: &PageSubject<'_>, steps: &[MethodStep], page: &mut PageWriter) {
    let slabs: Vec<SlabAxis> =
        found!(steps, MethodStep::SlabAxis(slab) => as_read(subject.settings, &slab)).collect();
    page.text("t = (edge - origin) * (1/d), in parts of the laser");
    let mut table = AxisTable::new(NUMBERS);
    let mut row = |labels: [&str; 2], text: fn(&SlabAxis) -> String| {
        // After a miss along x, y is not tested.
        let cell = |axis: usize| slabs.get(axis).map_or_else(|| NOTHING.to_owned(), text);
        table.row(labels, [0, 1].map(cell));
    };
    row(["origin"; 2], |slab| plain(slab.origin, ROOM));
    row(["d"; 2], |slab| way(slab.way));
    row(["low edge", "low"], |slab| plain(slab.edges[0], ROOM));
    row(["high edge", "high"], |slab| plain(slab.edges[1], ROOM));
    row(["t1"; 2], |slab| time(slab, 0));
    row(["t2"; 2], |slab| time(slab, 1));
    table.write(page);
    for slab in slabs.iter().filter(|slab| slab.times == SlabTimes::Never) {
        let axis = slab.axis.token();
        page.deciding(&format!("d.{axis} is 0, and the origin lies outside in {axis}: a miss."));
    }
    for (times, hit) in found!(steps, MethodStep::SlabOrder { times, hit } => (times, hit)) {
        let ([first, last], hit) = (times.map(|time| plain(time, ROOM)), yes_no(hit));
        page.text("From 0 and 1, max of the lesser and min of the greater:");
        page.deciding(&format!("tmin {first} <= tmax {last}\u{a0}\u{a0} {hit}"));
    }
    let is_nan = |time: &Number| matches!(time, Number::Single(time) if time.is_nan());
    let any_nan =
        |slab: &SlabAxis| matches!(slab.times, SlabTimes::Times(t) if t.iter().any(is_nan));
    if slabs.iter().any(any_nan) {
        page.text("0 * inf is NaN, and NaN loses every comparison.");
    }
}

fn time(slab: &SlabAxis, index: usize) -> String {
    match slab.times {
        SlabTimes::Times(times) => plain(times[index], ROOM),
        SlabTimes::Always => "always".to_owned(),
        SlabTimes::Never => "never".to_owned(),
    }
}

/// A component of the laser. The sign of a zero determines which infinity `1/d` is; with y upwards
/// it is -0.
fn way(number: Number) -> String {
    match number {
        Number::Single(zero) if zero == 0.0 && zero.is_sign_negative() => "-0".to_owned(),
        number => plain(number, ROOM),
    }
}

/// For y, the reader may see the low edge above the high one.
fn as_read(settings: &Settings, slab: &SlabAxis) -> SlabAxis {
    if slab.axis == Axis::X || !settings.y_grows_up() {
        return *slab;
    }
    let [low, high] = slab.edges;
    let times = match slab.times {
        SlabTimes::Times([low, high]) => SlabTimes::Times([high, low]),
        other => other,
    };
    SlabAxis { edges: [-high, -low], origin: -slab.origin, way: -slab.way, times, ..*slab }
}
