//! What commands ask of a run beyond its sandbox: answers, files, what is
//! shown.

use crate::host::files;
use std::io::Write;
use std::path::Path;

use super::Outcome;
use super::engine::{Engine, Next};
use crate::host::{self, Manner};
use hitscan_core::command::COMMANDS;
use hitscan_core::command::{Command, CommandError, CommandSpec, Page};
use hitscan_core::engine::Sandbox;
use hitscan_core::methods::Arithmetic;
use hitscan_core::scene::Source;
use hitscan_core::words::why::{Subject, page};
use hitscan_core::world::Name;

/// The width that pages of Why are written for.
const PAGE_COLS: usize = 80;

impl<W: Write> Engine<W> {
    /// Carries out what the sandbox has left to the caller.
    pub(super) fn elsewhere(&mut self, command: &Command) -> Result<Next, CommandError> {
        match command {
            Command::SaveAndQuit(file) => {
                self.save(file.as_deref())?;
                return Ok(Next::Quit);
            }
            Command::Quit | Command::QuitUnsaved => return Ok(Next::Quit),
            Command::Method(about) => self.about = *about,
            Command::Log(filter) => self.printer.log = *filter,
            Command::Filter(text) => self.printer.filter.clone_from(text),
            Command::Describe(name) => self.describe(name.as_ref())?,
            Command::Query(names) => {
                let pair = self.sandbox.found(names.as_ref())?;
                self.printer.query(&pair);
            }
            Command::Why(names, about) => self.why(names, about.unwrap_or(self.about))?,
            Command::Check => self.check(),
            Command::Predict(names, said) => self.predict(names.as_ref(), *said)?,
            Command::Open(target) => self.open(target)?,
            Command::Save(file) => self.save(file.as_deref())?,
            Command::Record(file) => self.record(Path::new(file)).map_err(CommandError::new)?,
            Command::Play | Command::Pause => {
                self.printer.note("frames are made by step here: step N makes N of them");
            }
            Command::Screenshot(_) => {
                return Err(CommandError::new("there is no screen here; hitscan render draws one"));
            }
            Command::Recover(what) => self.recover(*what)?,
            Command::Help(name) => self.help(name.as_deref())?,
            // What the sandbox does itself.
            _ => {}
        }
        Ok(Next::GoOn)
    }

    fn describe(&mut self, name: Option<&Name>) -> Result<(), CommandError> {
        let axes = self.sandbox.world().settings().axes;
        for object in self.sandbox.described(name)? {
            self.printer.object(object, axes);
        }
        Ok(())
    }

    fn why(&mut self, names: &[Name; 2], about: Page) -> Result<(), CommandError> {
        let pair = self.sandbox.pair_for(names, about)?;
        let settings = self.sandbox.world().settings();
        let subject = Subject {
            a: &pair.a,
            b: &pair.b,
            pair_result: &pair.pair_result,
            about: about.method(),
            arithmetic: Arithmetic::Exact,
            contact: settings.contact,
            axes: settings.axes,
            next_key: None,
        };
        self.printer.why(&pair, about, &page(&subject, PAGE_COLS));
        Ok(())
    }

    fn check(&mut self) {
        let findings = self.sandbox.findings();
        for (number, finding) in (1..).zip(&findings) {
            self.printer.finding(number, finding);
            if !finding.holds() {
                self.outcome = Outcome::SomeAtError;
            }
        }
        if findings.is_empty() {
            self.printer.note(hitscan_core::words::nothing_expected());
        }
    }

    fn open(&mut self, target: &str) -> Result<(), CommandError> {
        let fault = |fault: &dyn std::fmt::Display| CommandError::new(fault.to_string());
        let (scene, source) = files::find(target).map_err(|why| fault(&why))?;
        self.sandbox = Sandbox::new(scene.clone()).map_err(|why| fault(&why))?;
        self.source = source;
        self.on_file = scene.clone();
        self.journal.open(&scene);
        self.cover_anew();
        self.printer.note(&format!("opened {target}: {}", scene.title));
        Ok(())
    }

    fn save(&mut self, file: Option<&str>) -> Result<(), CommandError> {
        let path = match (file, &self.source) {
            (Some(file), _) => Path::new(file).to_owned(),
            (None, Source::File(path)) => path.clone(),
            (None, Source::BuiltIn(_) | Source::New) => {
                return Err(CommandError::new("this scene has no file yet: save FILE.toml"));
            }
        };
        let scene = self.sandbox.scene_to_save();
        let own = host::own_file(&self.source, &self.on_file);
        host::write_scene(&path, &scene, own, Manner::Careful)
            .map_err(|why| CommandError::new(why.message(&path)))?;
        self.on_file = scene;
        self.sandbox.mark_saved();
        self.printer.note(&format!("saved {}", path.display()));
        self.source = Source::File(path);
        Ok(())
    }

    fn help(&mut self, name: Option<&str>) -> Result<(), CommandError> {
        let said = |spec: &CommandSpec| {
            let blank = if spec.syntax.is_empty() { "" } else { " " };
            format!("{}{blank}{}: {}", spec.name, spec.syntax, spec.doc)
        };
        if let Some(name) = name {
            let spec = CommandSpec::named(name)?;
            self.printer.note(&said(spec));
            return Ok(());
        }
        for spec in COMMANDS {
            self.printer.note(&said(spec));
        }
        Ok(())
    }
}
