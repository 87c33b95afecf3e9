//! A line of the command language is carried out, and what comes of it is told.

use std::io::{self, BufRead, Write};
use std::path::Path;

use super::attended::Interruption;
use super::printer::Printer;
use super::questions::Questions;
use super::replay_check::{Held, ReplayCheck};
use super::{Options, Outcome};
use crate::host::{CrashRecovery, Recorder};
use hitscan_core::command::{Command, CommandError, Page};
use hitscan_core::engine::recording::{Item, Journal, Kind, ReadError, Reader};
use hitscan_core::engine::{Applied, Observer, Sandbox};
use hitscan_core::scene::{self, Scene, Source};
use hitscan_core::world::{ChangeError, History, Record};

/// Whether there is more to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// There is.
    GoOn,
    /// Somebody has said `quit`.
    Quit,
}

/// What happens is told, unless somebody wants no more of it.
struct Told<'a, 'h, W> {
    printer: &'a mut Printer<W>,
    interruption: &'a Interruption,
    /// Who compares it with what came of it before, in a replay.
    holder: Option<&'a mut ReplayCheck<'h>>,
}

impl<W: Write> Observer for Told<'_, '_, W> {
    fn kept(&mut self, record: &Record) {
        self.printer.kept(record);
    }

    fn made(&mut self, history: &History) {
        self.printer.made(history);
    }

    /// Compared as they come: a single command may keep a million records.
    fn on_record_line(&mut self, line: &str) -> bool {
        let holder = self.holder.as_mut().filter(|holder| holder.compares());
        holder.map(|holder| holder.take(line)).is_some()
    }

    fn is_interrupted(&self) -> bool {
        self.interruption.is_raised()
    }
}

/// A sandbox, what is told of it, and where it is recorded.
pub struct Engine<W> {
    pub(super) sandbox: Sandbox,
    pub(super) source: Source,
    /// What its file says, if it has one.
    pub(super) on_file: Scene,
    pub(super) journal: Journal,
    recorder: Option<Recorder>,
    pub(super) printer: Printer<W>,
    pub(super) about: Page,
    /// Where commands come from: a recording may not reach for files.
    kind: Kind,
    pub(super) outcome: Outcome,
    pub(super) questions: Questions,
    pub(super) interruption: Interruption,
    /// Where what was done is kept if it is cut off; only where somebody attends.
    pub(super) left: Option<CrashRecovery>,
}

impl<W: Write> Engine<W> {
    /// Begins with this scene.
    ///
    /// # Errors
    /// When the objects make no world, which a scene that was read never does.
    pub fn new(
        scene: Scene,
        source: Source,
        output: W,
        options: Options,
    ) -> Result<Self, ChangeError> {
        let journal = Journal::new(&scene);
        Ok(Self {
            on_file: scene.clone(),
            sandbox: Sandbox::new(scene)?,
            source,
            journal,
            recorder: None,
            printer: Printer::new(output, options),
            about: Page::default(),
            kind: Kind::Script,
            outcome: Outcome::Well,
            questions: Questions::new(options.answers),
            interruption: Interruption::default(),
            left: None,
        })
    }

    /// The sandbox as it is now.
    pub const fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// What has been done so far.
    pub const fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Where the scene came from.
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// From now on what is done goes to a file, with what was done before.
    ///
    /// # Errors
    /// Says why not.
    pub fn record(&mut self, path: &Path) -> Result<(), String> {
        if let Some(recorder) = &self.recorder {
            let path = scene::printable(&recorder.path().to_string_lossy());
            return Err(format!("{path}: this is being recorded already"));
        }
        self.recorder = Some(Recorder::begin(path, &mut self.journal)?);
        Ok(())
    }

    /// Whether what is done goes to a file.
    pub(super) const fn is_recorded(&self) -> bool {
        self.recorder.is_some()
    }

