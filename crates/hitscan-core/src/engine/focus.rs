//! The focus: the frame, pair and method in view.
//!
//! Headline, log, Methods, Why, layers and the arena all read it here, so that they always agree.
//! The focus follows what happens until the user pins a pair or looks at an earlier frame; looking
//! changes nothing in the world.

use super::{Compared, Engine, Face, GameOver, Judge, LineId, Pair};
use crate::command::{Command, CommandKind, HistoryPlace, WhySubject};
use crate::methods::Arithmetic;
use crate::words::{HeadlineOf, OverlapEntry};
use crate::world::{Change, ObjectId, Record, TestResult, World};
use hitscan_geom::{Fraction, Swept};

/// The most changes and records between the one in focus and the entry of a pair that overlaps.
const MOST_LOOKED_BACK: usize = 1000;

/// The focus.
#[derive(Clone, Debug)]
pub struct Focus {
    /// Boxed because it holds a world, and focuses are moved.
    look: Option<Box<Look>>,
    /// The pair that was found or pinned; otherwise the selected object and its partner apply.
    pair: Option<[ObjectId; 2]>,
    is_pinned: bool,
    /// The page of Why, and the method in view.
    pub page: WhySubject,
    /// The page that Why opens with: that of the scene, the command line or the command `method`.
    opens_with: WhySubject,
    /// The pair for which another page was chosen. Pages that were only turned to are for none.
    chosen_for: Option<[ObjectId; 2]>,
    /// The arithmetic that Why shows.
    pub arithmetic: Arithmetic,
}

/// An earlier or later frame in view.
#[derive(Clone, Debug)]
struct Look {
    /// The line of the log whose frame and pair it is; `None` if the frame was chosen.
    line: Option<LineId>,
    /// The pair in it, if the frame was chosen and has one.
    pair: Option<[ObjectId; 2]>,
    /// How many changes led to it.
    position: usize,
    world: World,
}

impl Default for Focus {
    fn default() -> Self {
        let (page, arithmetic) = (WhySubject::Truth, Arithmetic::Exact);
        let (opens_with, chosen_for) = (page, None);
        Self { look: None, pair: None, is_pinned: false, page, opens_with, chosen_for, arithmetic }
    }
}

impl Focus {
    /// Whether the pair stays in focus until it is unpinned.
    pub const fn is_pinned(&self) -> bool {
        self.is_pinned
    }

    /// The pair that was found or pinned; otherwise the selected object and its partner apply.
    pub(super) const fn pair(&self) -> Option<[ObjectId; 2]> {
        self.pair
    }

    /// Chooses the page that Why opens with, whatever the pair.
    pub const fn open_with(&mut self, page: WhySubject) {
        (self.page, self.opens_with, self.chosen_for) = (page, page, None);
    }

    /// The page that Why opens with.
    pub const fn opens_with(&self) -> WhySubject {
        self.opens_with
    }

    /// Turns to another page while Why is in view.
    pub const fn leaf_to(&mut self, page: WhySubject) {
        (self.page, self.chosen_for) = (page, None);
    }

    /// Whether a frame other than the current one is in view.
    pub const fn is_looking(&self) -> bool {
        self.look.is_some()
    }
}

impl Engine {
    /// Looks at the frame and the pair of a line of the log, without going there. Pauses
    /// playing. If the line does not exist, or predict mode covers it, the view returns to
    /// the current frame.
    pub fn look_at(&mut self, line: LineId) {
        let history = self.sandbox.history();
        let found = match line {
            LineId::Record(seq) => self
                .sandbox
                .log()
                .by_seq(seq)
                .map(|record| (record.position, record.frame, [record.a.id, record.b.id])),
            LineId::Test(position, pair) => {
                history.frame_at(position).map(|frame| (position, frame, pair))
            }
        };
        let asked_about = self.asked_about();
        let found =
            found.filter(|&(_, frame, pair)| !self.hides(frame, pair, asked_about.as_ref()));
        let look = found.map(|(position, ..)| Look {
            line: Some(line),
            pair: None,
            position,
            world: history.world_at(position),
        });
        self.focus.look = look.map(Box::new);
        if self.focus.is_looking() {
            self.playing = false;
        }
    }

    /// Looks at the end of a frame, with the pair in focus, without going there; a frame beyond the
    /// last stands for the last. Pauses playing. Returns false, without looking, for a frame that
    /// predict mode or a question covers.
    pub fn look_at_frame(&mut self, frame: u64) -> bool {
        let history = self.sandbox.history();
        let position = history.at_frame(frame).unwrap_or(history.len());
        if self.covers_frame(frame, self.covering()) {
            return false;
        }
        let is_there = |look: &Look| look.line.is_none() && look.position == position;
        if !self.focus.look.as_deref().is_some_and(is_there) {
            let world = history.world_at(position);
            let pair = self.pair_to_look_at(&world, position);
            self.focus.look = Some(Box::new(Look { line: None, pair, position, world }));
        }
        self.playing = false;
        true
    }

