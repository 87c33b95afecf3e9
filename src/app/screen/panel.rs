//! The panel: which view it shows, and how far it is scrolled.

use super::Arrow;
use crate::app::CrowdCounts;
use hitscan_core::command::{LogFilter, ObjectField, attribute_value};
use hitscan_core::engine::Sandbox;
use hitscan_core::scene::PanelView;
use hitscan_core::words::in_units;
use hitscan_core::world::{Object, ObjectKind};
use hitscan_geom::Origin;

/// A view of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, clap::ValueEnum)]
pub enum Tab {
    /// Every test; a run of equal answers is one line.
    #[default]
    Log,
    /// What every method says about the pair.
    Methods,
    /// The steps of one method, or of the truth.
    Why,
    /// The selected object in numbers.
    Object,
    /// What the signs of the arena mean.
    Signs,
    /// What the map shows, while it is on.
    Map,
    /// The open step of a lesson, in a course.
    #[value(skip)]
    Lab,
}

impl From<PanelView> for Tab {
    fn from(view: PanelView) -> Self {
        match view {
            PanelView::Log => Self::Log,
            PanelView::Methods => Self::Methods,
            PanelView::Why => Self::Why,
            PanelView::Object => Self::Object,
        }
    }
}

/// An answer to a command such as `describe`, shown until the panel shows
/// something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The command, as it was typed.
    pub asked: String,
    /// The answer, line by line.
    pub lines: Vec<String>,
    /// Whether it describes the current state, and goes when the world changes. Otherwise it stays
    /// until the user closes it.
    pub describes_now: bool,
}

/// What the panel shows.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// The view.
    pub tab: Tab,
    /// How many lines a view longer than the panel is scrolled. May be more than there are.
    pub scrolled: usize,
    /// The chosen line of Why, by the number of its sentence.
    pub chosen_sentence: Option<usize>,
    /// An answer shown instead of the view.
    pub answer: Option<Answer>,
    /// The form of the Object view.
    pub form: Form,
    /// The log filter chosen since the scene was opened.
    pub(in crate::app) chosen_filter: Option<LogFilter>,
    /// The change up to which the log counts, while counts wait for a pause; `None` counts up to
    /// now. Counts wait on a slow line, and while many objects play.
    pub counted_to: Option<usize>,
    /// Whether what the panel shows below the log or beside it waits for a pause, on a slow line.
    pub blocks_wait: bool,
    /// The crowd's counts, while they wait.
    pub held_counts: Option<CrowdCounts>,
}

impl Panel {
    pub(in crate::app) fn show(&mut self, tab: Tab) {
        self.tab = tab;
        self.answer = None;
        self.start_page();
    }

    /// Shows a page from the top, with the deciding line chosen.
    pub(in crate::app) const fn start_page(&mut self) {
        self.scrolled = 0;
        self.chosen_sentence = None;
    }

    /// Moves through the rows of the form, or scrolls a text. May scroll past the text's end;
    /// drawing stops there.
    pub(in crate::app) fn scroll(&mut self, arrow: Arrow, lines: usize, sandbox: &Sandbox) {
        if self.tab == Tab::Object && self.answer.is_none() {
            return self.form.choose(arrow, lines, sandbox);
        }
        self.scrolled = match arrow {
            Arrow::Up => self.scrolled.saturating_sub(lines),
            _ => self.scrolled.saturating_add(lines),
        };
    }

    /// Shows an answer until the user closes it.
    pub(in crate::app) fn show_answer(&mut self, asked: &str, lines: Vec<String>) {
        self.answer = Some(Answer { asked: asked.to_owned(), lines, describes_now: false });
        self.scrolled = 0;
    }

    /// Shows an answer about the current state.
    pub(in crate::app) fn show_answer_for_now(&mut self, asked: &str, lines: Vec<String>) {
        self.answer = Some(Answer { asked: asked.to_owned(), lines, describes_now: true });
        self.scrolled = 0;
    }

    /// Drops an answer that describes the state before a change.
    pub(in crate::app) fn drop_outdated_answer(&mut self) {
        self.answer.take_if(|answer| answer.describes_now);
    }
}

/// The form of the Object view: the values of the selected object.
#[derive(Clone, Copy, Debug, Default)]
pub struct Form {
    /// The number of the chosen row; a number past the end means the last row.
    pub chosen: usize,
    /// The point that gives a box its position.
    pub origin: Origin,
}

/// The content of a form row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FormRow {
    /// The name of the object.
    Name,
    /// The point that gives a box its position.
    Origin,
    /// A number of the object.
    Number(ObjectField),
    /// What may move a box.
    Body,
    /// Whether a laser or a polygon is static. A point has no such row.
    Fixed,
    /// An attribute of a box that is set, by its key.
    Attribute(&'static str),
}

impl Form {
    /// The rows of the form for an object, from top to bottom.
    fn rows(self, object: &Object) -> Vec<FormRow> {
        let (origins, body) = match object.kind() {
            ObjectKind::Box => (Some(FormRow::Origin), Some(FormRow::Body)),
            ObjectKind::Laser | ObjectKind::Polygon => (None, Some(FormRow::Fixed)),
            ObjectKind::Point => (None, None),
        };
        let attributes = { object.behavior.attributes().into_iter() }
            .filter(|attribute| !attribute.is_none())
            .map(|attribute| FormRow::Attribute(attribute.key()));
        let numbers = ObjectField::all_of(object, self.origin).into_iter().map(FormRow::Number);
        let first = [FormRow::Name].into_iter().chain(origins);
        first.chain(numbers).chain(body).chain(attributes).collect()
    }

    /// The rows for the selected object; empty if nothing is selected.
    pub(in crate::app) fn rows_in(self, sandbox: &Sandbox) -> Vec<FormRow> {
        sandbox.selection().map_or_else(Vec::new, |(_, object)| self.rows(object))
    }

    /// The place of the chosen row, counted from 0.
    pub(in crate::app) fn place_in(self, sandbox: &Sandbox) -> usize {
        self.chosen.min(self.rows_in(sandbox).len().saturating_sub(1))
    }

    /// The value in a row.
    pub(in crate::app) fn value(self, row: FormRow, sandbox: &Sandbox) -> String {
        let Some((_, object)) = sandbox.selection() else { return String::new() };
        match row {
            FormRow::Name => object.name.to_string(),
            FormRow::Origin => self.origin.token().to_owned(),
            FormRow::Number(field) => {
                let value = field.value(object, sandbox.world().settings());
                value.map(in_units).unwrap_or_default()
            }
            FormRow::Body => object.body.token().to_owned(),
            FormRow::Attribute(key) => {
                let attributes = object.behavior.attributes();
                let attribute = attributes.iter().find(|attribute| attribute.key() == key);
                attribute.map(attribute_value).unwrap_or_default()
            }
            FormRow::Fixed if object.is_static() => "yes".to_owned(),
            FormRow::Fixed => "no".to_owned(),
        }
    }
}
