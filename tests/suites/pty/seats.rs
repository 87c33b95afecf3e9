//! Seats: a class in one process, as hosted by the serving program.

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use hitscan::seat::{
    self, Audience, Buffer, CanvasEvent, Desk, DeskFault, DeskFiles, End, Limits, LineSink, Look,
    OpenedCourse, Permits, Proposed, RemoteCanvas, RemoteTerminal, Seat as Sitting, ShownScreen,
    Supervision, Unsupervised, Urgency,
};
use hitscan_core::lab::{Learning, Lesson};
use tempfile::TempDir;

use crate::streams::Seat;
use crate::terminal::squeezed;

const UTF8: Option<&str> = Some("C.UTF-8");

fn look() -> Look {
    Look::of("xterm-256color", UTF8).expect("it moves its cursor")
}

/// A student's work in memory, and what happens to further work.
#[derive(Clone, Debug, Default)]
struct Work(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    lines: String,
    urgencies: Vec<(String, Urgency)>,
    refuses: Option<DeskFault>,
    /// Notified before each append, which then waits for an answer.
    asks: Option<(Sender<String>, Receiver<()>)>,
}

impl Work {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().expect("no panic")
    }

    /// The urgency of the line that contains this text.
    fn urgency(&self, of: &str) -> Option<Urgency> {
        let kept = self.kept();
        kept.urgencies.iter().find(|(lines, _)| lines.contains(of)).map(|(_, urgency)| *urgency)
    }
}

impl LineSink for Work {
    fn held(&mut self) -> Result<Vec<u8>, DeskFault> {
        Ok(self.kept().lines.clone().into_bytes())
    }

    fn append(&mut self, lines: &str, urgency: Urgency) -> Result<(), DeskFault> {
        let asks = self.kept().asks.take();
        if let Some((tell, answer)) = &asks {
            tell.send(lines.to_owned()).expect("it is waited for");
            answer.recv().expect("it is answered");
        }
        let mut kept = self.kept();
        kept.asks = asks;
        if let Some(why) = &kept.refuses {
            return Err(why.clone());
        }
        kept.lines.push_str(lines);
        kept.urgencies.push((lines.to_owned(), urgency));
        Ok(())
    }

    fn truncate(&mut self, bytes: u64) -> Result<(), DeskFault> {
        self.kept().lines.truncate(bytes.try_into().expect("it is short"));
        Ok(())
    }
}

/// The supervisor of the class.
#[derive(Clone, Debug, Default)]
struct Teacher(Arc<Mutex<Notes>>);

#[derive(Debug, Default)]
struct Notes {
    pauses: bool,
    points: Vec<u32>,
    pictures: Vec<Buffer>,
}

impl Teacher {
    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.0.lock().expect("no panic")
    }
}

impl Permits for Teacher {
    fn refuses(&self, _: Proposed<'_>) -> Option<String> {
        self.notes().pauses.then(|| "paused by ada".to_owned())
    }

    fn closes(&self, lesson: &Lesson) -> Option<String> {
        (lesson.id == "floor").then(|| "not open yet".to_owned())
    }
}

impl Supervision for Teacher {
    fn kept(&self, learning: &Learning) {
        let lesson = Arc::clone(learning.lesson());
        self.notes().points.push(learning.progress.points(&lesson));
    }

    fn drew(&self, picture: &Buffer) {
        self.notes().pictures.push(picture.clone());
    }
}

fn opened(work: &Work, lesson: &str) -> OpenedCourse {
    let course = Arc::new(seat::course(None, None).expect("a pack"));
    let work = Box::new(work.clone());
    seat::open_course(course, "anna", "anna", work, Some(lesson)).expect("her work")
}

