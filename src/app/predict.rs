//! The keys of predict mode: an answer, and for a hit or touch one more key for the
//! side.

use crossterm::event::KeyCode;

use super::{Action, App, Effect, Hint, KeyPress, Lookup, Model, Needs};
use hitscan_core::command::{Command, PredictMode};
use hitscan_core::engine::{Pair, Score};
use hitscan_core::world::TestResult;
use hitscan_geom::{Approach, Direction, Shape, ShapeKind, Side, Sides};

/// The most edges that have a key; others are typed: `predict hit edge-12`.
pub const MOST_EDGE_KEYS: usize = 9;

/// A hit or touch that was predicted, while its side is asked for.
#[derive(Clone, Debug)]
pub(super) struct SideQuestion {
    outcome: TestResult,
    /// Another pair, or the same in another frame, is another question.
    pair: Box<Pair>,
}

/// What a key says while a side is asked for.
enum PredictAnswer {
    Side(Direction),
    LeftOut,
    Back,
    NoSide,
}

/// A key that names a side, and its label.
type SideKey = (char, &'static str, Direction);

/// The keys for the sides of the pair's second, by the shapes alone. Edges have their
/// numbers.
fn side_keys(pair: &Pair) -> Vec<SideKey> {
    let side = |key, label, side: Side| (key, label, Direction::Sides(side.into()));
    let corner = |key, label, [one, other]: [Side; 2]| {
        (key, label, Direction::Sides(Sides::from(one).with(other)))
    };
    let approach = |key, label, approach| (key, label, Direction::Approach(approach));
    let inside = ('i', "inside", Direction::Inside);
    let of_box = [
        side('l', "left", Side::Left),
        side('r', "right", Side::Right),
        side('t', "top", Side::Top),
        side('b', "bottom", Side::Bottom),
        corner('1', "L+T", [Side::Left, Side::Top]),
        corner('2', "R+T", [Side::Right, Side::Top]),
        corner('3', "L+B", [Side::Left, Side::Bottom]),
        corner('4', "R+B", [Side::Right, Side::Bottom]),
    ];
    match [pair.a.shape.kind(), pair.b.shape.kind()] {
        [ShapeKind::Box, ShapeKind::Box] => of_box.to_vec(),
        [ShapeKind::Segment, ShapeKind::Segment] => vec![
            approach('l', "from-left", Approach::FromLeft),
            approach('r', "from-right", Approach::FromRight),
            approach('o', "on-line", Approach::OnLine),
        ],
        [ShapeKind::Segment, ShapeKind::Box] | [ShapeKind::Box, ShapeKind::Segment] => {
            [&of_box[..], &[inside]].concat()
        }
        [ShapeKind::Segment, ShapeKind::Polygon] | [ShapeKind::Polygon, ShapeKind::Segment] => {
            vec![inside]
        }
        _ => Vec::new(),
    }
}

/// The number of edges that a laser may enter through; 0 for other pairs.
fn edge_count(pair: &Pair) -> usize {
    match [&pair.a.shape, &pair.b.shape] {
        [Shape::Segment(_), Shape::Polygon(polygon)]
        | [Shape::Polygon(polygon), Shape::Segment(_)] => polygon.vertices().len(),
        _ => 0,
    }
}

/// What a key says of the side.
fn answer_of(pair: &Pair, key: KeyPress) -> PredictAnswer {
    match key.code {
        KeyCode::Enter => return PredictAnswer::LeftOut,
        KeyCode::Esc => return PredictAnswer::Back,
        _ => {}
    }
    let Some(typed) = key.typed() else { return PredictAnswer::NoSide };
    let edge = typed.to_digit(10).and_then(|digit| usize::try_from(digit).ok());
    let edge = edge.filter(|edge| (1..=edge_count(pair)).contains(edge));
    let named = side_keys(pair).into_iter().find(|(key, ..)| *key == typed);
    match (named, edge) {
        (Some((_, _, side)), _) => PredictAnswer::Side(side),
        (None, Some(edge)) => PredictAnswer::Side(Direction::Edges(edge, None)),
        (None, None) => PredictAnswer::NoSide,
    }
}

/// A hint for each key, or one for all where there is no room for their words.
fn hints_of(keys: Vec<SideKey>, word: &'static str, together: bool) -> Vec<Hint> {
    if together && keys.len() > 1 {
        let all: Vec<_> = keys.iter().map(|(key, ..)| key.to_string()).collect();
        return vec![Hint::new(all.join(" "), word, 0)];
    }
    keys.into_iter().map(|(key, label, _)| Hint::new(key, label, 0)).collect()
}

impl Model<'_> {
    /// The hit or touch whose side is asked for.
    #[must_use]
    pub fn side_asked(self) -> Option<TestResult> {
        let question = self.input.side_question.as_ref()?;
        let is_open = self.asks_for_prediction()
            && self.engine.covered().is_some_and(|pair| pair == *question.pair);
        is_open.then_some(question.outcome)
    }

    /// The keys while a side is asked for.
    pub(super) fn side_hints(self) -> Vec<Hint> {
        let Some(pair) = self.engine.covered() else { return Vec::new() };
        let edges = edge_count(&pair).min(MOST_EDGE_KEYS);
        let edges = (edges > 0).then(|| Hint::new(format!("1-{edges}"), "edge", 0));
        let (corners, sides): (Vec<_>, Vec<_>) =
            side_keys(&pair).into_iter().partition(|(key, ..)| key.is_ascii_digit());
        let (has_corners, cols) = (!corners.is_empty(), self.screen.size.0);
        let sides = hints_of(sides, "side", has_corners && cols < Self::WHOLE_SIDES_COLS);
        let corners = hints_of(corners, "corner", cols < Self::WHOLE_CORNERS_COLS);
        let rest = [Hint::new("Enter", "none", 1), Hint::new("Esc", "back", 3)];
        edges.into_iter().chain(sides).chain(corners).chain(rest).collect()
    }

    /// The least columns for the words of all sides beside those of all corners.
    const WHOLE_SIDES_COLS: u16 = 64;
    /// The least columns for the words of all corners.
    const WHOLE_CORNERS_COLS: u16 = 48;
}

