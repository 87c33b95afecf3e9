//! Commands that ask a question or change the focus. They leave the world as it is.

use super::expect::{expectation_asking, findings};
use super::finding::expectation_line;
use super::{Engine, Event, Face, Flow, Outcome, Ray, Show, Tell};
use crate::command::{
    Command, CommandError, LeftOut, LogFilter, MapRequest, RayOf, Topic, WhySubject,
};
use crate::words::nearest;
use crate::words::why::pages;
use crate::world::{ChangeError, Name, ObjectId, along};
use hitscan_geom::Shape;

/// How many interrupt checks a check in passing may take: less than a second of work.
const MOST_QUESTIONS: u32 = 1000;

impl Engine {
    pub(super) fn selected(&self) -> Option<ObjectId> {
        self.sandbox.selection().map(|(id, _)| id)
    }

    /// Turns Why to a page.
    pub(super) fn turn_to(&mut self, page: WhySubject) -> Result<Outcome, CommandError> {
        if let Some(name) = self.missing_own_method(&Command::Method(page)) {
            let listed = WhySubject::catalogue().map(|(token, _)| token);
            let tokens: Vec<&str> =
                listed.chain(self.own_methods.iter().map(|own| own.name.as_str())).collect();
            let message = format!("{name}: one of {}", tokens.join(", "));
            return Err(CommandError::new(message).meaning(nearest(name.as_str(), tokens)));
        }
        self.focus.open_with(page);
        Ok(Outcome::Show(Show::Method))
    }

    /// The names of the pair that a command means: the given ones, or else the pair in focus.
    pub(super) fn pair_meant(&self, names: Option<&[Name; 2]>) -> Result<[Name; 2], CommandError> {
        if let Some(names) = names {
            return Ok(*names);
        }
        let no_pair = || CommandError::new("there is no pair yet; add two objects");
        let ids = match self.face {
            Face::Lines => self.sandbox.pair_of(None)?,
            Face::Screen => {
                self.pair_in_focus().map(|pair| [pair.a.id, pair.b.id]).ok_or_else(no_pair)?
            }
        };
        let name = |id| self.sandbox.world().object(id).map(|object| object.name);
        name(ids[0]).zip(name(ids[1])).map(|(a, b)| [a, b]).ok_or_else(no_pair)
    }

    pub(super) fn describe(&self, name: Option<&Name>) -> Result<Outcome, CommandError> {
        let objects = self.sandbox.described(name)?;
        let objects = objects.into_iter().cloned().collect();
        let counts = self.world().broad_phase_counts().filter(|_| name.is_none());
        Ok(Outcome::Show(Show::Objects(objects, counts)))
    }

    pub(super) fn query(&self, names: Option<&[Name; 2]>) -> Result<Outcome, CommandError> {
        let names = self.pair_meant(names)?;
        Ok(Outcome::Show(Show::Query(self.sandbox.found(Some(&names))?)))
    }

    /// The regions that a laser meets, in order.
    pub(super) fn ray(&self, of: &RayOf) -> Result<Outcome, CommandError> {
        let (name, laser) = match of {
            RayOf::Line(laser) => (None, *laser),
            RayOf::Object(name) => {
                let (_, object) = self.sandbox.target(name.as_ref())?;
                let (Shape::Segment(laser), false) = (&object.shape, object.is_point) else {
                    let (name, kind) = (object.name, object.kind().token());
                    let message = format!("{name} is a {kind}; name a laser, or type X1 Y1 X2 Y2");
                    return Err(CommandError::new(message));
                };
                (Some(object.name), *laser)
            }
        };
        let hits = along(self.world(), &laser);
        Ok(Outcome::Show(Show::Ray(Ray { name, laser, hits })))
    }