fn learning(work: &Work, lesson: &'static str, teacher: &Teacher) -> Seat {
    let (work, teacher) = (work.clone(), teacher.clone());
    Seat::of((80, 24), move |terminal| {
        let opened = opened(&work, lesson);
        let seat = Sitting::learning(opened, nowhere(), look(), &Limits::default());
        seat.expect("a world").run(terminal, Box::new(teacher))
    })
}

fn sandbox(scene: &'static str, desk: Desk, limits: Limits, teacher: &Teacher) -> Seat {
    let teacher = teacher.clone();
    Seat::of((80, 24), move |terminal| {
        let seat = Sitting::sandbox(Some(scene), desk, look(), &limits);
        seat.expect("a scene").run(terminal, Box::new(teacher))
    })
}

/// A desk without room for anything.
#[derive(Debug)]
struct NoRoom;

impl DeskFiles for NoRoom {
    fn list(&self) -> Result<Vec<String>, DeskFault> {
        Ok(Vec::new())
    }

    fn read(&self, _: &str) -> Result<Option<String>, DeskFault> {
        Ok(None)
    }

    fn write(&self, _: &str, _: &str, _: Option<&str>) -> Result<(), DeskFault> {
        Err(DeskFault::Full)
    }

    fn lines(&self, _: &str) -> Result<Box<dyn LineSink>, DeskFault> {
        Err(DeskFault::Full)
    }
}

fn nowhere() -> Desk {
    Desk::Of(Arc::new(NoRoom))
}

/// A seat that waits for the answer to the first question of a lesson.
fn asked(work: &Work, teacher: &Teacher) -> Seat {
    let mut seat = learning(work, "inside", teacher);
    seat.read_to_text("Enter goes on").send("\r").read_to_text("What will edges say?");
    seat
}

/// Reads until this message appears, in however many rows.
#[track_caller]
fn read_to_said(seat: &mut Seat, said: &str) {
    seat.read_to(said, |seat| squeezed(&seat.rows().join(" ")).contains(said));
}

/// Leaves the text field, and reads until this message is gone.
#[track_caller]
fn clear(seat: &mut Seat, said: &str) {
    seat.send("\x1b");
    // Otherwise Esc would be taken for the start of a sequence.
    thread::sleep(Duration::from_millis(100));
    seat.send("1").read_to("end of it", |seat| !squeezed(&seat.rows().join(" ")).contains(said));
}

fn text(seat: &Seat) -> String {
    String::from_utf8_lossy(&seat.bytes).into_owned()
}

#[test]
fn an_answer_is_saved_before_its_result_is_shown() {
    let (work, teacher) = (Work::default(), Teacher::default());
    let mut seat = asked(&work, &teacher);
    let ((tell, told), (answer, answered)) = (channel(), channel());
    work.kept().asks = Some((tell, answered));
    seat.send(":miss\r");
    let lines = told.recv().expect("it is written");
    assert!(lines.contains("answer edges miss"), "{lines}");
    while seat.read(Duration::from_millis(300)) > 0 {}
    assert!(!text(&seat).contains("RIGHT"), "the result is shown before it is kept");
    assert_eq!(teacher.notes().points.last(), Some(&0));
    answer.send(()).expect("it is waited for");
    seat.read_to_text("2 of 2");
    assert_eq!(work.urgency("answer edges"), Some(Urgency::BeforeThePicture));
    assert_eq!(teacher.notes().points.last(), Some(&2));
    work.kept().asks = None;
    seat.control.end();
    assert_eq!(seat.read_end(), End::Closed);
}

#[test]
fn hints_must_be_safe_before_they_are_shown_but_moves_need_not() {
    let (work, teacher) = (Work::default(), Teacher::default());
    let mut seat = learning(&work, "inside", &teacher).at("Enter goes on");
    seat.send(":lesson inside hide\r").read_to_text("step 6 of").send("l");
    seat.read_to_text("frame 1");
    seat.send("I").read_to("hint in the work", |_| work.urgency("hint").is_some());
    assert_eq!(work.urgency("move"), Some(Urgency::Soon));
    assert_eq!(work.urgency("hint"), Some(Urgency::BeforeThePicture));
    seat.control.end();
    assert_eq!(seat.read_end(), End::Closed);
}