    /// Says what there is: a greeting, the title, what to try, and the objects,
    /// unless they are too many to listen to.
    ///
    /// # Errors
    /// When writing fails.
    pub fn greet(&mut self, greeting: Option<&str>) -> io::Result<()> {
        const MOST_OBJECTS: usize = 12;
        let (scene, note) = (self.sandbox.scene(), self.note_to_tell());
        let lines = greeting.into_iter().chain([scene.title.as_str(), note.as_str()]);
        for line in lines.filter(|line| !line.is_empty()) {
            self.printer.note(line);
        }
        if scene.objects.len() <= MOST_OBJECTS {
            for object in &scene.objects {
                self.printer.object(object, scene.settings.axes);
            }
        } else {
            let count = scene.objects.len();
            self.printer.note(&format!("{count} objects; describe NAME tells of one"));
        }
        self.printer.note("help lists the commands, quit leaves");
        self.offer();
        self.ask();
        self.printer.check()
    }

    /// Asks for a command.
    ///
    /// # Errors
    /// When writing fails.
    pub fn prompt(&mut self, text: &str) -> io::Result<()> {
        self.printer.prompt(text)
    }

    /// Carries out every line of `input`.
    ///
    /// # Errors
    /// When reading or writing fails.
    pub fn read(&mut self, input: impl BufRead, kind: Kind) -> io::Result<()> {
        let mut reader = Reader::new(input, kind);
        self.ask();
        while let Some((number, item)) = reader.next_item()? {
            let next = match item {
                Ok(Item::Line(line)) => self.line(Some(number), line)?,
                Ok(Item::Scene(scene)) => self.scene(Some(number), &scene),
                Ok(Item::Digest(_)) => Next::GoOn,
                Err(fault) => self.fault(number, &fault),
            };
            if next == Next::Quit {
                break;
            }
        }
        Ok(())
    }

    /// Does what a recording says, and holds it to what came of it then.
    ///
    /// # Errors
    /// When reading or writing fails.
    pub fn replay(&mut self, recording: impl BufRead, held: Held<'_>) -> io::Result<()> {
        let mut holder = ReplayCheck::new(held);
        let mut recorded = None;
        let mut is_whole = true;
        self.kind = Kind::Recording;
        let mut reader = Reader::new(recording, self.kind);
        if holder.compares() {
            self.journal.keep_records();
        }
        while let Some((number, item)) = reader.next_item()? {
            let next = match item {
                Ok(Item::Line(line)) => self.line_held(Some(number), line, Some(&mut holder))?,
                Ok(Item::Scene(scene)) => self.scene(Some(number), &scene),
                Ok(Item::Digest(digest)) => {
                    recorded = Some(digest.to_owned());
                    Next::GoOn
                }
                Err(fault) => {
                    is_whole &= matches!(fault, ReadError::Line(_));
                    self.fault(number, &fault)
                }
            };
            if next == Next::Quit {
                break;
            }
        }
        if let Some(digest) = self.journal.digest().filter(|_| is_whole && holder.compares()) {
            let (outcome, said) = holder.finish(&digest.to_string(), recorded.as_deref())?;
            for line in said {
                self.printer.note(&line);
            }
            if outcome != Outcome::Well {
                self.outcome = outcome;
            }
        }
        self.kind = Kind::Script;
        self.printer.check()
    }

    /// A scene takes the place of the one before.
    fn scene(&mut self, number: Option<u64>, scene: &Scene) -> Next {
        match Sandbox::new(scene.clone()) {
            Ok(sandbox) => {
                self.sandbox = sandbox;
                self.source = Source::New;
                self.journal.open(scene);
                self.cover_anew();
                self.settle();
                Next::GoOn
            }
            Err(fault) => {
                self.refuse(number, &fault.to_string());
                Next::Quit
            }
        }
    }

