//! Every method's answer for the pair, whether it agrees, and why the chosen
//! one differs.

mod in_games;
mod own;
mod sentence;

use ratatui::style::Style;

use self::sentence::{Sentence, chosen_sentences, write_all};
use super::canvas::{Canvas, TEXT};
use crate::app::{HitRegion, Model};
use hitscan_core::command::Page;
use hitscan_core::engine::Pair;
use hitscan_core::methods::{Agreement, Arithmetic, Method, Shown, SideVerdict, Verdict};
use hitscan_core::words::{hit_word, short_fraction};
use hitscan_core::world::TestResult;
use hitscan_geom::{Relation, Side, Swept, swept};

/// The column of the answers.
const EXACT_COL: u16 = 18;
const F32_COL: u16 = 25;
/// The columns of a side method's answer and of its mark.
const SAYS_COL: u16 = 19;
const MARK_COL: u16 = 30;
/// Rows of the side table above its methods: the heading and `swept`.
const SIDE_HEAD_ROWS: u16 = 2;
/// Rows that explain the marks and keys.
const LEGEND_ROWS: u16 = 2;
/// The column where sentences begin.
const SENTENCE_COL: u16 = 3;

pub(super) fn render(model: Model<'_>, canvas: &mut Canvas<'_>) {
    let Some(pair) = model.engine.pair_in_focus() else {
        canvas.put(1, 1, "No pair to compare methods on.", TEXT);
        canvas.paragraph(2, 1, &model.input.keymap.how_to_add(), TEXT);
        return;
    };
    if model.engine.covered_in_focus().is_some() {
        return covered(model, canvas, &pair);
    }
    let chosen = model.engine.focus().page.method().map(Method::as_coded);
    let own = own::Judged::all(model, &pair);
    let (articles, in_games) = Verdicts::of(model, &pair);
    let mut sentences = chosen_sentences(model, &pair, [&articles, &in_games]);
    sentences.extend(own::sentences(model, &own));
    let is_in_games = chosen.is_some_and(|method| method.row().shown == Shown::OnRequest);
    let below = Sentences { of_articles: !is_in_games, all: &sentences };
    let is_side = chosen.is_some_and(|method| method.side_test().is_some());
    let plan = Plan::of(canvas, (&articles, &in_games), own.len(), (&below, is_side));
    if plan == Plan::InGames {
        return in_games::scrolled(model, canvas, &in_games, &sentences);
    }
    let mut row = 0;
    if plan != Plan::Sides {
        row = do_they_meet(model, canvas, &pair, (&articles.overlap, &sentences));
        row = own::rows(model, canvas, row, (&own, &sentences));
    }
    if let Some((swept, sides)) = articles.frame.as_ref().filter(|_| plan != Plan::OverlapTests) {
        let is_apart = matches!(plan, Plan::All | Plan::BothApart);
        let row_of_table = if is_apart { row + 1 } else { row };
        row = from_which_side(model, canvas, row_of_table, (*swept, sides, &sentences));
    }
    let mut left_out = in_games.count();
    if plan == Plan::All && left_out > 0 {
        row = in_games::whole(model, canvas, row + 1, (&in_games, &sentences));
        left_out = 0;
    }
    let last = canvas.rows();
    own::asked(model, canvas, row + 1, last.saturating_sub(LEGEND_ROWS));
    if row + LEGEND_ROWS <= last {
        legend(canvas, last - 2);
        canvas.keys(last - 1, &model.methods_hints());
        in_games::say_left_out(canvas, last - 1, left_out);
    }
}

/// Writes what the marks mean.
fn legend(canvas: &mut Canvas<'_>, row: u16) {
    let mut col = 1;
    for agreement in [Agreement::Agrees, Agreement::Convention, Agreement::Wrong] {
        let (sign, style) = mark_of(canvas, agreement);
        let meaning = match agreement {
            Agreement::Convention => "choice",
            agreement => agreement.token(),
        };
        col = canvas.put(row, col, sign, style);
        col = canvas.put(row, col + 1, meaning, canvas.theme.quiet) + 2;
    }
}

/// The answers of some of the methods.
struct Verdicts {
    overlap: Vec<Verdict>,
    /// The frame's exact answer and the answers of the other side methods.
    frame: Option<(Swept, Vec<SideVerdict>)>,
}

impl Verdicts {
    /// Runs all methods: those of the articles, and those that games use.
    fn of(model: Model<'_>, pair: &Pair) -> (Self, Self) {
        let rule = model.engine.sandbox().world().settings().boundary_rule;
        let (a, b, meeting) = (&pair.a.shape, &pair.b.shape, &pair.pair_result.meeting);
        let (articles, in_games): (Vec<Method>, Vec<Method>) =
            pair.methods().into_iter().partition(|method| method.row().shown == Shown::Always);
        let verdicts = |methods: &[Method]| {
            let overlap = methods.iter().flat_map(|method| method.verdicts(a, b, meeting, rule));
            let frame = pair.pair_result.frame.map(|[a, b]| {
                let swept = swept(&a, &b);
                let sides = methods.iter().filter_map(|method| method.side_verdict(&a, &b, &swept));
                (swept, sides.collect())
            });
            Self { overlap: overlap.collect(), frame }
        };
        (verdicts(&articles), verdicts(&in_games))
    }