    /// The pair to look at in another world: the one in focus, else the current one, else the last
    /// one recorded up to there; the first of these whose objects exist there.
    fn pair_to_look_at(&self, world: &World, position: usize) -> Option<[ObjectId; 2]> {
        let ids = |pair: Pair| [pair.a.id, pair.b.id];
        let last = self.log().len_at(position).checked_sub(1).and_then(|at| self.log().get(at));
        let last = last.map(|record| [record.a.id, record.b.id]);
        let known = [self.pair_in_focus().map(ids), self.pair_now().map(ids), last];
        let is_there = |pair: &[ObjectId; 2]| pair.iter().all(|&id| world.object(id).is_some());
        known.into_iter().flatten().find(is_there)
    }

    /// Returns the view to the current frame and pins the pair that was last in view.
    pub fn end_look(&mut self) {
        if self.focus.is_looking() {
            let pair = self.pair_in_focus().map(|pair| [pair.a.id, pair.b.id]);
            self.focus.look = None;
            self.pin(pair);
        }
    }

    /// Pins a pair, or unpins it.
    pub fn pin(&mut self, pair: Option<[ObjectId; 2]>) {
        self.focus.look = None;
        self.focus.pair = pair;
        self.focus.is_pinned = pair.is_some();
    }

    /// Focuses on a current pair without pinning it: the next change moves the focus to
    /// what happens then.
    pub const fn turn_to_pair(&mut self, pair: [ObjectId; 2]) {
        self.focus.pair = Some(pair);
        self.focus.is_pinned = false;
    }

    /// The frame in view, unless it belongs to a line that no longer exists.
    fn look(&self) -> Option<&Look> {
        let is_there = |look: &&Look| match look.line {
            Some(LineId::Record(seq)) => self.sandbox.log().by_seq(seq).is_some(),
            Some(LineId::Test(..)) | None => true,
        };
        self.focus.look.as_deref().filter(is_there)
    }

    /// The line in view, if it still exists.
    pub fn chosen_line(&self) -> Option<LineId> {
        self.look()?.line
    }

    /// The frame in view, with or without a line.
    pub fn chosen_frame(&self) -> Option<u64> {
        self.look().map(|look| look.world.frame())
    }

    /// How many changes led to the frame in view, or else to the current one.
    pub fn position_in_focus(&self) -> usize {
        self.look().map_or(self.history().position(), |look| look.position)
    }

    /// The world at the end of the frame in focus.
    pub fn world_in_focus(&self) -> &World {
        self.focus.look.as_ref().map_or(self.sandbox.world(), |look| &look.world)
    }

    /// Focuses on the contact that has just ended the game. A log line that the user went to
    /// stays in focus.
    pub(super) fn focus_on_the_end(&mut self, command: &Command) {
        let is_of_line = matches!(command, Command::Seek(HistoryPlace::Record(_)));
        let over = self.sandbox.game_over_now().filter(|_| !is_of_line);
        if let Some(pair) = over.and_then(GameOver::pair_ids).filter(|_| self.predictions.is_none())
        {
            self.focus.pair = Some(pair);
            self.focus.is_pinned = false;
        }
    }

    /// How the game ended, while that frame is current and its contact is in focus; `None` if
    /// predict mode covers it.
    pub fn game_over_in_focus(&self) -> Option<&GameOver> {
        let over = self.sandbox.game_over_now()?;
        let is_looked_at = self.focus.is_looking() || self.predictions.is_some();
        let is_in_focus = match (over.pair_ids(), self.focus.pair) {
            (None, _) => true,
            (Some(of_end), Some(ids)) => of_end == ids || of_end == [ids[1], ids[0]],
            (Some(_), None) => false,
        };
        (!is_looked_at && is_in_focus).then_some(over)
    }

    /// The pair in focus: that of the line or frame in view. It differs from [`Engine::pair_now`]
    /// only while another frame than the current one is in view.
    pub fn pair_in_focus(&self) -> Option<Pair> {
        let Some(look) = self.look() else { return self.pair_now() };
        let of_line = match look.line {
            // The current state would be mistaken for the state at that frame.
            None => {
                let [one, other] = look.pair?;
                return Some(look.world.pair(one, other)?.with_first(one));
            }
            Some(LineId::Record(seq)) => self.sandbox.log().by_seq(seq).map(Pair::from),
            Some(LineId::Test(_, [one, other])) => {
                look.world.pair(one, other).map(|pair| match self.sandbox.first_selection() {
                    Some(first) => pair.with_first(first),
                    None => pair,
                })
            }
        };
        of_line.or_else(|| self.pair_now())
    }

