//! Texts and answers as JSON, which is what YAML reads too.

use crate::cli::query::escape;
use hitscan_core::engine::expect::Answer;

/// A text in quotes; nothing that a terminal acts on stands in it raw.
pub(in crate::cli) fn text(text: &str, out: &mut String) {
    out.push('"');
    escape(text, out);
    out.push('"');
}

/// An answer as a query or a scene file writes it; `null` for none.
pub(super) fn answer(answer: Option<&Answer>, out: &mut String) {
    match answer {
        None => out.push_str("null"),
        Some(Answer::Token(token)) => text(token, out),
        Some(Answer::Tokens(tokens)) => list(tokens, out, |token, out| text(token, out)),
        Some(Answer::Edges(edges)) => list(edges, out, |edge, out| out.push_str(&edge.to_string())),
        Some(Answer::Time(t)) => text(&t.to_string(), out),
        Some(Answer::Times(both)) => list(both, out, |t, out| text(&t.to_string(), out)),
    }
}

/// `[…]`.
pub(super) fn list<T>(items: &[T], out: &mut String, mut write: impl FnMut(&T, &mut String)) {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write(item, out);
    }
    out.push(']');
}
