//! Keys that answer a question: before unsaved work is lost, or before a file is overwritten. The
//! engine says when to ask: [`hitscan_core::engine::Outcome::Confirm`].

use crossterm::event::KeyCode;

use super::intent::{Intent, ScreenChange};
use super::{Clash, KeyPress, Leaving, OverwriteQuestion};
use hitscan_core::engine::{Effect, Engine, Outcome, Overwrite};

/// What a key says to a question.
pub(super) enum QuestionReply {
    /// It is answered, and this follows.
    Settled(Option<Intent>),
    /// Save first, but there is no file yet: the user types its name.
    NeedsFile,
    /// Nothing: the question stays.
    None,
}

/// Answers the question before the scene is left. The flag says whether the key interrupts.
pub(super) fn answer_leave(
    leaving: &Leaving,
    (key, interrupts): (KeyPress, bool),
    engine: &mut Engine,
) -> QuestionReply {
    match (key.typed(), key.code) {
        (Some('y'), _) => QuestionReply::Settled(Some(Intent::Leave(leaving.clone()))),
        // A second q must not answer this question and lose unsaved work.
        _ if interrupts && *leaving == Leaving::Quit => {
            QuestionReply::Settled(Some(Intent::Host(Effect::Quit.into())))
        }
        (Some('w'), _) => match engine.save_then(leaving.clone()) {
            Outcome::Effect(effect) => QuestionReply::Settled(Some(Intent::Host(effect.into()))),
            _ => QuestionReply::NeedsFile,
        },
        (Some('n'), _) | (_, KeyCode::Esc | KeyCode::Enter) => QuestionReply::Settled(None),
        _ => QuestionReply::None,
    }
}

/// Answers the question before a file is overwritten.
pub(super) fn answer_save_over(
    question: &OverwriteQuestion,
    key: KeyPress,
    engine: &mut Engine,
) -> QuestionReply {
    let path = || question.path.clone();
    let effect = match (key.typed(), key.code, question.clash) {
        (Some('y'), ..) => Effect::Save(path(), Overwrite::Yes),
        (Some('r'), _, Clash::Changed) => {
            engine.stay();
            Effect::Open(path().to_string_lossy().into_owned())
        }
        (Some('n'), ..) | (_, KeyCode::Esc | KeyCode::Enter, _) => {
            engine.stay();
            let said = ScreenChange::Say("not saved".to_owned());
            return QuestionReply::Settled(Some(Intent::Show(said)));
        }
        _ => return QuestionReply::None,
    };
    QuestionReply::Settled(Some(Intent::Host(effect.into())))
}