    /// The current pair: the one found or pinned, else the selected object and its partner. It
    /// differs from [`pair_in_view`](super::Sandbox::pair_in_view) in predict mode and at the end of a game.
    pub fn pair_now(&self) -> Option<Pair> {
        if self.predictions.is_some() && self.face == Face::Screen {
            // The last contact, or which of the two comes first where they meet, would give the
            // answer away.
            let of = |[a, b]: [ObjectId; 2]| self.world().pair(a, b);
            return self.focus.pair.and_then(of).or_else(|| {
                let selected = self.selected()?;
                of([selected, self.sandbox.nearest(selected)?])
            });
        }
        // As it was when the game ended, since one of the two may have broken.
        let contact = self.sandbox.game_over_now().and_then(GameOver::contact);
        contact
            .filter(|contact| self.focus.pair.is_some_and(|ids| contact.is_of(ids)))
            .or_else(|| self.sandbox.pair_in_view(self.focus.pair))
    }

    /// Chooses a page for the pair in focus.
    pub fn choose_page(&mut self, page: WhySubject) {
        self.focus.page = page;
        self.focus.chosen_for = self.pair_in_focus().map(|pair| [pair.a.id, pair.b.id]);
    }

    /// Turns Why to the page that it opens with, usually the truth. While a line of the log is looked
    /// at, to the page that was chosen for its pair, such as a wrong answer that was jumped to. The
    /// last page that was read may say nothing about this pair.
    pub fn open_why(&mut self) {
        let is_chosen = |pair: &Pair| self.focus.chosen_for.is_some_and(|ids| pair.is_of(ids));
        let is_told =
            self.focus.is_looking() && self.pair_in_focus().as_ref().is_some_and(is_chosen);
        if !is_told {
            self.focus.leaf_to(self.focus.opens_with);
        }
    }

    /// Which methods are compared with the truth.
    pub fn compared(&self) -> Compared {
        Compared::of(self.focus.page, self.world().settings())
    }

