//! Every method's answer for the pair, whether it agrees, and why the chosen
//! one differs.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `brief` | what they say in a few rows, below the log |
//! | `in_games` | the methods from games when only they fit |
//! | `columns` | where answers and their marks stand |
//! | `own_methods` | the user's own methods |
//! | `sentence` | why the chosen one differs, and how many rows that takes |
//!
//! This file plans the rows by `sentence`, and calls `in_games` and `own_methods` for theirs.

mod brief;
mod columns;
mod in_games;
mod own_methods;
mod sentence;

use ratatui::style::Style;

pub(super) use self::brief::{in_brief, rows_of_all};
use self::columns::{AnswerColumns, SideAnswer};
use self::sentence::{Heading, Sentence, chosen_sentences, write_all};
use super::canvas::{PanelCanvas, TEXT};
use crate::app::{HitRegion, Model};
use crate::view::theme::Theme;
use hitscan_core::command::WhySubject;
use hitscan_core::engine::Pair;
use hitscan_core::methods::{
    Agreement, Arithmetic, ListedWhen, Method, MethodInput, SideVerdict, Verdict,
};
use hitscan_core::words::{beam_ends_before, hit_word, short_fraction};
use hitscan_core::world::{Name, TestResult};
use hitscan_geom::{Fraction, Relation, Swept, swept};

/// The column of the exact answer when it is shown without others.
const VERDICT_COL: u16 = 8;
/// Rows above the overlap tests: the headings and the truth.
const HEAD_ROWS: u16 = 2;
/// Rows of the side table above its methods: the heading and `swept`.
const SIDE_HEAD_ROWS: u16 = 2;
/// Rows that explain the marks and keys.
const LEGEND_ROWS: u16 = 2;
/// The column where sentences begin.
const SENTENCE_COL: u16 = 3;

pub(super) fn render(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let Some(pair) = model.engine.pair_in_focus() else {
        canvas.put(1, 1, "No pair to compare methods on.", TEXT);
        canvas.paragraph(2, 1, &model.input.keymap.how_to_add(), TEXT);
        return;
    };
    if model.engine.covered_in_focus().is_some() {
        return covered(model, canvas, &pair);
    }
    if let Some(first) = pair.pair_result.behind {
        return behind(canvas, &pair, first);
    }
    let chosen = model.engine.focus().page.method().map(Method::as_coded);
    let own = own_methods::Judged::all(model, &pair);
    let (mut articles, mut in_games) = Verdicts::of(model, &pair);
    let mut sentences = chosen_sentences(model, &pair, [&articles, &in_games]);
    sentences.extend(own_methods::sentences(model, &own));
    let is_side = chosen.is_some_and(|method| method.side_test().is_some());
    let named = named_in_note(model);
    let wanted: Vec<Method> =
        chosen.into_iter().chain(in_games::method(model)).chain(named.iter().copied()).collect();
    let choice = RowChoice { own_rows: own.len(), wanted: &wanted, has_named: !named.is_empty() };
    let is_tight = choice.choose(canvas, [&mut articles, &mut in_games], &mut sentences);
    articles.take(&mut in_games, in_games::method(model).as_slice());
    articles.put_wrong_first();
    in_games.put_wrong_first();
    let needed = TablesShown::rows(canvas, &articles, own.len(), &sentences);
    let is_in_games = chosen.is_some_and(|method| method.row().shown == ListedWhen::OnRequest);
    let of_articles = !is_in_games || chosen.is_some_and(|method| articles.has(method));
    let plan = if is_tight && needed > usize::from(canvas.rows()) + 1 {
        let is_of_sides = is_side || named.iter().any(|method| method.side_test().is_some());
        if is_of_sides { TablesShown::Sides } else { TablesShown::OverlapTests }
    } else {
        TablesShown::of(canvas, needed, of_articles, &sentences, is_side)
    };
    let responding = in_games::verdict(model, articles.sides());
    if plan == TablesShown::InGames {
        return in_games::scrolled(model, canvas, &in_games, responding, &sentences);
    }
    let (mut row, mut is_listed) = (0, false);
    if plan != TablesShown::Sides {
        let of_first = TablesShown::rows_of_first(canvas, &articles, own.len(), &sentences);
        let heading = Heading::of(&pair, plan, canvas, of_first, needed);
        row = at_the_end(model, canvas, &pair, &articles.overlap, &sentences, heading);
        row = own_methods::rows(model, canvas, row, &own, &sentences);
    }
    if let Some((swept, sides)) =
        articles.frame.as_ref().filter(|_| plan != TablesShown::OverlapTests)
    {
        let row_of_table = if plan == TablesShown::BothApart { row + 1 } else { row };
        let outcome = pair.pair_result.outcome;
        (row, is_listed) =
            on_the_way(model, canvas, row_of_table, outcome, *swept, sides, &sentences);
    }
    let cut_off = responding.filter(|_| !is_listed);
    below_the_tables(model, canvas, row, cut_off, in_games.count());
}

