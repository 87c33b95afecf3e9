//! The keys of predict mode: an answer, and for a hit or touch the arrows that mark the side.

use crossterm::event::KeyCode;

use super::intent::Intent;
use super::{Action, Arrow, Hint, KeyMap, KeyPress, Lookup, Message, Model, Needs, Pane};
use hitscan_core::command::{Command, PredictMode};
use hitscan_core::engine::{Engine, Pair, Prediction, Score};
use hitscan_core::world::TestResult;
use hitscan_geom::{Approach, Direction, Shape, Side, Sides};

/// The most edges that have a key; others must be typed: `predict hit edge-12`.
pub const MOST_EDGE_KEYS: usize = 9;
/// The key that answers without a side, and the key that marks a start inside.
const NONE: char = 'n';
const INSIDE: char = 'i';

/// A predicted hit or touch whose side is still asked for.
#[derive(Clone, Debug)]
pub(super) struct SideQuestion {
    outcome: TestResult,
    /// Another pair, or the same in another frame, is another question.
    pair: Box<Pair>,
    /// The mark so far.
    marked: Option<Direction>,
}

/// What can be marked on the second object of the pair, judging by the shapes alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SidesAsked {
    /// The sides and corners of a box; for a laser also a start inside.
    Box {
        /// Whether the first object is a laser.
        of_laser: bool,
    },
    /// The side of its line that a laser comes from.
    Line,
    /// An edge of a polygon with this many edges, or a start of the laser inside.
    Edges(usize),
}

impl SideQuestion {
    /// Asks for the side of an outcome of the covered pair; `None` if there is no side to ask for.
    pub(super) fn of(engine: &Engine, outcome: TestResult) -> Option<Self> {
        let pair = engine.covered().filter(|_| outcome != TestResult::Miss)?;
        sides_asked(&pair)?;
        Some(Self { outcome, pair: Box::new(pair), marked: None })
    }
}

/// What to ask about a pair; `None` for two regions that are not both boxes.
fn sides_asked(pair: &Pair) -> Option<SidesAsked> {
    match [&pair.a.shape, &pair.b.shape] {
        [Shape::Box(_), Shape::Box(_)] => Some(SidesAsked::Box { of_laser: false }),
        [Shape::Segment(_), Shape::Segment(_)] => Some(SidesAsked::Line),
        [Shape::Segment(_), Shape::Box(_)] | [Shape::Box(_), Shape::Segment(_)] => {
            Some(SidesAsked::Box { of_laser: true })
        }
        [Shape::Segment(_), Shape::Polygon(polygon)]
        | [Shape::Polygon(polygon), Shape::Segment(_)] => {
            Some(SidesAsked::Edges(polygon.vertices().len()))
        }
        _ => None,
    }
}

/// What an arrow marks after an earlier mark: a side, or with an earlier side across it their
/// corner.
fn marked_by(arrow: Arrow, asked: SidesAsked, before: Option<Direction>) -> Option<Direction> {
    let side = match arrow {
        Arrow::Left => Side::Left,
        Arrow::Right => Side::Right,
        Arrow::Up => Side::Top,
        Arrow::Down => Side::Bottom,
    };
    match asked {
        SidesAsked::Box { .. } => {
            let across = match before {
                // The same side again stands alone.
                Some(Direction::Sides(sides)) if !sides.contains(side) => {
                    sides.iter().find(|other| other.axis() != side.axis())
                }
                _ => None,
            };
            let marked = Sides::from(side);
            Some(Direction::Sides(across.map_or(marked, |across| marked.with(across))))
        }
        SidesAsked::Line => Some(Direction::Approach(match arrow {
            Arrow::Left => Approach::FromLeft,
            Arrow::Right => Approach::FromRight,
            Arrow::Up | Arrow::Down => Approach::OnLine,
        })),
        SidesAsked::Edges(_) => None,
    }
}