    /// The judge of the tests in the log.
    pub fn judge(&self) -> Judge<'_> {
        let name = self.focus.page.own();
        Judge {
            compared: self.compared(),
            rule: self.world().settings().boundary_rule,
            own: name.and_then(|name| self.own_methods.iter().find(|own| own.name == name)),
        }
    }

    /// How many tests in the log up to now are HIT, and for how many the method in view is wrong.
    pub fn counted_up_to_now(&self) -> [u64; 2] {
        self.sandbox.counted_up_to_now(self.judge())
    }

    /// How many other tests in the frame in focus are HIT.
    pub fn other_hits_in_focus(&self) -> usize {
        let Some(pair) = self.pair_in_focus() else { return 0 };
        let records = self.log().of_change(self.position_in_focus());
        let is_other = |record: &&Record| !pair.is_of([record.a.id, record.b.id]);
        records.filter(is_other).filter(|record| record.outcome == TestResult::Hit).count()
    }

    /// Whether the change in focus made a pair meet, gave it another side or a new contact: its
    /// moment, which the next change leaves.
    pub fn just_met(&self, pair: &Pair) -> bool {
        let met = |record: &Record| {
            let is_still = matches!(record.pair_result().swept, Some(Swept::Overlap { .. }));
            record.outcome != TestResult::Miss && !is_still
        };
        let mut records = self.log().of_change(self.position_in_focus());
        records.any(|record| pair.is_of([record.a.id, record.b.id]) && met(record))
    }

    /// The last contact of a game up to the change in focus, if it is not longer ago than
    /// a thousand records.
    pub fn last_contact(&self) -> Option<Pair> {
        let log = self.log();
        let before = (0..log.len_at(self.position_in_focus())).rev().take(MOST_LOOKED_BACK);
        let mut records = before.filter_map(|at| log.get(at));
        let last = records.find(|record| {
            record.outcome == TestResult::Hit && record.pair_result().contact.is_some()
        });
        last.map(Pair::from)
    }

    /// What the headline says of a pair as it is after the change in focus.
    pub fn headline_of<'p>(&self, pair: &'p Pair) -> HeadlineOf<'p> {
        HeadlineOf {
            a: &pair.a,
            b: &pair.b,
            pair_result: &pair.pair_result,
            frame: self.world_in_focus().frame(),
            entry: self.entry_in_focus(),
            is_past: self.focus().is_looking(),
        }
    }

    /// When and where the pair in focus began to overlap, if it still did after the change in focus:
    /// the last hit from outside before it. `None` if an edit set one of the two anew since, or if
    /// that is longer ago than a thousand changes and records.
    pub fn entry_in_focus(&self) -> Option<OverlapEntry> {
        self.entry_of(&self.pair_in_focus()?)
    }

    /// The same for a pair as it is after the change in focus. It follows from the records alone, so
    /// that undo, seeking and recordings give the same.
    pub fn entry_of(&self, pair: &Pair) -> Option<OverlapEntry> {
        let position = self.position_in_focus();
        let log = self.log();
        let before = (0..log.len_at(position)).rev().take(MOST_LOOKED_BACK);
        let of_pair = before.filter_map(|at| log.get(at));
        let of_pair = of_pair.filter(|record| pair.is_of([record.a.id, record.b.id]));
        for record in of_pair {
            let (frame, at) = (record.frame, record.position);
            let is_same_way = record.a.id == pair.a.id;
            let then = Pair::from(record);
            let then = if is_same_way { then } else { then.reversed() };
            match (then.pair_result.swept, then.pair_result.contact) {
                (Some(Swept::Overlap { .. }), None) => {}
                (Some(Swept::Hit { sides, .. }), None) => {
                    let is_kept = !self.sets_anew(pair, at, position);
                    return is_kept.then_some(OverlapEntry { frame, sides });
                }
                _ => return None,
            }
        }
        None
    }

    /// Whether a change after the first of these positions, up to the second, gave one of the pair
    /// another shape or place without motion.
    fn sets_anew(&self, pair: &Pair, after: usize, up_to: usize) -> bool {
        if up_to - after > MOST_LOOKED_BACK {
            return true;
        }
        let mut changes = (after + 1..=up_to).filter_map(|at| self.history().change_to(at));
        changes.any(|change| {
            let is_motion = matches!(change, Change::Move(..) | Change::Step);
            let of_pair = |id| id == pair.a.id || id == pair.b.id;
            change.moves() && !is_motion && change.object().is_some_and(of_pair)
        })
    }

    /// Before a command moves to another point in time: keeps the pair in focus.
    pub(super) fn hold_focus(&mut self, command: &Command) {
        if command.kind() != CommandKind::Travel {
            return;
        }
        let of_line = if let Command::Seek(HistoryPlace::Record(seq)) = command {
            let record = self.sandbox.log().by_seq(*seq);
            record.map(|record| [record.a.id, record.b.id])
        } else {
            None
        };
        let pair = of_line.or_else(|| self.pair_in_focus().map(|pair| [pair.a.id, pair.b.id]));
        self.focus.pair = pair.or(self.focus.pair);
    }

    /// After a command: returns to the current frame and, after a frame or a change, focuses on the
    /// most relevant pair. `selected` is the object that was selected before.
    pub(super) fn follow(&mut self, command: &Command, selected: Option<ObjectId>) {
        self.focus.look = None;
        if self.selected() != selected || matches!(command, Command::Select(_)) {
            self.focus.pair = None;
            self.focus.is_pinned = false;
        }
        // Any choice of pair would reveal what predict mode covers.
        if command.kind() == CommandKind::Travel
            || self.focus.is_pinned
            || self.predictions.is_some()
        {
            return;
        }
        let Some(selected) = self.selected() else { return };
        if let Some(other) = self.most_relevant_partner(selected) {
            self.focus.pair = Some([selected, other]);
        }
    }

    /// The partner in the selected object's most relevant test of the last change: its earliest
    /// HIT, else its earliest TOUCH, else a MISS after contact; ties go to the first in scene
    /// order. `None` without such a test.
    fn most_relevant_partner(&self, selected: ObjectId) -> Option<ObjectId> {
        let of_selected =
            self.sandbox.history().last_records().filter_map(|record| match selected {
                id if record.a.id == id => Some((record, record.b.id)),
                id if record.b.id == id => Some((record, record.a.id)),
                _ => None,
            });
        let of_selected: Vec<_> = of_selected.collect();
        let most = of_selected.iter().map(|(record, _)| record.outcome).max()?;
        let telling = of_selected.into_iter().filter(|(record, _)| record.outcome == most);
        telling.min_by_key(|(record, _)| (time_of(record), record.seq)).map(|(_, other)| other)
    }
}

/// The time in the frame of a test's result: the end, unless boxes met earlier.
fn time_of(record: &Record) -> Fraction {
    let result = record.pair_result();
    let t = match (&result.contact, result.swept) {
        (Some(contact), _) => contact.t,
        (None, Some(Swept::Hit { t, .. })) => Some(t),
        (None, Some(Swept::Graze { t, .. })) => t,
        (None, _) => None,
    };
    t.unwrap_or(Fraction::ONE)
}