/// What decides which methods have a row, and whether the sentences have room.
struct RowChoice<'a> {
    /// The rows of the user's own methods.
    own_rows: usize,
    /// The methods that come first.
    wanted: &'a [Method],
    /// Whether the note names some of these.
    has_named: bool,
}

impl RowChoice<'_> {
    /// Moves methods from games into the tables of the articles where there is room, and leaves out
    /// the sentences if there is none. Returns whether the note is about more rows than there are.
    fn choose(
        &self,
        canvas: &PanelCanvas<'_>,
        [articles, in_games]: [&mut Verdicts; 2],
        sentences: &mut Vec<Sentence>,
    ) -> bool {
        // Blank rows are between the tables, and above the legend.
        let tables =
            TablesShown::rows(canvas, articles, self.own_rows, &[]) + 2 + usize::from(LEGEND_ROWS);
        let said: usize = sentences.iter().map(|it| it.rows(canvas)).sum();
        let missing = in_games.methods().filter(|method| self.wanted.contains(method)).count();
        let rows = usize::from(canvas.rows());
        let is_tight = self.has_named && tables + said + missing > rows;
        if is_tight {
            // The note is about these rows.
            sentences.clear();
            articles.take(in_games, self.wanted);
        } else if let Some(spare) = rows.checked_sub(tables)
            && !articles.fill_rows(in_games, spare, said, self.wanted)
        {
            // Why says them.
            sentences.clear();
        }
        is_tight
    }
}

/// The methods that the note names below the table.
fn named_in_note(model: Model<'_>) -> Vec<Method> {
    let is_of_id = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words = model.screen.note.text().unwrap_or_default().split(|c| !is_of_id(c));
    words.filter_map(|word| Method::all().find(|method| method.id() == word)).collect()
}

/// What to say about a pair that meets beyond the end of a beam: no method is judged.
fn behind(canvas: &mut PanelCanvas<'_>, pair: &Pair, first: Name) {
    let outcome = pair.pair_result.outcome;
    canvas.put(1, 1, "truth", canvas.theme.title);
    let end = canvas.put(1, VERDICT_COL, outcome.word(), truth_style(canvas, outcome));
    canvas.put(1, end + 1, &format!("behind {first}"), TEXT);
    canvas.paragraph(3, 1, &beam_ends_before(first), canvas.theme.quiet);
}

/// Writes what is below the tables, which end before this row: what the chosen own method was
/// asked, the legend of the marks, and how many methods are left out. Also the method that the
/// scene responds by, if its table has no room for it.
fn below_the_tables(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    row: u16,
    responding: Option<&SideVerdict>,
    left_out: usize,
) {
    let last = canvas.rows();
    let responding_rows = u16::from(responding.is_some());
    let below = LEGEND_ROWS + responding_rows;
    own_methods::asked(model, canvas, row + 1, last.saturating_sub(below));
    let has_legend = row + below <= last;
    let has_keys = has_legend || responding.is_some() && row + 2 <= last;
    if let Some(verdict) = responding {
        let rows_after = if has_legend { LEGEND_ROWS } else { u16::from(has_keys) };
        in_games::write(model, canvas, last.saturating_sub(1 + rows_after), verdict);
    }
    if has_legend {
        legend(canvas, last - LEGEND_ROWS);
    }
    if has_keys {
        canvas.keys(last - 1, &model.methods_hints());
        in_games::say_left_out(canvas, last - 1, left_out);
    }
}

/// The order in which answers are listed: wrong ones first.
const fn rank(agreement: Agreement) -> u8 {
    match agreement {
        Agreement::Wrong => 0,
        Agreement::Convention => 1,
        Agreement::Agrees | Agreement::NotApplicable => 2,
    }
}