#[test]
fn work_that_cannot_be_saved_is_not_shown_until_it_is_saved() {
    for (why, said) in [
        (DeskFault::Full, "not kept: the disk is full; nothing counts until it is"),
        (DeskFault::NoAnswer, "not kept: the store does not answer; nothing counts until it does"),
    ] {
        let (work, teacher) = (Work::default(), Teacher::default());
        let mut seat = asked(&work, &teacher);
        let points = teacher.notes().points.len();
        work.kept().refuses = Some(why);
        seat.send(":miss\r");
        read_to_said(&mut seat, said);
        // Neither other keys nor a resize reveal it.
        seat.send(" x").resize(90, 26).read_to("message again", |seat| {
            seat.rows().len() == 26 && squeezed(&seat.rows().join(" ")).contains(said)
        });
        while seat.read(Duration::from_millis(200)) > 0 {}
        let written = text(&seat);
        assert!(!written.contains("RIGHT") && !written.contains("2 of 2"), "{written}");
        assert_eq!(teacher.notes().points.len(), points, "nothing is told");
        work.kept().refuses = None;
        seat.send("x").read_to_text("2 of 2");
        assert!(work.kept().lines.contains("answer edges miss"));
        seat.send("q");
        assert_eq!(seat.read_end(), End::Quit);
    }
}

#[test]
fn a_student_whose_work_cannot_be_saved_can_leave() {
    let (work, teacher) = (Work::default(), Teacher::default());
    let mut seat = asked(&work, &teacher);
    work.kept().refuses = Some(DeskFault::Full);
    seat.send(":miss\r").read_to_text("not kept: the disk is full").send("q").read_to_end();
    let ended = seat.thread.join().expect("no panic");
    assert_eq!(ended.end.expect("no fault of the stream"), End::Quit);
    let said = "not kept: the disk is full; nothing counts until it is";
    assert_eq!(ended.kept, Err(said.to_owned()));
}

#[test]
fn work_written_elsewhere_ends_the_screen() {
    let (work, teacher) = (Work::default(), Teacher::default());
    let mut seat = asked(&work, &teacher);
    work.kept().refuses = Some(DeskFault::Conflict);
    seat.send(":miss\r").read_to_end();
    assert!(!text(&seat).contains("RIGHT"));
    let ended = seat.thread.join().expect("no panic");
    assert_eq!(ended.end.expect("no fault of the stream"), End::WrittenElsewhere);
}

#[test]
fn work_continues_where_it_ends_with_its_own_numbers() {
    let (work, teacher) = (Work::default(), Teacher::default());
    let mut seat = asked(&work, &teacher);
    seat.send(":miss\r").read_to_text("2 of 2");
    seat.control.take_over();
    assert_eq!(seat.read_end(), End::TakenOver);
    // An incomplete line, as after a crash.
    work.kept().lines.push_str("mov");
    let course = || Arc::new(seat::course(None, Some("en")).expect("a pack"));
    let again = |seed: &str, student: &str, lesson| {
        let opened = seat::open_course(course(), student, seed, Box::new(work.clone()), lesson);
        opened.map(|opened| opened.course.0.summary())
    };
    assert_eq!(again("another", "anna", None), Ok("0 of 16 lessons done, 2 of 212 points".into()));
    assert!(!work.kept().lines.contains("mov"), "{}", work.kept().lines);
    assert_eq!(again("ben", "ben", None), Err("ben.hits is anna's".to_owned()));
    let no_lesson = again("anna", "anna", Some("insid")).expect_err("there is none");
    assert_eq!(no_lesson, "insid: no such lesson; did you mean inside?");
    assert!(again("../x", "anna", None).is_err() && again("anna", "../x", None).is_err());
}