impl App {
    /// Says what predict mode does from now on, or how many predictions were right.
    pub(super) fn say_predict_mode(&mut self, mode: PredictMode, score: Score) {
        self.input.side_question = None;
        self.screen.say(match mode {
            PredictMode::On => {
                let keys = self.model().answers().map(|(key, word)| format!("{key} {word}"));
                format!("answers are covered from the next frame on: {}", keys.join(", "))
            }
            PredictMode::Off if score.made == 0 => "answers are shown".to_owned(),
            PredictMode::Off => format!("answers are shown; {score}"),
        });
    }

    /// Predicts the covered result; of a hit or touch, the next key names the side.
    pub(super) fn predict(&mut self, outcome: TestResult) -> Vec<Effect> {
        let pair = self.engine.covered().filter(|_| outcome != TestResult::Miss);
        match pair.filter(|pair| edge_count(pair) > 0 || !side_keys(pair).is_empty()) {
            Some(pair) => {
                self.input.side_question = Some(SideQuestion { outcome, pair: Box::new(pair) });
                Vec::new()
            }
            None => self.run(&Command::Predict(None, Some((outcome, None)))),
        }
    }

    /// A key while a side is asked for: it names the side, leaves it out or goes back.
    pub(super) fn press_side(&mut self, outcome: TestResult, key: KeyPress) -> Vec<Effect> {
        let Some(pair) = self.engine.covered() else { return Vec::new() };
        let said = match answer_of(&pair, key) {
            PredictAnswer::Side(side) => Some(side),
            PredictAnswer::LeftOut => None,
            PredictAnswer::Back => {
                self.input.side_question = None;
                return Vec::new();
            }
            PredictAnswer::NoSide => {
                if let Some(action) = self.shown_by(key) {
                    return self.act(action);
                }
                self.screen
                    .fail(format!("{key} names no side; Enter leaves it out, Esc goes back"));
                return Vec::new();
            }
        };
        self.input.side_question = None;
        self.run(&Command::Predict(None, Some((outcome, said))))
    }

    /// The action of a key that only shows something else. Digits name corners and
    /// edges, those that do not, too: one that showed a view would do so by accident.
    fn shown_by(&self, key: KeyPress) -> Option<Action> {
        let is_digit = key.typed().is_some_and(|typed| typed.is_ascii_digit());
        match self.input.keymap.look_up(&[key], self.screen.pane) {
            Lookup::Action(action) if action.needs(Needs::OnlyShows) && !is_digit => Some(action),
            _ => None,
        }
    }
}