/// Writes the legend of the marks.
fn legend(canvas: &mut PanelCanvas<'_>, row: u16) {
    let mut col = 1;
    for agreement in [Agreement::Agrees, Agreement::Convention, Agreement::Wrong] {
        let (sign, style) = mark_of(canvas, agreement);
        let meaning = match agreement {
            Agreement::Convention => "a choice",
            agreement => agreement.token(),
        };
        col = canvas.put(row, col, sign, style);
        col = canvas.put(row, col + 1, meaning, canvas.theme.quiet) + 2;
    }
}

/// The answers of a set of methods.
struct Verdicts {
    overlap: Vec<Verdict>,
    /// The frame's exact answer and the answers of the other side methods.
    frame: Option<(Swept, Vec<SideVerdict>)>,
}

impl Verdicts {
    /// Runs all methods: those of the articles, and those from games.
    fn of(model: Model<'_>, pair: &Pair) -> (Self, Self) {
        let rule = model.engine.sandbox().world().settings().boundary_rule;
        let given = MethodInput::with_doubles(rule);
        let (a, b, meeting) = (&pair.a.shape, &pair.b.shape, &pair.pair_result.meeting);
        let (articles, in_games): (Vec<Method>, Vec<Method>) =
            pair.methods().into_iter().partition(|method| method.row().shown == ListedWhen::Always);
        let verdicts = |methods: &[Method]| {
            let overlap = methods.iter().flat_map(|method| method.verdicts(a, b, meeting, given));
            let frame = pair.pair_result.frame.map(|[a, b]| {
                let swept = swept(&a, &b);
                let sides = methods.iter().filter_map(|method| method.side_verdict(&a, &b, &swept));
                (swept, sides.collect())
            });
            let mut all = Self { overlap: overlap.collect(), frame };
            all.put_the_wrong_first();
            all
        };
        (verdicts(&articles), verdicts(&in_games))
    }

    /// Puts the wrong ones first, then those that differ by choice.
    fn put_the_wrong_first(&mut self) {
        let mut groups: Vec<_> =
            self.overlap.chunk_by(|one, other| one.method == other.method).collect();
        groups.sort_by_key(|group| group.iter().map(|it| rank(it.agreement)).min());
        self.overlap = groups.concat();
        if let Some((_, sides)) = &mut self.frame {
            sides.sort_by_key(|it| rank(it.agreement));
        }
    }

    /// The overlap tests, one verdict each.
    fn exact(&self) -> impl Iterator<Item = &Verdict> {
        self.overlap.iter().filter(|verdict| verdict.arithmetic == Arithmetic::Exact)
    }

    /// Takes as many of the other methods as there are spare rows: the wanted ones, those most
    /// common in games, and the rest in order. Returns how many it took.
    fn take_from(&mut self, others: &mut Self, spare: usize, wanted: &[Method]) -> usize {
        let all: Vec<Method> = others.methods().collect();
        let of_id = |id: &str| all.iter().copied().find(|method| method.id() == id);
        let wanted = wanted.iter().copied().filter(|method| all.contains(method));
        let first = wanted.chain(MET_FIRST.into_iter().filter_map(of_id));
        let mut taken: Vec<Method> = Vec::new();
        for method in first.chain(all.iter().copied()) {
            if taken.len() < spare && !taken.contains(&method) {
                taken.push(method);
            }
        }
        self.take(others, &taken);
        taken.len()
    }

    /// Fills the spare rows with the other methods, but for those that `said`, the sentences about
    /// the chosen one, need. Returns whether there is room for the sentences beside the methods that
    /// come first.
    fn fill_rows(
        &mut self,
        others: &mut Self,
        spare: usize,
        said: usize,
        wanted: &[Method],
    ) -> bool {
        let first = self.take_from(others, spare.min(MET_FIRST.len()), wanted);
        let rest = (spare - first).checked_sub(said);
        self.take_from(others, rest.unwrap_or(spare - first), wanted);
        rest.is_some()
    }