#[test]
fn a_pause_refuses_every_key_that_changes_anything_and_stops_play() {
    let teacher = Teacher::default();
    let mut seat = sandbox("start", nowhere(), Limits::default(), &teacher).at("frame 0");
    teacher.notes().pauses = true;
    seat.control.say("paused by ada\u{1b}[31m");
    seat.read_to_text("paused by ada\\u{1b}[31m");
    clear(&mut seat, "paused");
    for keys in [".", "u", ":box Z 1 1 2 2\r", ":open tunnel\r", ":play\r"] {
        seat.send(keys).read_to_text("paused by ada");
        clear(&mut seat, "paused");
    }
    assert!(seat.rows()[0].contains("frame 0"), "{}", seat.rows()[0]);
    seat.send("?").read_to_text("said to you");
    teacher.notes().pauses = false;
    clear(&mut seat, "said to you");
    seat.send(":play\r").read_to_text("frame 3");
    teacher.notes().pauses = true;
    seat.read_to_text("paused by ada");
    let header = seat.rows()[0].clone();
    while seat.read(Duration::from_millis(400)) > 0 {}
    assert_eq!(seat.rows()[0], header, "it plays on");
    seat.send("q");
    assert_eq!(seat.read_end(), End::Quit);
}

#[test]
fn a_closed_lesson_is_listed_as_such_and_cannot_be_opened() {
    let (work, teacher) = (Work::default(), Teacher::default());
    let mut seat = learning(&work, "inside", &teacher);
    seat.read_to_text("Enter goes on").send(":lesson floor\r").read_to_text("not open yet");
    clear(&mut seat, "not open yet");
    seat.send("o").read_to_text("lessons 0 of 16 done");
    let closed: Vec<_> =
        seat.rows().into_iter().filter(|row| row.contains("not open yet")).collect();
    assert_eq!(closed.len(), 1, "{closed:?}");
    seat.control.end();
    assert_eq!(seat.read_end(), End::Closed);
}

#[test]
fn a_watched_student_sees_that_and_the_watcher_sees_each_picture() {
    let teacher = Teacher::default();
    let mut seat = sandbox("start", nowhere(), Limits::default(), &teacher);
    seat.read_to_text("frame 0").send(".").read_to_text("frame 1");
    assert_eq!(teacher.notes().pictures.len(), 0, "nobody looks on");
    seat.control.seen_by(Audience::Watchers);
    seat.read_to_text("\u{25c6} watched").send(".").read_to_text("frame 2");
    let row = |picture: &Buffer, y: u16| -> String {
        (0..picture.area.width).map(|x| picture[(x, y)].symbol()).collect()
    };
    // It is reported once it has been sent.
    let deadline = Instant::now() + Duration::from_secs(20);
    let picture = loop {
        let last = teacher.notes().pictures.last().cloned();
        match last.filter(|picture| row(picture, 0).trim_end() == seat.rows()[0]) {
            Some(picture) => break picture,
            None => assert!(Instant::now() < deadline, "no picture of {}", seat.rows()[0]),
        }
        thread::sleep(Duration::from_millis(5));
    };
    seat.control.seen_by(Audience::None);
    seat.read_to("no mark", |seat| !seat.rows()[0].contains("watched"));
    let count = teacher.notes().pictures.len();
    seat.send(".").read_to_text("frame 3");
    assert_eq!(teacher.notes().pictures.len(), count);

    // It is shown on another screen, in a smaller window.
    let mut other = Seat::of((60, 20), |terminal| {
        let seat = Sitting::sandbox(Some("tunnel"), nowhere(), look(), &Limits::default());
        seat.expect("a scene").run(terminal, Box::new(Unsupervised))
    });
    other.read_to_text("tunnel");
    let note = "ada shows you a screen; Esc comes back to yours";
    let shown = ShownScreen { picture: Arc::new(picture), by: "ada".to_owned() };
    other.control.show(Some(shown.clone()));
    other.read_to_text(&format!("{note} more \u{25ba}\u{25bc}"));
    assert!(other.rows()[0].starts_with(" start"), "{}", other.rows()[0]);
    other.send("\x1b[Cjjj").read_to_text("more \u{25c4}\u{25ba}\u{25b2}").send("?");
    other.read_to_text("back to your own screen").send("\x1b[H.");
    other.read_to("the keys are closed", |seat| !seat.rows()[3].contains("back to your"));
    other.send("\x1b[H").read_to("the upper left", |seat| seat.rows()[0].starts_with(" start"));
    other.send("\x1b").read_to_text("tunnel");
    assert!(other.rows()[0].contains("frame 0"), "keys do nothing meanwhile");
    other.control.show(Some(shown.clone()));
    assert_eq!(other.read(Duration::from_millis(300)), 0, "it came back");
    other.control.show(None);
    other.control.show(Some(shown));
    other.read_to_text(note);
    other.control.show(None);
    other.read_to_text("tunnel");
    for seat in [seat, other] {
        seat.control.end();
        assert_eq!(seat.read_end(), End::Closed);
    }
}

