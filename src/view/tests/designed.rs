//! Screens in the notation of the design: their text, the role of each cell and its ground, if any.
//!
//! `UPDATE_LOOK=1 cargo test` rewrites them; then `git diff` shows what changed.

use std::fs;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier, Style};

use super::{rows, screen_in};
use crate::app::App;
use crate::view::Theme;
use crate::view::theme::GroundRole;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/look");

/// The letter of each ground; shared cells have `x`.
const GROUNDS: [(char, GroundRole); 17] = [
    ('b', GroundRole::Box),
    ('B', GroundRole::SelectedBox),
    ('s', GroundRole::Static),
    ('k', GroundRole::Kinematic),
    ('p', GroundRole::Polygon),
    ('P', GroundRole::SelectedPolygon),
    ('e', GroundRole::MapWrong),
    ('d', GroundRole::MapOverlaps),
    ('i', GroundRole::MapWithin),
    ('y', GroundRole::MapTouches),
    ('z', GroundRole::MapRounding),
    ('L', GroundRole::MapLeft),
    ('T', GroundRole::MapTop),
    ('R', GroundRole::MapRightSide),
    ('U', GroundRole::MapBottom),
    ('S', GroundRole::Chosen),
    ('G', GroundRole::Button),
];

/// A screen in the notation of the design.
#[derive(PartialEq, Eq)]
struct Written {
    text: String,
    roles: String,
}

impl Written {
    /// A screen, with the letters of `designed` wherever its cells may have them.
    fn of(screen: &Buffer, theme: &Theme, designed: &Self) -> Self {
        let (roles, grounds) =
            designed.roles.split_once("grounds\n").unwrap_or((&designed.roles, ""));
        let text: String = rows(screen).into_iter().map(|row| row + "\n").collect();
        let row_of = |all: &str, y: u16| all.lines().nth(y.into()).unwrap_or_default().to_owned();
        let width = screen.area.width;
        let written = |all: &str, letter: &dyn Fn(&Cell, char) -> char| -> String {
            let row = |y| {
                let designed = row_of(all, y);
                let mut before = designed.chars();
                let letters =
                    (0..width).map(|x| letter(&screen[(x, y)], before.next().unwrap_or(' ')));
                letters.collect::<String>().trim_end().to_owned() + "\n"
            };
            (0..screen.area.height).map(row).collect()
        };
        let roles = written(roles, &|cell, designed| role_of(cell, theme, designed));
        let grounds = written(grounds, &|cell, designed| ground_of(cell, theme, designed));
        let has_grounds = !grounds.trim().is_empty();
        let grounds = if has_grounds { format!("grounds\n{grounds}") } else { String::new() };
        Self { text, roles: roles + &grounds }
    }

    fn read(name: &str) -> Self {
        let [text, roles] =
            ["txt", "roles"].map(|kind| fs::read_to_string(format!("{FOLDER}/{name}.{kind}")));
        Self { text: text.unwrap_or_default(), roles: roles.unwrap_or_default() }
    }

    fn write(&self, name: &str) {
        for (kind, text) in [("txt", &self.text), ("roles", &self.roles)] {
            fs::write(format!("{FOLDER}/{name}.{kind}"), text).expect("written");
        }
    }
}

/// How the screen of an app differs from the designed one of this name, if it does.
pub(super) fn difference(name: &str, app: &App, theme: &Theme) -> Option<String> {
    let designed = Written::read(name);
    let seen = Written::of(&screen_in(app, theme), theme, &designed);
    if std::env::var_os("UPDATE_LOOK").is_some() {
        seen.write(name);
        return None;
    }
    let lines = |seen: &str, designed: &str| -> String {
        let (seen, designed) = (seen.lines(), designed.lines());
        let pairs = seen.zip(designed).enumerate().filter(|(_, (seen, designed))| seen != designed);
        let told =
            pairs.map(|(y, (is, not))| format!("{name} {y:2} is  {is}\n{name} {y:2} not {not}\n"));
        told.collect()
    };
    let told = || lines(&seen.text, &designed.text) + &lines(&seen.roles, &designed.roles);
    (seen != designed).then(|| format!("{name} is not as designed\n{}", told()))
}

/// The styles that a letter stands for.
fn styles(theme: &Theme) -> Vec<(char, Style)> {
    let own = Style::new();
    let [bold, reversed] =
        [Modifier::BOLD, Modifier::REVERSED].map(|modifier| own.add_modifier(modifier));
    let mut all = vec![('.', own), ('f', own), ('T', bold), ('F', bold), (',', theme.quiet)];
    all.extend([('k', theme.quiet), ('R', reversed), ('K', theme.key), ('A', theme.accent)]);
    all.extend([('Z', theme.covered), ('c', Theme::unselected(theme.accent))]);
    all.extend([('h', theme.overlap), ('H', theme.contact), ('r', theme.right)]);
    all.extend([('o', theme.convention), ('O', theme.touched), ('U', own)]);
    let kinds = [['b', 'B', 'v'], ['l', 'L', 'm'], ['p', 'P', 'q']];
    for ([plain, selected, dim], style) in kinds.into_iter().zip(theme.kinds) {
        all.extend([(plain, style), (selected, Theme::selected(style))]);
        all.push((dim, theme.dimmed(style)));
    }
    all.extend([('D', theme.solid_static), ('T', bold.add_modifier(Modifier::UNDERLINED))]);
    all.extend([('Y', theme.badges[1]), ('X', theme.badges[2])]);
    all.extend([
        ('w', reversed.add_modifier(Modifier::DIM)),
        ('V', theme.kinds[0].patch(reversed)),
    ]);
    for (letter, &tint) in ('1'..='6').zip(theme.tints.iter().flatten()) {
        all.push((letter, Style::new().fg(tint)));
    }
    let reverse = |style: Style| style.add_modifier(Modifier::REVERSED);
    all.extend([('X', reverse(theme.contact)), ('Y', reverse(theme.touched))]);
    all.extend([('W', reverse(theme.right)), ('N', reverse(Theme::selected(theme.kinds[0])))]);
    all
}

fn role_of(cell: &Cell, theme: &Theme, designed: char) -> char {
    if cell.symbol() == " " && !cell.modifier.contains(Modifier::REVERSED) {
        return ' ';
    }
    let looks_so = |style: &Style| {
        style.fg.unwrap_or(Color::Reset) == cell.fg && style.add_modifier == cell.modifier
    };
    let styles = styles(theme);
    let mut fitting = styles.iter().filter(|(_, style)| looks_so(style)).map(|(letter, _)| *letter);
    let first = fitting.clone().next();
    fitting.find(|letter| *letter == designed).or(first).unwrap_or('?')
}

fn ground_of(cell: &Cell, theme: &Theme, designed: char) -> char {
    if cell.bg == Color::Reset {
        return ' ';
    }
    if theme.shared.bg == Some(cell.bg) {
        return 'x';
    }
    let fits = |role: &GroundRole| theme.ground(*role) == Some(cell.bg);
    let mut fitting = GROUNDS.iter().filter(|(_, role)| fits(role)).map(|(letter, _)| *letter);
    let first = fitting.clone().next();
    fitting.find(|letter| *letter == designed).or(first).unwrap_or('?')
}