    /// The reasons for a pair, on the given page, or else on the one in focus.
    pub(super) fn why(
        &mut self,
        names: &[Name; 2],
        page: Option<WhySubject>,
        tell: &mut Tell<'_>,
    ) -> Result<Outcome, CommandError> {
        if self.face == Face::Lines {
            let page = page.unwrap_or(self.focus.page);
            let pair = self.sandbox.pair_for(names, page)?;
            return Ok(Outcome::Show(Show::Why { pair, page }));
        }
        let pair = self.sandbox.pair_for(names, page.unwrap_or_default())?;
        let ids = self.sandbox.pair_of(Some(names))?;
        self.execute(&Command::Select(names[0]), tell)?;
        self.pin(Some(ids));
        let opens_with = self.focus.opens_with();
        let pages = pages(&pair.a, &pair.b, &pair.pair_result, opens_with.method());
        let opens_with = Some(opens_with).filter(|page| pages.contains(&page.method()));
        let page = page.or(opens_with).unwrap_or_default();
        self.choose_page(page);
        Ok(Outcome::Show(Show::Why { pair, page }))
    }

    /// Checks the scene against its expectations.
    pub(super) fn check(&self, tell: &mut Tell<'_>) -> Result<Outcome, CommandError> {
        match findings(&self.sandbox, tell) {
            Err(ChangeError::Interrupted) => Ok(Outcome::Interrupted(not_done("checked"))),
            found => Ok(Outcome::Show(Show::Findings(found?))),
        }
    }

    /// The expectations that do not hold, in short. A scene that takes long to check is skipped.
    pub fn broken_expectations(&self) -> Vec<String> {
        if self.sandbox.expects().is_empty() {
            return Vec::new();
        }
        let mut questions_left = MOST_QUESTIONS;
        let mut patience = |_: Event<'_>| {
            questions_left -= 1;
            if questions_left == 0 { Flow::Stop } else { Flow::GoOn }
        };
        let found = findings(&self.sandbox, &mut patience).unwrap_or_default();
        let numbered = (1..).zip(&found).filter(|(_, finding)| !finding.holds());
        numbered.map(|(number, finding)| expectation_line(number, &finding.expect)).collect()
    }

    /// Stores the current facts about a pair as an expectation of the scene.
    pub(super) fn expect(
        &mut self,
        names: Option<&[Name; 2]>,
        tell: &mut Tell<'_>,
    ) -> Result<Outcome, CommandError> {
        let names = self.pair_meant(names)?;
        let pair = self.sandbox.pair_of(Some(&names))?;
        match expectation_asking(&self.sandbox, pair, tell) {
            Err(ChangeError::Interrupted) => return Ok(Outcome::Interrupted(not_done("noted"))),
            expect => self.sandbox.expect(pair, expect?)?,
        }
        let noted = self.sandbox.noted(Some(&names));
        Ok(noted.map_or(Outcome::Done, |noted| Outcome::Show(Show::Expected(noted))))
    }

    /// Passes on a request about the map, which only a screen has.
    pub(super) fn map(&self, request: &MapRequest) -> Result<Outcome, CommandError> {
        match self.face {
            Face::Screen => Ok(Outcome::Show(Show::Map(request.clone()))),
            Face::Lines => {
                Err(CommandError::new("the map is on the screen; hitscan map prints one"))
            }
        }
    }

    pub(super) fn show_tests(&mut self, filter: LogFilter) -> Outcome {
        self.log.filter = filter;
        Outcome::Show(Show::Log)
    }

    pub(super) fn show_tests_naming(&mut self, text: &str) -> Outcome {
        text.clone_into(&mut self.log.text);
        Outcome::Show(Show::Log)
    }

    /// The topics of a word, or of everything.
    pub(super) fn help(word: Option<&str>) -> Result<Outcome, CommandError> {
        let topics = word.map(Topic::named).transpose()?;
        Ok(Outcome::Show(Show::Help(topics.unwrap_or_default())))
    }
}

/// The selected object, and the pair in focus.
impl LeftOut for Engine {
    fn object(&self) -> Option<Name> {
        self.sandbox.selection().map(|(_, object)| object.name)
    }

    fn pair(&self) -> Option<[Name; 2]> {
        self.pair_meant(None).ok()
    }
}

/// The error for a command that was interrupted.
fn not_done(what: &str) -> CommandError {
    CommandError::new(format!("interrupted; nothing was {what}"))
}