#[test]
fn commands_are_limited_in_time_and_playing_is_limited_in_rate() {
    let limits = Limits { command_time: Duration::from_secs(1), frames: 5, ..Limits::default() };
    let teacher = Teacher::default();
    let mut seat = sandbox("crowd", nowhere(), limits, &teacher).at("frame 0");
    let begun = Instant::now();
    seat.send(":step 100000\r").read_to_text("stopped: a command may take 1 s here");
    assert!(begun.elapsed() > Duration::from_secs(1), "{:?}", begun.elapsed());
    seat.control.end();
    seat.read_end();

    let mut seat = sandbox("start", nowhere(), limits, &teacher);
    seat.read_to_text("frame 0").send(":speed 120\r:play\r");
    let begun = Instant::now();
    seat.read_to_text("frame 8");
    assert!(begun.elapsed() > Duration::from_millis(1400), "{:?}", begun.elapsed());
    seat.control.end();
    assert_eq!(seat.read_end(), End::Closed);
}

#[test]
fn no_name_leads_outside_of_a_desk() {
    let folder = TempDir::new().expect("a folder");
    let desk = folder.path().join("desk");
    fs::create_dir(&desk).expect("there is room");
    let secret = folder.path().join("secret.toml");
    fs::write(&secret, "the secret = 1\n").expect("there is room");
    symlink(&secret, desk.join("link.toml")).expect("a link");
    symlink("/nonexistent/new.toml", desk.join("lost.toml")).expect("a link");
    fs::create_dir(desk.join("folder.toml")).expect("there is room");
    let teacher = Teacher::default();
    let mut seat = sandbox("start", Desk::folder(&desk), Limits::default(), &teacher);
    seat.read_to_text("frame 0");
    let outside = secret.to_string_lossy().into_owned();
    let said = "here a file has a plain name, such as mine.toml";
    let names = "/etc/passwd /etc/passwd.toml ../secret.toml desk/../../secret.toml ~/a.toml ~ \
        .toml .. folder/a.toml a.txt";
    for name in names.split(' ').chain([&*outside]) {
        for command in ["open", "save"] {
            seat.send(&format!(":{command} {name}\r"));
            read_to_said(&mut seat, said);
            clear(&mut seat, said);
        }
    }
    for (line, said) in [
        (":open link.toml\r", "link.toml: it cannot be read: a symbolic link, not a scene file"),
        (":save link.toml\r", "link.toml: not saved: a symbolic link, not a scene file"),
        (":save lost.toml\r", "lost.toml: not saved: a symbolic link, not a scene file"),
        (":open folder.toml\r", "folder.toml: it cannot be read: a directory, not a scene file"),
        (":record mine.hits\r", "not here: your work is kept for you"),
        (":screenshot mine.svg\r", "not here: your work is kept for you"),
        (":save mine.toml\r", "mine.toml: a new file"),
        (":box Z 1 1 2 2\r:save mine.toml\r", "mine.toml:"),
        (":open mine.toml\r", "mine.toml"),
    ] {
        seat.send(line);
        read_to_said(&mut seat, said);
    }
    seat.send("o");
    while seat.read(Duration::from_millis(500)) > 0 {}
    assert!(seat.rows().iter().any(|row| row.contains("mine.toml")), "it is listed");
    let written = text(&seat);
    for never in ["root:", "secret =", "expected", &*desk.to_string_lossy()] {
        assert!(!written.contains(never), "{never}");
    }
    seat.control.end();
    seat.read_end();
    assert_eq!(fs::read_to_string(&secret).expect("it is there"), "the secret = 1\n");
    let mut names: Vec<_> = fs::read_dir(&desk)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("text"))
        .filter(|name| !name.starts_with("left-"))
        .collect();
    names.sort();
    assert_eq!(names, ["folder.toml", "link.toml", "lost.toml", "mine.toml"]);
}