impl Model<'_> {
    /// The hit or touch whose side is asked for.
    pub fn side_asked(self) -> Option<TestResult> {
        let question = self.input.side_question.as_ref()?;
        let is_open = self.asks_for_prediction()
            && self.engine.covered().is_some_and(|pair| pair == *question.pair);
        is_open.then_some(question.outcome)
    }

    /// What can be marked while a side is asked for, and the mark so far.
    pub fn sides_asked(self) -> Option<(SidesAsked, Option<Direction>)> {
        self.side_asked()?;
        let question = self.input.side_question.as_ref()?;
        Some((sides_asked(&question.pair)?, question.marked))
    }

    /// The keys to show while a side is asked for.
    pub(super) fn side_hints(self) -> Vec<Hint> {
        let Some((asked, _)) = self.sides_asked() else { return Vec::new() };
        let arrows = || Hint::new(self.input.keymap.arrows(), "side", 0);
        let inside = || Hint::new(INSIDE.to_string(), "inside", 1);
        let mut hints = match asked {
            SidesAsked::Box { of_laser: false } | SidesAsked::Line => vec![arrows()],
            SidesAsked::Box { of_laser: true } => vec![arrows(), inside()],
            SidesAsked::Edges(edges) => {
                vec![Hint::new(format!("1-{}", edges.min(MOST_EDGE_KEYS)), "edge", 0), inside()]
            }
        };
        hints.extend([
            Hint::new("Enter", "answer", 0),
            Hint::new(NONE.to_string(), "none", 1),
            Hint::new("Esc", "back", 2),
        ]);
        hints
    }

    /// What a key does while a side is asked for: it marks one, answers, leaves it out or goes
    /// back. The question, if it is still open then, and what follows.
    pub(super) fn side_answer(self, key: KeyPress) -> (Option<SideQuestion>, Option<Intent>) {
        let question = self.input.side_question.clone();
        let (Some((asked, marked)), Some(open)) = (self.sides_asked(), &question) else {
            return (None, None);
        };
        let mark = |side| (Some(SideQuestion { marked: Some(side), ..open.clone() }), None);
        let given = |side| {
            let said = Some((open.outcome, side));
            (None, Some(Intent::Run(Command::Predict(None, said))))
        };
        let refused = |why| (question.clone(), Some(Intent::Refused(why)));
        match key.code {
            KeyCode::Enter if marked.is_none() => {
                return refused(format!("mark a side first; {NONE} answers without one"));
            }
            KeyCode::Enter => return given(marked),
            KeyCode::Esc => return (None, None),
            _ => {}
        }
        let has_inside = !matches!(asked, SidesAsked::Box { of_laser: false } | SidesAsked::Line);
        match (key.typed(), asked) {
            (Some(NONE), _) => return given(None),
            (Some(INSIDE), _) if has_inside => return mark(Direction::Inside),
            (Some(typed), SidesAsked::Edges(edges)) => {
                let edge = typed.to_digit(10).and_then(|digit| usize::try_from(digit).ok());
                if let Some(edge) = edge.filter(|edge| (1..=edges).contains(edge)) {
                    return mark(Direction::Edges(edge, None));
                }
            }
            _ => {}
        }
        let side = match self.input.keymap.look_up(&[key], Pane::Arena) {
            Lookup::Action(Action::Arrow(arrow, _)) => marked_by(arrow, asked, marked),
            Lookup::Action(Action::Interrupt) => return (None, None),
            Lookup::Action(Action::Quit) => return (None, Some(Intent::Act(Action::Quit))),
            _ => None,
        };
        let other = || match self.shown_by(key) {
            Some(action) => (question.clone(), Some(Intent::Act(action))),
            None => {
                refused(format!("{key} marks no side; {NONE} answers without one, Esc goes back"))
            }
        };
        side.map_or_else(other, mark)
    }

    /// The action of a key that only shows something else. All digits name edges, even those
    /// without an edge: otherwise one could show a view by accident.
    fn shown_by(self, key: KeyPress) -> Option<Action> {
        let is_digit = key.typed().is_some_and(|typed| typed.is_ascii_digit());
        match self.input.keymap.look_up(&[key], self.screen.pane) {
            Lookup::Action(action @ (Action::CommandLine | Action::Help)) => Some(action),
            Lookup::Action(action) if action.needs(Needs::OnlyShows) && !is_digit => Some(action),
            _ => None,
        }
    }
}

/// What predict mode will do, or how many predictions were right.
pub(super) fn about_predict_mode(mode: PredictMode, score: Score, keys: &KeyMap) -> String {
    match mode {
        PredictMode::On => {
            let keys = keys.answers().map(|(key, word)| format!("{key} {word}"));
            format!("answers are covered from the next frame on: {}", keys.join(", "))
        }
        PredictMode::Off if score.made == 0 => "answers are shown".to_owned(),
        PredictMode::Off => format!("{}; answers are shown", score.line()),
    }
}

/// The message about a prediction's worth.
pub(super) fn worth(prediction: &Prediction) -> Message {
    let worth = prediction.worth();
    if prediction.said.is_none() {
        return Message::Note(worth);
    }
    // The badge already says right or wrong.
    let rest = worth.strip_prefix("right: ").or_else(|| worth.strip_prefix("wrong: "));
    Message::Judged(prediction.is_right, rest.unwrap_or(&worth).to_owned())
}