    /// Takes these of the other methods.
    fn take(&mut self, others: &mut Self, taken: &[Method]) {
        let is_taken = |method: Method| taken.contains(&method);
        self.overlap.extend(others.overlap.iter().filter(|it| is_taken(it.method)));
        others.overlap.retain(|it| !is_taken(it.method));
        if let (Some((_, own)), Some((_, other))) = (&mut self.frame, &mut others.frame) {
            own.extend(other.iter().filter(|it| is_taken(it.method)));
            other.retain(|it| !is_taken(it.method));
        }
        self.put_the_wrong_first();
    }

    /// The methods, overlap tests first.
    fn methods(&self) -> impl Iterator<Item = Method> {
        let sides = self.sides().iter().map(|verdict| verdict.method);
        self.exact().map(|verdict| verdict.method).chain(sides)
    }

    /// Puts methods that are wrong before the others, in each of the two tables.
    fn put_wrong_first(&mut self) {
        let is_wrong = |agreement| agreement == Agreement::Wrong;
        let wrong: Vec<Method> = { self.overlap.iter() }
            .filter(|it| is_wrong(it.agreement))
            .map(|it| it.method)
            .collect();
        self.overlap.sort_by_key(|it| !wrong.contains(&it.method));
        if let Some((_, sides)) = &mut self.frame {
            sides.sort_by_key(|it| !is_wrong(it.agreement));
        }
    }

    fn has(&self, method: Method) -> bool {
        self.methods().any(|it| it == method)
    }

    fn sides(&self) -> &[SideVerdict] {
        self.frame.as_ref().map_or(&[], |(_, sides)| sides)
    }

    /// The rows of the overlap tests: one each, and one for each answer in f64.
    fn overlap_rows(&self) -> usize {
        self.overlap.iter().filter(|verdict| verdict.arithmetic != Arithmetic::F32).count()
    }

    /// How many methods there are.
    fn count(&self) -> usize {
        self.exact().count() + self.sides().len()
    }
}

/// The methods from games that get the first spare rows.
const MET_FIRST: [&str; 3] = ["corners-inside", "least-overlap", "axis-by-axis"];

/// Which tables fit, together with the sentences about the chosen method.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TablesShown {
    /// Both, with a blank row between them.
    BothApart,
    /// Both, without a blank row.
    Both,
    /// Only the answers about the end of the frame.
    OverlapTests,
    /// Only the answers about the motion.
    Sides,
    /// Only the methods from games.
    InGames,
}

impl TablesShown {
    /// The rows of both tables, with the sentences about the chosen method.
    fn rows(
        canvas: &PanelCanvas<'_>,
        articles: &Verdicts,
        own_rows: usize,
        sentences: &[Sentence],
    ) -> usize {
        let side_rows = match articles.frame {
            Some(_) => usize::from(SIDE_HEAD_ROWS) + articles.sides().len(),
            None => 0,
        };
        Self::rows_of_first(canvas, articles, own_rows, sentences) + side_rows
    }

    /// The rows of the first table, with the sentences about the chosen method.
    fn rows_of_first(
        canvas: &PanelCanvas<'_>,
        articles: &Verdicts,
        own_rows: usize,
        sentences: &[Sentence],
    ) -> usize {
        let sentence_rows: usize = sentences.iter().map(|it| it.rows(canvas)).sum();
        usize::from(HEAD_ROWS) + articles.overlap_rows() + own_rows + sentence_rows
    }

    /// `of_articles` tells whether the chosen method is in the tables of the articles, so that the
    /// sentences about it go there.
    fn of(
        canvas: &PanelCanvas<'_>,
        needed: usize,
        of_articles: bool,
        sentences: &[Sentence],
        is_side: bool,
    ) -> Self {
        if !of_articles {
            return Self::InGames;
        }
        let rows = usize::from(canvas.rows());
        match (needed < rows, needed == rows || sentences.is_empty(), is_side) {
            (true, ..) => Self::BothApart,
            (false, true, _) => Self::Both,
            (false, false, true) => Self::Sides,
            (false, false, false) => Self::OverlapTests,
        }
    }
}