#[test]
fn a_desk_is_bounded() {
    let folder = TempDir::new().expect("a folder");
    for number in 0..63 {
        fs::write(folder.path().join(format!("{number}.toml")), "").expect("there is room");
    }
    let teacher = Teacher::default();
    let mut seat = sandbox("start", Desk::folder(folder.path()), Limits::default(), &teacher);
    seat.read_to_text("frame 0");
    seat.send(":save mine.toml\r").read_to_text("mine.toml: a new file").send(":save other.toml\r");
    read_to_said(&mut seat, "other.toml: not saved: there are 64 files here");
    fs::write(folder.path().join("1.toml"), vec![b'#'; 4_000_000]).expect("there is room");
    seat.send(":save mine.toml\r").read_to_text("mine.toml: nothing had changed");
    seat.control.end();
    assert_eq!(seat.read_end(), End::Closed);
}

#[test]
fn a_crashed_sandbox_is_offered_at_the_same_desk() {
    let folder = TempDir::new().expect("a folder");
    let teacher = Teacher::default();
    let begin = || {
        let desk = Desk::folder(folder.path());
        sandbox("start", desk, Limits::default(), &teacher).at("frame 0")
    };
    let mut seat = begin();
    seat.send(".").read_to_text("frame 1");
    seat.control.take_over();
    assert_eq!(seat.read_end(), End::TakenOver);
    let mut seat = begin();
    seat.send(":recover\r").read_to_text("frame 1").send(":quit!\r").read_to_end();
    assert!(!text(&seat).contains(&*folder.path().to_string_lossy()));
    assert_eq!(seat.end(), End::Quit);
}

/// Writes into memory.
#[derive(Clone, Debug, Default)]
struct Told(Arc<Mutex<Vec<u8>>>);

impl Write for Told {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Told {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no panic").clone()).expect("text")
    }
}

