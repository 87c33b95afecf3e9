//! The first row: the open scene, the frame, and the current settings.
//!
//! The fields are at the right, so that the title stays in place when numbers get longer.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::glyphs::Glyphs;
use super::text::{Pen, cells_of, shortened};
use super::theme::Theme;
use crate::app::{Audience, Layout, Model, Overlay};
use hitscan_core::methods::Method;
use hitscan_core::scene::{EndCondition, SceneSource};
use hitscan_core::words::in_text;
use hitscan_core::world::{Response, Settings};
use hitscan_geom::broad_phase::Counts;

/// Blank cells between two fields: before the play state and the frame; before the response, the
/// side method and the counters; before the edge of the screen.
const GAPS: [u16; 3] = [3, 2, 1];
/// The fewest cells for a name beside counters, and for a title.
const LEAST_NAME: u16 = 8;
const LEAST_TITLE: u16 = 6;
/// The minimum width of a screen that shows the title of the scene: on a narrower one it would come
/// and go with the fields.
const TITLE_COLS: u16 = 80;
/// What stands beside a title at least.
const BESIDE_A_LESSON: &str = "    step 1 of 8   frame 1    ";
const BESIDE_A_SCENE: &str = " name    frame 1    ";
/// Shown while answers are hidden until the user predicts them.
const PREDICT: &str = "PREDICT";
/// Shown while others watch, and while the user shows the screen to all.
const WATCHED: &str = "watched";
const SHOWN: &str = "shown to all";

/// Draws the header into the first row of `area`.
pub(super) fn render(
    model: Model<'_>,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
) {
    let mut fields = HeaderFields { area, end: area.right().saturating_sub(GAPS[2]), buf };
    let is_narrow = area.width < Layout::LEAST_BESIDE.0;
    if !is_narrow {
        fields.put(theme.quiet, &response(model, area.width), GAPS[0]);
    }
    put_frame(model, theme, &mut fields);
    // The panel has a bar instead.
    let has_bar = model.is_in_play() || model.engine.game_over_in_focus().is_some();
    let has_counters = (is_narrow || !has_bar) && put_counters(model, theme, &mut fields);
    // The gap between a title and the next field may be as small as that after the name.
    let gap = if has_counters { GAPS[1] } else { GAPS[0] };
    if let Some(lab) = model.lab {
        let learning = &lab.learning;
        let (step, of) = (learning.step_number(), learning.lesson().steps.len());
        fields.put(theme.quiet, &of.to_string(), 1);
        fields.put(theme.quiet, "of", 1);
        fields.put(Style::new(), &step.to_string(), 1);
        fields.put(theme.quiet, "step", gap);
    } else if let Some(score) = model.engine.score() {
        let text = match score.made {
            // The panel asks for the side then.
            _ if model.side_asked().is_some() => PREDICT.to_owned(),
            0 => PREDICT.to_owned(),
            made if is_narrow => format!("{PREDICT} {}/{made}", score.right),
            _ => format!("{PREDICT} {score}"),
        };
        // The colour says that letters answer the question now.
        let answers = model.asks_for_prediction();
        fields.put(if answers { theme.accent } else { theme.quiet }, &text, gap);
    } else if let Some(speed) = model.frames_played() {
        fields.put(theme.accent, &format!("{speed}/s"), 1);
        fields.put(theme.accent, &glyphs.heads[1].to_string(), gap);
    }
    if let Some(seen) = seen_by(model.screen.audience) {
        fields.put(theme.accent, seen, 1);
        fields.put(theme.accent, &glyphs.grip.to_string(), gap);
    }
    let title_end = fields.end;
    let mut pen = Pen::new(buf, area, 0);
    pen.end_at(title_end);
    pen.skip(1);
    write_title(model, theme, glyphs, &mut pen);
}

/// Writes the frame in focus: `frame 6`, or back from the newest one `frame 5 of 14`.
fn put_frame(model: Model<'_>, theme: &Theme, fields: &mut HeaderFields<'_>) {
    let last = model.engine.sandbox().history().last_frame();
    let frame = model.engine.world_in_focus().frame();
    if frame == last {
        fields.put(Style::new(), &frame.to_string(), 1);
    } else {
        let is_looking = model.engine.focus().is_looking();
        let frame_style = if is_looking { theme.badge } else { Style::new() };
        fields.put(theme.quiet, &format!("of {last}"), 1);
        fields.put(frame_style, &frame.to_string(), 1);
    }
    fields.put(theme.quiet, "frame", GAPS[0]);
}

/// What boxes do when they hit, in fewer words where the title needs the room.
fn response(model: Model<'_>, cols: u16) -> String {
    let world = model.engine.sandbox().world();
    let [whole, brief] = response_in_words(world.settings());
    let title = match model.lab {
        Some(lab) => format!("{BESIDE_A_LESSON}{}", lab.learning.title(&|_| None)),
        None => format!("{BESIDE_A_SCENE}{}", world.title()),
    };
    let fits = cells_of(format_args!("{whole}{title}")) <= usize::from(cols);
    if fits { whole } else { brief }
}

/// What boxes do when they hit, and the side method that decides it, if it is not the exact one:
/// `boxes bounce, by predict-corner`, `bounce, by predict-corner`.
fn response_in_words(settings: &Settings) -> [String; 2] {
    let what = match settings.response {
        Response::Pass => ["boxes pass through", "pass through"],
        Response::Stop => ["boxes stop", "stop"],
        Response::Slide => ["boxes slide", "slide"],
        Response::PushOut => ["boxes are pushed out", "pushed out"],
        Response::Bounce => ["boxes bounce", "bounce"],
    };
    let is_exact = settings.side == Method::SWEPT;
    let by = if is_exact { String::new() } else { format!(", by {}", settings.side.id()) };
    what.map(|what| format!("{what}{by}"))
}

