//! The keys of predict mode: an answer, and for a hit or touch arrows that mark the side.

use crossterm::event::KeyCode;

use super::{Action, App, Arrow, Effect, Hint, KeyPress, Lookup, Message, Model, Needs, Pane};
use hitscan_core::command::{Command, PredictMode};
use hitscan_core::engine::{Pair, Prediction, Score};
use hitscan_core::world::TestResult;
use hitscan_geom::{Approach, Direction, Shape, Side, Sides};

/// The most edges that have a key; others are typed: `predict hit edge-12`.
pub const MOST_EDGE_KEYS: usize = 9;
/// The key that answers without a side, and the one that marks a start inside.
const NONE: char = 'n';
const INSIDE: char = 'i';

/// A hit or touch that was predicted, while its side is asked for.
#[derive(Clone, Debug)]
pub(super) struct SideQuestion {
    outcome: TestResult,
    /// Another pair, or the same in another frame, is another question.
    pair: Box<Pair>,
    /// What is marked so far.
    marked: Option<Direction>,
}

/// What there is to mark of the pair's second, by the shapes alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SidesAsked {
    /// The sides of a box and their corners; for a laser also that it starts inside.
    Box {
        /// Whether the first is a laser.
        of_laser: bool,
    },
    /// From which side of its line a laser comes.
    Line,
    /// An edge of a polygon with this many edges, or that the laser starts inside.
    Edges(usize),
}

/// What a key says while a side is asked for.
enum PredictAnswer {
    Mark(Direction),
    Answer,
    LeftOut,
    Back,
    Quit,
    NoSide,
}

/// What is asked of a pair; nothing of two regions that are not both boxes.
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

/// What an arrow marks, after what was marked before: a side, or with one across it their
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
                // The same side once more stands alone again.
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
    #[must_use]
    pub fn side_asked(self) -> Option<TestResult> {
        let question = self.input.side_question.as_ref()?;
        let is_open = self.asks_for_prediction()
            && self.engine.covered().is_some_and(|pair| pair == *question.pair);
        is_open.then_some(question.outcome)
    }

    /// What there is to mark while a side is asked for, and what is marked.
    #[must_use]
    pub fn sides_asked(self) -> Option<(SidesAsked, Option<Direction>)> {
        self.side_asked()?;
        let question = self.input.side_question.as_ref()?;
        Some((sides_asked(&question.pair)?, question.marked))
    }

    /// The keys while a side is asked for.
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
            PredictMode::Off => format!("{}; answers are shown", score.line()),
        });
    }

    /// Says what a prediction is worth.
    pub(super) fn say_prediction(&mut self, prediction: &Prediction) {
        let worth = prediction.worth();
        // The badge has the word.
        let told = worth.strip_prefix("right: ").or_else(|| worth.strip_prefix("wrong: "));
        if prediction.said.is_none() {
            return self.screen.say(worth);
        }
        let told = told.unwrap_or(&worth).to_owned();
        self.screen.message = Some(Message::Judged(prediction.is_right, told));
    }

    /// Predicts the covered result; of a hit or touch, the next key names the side.
    pub(super) fn predict(&mut self, outcome: TestResult) -> Vec<Effect> {
        let pair = self.engine.covered().filter(|_| outcome != TestResult::Miss);
        match pair.filter(|pair| sides_asked(pair).is_some()) {
            Some(pair) => {
                let pair = Box::new(pair);
                self.input.side_question = Some(SideQuestion { outcome, pair, marked: None });
                Vec::new()
            }
            None => self.run(&Command::Predict(None, Some((outcome, None)))),
        }
    }

    /// A key while a side is asked for: it marks one, answers, leaves it out or goes back.
    pub(super) fn press_side(&mut self, outcome: TestResult, key: KeyPress) -> Vec<Effect> {
        let Some((asked, marked)) = self.model().sides_asked() else { return Vec::new() };
        let said = match self.side_answer(key, (asked, marked)) {
            PredictAnswer::Mark(side) => {
                if let Some(question) = &mut self.input.side_question {
                    question.marked = Some(side);
                }
                return Vec::new();
            }
            PredictAnswer::Answer if marked.is_none() => {
                self.screen.fail(format!("mark a side first; {NONE} answers without one"));
                return Vec::new();
            }
            PredictAnswer::Answer => marked,
            PredictAnswer::LeftOut => None,
            PredictAnswer::Back => {
                self.input.side_question = None;
                return Vec::new();
            }
            PredictAnswer::Quit => {
                self.input.side_question = None;
                return self.act(Action::Quit);
            }
            PredictAnswer::NoSide => {
                if let Some(action) = self.shown_by(key) {
                    return self.act(action);
                }
                self.screen.fail(format!(
                    "{key} marks no side; {NONE} answers without one, Esc goes back"
                ));
                return Vec::new();
            }
        };
        self.input.side_question = None;
        self.run(&Command::Predict(None, Some((outcome, said))))
    }

    /// What a key says of the side.
    fn side_answer(
        &self,
        key: KeyPress,
        (asked, marked): (SidesAsked, Option<Direction>),
    ) -> PredictAnswer {
        match key.code {
            KeyCode::Enter => return PredictAnswer::Answer,
            KeyCode::Esc => return PredictAnswer::Back,
            _ => {}
        }
        let has_inside = !matches!(asked, SidesAsked::Box { of_laser: false } | SidesAsked::Line);
        match (key.typed(), asked) {
            (Some(NONE), _) => return PredictAnswer::LeftOut,
            (Some(INSIDE), _) if has_inside => return PredictAnswer::Mark(Direction::Inside),
            (Some(typed), SidesAsked::Edges(edges)) => {
                let edge = typed.to_digit(10).and_then(|digit| usize::try_from(digit).ok());
                if let Some(edge) = edge.filter(|edge| (1..=edges).contains(edge)) {
                    return PredictAnswer::Mark(Direction::Edges(edge, None));
                }
            }
            _ => {}
        }
        let arrow = match self.input.keymap.look_up(&[key], Pane::Arena) {
            Lookup::Action(Action::Arrow(arrow, _)) => Some(arrow),
            Lookup::Action(Action::Interrupt) => return PredictAnswer::Back,
            Lookup::Action(Action::Quit) => return PredictAnswer::Quit,
            _ => None,
        };
        let side = arrow.and_then(|arrow| marked_by(arrow, asked, marked));
        side.map_or(PredictAnswer::NoSide, PredictAnswer::Mark)
    }

    /// The action of a key that only shows something else. Digits name edges, those that do
    /// not, too: one that showed a view would do so by accident.
    fn shown_by(&self, key: KeyPress) -> Option<Action> {
        let is_digit = key.typed().is_some_and(|typed| typed.is_ascii_digit());
        match self.input.keymap.look_up(&[key], self.screen.pane) {
            Lookup::Action(action @ (Action::CommandLine | Action::Help)) => Some(action),
            Lookup::Action(action) if action.needs(Needs::OnlyShows) && !is_digit => Some(action),
            _ => None,
        }
    }
}