    fn fault(&mut self, number: u64, fault: &ReadError) -> Next {
        self.refuse(Some(number), &fault.to_string());
        match fault {
            ReadError::Line(_) => Next::GoOn,
            ReadError::Whole(_) => Next::Quit,
        }
    }

    pub(super) fn refuse(&mut self, number: Option<u64>, message: &str) {
        self.printer.error(number, message);
        self.outcome = Outcome::SomeAtError;
    }

    /// Carries out one line; a fault is told, with the number of the line.
    ///
    /// # Errors
    /// When writing fails.
    pub fn line(&mut self, number: Option<u64>, text: &str) -> io::Result<Next> {
        self.line_held(number, text, None)
    }

    fn line_held(
        &mut self,
        number: Option<u64>,
        text: &str,
        holder: Option<&mut ReplayCheck<'_>>,
    ) -> io::Result<Next> {
        let settings = *self.sandbox.world().settings();
        self.printer.begin(settings.contact);
        self.interruption.forget();
        let before = self.sandbox.history().position();
        let done = Command::parse(text, settings.axes).and_then(|command| match command {
            Some(command) => self.command(number, &command, holder),
            None => Ok(Next::GoOn),
        });
        let next = done.unwrap_or_else(|fault| {
            self.refuse(number, &fault.to_string());
            Next::GoOn
        });
        self.ask();
        if self.printer.owes_an_answer() && self.sandbox.history().position() != before {
            let frame = self.sandbox.world().frame();
            self.printer.note(&format!("frame {frame}: nothing new"));
        }
        self.settle();
        self.printer.check()?;
        Ok(next)
    }

    /// What has been done is recorded.
    fn settle(&mut self) {
        let Some(recorder) = &mut self.recorder else { return };
        if let Err(why) = recorder.go_on(&mut self.journal) {
            self.recorder = None;
            self.journal.forget_records();
            self.refuse(None, &why);
        }
    }

    /// All that was told leaves, the recording is finished.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(&mut self) -> io::Result<Outcome> {
        if let Some(recorder) = self.recorder.take()
            && let Err(why) = recorder.finish(&mut self.journal)
        {
            self.refuse(None, &why);
        }
        self.printer.uncover_all();
        self.printer.flush()?;
        Ok(self.outcome)
    }

    fn command(
        &mut self,
        number: Option<u64>,
        command: &Command,
        holder: Option<&mut ReplayCheck<'_>>,
    ) -> Result<Next, CommandError> {
        if self.kind == Kind::Recording && !command.is_recorded() {
            return Err(CommandError::new("this command has no place in a recording"));
        }
        self.check_covered(command)?;
        let mut watch =
            Told { printer: &mut self.printer, interruption: &self.interruption, holder };
        match self.journal.apply(&mut self.sandbox, command, &mut watch)? {
            Applied::Done => {
                if *command == Command::New {
                    self.source = Source::New;
                }
                if let Command::Expect(names) = command
                    && self.printer.owes_an_answer()
                    && let Some(noted) = self.sandbox.noted(names.as_ref())
                {
                    self.printer.note(&format!("{noted}: noted, saved with the scene"));
                }
                Ok(Next::GoOn)
            }
            Applied::Stopped(_, why) => {
                if self.interruption.is_raised() {
                    // The terminal has written the key that was pressed.
                    self.printer.end_line();
                    self.interruption.heed();
                }
                self.refuse(number, &why.to_string());
                Ok(Next::GoOn)
            }
            Applied::Nothing(why) => {
                self.printer.note(why);
                Ok(Next::GoOn)
            }
            Applied::Elsewhere => {
                let axes = self.sandbox.world().settings().axes;
                let next = self.elsewhere(command)?;
                // A prediction has been noted, with the truth.
                if command.is_recorded() && !matches!(command, Command::Predict(..)) {
                    let named = self.sandbox.with_names(command);
                    self.journal.note(&named.written(axes).to_string());
                }
                Ok(next)
            }
        }
    }
}