/// Lists the methods without their answers: both tables in full, so that they give nothing away.
fn covered(model: Model<'_>, canvas: &mut PanelCanvas<'_>, pair: &Pair) {
    let accent = canvas.theme.accent;
    let mut methods = pair.methods_for_shapes();
    let responding = in_games::method(model);
    methods
        .retain(|&method| method.row().shown == ListedWhen::Always || Some(method) == responding);
    let columns = AnswerColumns::of(canvas);
    let mut row = Heading::AtTheEnd.write(canvas);
    page_name(model, canvas, row, WhySubject::Truth, canvas.theme.title);
    canvas.put(row, columns.exact, "?", accent);
    row += 1;
    let overlap = methods.iter().filter(|method| method.side_test().is_none());
    for &method in overlap {
        name(model, canvas, row, method);
        canvas.put(row, columns.exact, "?", accent);
        if method.computes_in(Arithmetic::F32) {
            canvas.put(row, columns.f32, "?", accent);
        }
        row += 1;
    }
    row = own_methods::covered(model, canvas, row);
    let mut sides = methods.iter().filter(|method| method.side_test().is_some()).peekable();
    if sides.peek().is_some() {
        row += 1;
        side_headings(model, canvas, row);
        SideAnswer::of(model, canvas, row + 1, Method::SWEPT, "?").put(canvas, row + 1, accent);
        row += SIDE_HEAD_ROWS;
    }
    for &method in sides {
        name(model, canvas, row, method);
        SideAnswer::of(model, canvas, row, method, "?").put(canvas, row, accent);
        row += 1;
    }
    let words = "Your answer is kept in the recording before the truth is shown.";
    canvas.paragraph(row + 1, 1, words, canvas.theme.quiet);
}

/// Writes the overlap tests and returns the row after them.
fn at_the_end(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    pair: &Pair,
    verdicts: &[Verdict],
    sentences: &[Sentence],
    heading: Heading,
) -> u16 {
    let row = heading.write(canvas);
    // The relation at the end of the frame, not what happened during it.
    let outcome = match pair.pair_result.meeting.relation {
        Relation::Disjoint => TestResult::Miss,
        Relation::Touches => TestResult::Touch,
        _ => TestResult::Hit,
    };
    let is_chosen = page_name(model, canvas, row, WhySubject::Truth, canvas.theme.title);
    let exact = AnswerColumns::of(canvas).exact;
    canvas.put(row, exact, outcome.word(), truth_style(canvas, outcome));
    if is_chosen {
        canvas.lay_bar(row);
    }
    overlap_rows(model, canvas, row + 1, verdicts, sentences)
}

/// Writes a row for each overlap test, and one for its answer in f64 if that differs, with the
/// sentences right below that of the chosen method, and returns the row after them.
fn overlap_rows(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    mut row: u16,
    verdicts: &[Verdict],
    sentences: &[Sentence],
) -> u16 {
    let columns = AnswerColumns::of(canvas);
    for of_one in verdicts.chunk_by(|one, other| one.method == other.method) {
        let is_chosen = name(model, canvas, row, of_one[0].method);
        let first = row;
        for verdict in of_one {
            let col = match verdict.arithmetic {
                Arithmetic::Exact => columns.exact,
                Arithmetic::F32 => columns.f32,
                Arithmetic::F64 => {
                    row += 1;
                    canvas.put(row, columns.exact, "in f64", canvas.theme.quiet);
                    columns.f32
                }
            };
            canvas.put(row, col, hit_word(verdict.hit), TEXT);
            mark(canvas, row, col + columns.to_mark, verdict.agreement);
        }
        if is_chosen {
            canvas.lay_bar(first);
        }
        row = below_row(model, canvas, row, of_one[0].method, sentences);
    }
    row
}

/// Writes the sentences below the row of a method, if it is the chosen one, and
/// returns the next row.
fn below_row(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    row: u16,
    method: Method,
    sentences: &[Sentence],
) -> u16 {
    let in_view = model.engine.focus().page.method().map(Method::as_coded);
    let is_chosen = in_view == Some(method);
    if is_chosen { write_all(sentences, canvas, row + 1) } else { row + 1 }
}

/// Writes the headings of the second table and the row of `swept` without its answer. Returns
/// whether `swept` is chosen.
fn side_headings(model: Model<'_>, canvas: &mut PanelCanvas<'_>, row: u16) -> bool {
    canvas.put(row, 1, "on the way", canvas.theme.title);
    let quiet = canvas.theme.quiet;
    AnswerColumns::of(canvas).side("side", 0).put(canvas, row, quiet);
    page_name(model, canvas, row + 1, WhySubject::Method(Method::SWEPT), canvas.theme.title)
}