    /// The overlap tests, one verdict each.
    fn exact(&self) -> impl Iterator<Item = &Verdict> {
        self.overlap.iter().filter(|verdict| verdict.arithmetic == Arithmetic::Exact)
    }

    fn sides(&self) -> &[SideVerdict] {
        self.frame.as_ref().map_or(&[], |(_, sides)| sides)
    }

    /// How many methods there are.
    fn count(&self) -> usize {
        self.exact().count() + self.sides().len()
    }
}

/// The sentences about the chosen method.
struct Sentences<'a> {
    /// Whether it is one of an article, so that they stand in its table.
    of_articles: bool,
    all: &'a [Sentence],
}

/// Which tables fit, together with the sentences about the chosen method.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plan {
    /// Everything, with blank rows between.
    All,
    /// Both of the articles, with a blank row between them.
    BothApart,
    /// Both, without a blank row.
    Both,
    /// Only the overlap tests.
    OverlapTests,
    /// Only the side methods.
    Sides,
    /// Only the methods that games use.
    InGames,
}

impl Plan {
    fn of(
        canvas: &Canvas<'_>,
        (articles, in_games): (&Verdicts, &Verdicts),
        own_rows: usize,
        (sentences, is_side): (&Sentences<'_>, bool),
    ) -> Self {
        let sentence_rows: usize = sentences.all.iter().map(|it| it.rows(canvas)).sum();
        let side_rows = if articles.frame.is_some() {
            usize::from(SIDE_HEAD_ROWS) + articles.sides().len()
        } else {
            0
        };
        let needed = 2 + articles.exact().count() + own_rows + side_rows + sentence_rows;
        let rows = usize::from(canvas.rows());
        let blank_and_heading = 2;
        if needed + 1 + blank_and_heading + in_games.count() <= rows {
            return Self::All;
        }
        if !sentences.of_articles {
            return Self::InGames;
        }
        match (needed < rows, needed == rows || sentences.all.is_empty(), is_side) {
            (true, ..) => Self::BothApart,
            (false, true, _) => Self::Both,
            (false, false, true) => Self::Sides,
            (false, false, false) => Self::OverlapTests,
        }
    }
}

/// Lists the methods without their answers: both tables in full, so that they tell nothing.
fn covered(model: Model<'_>, canvas: &mut Canvas<'_>, pair: &Pair) {
    headings(canvas);
    canvas.put(1, 1, "truth", TEXT);
    canvas.put(1, EXACT_COL, "?", canvas.theme.accent);
    let mut row = 2;
    let mut methods = pair.methods_for_shapes();
    methods.retain(|method| method.row().shown == Shown::Always);
    let overlap = methods.iter().filter(|method| method.overlap_test().is_some());
    for &method in overlap {
        name(model, canvas, row, method);
        canvas.put(row, EXACT_COL, "?", canvas.theme.accent);
        if method.computes_in(Arithmetic::F32) {
            canvas.put(row, F32_COL, "?", canvas.theme.accent);
        }
        row += 1;
    }
    row = own::covered(model, canvas, row);
    let mut sides = methods.iter().filter(|method| method.side_test().is_some()).peekable();
    if sides.peek().is_some() {
        row += 1;
        side_headings(canvas, row);
        canvas.put(row + 1, SAYS_COL, "?", canvas.theme.accent);
        row += SIDE_HEAD_ROWS;
    }
    for &method in sides {
        name(model, canvas, row, method);
        canvas.put(row, SAYS_COL, "?", canvas.theme.accent);
        row += 1;
    }
    let words = "Your answer is kept in the recording before the truth is shown.";
    canvas.paragraph(row + 1, 1, words, canvas.theme.quiet);
}

fn headings(canvas: &mut Canvas<'_>) {
    let dim = canvas.theme.quiet;
    canvas.put(0, 1, "meet at the end?", dim);
    canvas.put(0, EXACT_COL, "exact", dim);
    canvas.put(0, F32_COL, "f32", dim);
}

/// Writes the overlap tests and returns the row after them.
fn do_they_meet(
    model: Model<'_>,
    canvas: &mut Canvas<'_>,
    pair: &Pair,
    (verdicts, sentences): (&[Verdict], &[Sentence]),
) -> u16 {
    headings(canvas);
    // The relation at the end of the frame, not what happened during it.
    let outcome = match pair.pair_result.meeting.relation {
        Relation::Disjoint => TestResult::Miss,
        Relation::Touches => TestResult::Touch,
        _ => TestResult::Hit,
    };
    page_name(model, canvas, 1, Page::Truth);
    canvas.put(1, EXACT_COL, outcome.word(), canvas.theme.truth(outcome));
    overlap_rows(model, canvas, 2, (verdicts, sentences))
}

/// Writes a row for each overlap test, with the sentences right below that of the
/// chosen method, and returns the row after them.
fn overlap_rows(
    model: Model<'_>,
    canvas: &mut Canvas<'_>,
    mut row: u16,
    (verdicts, sentences): (&[Verdict], &[Sentence]),
) -> u16 {
    for of_one in verdicts.chunk_by(|one, other| one.method == other.method) {
        name(model, canvas, row, of_one[0].method);
        for verdict in of_one {
            let col = match verdict.arithmetic {
                Arithmetic::Exact => EXACT_COL,
                Arithmetic::F32 => F32_COL,
            };
            let style = answer_style(canvas, verdict.agreement);
            let end = canvas.put(row, col, hit_word(verdict.hit), style);
            mark(canvas, row, end + 1, verdict.agreement);
        }
        row = below_row(model, canvas, row, (of_one[0].method, sentences));
    }
    row
}

/// Writes the sentences below the row of a method, if it is the chosen one, and
/// returns the next row.
fn below_row(
    model: Model<'_>,
    canvas: &mut Canvas<'_>,
    row: u16,
    (method, sentences): (Method, &[Sentence]),
) -> u16 {
    let in_view = model.engine.focus().page.method().map(Method::as_coded);
    let is_chosen = in_view == Some(method);
    if is_chosen { write_all(sentences, canvas, row + 1) } else { row + 1 }
}

fn side_headings(canvas: &mut Canvas<'_>, row: u16) {
    canvas.put(row, 1, "which side, on the way?", canvas.theme.quiet);
    canvas.put(row + 1, 1, "swept", TEXT);
}

/// Writes the side methods and returns the row after them.
fn from_which_side(
    model: Model<'_>,
    canvas: &mut Canvas<'_>,
    row: u16,
    (swept, sides, sentences): (Swept, &[SideVerdict], &[Sentence]),
) -> u16 {
    side_headings(canvas, row);
    let room = usize::from(MARK_COL - SAYS_COL);
    canvas.put(row + 1, SAYS_COL, &fitted(swept_answer(swept), room), canvas.theme.title);
    side_rows(model, canvas, row + SIDE_HEAD_ROWS, (sides, sentences))
}

/// Writes a row for each side method, with the sentences right below that of the
/// chosen one, and returns the row after them.
fn side_rows(
    model: Model<'_>,
    canvas: &mut Canvas<'_>,
    mut row: u16,
    (verdicts, sentences): (&[SideVerdict], &[Sentence]),
) -> u16 {
    let room = usize::from(MARK_COL - SAYS_COL);
    for verdict in verdicts {
        name(model, canvas, row, verdict.method);
        let answer = fitted(verdict.claim.label.to_owned(), room);
        canvas.put(row, SAYS_COL, &answer, answer_style(canvas, verdict.agreement));
        mark(canvas, row, MARK_COL, verdict.agreement);
        row = below_row(model, canvas, row, (verdict.method, sentences));
    }
    row
}

/// Shortens side names that would be cut off to their first letters:
/// `corner-L-R`.
fn fitted(says: String, room: usize) -> String {
    if says.len() <= room {
        return says;
    }
    Side::ALL.into_iter().fold(says, |says, side| {
        let token = side.token();
        says.replace(token, &token[..1].to_uppercase())
    })
}

fn swept_answer(swept: Swept) -> String {
    match swept {
        Swept::Hit { t, sides } => {
            let sides: Vec<_> = sides.iter().map(hitscan_geom::Side::token).collect();
            format!("{} {}", sides.join("+"), short_fraction(t, 4))
        }
        other => other.token().to_owned(),
    }
}

fn name(model: Model<'_>, canvas: &mut Canvas<'_>, row: u16, method: Method) {
    page_name(model, canvas, row, Page::Method(method));
}

/// Writes the name of a page of Why, with the cursor before that of the focus.
fn page_name(model: Model<'_>, canvas: &mut Canvas<'_>, row: u16, page: Page) {
    let in_view = match model.engine.focus().page {
        Page::Method(method) => Page::Method(method.as_coded()),
        page => page,
    };
    let is_chosen = in_view == page;
    if is_chosen {
        canvas.put(row, 0, "►", canvas.theme.accent);
    }
    let style = if is_chosen { canvas.theme.title } else { TEXT };
    canvas.put(row, 1, page.token(), style);
    canvas.spot(row, 0, canvas.cols(), HitRegion::Page(page));
}

/// A wrong answer stands out, so that it is found before its mark is read.
const fn answer_style(canvas: &Canvas<'_>, agreement: Agreement) -> Style {
    match agreement {
        Agreement::Wrong => canvas.theme.wrong,
        Agreement::Agrees | Agreement::Convention | Agreement::NotApplicable => TEXT,
    }
}

fn mark(canvas: &mut Canvas<'_>, row: u16, col: u16, agreement: Agreement) {
    let (mark, style) = mark_of(canvas, agreement);
    canvas.put(row, col, mark, style);
}

fn mark_of(canvas: &Canvas<'_>, agreement: Agreement) -> (&'static str, Style) {
    match agreement {
        Agreement::Agrees => ("=", canvas.theme.quiet),
        Agreement::Convention => ("~", canvas.theme.convention),
        Agreement::Wrong => ("!", canvas.theme.wrong),
        Agreement::NotApplicable => (" ", canvas.theme.quiet),
    }
}