const fn seen_by(audience: Audience) -> Option<&'static str> {
    match audience {
        Audience::None => None,
        Audience::Watchers => Some(WATCHED),
        Audience::All => Some(SHOWN),
    }
}

/// Fields of the row, written from right to left.
struct HeaderFields<'a> {
    area: Rect,
    /// Where the next field ends.
    end: u16,
    buf: &'a mut Buffer,
}

/// Writes how near a game is to its end: `bricks 3/12`, `frames 88/600`. Returns whether there was
/// something to write, and room for it.
fn put_counters(model: Model<'_>, theme: &Theme, fields: &mut HeaderFields<'_>) -> bool {
    let world = model.engine.world_in_focus();
    let ends = model.engine.sandbox().game_ends();
    let mut counters = Vec::new();
    for condition in ends.all() {
        let counter = match condition {
            EndCondition::Broken => {
                let [broken, all] = world.bricks();
                ("bricks", format!("{broken}/{all}"))
            }
            EndCondition::Frames(frames) => ("frames", format!("{}/{frames}", world.frame())),
            EndCondition::Sensor(_) => continue,
        };
        if !counters.contains(&counter) {
            counters.push(counter);
        }
    }
    let mut is_any = false;
    for (word, count) in counters.iter().rev() {
        let cells = u16::try_from(word.len() + 1 + count.len()).unwrap_or(u16::MAX);
        let left = fields.area.x + 1 + LEAST_NAME + GAPS[1];
        if fields.end.saturating_sub(cells) < left {
            break;
        }
        fields.put(Style::new(), count, 1);
        fields.put(theme.quiet, word, GAPS[1]);
        is_any = true;
    }
    is_any
}

impl HeaderFields<'_> {
    /// Writes a field and leaves a gap before it.
    fn put(&mut self, style: Style, text: &str, gap: u16) {
        let cells = u16::try_from(cells_of(format_args!("{text}"))).unwrap_or(u16::MAX);
        let from = self.end.saturating_sub(cells);
        let mut pen = Pen::new(self.buf, self.area, 0);
        pen.skip_to(from);
        pen.styled(style, text);
        self.end = from.saturating_sub(gap);
    }
}

/// Writes how many pairs the broad phase had, compared and found in the last frame, in as many
/// words as fit.
fn write_broad_phase(model: Model<'_>, pen: &mut Pen<'_>, sign: &str) {
    let Some(of_frame) = model.engine.world_in_focus().broad_phase_counts() else {
        return pen.text("broad phase: no frame yet");
    };
    let Counts { pairs, candidates, meet } = of_frame.counts;
    let [pairs, candidates, meet] = [pairs, candidates, meet as u64].map(in_text);
    let texts = [
        format!("{pairs} pairs, {candidates} candidates, {meet} meet"),
        format!("{pairs} pairs, {candidates} cand., {meet} meet"),
        format!("{pairs}/{candidates}/{meet}"),
    ];
    let room = usize::from(pen.room());
    let fitting = texts.iter().find(|text| text.len() <= room);
    pen.any_script(&shortened(fitting.unwrap_or(&texts[2]), room, sign));
}

/// Writes `name*  title`, cut if there is no room, and without a title that the glyphs cannot show;
/// the asterisk marks unsaved changes.
fn write_title(model: Model<'_>, theme: &Theme, glyphs: &Glyphs, pen: &mut Pen<'_>) {
    pen.style = theme.title;
    let is_shown = |title: &str| {
        !title.is_empty() && model.screen.size.0 >= TITLE_COLS && glyphs.can_show(title)
    };
    if let Some(lab) = model.lab {
        let title = lab.learning.title(&|_| None);
        let number = format!("lesson {}", lab.learning.lesson_number());
        if !is_shown(&title) {
            return write_cut(&number, 0, glyphs, pen);
        }
        // If long settings leave no room for both, the title says more than the name.
        if cells_of(format_args!("{number}  {title}")) > usize::from(pen.room()) {
            return write_cut(&title, 0, glyphs, pen);
        }
        pen.text(&number);
        return write_after("  ", &title, glyphs, pen);
    }
    let is_unsaved = model.engine.is_unsaved();
    let kept = u16::from(is_unsaved);
    match model.engine.source() {
        SceneSource::New => write_cut("new", kept, glyphs, pen),
        SceneSource::BuiltIn(name) => write_cut(name, kept, glyphs, pen),
        SceneSource::File(path) => {
            let name = path.file_name().unwrap_or(path.as_os_str());
            write_cut(&name.to_string_lossy(), kept, glyphs, pen);
        }
    }
    if is_unsaved {
        pen.text("*");
    }
    if model.shows(Overlay::BroadPhase) {
        pen.style = Style::new();
        pen.text("  ");
        return write_broad_phase(model, pen, glyphs.cut);
    }
    let title = model.engine.sandbox().world().title();
    if is_shown(title) {
        write_after("  ", title, glyphs, pen);
    }
}

/// Writes a text in the available room, less the cells that are reserved.
fn write_cut(text: &str, kept: u16, glyphs: &Glyphs, pen: &mut Pen<'_>) {
    let room = usize::from(pen.room().saturating_sub(kept));
    pen.any_script(&shortened(text, room, glyphs.cut));
}

/// Writes a title after the name, if enough of it is legible.
fn write_after(between: &str, title: &str, glyphs: &Glyphs, pen: &mut Pen<'_>) {
    let room = usize::from(pen.room()).saturating_sub(between.len());
    if room < usize::from(LEAST_TITLE) && cells_of(format_args!("{title}")) > room {
        return;
    }
    pen.style = Style::new();
    pen.text(between);
    write_cut(title, 0, glyphs, pen);
}