#[test]
fn line_by_line_a_student_sees_only_what_is_saved() {
    let (work, teacher, told) = (Work::default(), Teacher::default(), Told::default());
    let sit = |work: &Work, lines: &str, told: &Told| {
        let opened = opened(work, "inside");
        let seat = Sitting::learning(opened, nowhere(), Look::of_lines(UTF8), &Limits::default());
        let input = std::io::Cursor::new(lines.to_owned());
        seat.expect("a world").run_lines(input, told.clone(), Box::new(teacher.clone()))
    };
    let lines = "next\nmiss\nlesson floor\nsave ../x.toml\nquit\n";
    assert_eq!(sit(&work, lines, &told), Ok(()));
    let text = told.text();
    for part in [
        "RIGHT",
        "not open yet",
        "../x.toml: here a file has a plain name, such as mine.toml",
        "0 of 16 lessons done, 2 of 212 points; your work is kept for you",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains('\u{1b}'), "{text}");
    assert_eq!(teacher.notes().points.last(), Some(&2));

    let told = Told::default();
    let seat = Sitting::sandbox(None, nowhere(), Look::of_lines(UTF8), &Limits::default());
    let lines = "open /etc/passwd\nrecord x.hits\nsave mine.toml\n";
    let input = std::io::Cursor::new(lines);
    let done = seat.expect("a scene").run_lines(input, told.clone(), Box::new(teacher.clone()));
    assert_eq!(done, Ok(()));
    for part in [
        "/etc/passwd: here a file has a plain name, such as mine.toml",
        "not here: your work is kept for you",
        "mine.toml: not saved: the disk is full",
    ] {
        assert!(told.text().contains(part), "{part}: {}", told.text());
    }
    assert!(!told.text().contains("root:"), "{}", told.text());

    let (work, told) = (Work::default(), Told::default());
    let opened = opened(&work, "inside");
    let seat = Sitting::learning(opened, nowhere(), Look::of_lines(None), &Limits::default());
    work.kept().refuses = Some(DeskFault::Full);
    let input = std::io::Cursor::new("next\nmiss\n");
    let done = seat.expect("a world").run_lines(input, told.clone(), Box::new(teacher));
    let said = "not kept: the disk is full; nothing counts until it is";
    assert_eq!(done, Err(said.to_owned()));
    assert!(!told.text().contains("RIGHT") && !told.text().contains("STEP 2"), "{}", told.text());
}

#[test]
fn anything_can_be_drawn_on_a_canvas() {
    let mut seat = Seat::of((40, 10), |terminal: RemoteTerminal| {
        let mut canvas = RemoteCanvas::new(terminal, look()).expect("a terminal");
        let mut keys = String::new();
        let end = loop {
            let (columns, rows) = canvas.size();
            let row = format!("{columns}x{rows} {keys}");
            let paint = |buffer: &mut Buffer| {
                buffer.set_string(0, 0, &row, seat::ratatui::style::Style::default());
            };
            canvas.draw(paint).expect("it is sent");
            match canvas.next(Some(Duration::from_secs(20))).expect("it is read") {
                CanvasEvent::Key(key) => keys.extend(key.typed()),
                CanvasEvent::Redraw => keys.push('!'),
                CanvasEvent::Nothing => panic!("nothing comes"),
                CanvasEvent::End(end) => break end,
            }
        };
        canvas.leave().expect("it is restored");
        seat::Ended { end: Ok(end), kept: Ok(()) }
    });
    seat.read_to_text("40x10").send("a").read_to_text("40x10 a");
    seat.control.wake();
    seat.read_to_text("40x10 a!").resize(50, 12).read_to_text("50x12 a!!");
    seat.control.end();
    seat.read_to_end();
    assert!(!seat.parser.screen().alternate_screen());
    assert_eq!(seat.end(), End::Closed);
}

/// The parameters of a seat: the sandbox with a scene, or a lesson; columns and rows; the terminal
/// and its language.
type Given = (What, (u16, u16), &'static str, Option<&'static str>);

