//! Questions before something is lost: unsaved work, or what a file holds.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::keys;
use super::status::message;
use super::text::Pen;
use super::theme::Theme;
use crate::app::{Audience, Clash, Leaving, Model, OverwriteQuestion};
use hitscan_core::scene::printable;
use hitscan_core::words::differences;

/// Asks before discarding unsaved changes, in the row above row `y`; the
/// answers are in row `y`.
pub(super) fn leave(
    model: Model<'_>,
    leaving: &Leaving,
    theme: &Theme,
    area: Rect,
    y: u16,
    buf: &mut Buffer,
) {
    if model.screen.company.audience == Audience::All && *leaving == Leaving::Quit {
        let lost = differences(&model.engine.unsaved());
        let text = format!("This sandbox is not saved anywhere: {lost}. Stop showing it?");
        return question(&text, &[("y", "stop"), ("n", "go on")], theme, area, y, buf);
    }
    let (asked, yes, save) = match leaving {
        Leaving::Quit => ("Quit without saving?".to_owned(), "quit", "save, then quit"),
        Leaving::New => {
            ("Start a new scene without saving?".to_owned(), "new scene", "save, then new scene")
        }
        Leaving::Learn(_) => {
            ("Begin the lessons without saving?".to_owned(), "learn", "save, then learn")
        }
        Leaving::Open(target) => {
            let target = printable(target);
            (format!("Open {target} without saving?"), "open", "save, then open")
        }
    };
    let text = format!("Not saved: {}. {asked}", differences(&model.engine.unsaved()));
    question(&text, &[("y", yes), ("n", "stay"), ("w", save)], theme, area, y, buf);
}

/// Asks before overwriting a file.
pub(super) fn save_over(
    asked: &OverwriteQuestion,
    theme: &Theme,
    area: Rect,
    y: u16,
    buf: &mut Buffer,
) {
    let path = printable(&asked.path.to_string_lossy());
    let (text, answers): (_, &[_]) = match asked.clash {
        Clash::Changed => (
            format!("{path} was changed by another program. Overwrite it?"),
            &[("y", "overwrite"), ("r", "reload, discard yours"), ("n", "cancel")],
        ),
        Clash::Gone => (
            format!("{path} no longer exists. Create it again?"),
            &[("y", "create"), ("n", "cancel")],
        ),
        Clash::Another => (
            format!("{path} is another scene. Overwrite it?"),
            &[("y", "overwrite"), ("n", "cancel")],
        ),
    };
    question(&text, answers, theme, area, y, buf);
}

/// Writes a question in the rows above row `y`, and its answers in row `y`.
fn question(
    text: &str,
    answers: &[(&str, &str)],
    theme: &Theme,
    area: Rect,
    y: u16,
    buf: &mut Buffer,
) {
    message(text, theme.accent, area, y.saturating_sub(1), buf);
    let mut pen = Pen::new(buf, area, y);
    for (key, label) in answers {
        keys::write(&mut pen, theme, format_args!("{key}"), label);
    }
}
