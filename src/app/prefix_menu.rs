//! The menu that a prefix key opens: each key that can follow, in groups, with what it does and
//! whether that is set now.

use super::input::keymap::written;
use super::{Action, Arrow, KeyPress, Model, Overlay, Setting, Switch};
use hitscan_core::methods::Method;
use hitscan_core::world::Response;

/// The keys that can follow a prefix key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrefixMenu {
    /// The keys typed so far.
    pub typed: String,
    /// The subject of the menu; empty for keys from a configuration.
    pub title: &'static str,
    /// The groups, in columns.
    pub columns: Vec<Vec<PrefixGroup>>,
}

/// Keys that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrefixGroup {
    /// What they change; empty if that is obvious.
    pub title: &'static str,
    /// The keys.
    pub rows: Vec<PrefixRow>,
}

/// A key that can follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrefixRow {
    /// What it does.
    pub action: Action,
    /// The key.
    pub key: String,
    /// A word or two.
    pub name: &'static str,
    /// What it means, or the current one of several values.
    pub text: &'static str,
    /// Whether it is set now.
    pub is_set: bool,
}

/// A menu in the table.
struct Menu {
    title: &'static str,
    columns: &'static [&'static [Group]],
}

/// A title, and each action with what it means here; empty for the doc of the action's own row.
type Group = (&'static str, &'static [(Action, &'static str)]);

use Action as A;

/// All layers of the arena, so that a new layer is in the menu too.
const LAYERS: [(Action, &str); Overlay::ALL.len()] = {
    let mut rows = [(A::Repaint, ""); Overlay::ALL.len()];
    let mut at = 0;
    while at < rows.len() {
        let overlay = Overlay::ALL[at];
        rows[at] = (A::Toggle(overlay), overlay.brief());
        at += 1;
    }
    rows
};

/// Builds the table: a title, and for each of its columns the groups with their rows.
macro_rules! menus {
    ($($title:literal: [$([$($group:literal: $rows:tt)*])*])*) => {
        [$(Menu { title: $title, columns: &[$(&[$(($group, &menus!(@ $rows))),*]),*] }),*]
    };
    (@ {$($action:expr $(=> $text:literal)?;)*}) => { [$(($action, [$($text,)? ""][0])),*] };
    (@ $rows:ident) => { $rows };
}

const MENUS: [Menu; 5] = menus! {
    "what a body does when it hits, and which method says the side": [
        ["response": {
            A::Respond(Response::Pass) => "go on";
            A::Respond(Response::Stop) => "stand there";
            A::Respond(Response::Slide) => "the free axis";
            A::Respond(Response::PushOut) => "be put out";
            A::Respond(Response::Bounce) => "turn back";
        }]
        ["side from": {
            A::RespondBy(Method::SWEPT) => "the truth: first contact";
            A::RespondBy(Method::RELATIVE_VELOCITY) => "edges over the motion";
            A::RespondBy(Method::PREDICT_CORNER) => "with corners";
            A::RespondBy(Method::LEAST_OVERLAP) => "the shallowest side";
            A::RespondBy(Method::CENTER_ANGLE) => "where the middle lies";
            A::RespondBy(Method::PREVIOUS_FRAME) => "what was apart before";
            A::RespondBy(Method::AXIS_BY_AXIS) => "x first, then y";
            A::RespondBy(Method::SUBSTEPS) => "four parts of a frame";
        }]
    ]
    "what the arena shows, and how it is drawn": [
        ["layers": LAYERS]
        ["signs": {
            A::Next(Setting::Glyphs);
            A::ShowNote => "what the author says to try";
            A::Switch(Switch::Mouse) => "clicks, drags, the wheel";
            A::Switch(Switch::Columns) => "two columns of the panel";
        } "colours": {
            A::Next(Setting::Theme);
            A::Switch(Switch::Grounds) => "bodies are filled";
        }]
    ]
    "what to add": [
        ["": {
            A::AddBox;
            A::AddLaser;
            A::AddPolygon;
            A::InsertVertex;
        }]
    ]
    "what an object is, and where moves land": [
        ["": {
            A::Rename => "another name";
            A::ToggleFixed;
            A::NextBody;
            A::ToggleBeam;
            A::NextOneWay;
            A::DropThrough;
            A::Switch(Switch::Snap);
            A::Next(Setting::BoundaryRule);
        }]
    ]
    "which part of the plane is in view": [
        ["": {
            A::Pan(Arrow::Left);
            A::Pan(Arrow::Right);
            A::Pan(Arrow::Up);
            A::Pan(Arrow::Down);
            A::Fit;
            A::ShowContact;
            A::ZoomReset;
        }]
    ]
};

impl Menu {
    fn actions(&self) -> impl Iterator<Item = Action> {
        let groups = self.columns.iter().flat_map(|groups| groups.iter());
        groups.flat_map(|(_, rows)| rows.iter().map(|(action, _)| *action))
    }
}

impl PrefixMenu {
    /// The menu for the pending keys, while they are the start of a sequence.
    pub fn of(model: Model<'_>) -> Option<Self> {
        let keys = &model.input.following()?;
        let known = |menu: &&Menu| {
            menu.actions().filter(|action| keys.iter().any(|(_, other)| other == action)).count()
        };
        let menu = MENUS.iter().max_by_key(known).filter(|menu| known(menu) > 0);
        let rows = |group: &Group| PrefixGroup {
            title: group.0,
            rows: { group.1.iter() }
                .filter_map(|&(action, text)| {
                    let row = row_of(model, keys, action, text)?;
                    // Among themselves, methods go by their full names.
                    let name =
                        if let A::RespondBy(method) = action { method.id() } else { row.name };
                    Some(PrefixRow { name, ..row })
                })
                .collect(),
        };
        let groups = |groups: &&[Group]| {
            let groups = groups.iter().map(rows).filter(|group| !group.rows.is_empty());
            groups.collect::<Vec<_>>()
        };
        let mut columns: Vec<_> =
            menu.into_iter().flat_map(|menu| menu.columns).map(groups).collect();
        columns.retain(|groups| !groups.is_empty());
        let others = others(model, keys, menu);
        if !others.is_empty() {
            let title = if columns.is_empty() { "" } else { "more" };
            let group = PrefixGroup { title, rows: others };
            match columns.last_mut() {
                Some(last) => last.push(group),
                None => columns.push(vec![group]),
            }
        }
        let title = menu.map_or("", |menu| menu.title);
        Some(Self { typed: written(&model.input.pending), title, columns })
    }

    /// Whether any row is set now.
    pub fn has_set(&self) -> bool {
        self.columns.iter().flatten().flat_map(|group| &group.rows).any(|row| row.is_set)
    }
}

/// The keys that a configuration has added.
fn others(model: Model<'_>, keys: &[(KeyPress, Action)], menu: Option<&Menu>) -> Vec<PrefixRow> {
    let mut rows: Vec<PrefixRow> = Vec::new();
    for &(_, action) in keys {
        let is_there = menu.is_some_and(|menu| menu.actions().any(|known| known == action))
            || rows.iter().any(|row| row.action == action);
        if !is_there {
            rows.extend(row_of(model, keys, action, ""));
        }
    }
    rows
}

/// The row of an action, under its first key; `None` if no key stands for it.
fn row_of(
    model: Model<'_>,
    keys: &[(KeyPress, Action)],
    action: Action,
    text: &'static str,
) -> Option<PrefixRow> {
    let key = keys.iter().find(|(_, other)| *other == action)?.0.to_string();
    let own = action.row();
    let text = match action {
        A::Next(setting) => model.value_of(setting),
        _ if text.is_empty() => own.doc,
        _ => text,
    };
    Some(PrefixRow { action, key, name: own.hint, text, is_set: is_set(model, action) })
}

fn is_set(model: Model<'_>, action: Action) -> bool {
    let settings = model.engine.sandbox().world().settings();
    match action {
        A::Respond(response) => settings.response == response,
        A::RespondBy(method) => settings.side == method,
        A::Toggle(overlay) => model.shows(overlay),
        A::Switch(switch) => model.is_on(switch),
        _ => false,
    }
}
