//! What a program is asked about a pair, and the state of its reply.

use std::fmt::Write;

use super::answer::OwnReply;
use super::judgement::JudgingRules;
use super::truth::OwnPair;
use crate::methods::Agreement;
use hitscan_geom::{Moving, Shape};

/// What an own method is asked about a pair.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OwnQuestion {
    shapes: [Shape; 2],
    /// Two boxes in motion are also asked about as a frame.
    frame: Option<[Moving; 2]>,
}

impl OwnQuestion {
    /// A question about two shapes, and about their frame if they are two boxes in motion.
    pub const fn new(shapes: [Shape; 2], frame: Option<[Moving; 2]>) -> Self {
        Self { shapes, frame }
    }

    /// The pairs to ask about: the shapes at rest, then their frame.
    pub fn pairs(&self) -> impl Iterator<Item = OwnPair<'_>> {
        let [a, b] = &self.shapes;
        let frame = self.frame.iter().map(|[a, b]| OwnPair::Frame(a, b));
        std::iter::once(OwnPair::Still(a, b)).chain(frame)
    }

    /// The pair that decides: the frame if there is one, else the shapes at rest.
    pub const fn decisive(&self) -> OwnPair<'_> {
        match (&self.frame, &self.shapes) {
            (Some([a, b]), _) => OwnPair::Frame(a, b),
            (None, [a, b]) => OwnPair::Still(a, b),
        }
    }

    /// The agreement of all replies together, the worst one deciding; `None` if none of them
    /// is an answer.
    pub fn agreement(&self, replies: &[OwnReply], rules: JudgingRules) -> Option<Agreement> {
        let judged = self.pairs().zip(replies).filter_map(|(pair, reply)| match reply {
            OwnReply::Answer(answer) => Some(pair.judge(answer, rules).agreement),
            OwnReply::Unknown => None,
        });
        judged.max_by_key(|agreement| match agreement {
            Agreement::NotApplicable => 0,
            Agreement::Agrees => 1,
            Agreement::Convention => 2,
            Agreement::Wrong => 3,
        })
    }

    /// The lines that ask about them, without line feeds.
    pub fn lines(&self) -> Vec<String> {
        self.pairs().map(question_line).collect()
    }
}

/// The state of a program's reply about the pair in view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OwnState {
    /// Nothing has been asked.
    #[default]
    Unasked,
    /// The program has not answered yet.
    Thinking,
    /// The program has not answered for a long time.
    Slow,
    /// The program has answered each pair of the question.
    Answered(Vec<OwnReply>),
    /// The program no longer answers, for this reason.
    Dead(String),
}

/// The line that asks a program about a pair, without a line feed: `box 0 0 10 5 laser -5 0 15 10`.
/// A box is left, top, right, bottom; a polygon starts with its number of vertices; a point is
/// `point 1 1`; in a frame, `move` and a velocity follow each box.
pub fn question_line(pair: OwnPair<'_>) -> String {
    let mut line = String::new();
    match pair {
        OwnPair::Still(a, b) => {
            push_shape(&mut line, a);
            line.push(' ');
            push_shape(&mut line, b);
        }
        OwnPair::Point(region, point) => {
            push_shape(&mut line, region);
            line.push_str(" point");
            let (at, _) = point.bounds();
            push(&mut line, at.x);
            push(&mut line, at.y);
        }
        OwnPair::Frame(a, b) => {
            push_moving(&mut line, a);
            line.push(' ');
            push_moving(&mut line, b);
        }
    }
    line
}

fn push_shape(line: &mut String, shape: &Shape) {
    line.push_str(shape.kind().token());
    if let Shape::Polygon(polygon) = shape {
        push(line, polygon.vertices().len());
    }
    let (two, vertices) = match shape {
        Shape::Box(aabb) => (Some([aabb.min(), aabb.max()]), &[][..]),
        Shape::Segment(laser) => (Some([laser.start(), laser.end()]), &[][..]),
        Shape::Polygon(polygon) => (None, polygon.vertices()),
    };
    for point in two.iter().flatten().chain(vertices) {
        push(line, point.x);
        push(line, point.y);
    }
}

fn push_moving(line: &mut String, moving: &Moving) {
    push_shape(line, &Shape::Box(moving.start()));
    line.push_str(" move");
    push(line, moving.motion().x);
    push(line, moving.motion().y);
}

fn push(line: &mut String, number: impl std::fmt::Display) {
    // Writing to a String cannot fail.
    let _: std::fmt::Result = write!(line, " {number}");
}