/// Writes what happened in the frame and the answers of the side methods. Returns the row after
/// them, and whether the method that the scene responds by is among them.
fn on_the_way(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    row: u16,
    outcome: TestResult,
    swept: Swept,
    sides: &[SideVerdict],
    sentences: &[Sentence],
) -> (u16, bool) {
    let is_chosen = side_headings(model, canvas, row);
    let (said, style) = match swept_side(swept) {
        Some(side) => (side, canvas.theme.title),
        None => (outcome.word().to_owned(), truth_style(canvas, outcome)),
    };
    SideAnswer::of(model, canvas, row + 1, Method::SWEPT, &said).put(canvas, row + 1, style);
    if is_chosen {
        canvas.lay_bar(row + 1);
    }
    side_rows(model, canvas, row + SIDE_HEAD_ROWS, sides, sentences)
}

/// Writes a row for each side method, with the sentences right below that of the chosen one.
/// Returns the row after them, and whether the method that the scene responds by is among them.
fn side_rows(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    mut row: u16,
    verdicts: &[SideVerdict],
    sentences: &[Sentence],
) -> (u16, bool) {
    let (responding, mut is_listed) = (in_games::method(model), false);
    for verdict in verdicts {
        is_listed |= responding == Some(verdict.method) && row < canvas.rows();
        side_row(model, canvas, row, verdict);
        row = below_row(model, canvas, row, verdict.method, sentences);
    }
    (row, is_listed)
}

/// Writes the row of a side method.
fn side_row(model: Model<'_>, canvas: &mut PanelCanvas<'_>, row: u16, verdict: &SideVerdict) {
    let is_chosen = name(model, canvas, row, verdict.method);
    let answer = SideAnswer::of(model, canvas, row, verdict.method, verdict.claim.label);
    answer.put(canvas, row, TEXT);
    mark(canvas, row, answer.mark_col, verdict.agreement);
    if is_chosen {
        canvas.lay_bar(row);
    }
}

/// The side that was hit and when, or what there is instead of a side: `left, 3/7`, `inside`; `None`
/// if nothing was hit.
fn swept_side(swept: Swept) -> Option<String> {
    match swept {
        Swept::Hit { t, sides } => {
            let sides: Vec<_> = sides.iter().map(hitscan_geom::Side::token).collect();
            let at = match t {
                Fraction::ZERO => "start".to_owned(),
                Fraction::ONE => "end".to_owned(),
                t => short_fraction(t, 4),
            };
            Some(format!("{}, {at}", sides.join("+")))
        }
        Swept::Overlap { .. } => Some("inside".to_owned()),
        Swept::Graze { .. } | Swept::Miss => None,
    }
}

/// Writes the name of a method, and returns whether it is the chosen one.
fn name(model: Model<'_>, canvas: &mut PanelCanvas<'_>, row: u16, method: Method) -> bool {
    page_name(model, canvas, row, WhySubject::Method(method), TEXT)
}

/// Writes the name of a page of Why, with the cursor before it if it is in focus, and returns
/// whether it is.
fn page_name(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    row: u16,
    page: WhySubject,
    style: Style,
) -> bool {
    let in_view = match model.engine.focus().page {
        WhySubject::Method(method) => WhySubject::Method(method.as_coded()),
        page => page,
    };
    let is_chosen = in_view == page && canvas.marks_choice;
    if is_chosen {
        canvas.put(row, 0, "►", TEXT);
    }
    canvas.put(row, 1, page.token(), style);
    canvas.spot(row, 0, canvas.cols(), HitRegion::Page(page));
    is_chosen
}

/// The style of the exact answer: always bold.
const fn truth_style(canvas: &PanelCanvas<'_>, outcome: TestResult) -> Style {
    Theme::selected(canvas.theme.truth(outcome))
}

fn mark(canvas: &mut PanelCanvas<'_>, row: u16, col: u16, agreement: Agreement) {
    let (mark, style) = mark_of(canvas, agreement);
    canvas.put(row, col, mark, style);
}

fn mark_of(canvas: &PanelCanvas<'_>, agreement: Agreement) -> (&'static str, Style) {
    match agreement {
        Agreement::Agrees => ("=", canvas.theme.quiet),
        Agreement::Convention => ("~", canvas.theme.convention),
        Agreement::Wrong => ("!", canvas.theme.wrong),
        Agreement::NotApplicable => (" ", canvas.theme.quiet),
    }
}
