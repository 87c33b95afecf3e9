//! Programs that answer frames alone: two boxes at rest are asked as a frame in which neither
//! moves, and other pairs count as unknown to them.
//!
//! A program does not say which pairs it reads. It reads frames alone if it has refused two boxes
//! at rest, by `?` or by its end, has never answered for such a pair, and answers the frame.

use std::borrow::Cow;

use super::{Asked, Asker, ProgramFault};
use hitscan_core::methods::{OwnAnswer, OwnReply};

/// What is known about the pairs that a program reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PairsRead {
    /// Nothing yet.
    Unknown,
    /// Whatever it is asked, or nothing is to be found out.
    AsAsked,
    /// Frames alone.
    FramesAlone,
}

/// A frame in which nothing happens.
const APART: &str = "box 0 0 1 1 move 0 0 box 5 5 6 6 move 0 0";

/// The line of a frame: itself, or for two boxes at rest one in which neither moves; `None` for any
/// other pair.
fn as_frame(line: &str) -> Option<Cow<'_, str>> {
    let words: Vec<_> = line.split(' ').collect();
    match words.as_slice() {
        ["box", .., _, _] if words.get(5) == Some(&"move") => Some(line.into()),
        ["box", a @ .., "box", e, f, g, h] if a.len() == 4 => {
            let a = a.join(" ");
            Some(format!("box {a} move 0 0 box {e} {f} {g} {h} move 0 0").into())
        }
        _ => None,
    }
}

/// Whether a line is about two boxes at rest.
fn is_at_rest(line: &str) -> bool {
    as_frame(line).is_some_and(|frame| frame != line)
}

impl Asker<'_> {
    /// Also finds out whether the program reads frames alone, and then asks it nothing else.
    pub const fn or_frames_alone(mut self) -> Self {
        self.pairs_read = PairsRead::Unknown;
        self
    }

    /// A line as the program is asked it.
    pub fn as_asked<'l>(&self, line: &'l str) -> Cow<'l, str> {
        let frame = as_frame(line).filter(|_| self.pairs_read == PairsRead::FramesAlone);
        frame.unwrap_or(line.into())
    }

    /// Asks lines of a program that may read frames alone.
    pub(super) fn ask_and_find_out(&mut self, lines: &[String]) -> Result<Asked, ProgramFault> {
        let asked = self.ask_as_they_are(lines);
        let answers = match &asked {
            Ok(Asked::Answered(replies)) => {
                let at_rest = lines.iter().zip(replies).filter(|(line, _)| is_at_rest(line));
                let replies: Vec<_> = at_rest.map(|(_, reply)| *reply).collect();
                if replies.is_empty() {
                    return asked;
                }
                if replies.iter().any(|reply| *reply != OwnReply::Unknown) {
                    self.pairs_read = PairsRead::AsAsked;
                    return asked;
                }
                None
            }
            Ok(Asked::Crashed(crash)) => Some(crash.answers),
            Err(ProgramFault::Ended { answers, .. }) => Some(*answers),
            Ok(Asked::Interrupted) | Err(_) => return asked,
        };
        // It ended at the first line that is no frame.
        let is_frame = |line: &String| as_frame(line).is_some_and(|frame| frame == *line);
        if answers.is_some_and(|at| {
            lines.get(at).is_none_or(is_frame) || !lines[..at].iter().all(is_frame)
        }) {
            return asked;
        }
        let remarks = self.remarks();
        let reads_frames = if lines.iter().any(|line| as_frame(line).is_some()) {
            let again = self.ask_frames_alone(lines);
            match again {
                Ok(Asked::Answered(replies)) if has_answer(lines, &replies) => {
                    self.pairs_read = PairsRead::FramesAlone;
                    return Ok(Asked::Answered(replies));
                }
                Ok(Asked::Interrupted) => return Ok(Asked::Interrupted),
                Ok(_) | Err(_) => false,
            }
        } else {
            // Among these there is none to see it by.
            let apart = self.ask_as_they_are(&[APART.to_owned()]);
            matches!(apart, Ok(Asked::Answered(replies)) if !replies.contains(&OwnReply::Unknown))
        };
        if reads_frames {
            return Ok(Asked::Answered(vec![OwnReply::Unknown; lines.len()]));
        }
        self.pairs_read = PairsRead::AsAsked;
        self.keep_remarks(remarks);
        asked
    }

    /// Asks the frames among the lines, and two boxes at rest as a frame.
    pub(super) fn ask_frames_alone(&mut self, lines: &[String]) -> Result<Asked, ProgramFault> {
        let frames: Vec<_> = lines.iter().map(|line| as_frame(line)).collect();
        let asked: Vec<_> =
            frames.iter().flatten().map(|frame| frame.clone().into_owned()).collect();
        if asked.is_empty() {
            return Ok(Asked::Answered(vec![OwnReply::Unknown; lines.len()]));
        }
        Ok(match self.ask_as_they_are(&asked)? {
            Asked::Answered(replies) => {
                let mut replies = replies.into_iter();
                let of_line = |(line, frame): (&String, &Option<Cow<'_, str>>)| {
                    let reply = frame.as_ref().and_then(|_| replies.next());
                    match reply.unwrap_or(OwnReply::Unknown) {
                        // Two boxes at rest have neither a side of entry nor a time.
                        OwnReply::Answer(answer) if is_at_rest(line) => {
                            OwnReply::Answer(OwnAnswer { sides: None, t: None, ..answer })
                        }
                        reply => reply,
                    }
                };
                Asked::Answered(lines.iter().zip(&frames).map(of_line).collect())
            }
            Asked::Crashed(mut crash) => {
                let mut places = (0..lines.len()).filter(|&at| frames[at].is_some());
                crash.answers = places.nth(crash.answers).unwrap_or(lines.len());
                Asked::Crashed(crash)
            }
            Asked::Interrupted => Asked::Interrupted,
        })
    }
}

/// Whether two boxes at rest have an answer.
fn has_answer(lines: &[String], replies: &[OwnReply]) -> bool {
    let mut at_rest = lines.iter().zip(replies).filter(|(line, _)| is_at_rest(line));
    at_rest.any(|(_, reply)| *reply != OwnReply::Unknown)
}