#[derive(Clone, Copy, Debug)]
enum What {
    Scene(&'static str),
    Lesson(&'static str),
}

const CLASS: [Given; 10] = [
    (What::Scene("start"), (80, 24), "xterm-256color", UTF8),
    (What::Scene("start"), (80, 24), "vt100", None),
    (What::Scene("two-boxes"), (200, 60), "xterm-direct", UTF8),
    (What::Scene("bullet"), (100, 30), "linux", UTF8),
    (What::Scene("polygons"), (132, 43), "xterm", UTF8),
    (What::Scene("corridor"), (80, 25), "xterm-kitty", UTF8),
    (What::Lesson("apart"), (80, 24), "xterm-256color", UTF8),
    (What::Lesson("inside"), (100, 30), "tmux-256color", None),
    (What::Lesson("floor"), (120, 40), "alacritty", UTF8),
    (What::Scene("crowd"), (81, 25), "foot", UTF8),
];

/// The rows of a screen with their colours, after some keys.
type Picture = Vec<String>;

/// Each cell with its colours; a blank one has none.
fn cells_of(screen: &vt100::Screen) -> Picture {
    let (rows, columns) = screen.size();
    let row = |y: u16| {
        let cells = (0..columns.get()).filter_map(|x| screen.cell(y, x));
        let looks = cells.map(|cell| match cell.contents() {
            "" | " " if !cell.inverse() => " ".to_owned(),
            text => {
                let style = (cell.fgcolor(), cell.bgcolor(), cell.bold(), cell.inverse());
                format!("{text}{style:?}")
            }
        });
        looks.collect()
    };
    (0..rows.get()).map(row).collect()
}

/// Plays on all of these seats at the same time, and returns the last picture of each.
fn play(class: &[Given]) -> Vec<Picture> {
    let course = Arc::new(seat::course(None, None).expect("a pack"));
    let mut seats: Vec<_> = class
        .iter()
        .map(|&(what, size, term, lang)| {
            let course = Arc::clone(&course);
            Seat::of(size, move |terminal| {
                let (look, limits) = (Look::of(term, lang).expect("a screen"), Limits::default());
                let seat = match what {
                    What::Scene(scene) => Sitting::sandbox(Some(scene), nowhere(), look, &limits),
                    What::Lesson(lesson) => {
                        let work = Box::new(Work::default());
                        let opened = seat::open_course(course, "anna", "anna", work, Some(lesson));
                        Sitting::learning(opened.expect("new work"), nowhere(), look, &limits)
                    }
                };
                seat.expect("a world").run(terminal, Box::new(Unsupervised))
            })
        })
        .collect();
    for (seat, (what, ..)) in seats.iter_mut().zip(class) {
        match what {
            What::Scene(_) => _ = seat.read_to_text("frame 0"),
            What::Lesson(_) => _ = seat.read_to_text("step 1 of"),
        }
    }
    for number in 1..=3 {
        // All keys are sent before the first picture is read.
        for (seat, (what, ..)) in seats.iter_mut().zip(class) {
            match what {
                What::Scene(_) => _ = seat.send("."),
                What::Lesson(_) => _ = seat.send("\r"),
            }
        }
        for (seat, (what, ..)) in seats.iter_mut().zip(class) {
            match what {
                What::Scene(_) => _ = seat.read_to_text(&format!("frame {number} ")),
                What::Lesson(_) => _ = seat.read_to_text("step 2 of"),
            }
        }
    }
    // Counts are shown once nothing more happens.
    thread::sleep(Duration::from_secs(1));
    let pictures = seats.iter_mut().map(|seat| {
        while seat.read(Duration::from_millis(2)) > 0 {}
        cells_of(seat.parser.screen())
    });
    let pictures = pictures.collect();
    for seat in &seats {
        seat.control.end();
    }
    for seat in seats {
        assert_eq!(seat.read_end(), End::Closed);
    }
    pictures
}

#[test]
fn a_hundred_screens_in_one_process_look_the_same_as_each_alone() {
    let alone: Vec<_> = CLASS.iter().map(|given| play(&[*given]).remove(0)).collect();
    let class: Vec<_> = CLASS.iter().copied().cycle().take(100).collect();
    for (number, picture) in play(&class).into_iter().enumerate() {
        let given = CLASS[number % CLASS.len()];
        let alone = &alone[number % CLASS.len()];
        let rows = picture.iter().zip(alone).filter(|(row, alone)| row != alone);
        let others: Vec<_> = rows.collect();
        assert!(others.is_empty(), "{number}, {given:?}: {others:#?}");
    }
}
