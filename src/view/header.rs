//! The first row: the open scene, the frame, and the current settings.
//!
//! The fields stand at the right, so the title stays where it is when numbers get
//! longer.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::glyphs::Glyphs;
use super::text::{Pen, cells_of};
use super::theme::Theme;
use crate::app::{Layout, Model, Overlay};
use hitscan_core::scene::Source;
use hitscan_core::words::in_text;
use hitscan_geom::broad_phase::Counts;

/// Blank cells between two fields: title, playing, frame; then response, side
/// method; then the edge of the screen.
const GAPS: [u16; 3] = [3, 2, 1];
/// The least columns of a screen that shows the title of the scene: on a narrower one
/// it would come and go with the fields.
const TITLE_COLS: u16 = 80;
/// Shown while answers are hidden until predicted.
const PREDICT: &str = "PREDICT";

/// Draws the header into the first row of `area`.
pub(super) fn render(
    model: Model<'_>,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
) {
    let world = model.engine.sandbox().world();
    let settings = world.settings();
    let mut fields = HeaderFields { area, end: area.right().saturating_sub(GAPS[2]), buf };
    let is_narrow = area.width < Layout::LEAST_BESIDE.0;
    if !is_narrow {
        fields.put(theme.quiet, settings.side.id(), GAPS[1]);
        fields.put(theme.quiet, settings.response.token(), GAPS[0]);
    }
    let last = model.engine.sandbox().history().last_frame();
    let frame = model.engine.world_in_focus().frame();
    let is_looking = model.engine.focus().is_looking();
    let frame_style = if is_looking { theme.badge } else { Style::new() };
    fields.put(frame_style, &format!("{frame}/{last}"), 1);
    fields.put(theme.quiet, "frame", GAPS[0]);
    if let Some(lab) = model.lab() {
        let learning = lab.learning();
        let (step, of) = (learning.step_number(), learning.lesson().steps.len());
        fields.put(theme.accent, &format!("LAB {step}/{of}"), GAPS[0]);
    } else if let Some(score) = model.engine.score() {
        let text = match score.made {
            0 => PREDICT.to_owned(),
            made if is_narrow => format!("{PREDICT} {}/{made}", score.right),
            _ => format!("{PREDICT} {score}"),
        };
        fields.put(theme.accent, &text, GAPS[0]);
    } else if let Some(speed) = model.frames_per_second() {
        fields.put(theme.accent, &format!("{speed}/s"), 1);
        fields.put(theme.accent, &glyphs.heads[1].to_string(), GAPS[0]);
    }
    let title_end = fields.end;
    let mut pen = Pen::new(buf, area, 0);
    pen.end_at(title_end);
    pen.skip(1);
    write_title(model, theme, glyphs, &mut pen);
}

/// Fields of the row, written from right to left.
struct HeaderFields<'a> {
    area: Rect,
    /// Where the next field ends.
    end: u16,
    buf: &'a mut Buffer,
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

/// Writes how many pairs the broad phase had, compared and found in the last frame,
/// in as many words as there is room for.
fn write_broad_phase(model: Model<'_>, pen: &mut Pen<'_>) {
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
    pen.text(fitting.unwrap_or(&texts[2]));
}

/// Writes `name*  title`, without a title that the glyphs cannot show; the asterisk marks
/// unsaved changes.
fn write_title(model: Model<'_>, theme: &Theme, glyphs: &Glyphs, pen: &mut Pen<'_>) {
    pen.style = theme.title;
    let is_shown = |title: &str| {
        !title.is_empty() && model.screen.size.0 >= TITLE_COLS && glyphs.can_show(title)
    };
    if let Some(lab) = model.lab() {
        pen.any_script(&lab.learning().lesson().id);
        let title = lab.learning().title(&|_| None);
        if is_shown(&title) {
            pen.style = Style::new();
            pen.text(": ");
            pen.any_script(&title);
        }
        return;
    }
    match model.engine.source() {
        Source::New => pen.text("new"),
        Source::BuiltIn(name) => pen.any_script(name),
        Source::File(path) => {
            let name = path.file_name().unwrap_or(path.as_os_str());
            pen.any_script(&name.to_string_lossy());
        }
    }
    if model.engine.is_unsaved() {
        pen.text("*");
    }
    if model.shows(Overlay::BroadPhase) {
        pen.style = Style::new();
        pen.text("  ");
        return write_broad_phase(model, pen);
    }
    let title = model.engine.sandbox().world().title();
    if is_shown(title) {
        pen.style = Style::new();
        pen.text("  ");
        pen.any_script(title);
    }
}
