//! A load test: students log in all at once and work, and the cost to the server is measured.
//!
//! ```text
//! hitscan-serve run --demo
//! cargo run --release -p hitscan-serve --example load -- 127.0.0.1:2222 CODE --students 300 --pid PID
//! ```
//!
//! The class needs an open roster with enough places (`class new --places 400`), and the students'
//! names must not be taken. Each student presses keys at its own moments; the test measures the
//! time from a key to the first byte of the answer, and the server's memory and processor time.
//! With `--busy 3`, three more students keep the server busy: one with long commands, one with
//! crowds beyond the limits, one with maps of polygons of a thousand vertices. With `--follow
//! KEY`, all students follow a teacher's sandbox instead, which changes four times a second.

#[expect(dead_code, reason = "the combs are typed here, not read from a scene")]
#[path = "../../../tests/support/combs.rs"]
mod combs;

use std::error::Error;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Parser;
use combs::comb_points;
use hitscan_core::scene::printable;
use russh::client::{self, Handle, KeyboardInteractiveAuthResponse, Msg};
use russh::keys::{PrivateKeyWithHashAlg, PublicKeyOrCertificate, load_secret_key};
use russh::{Channel, ChannelMsg};
use tokio::sync::Barrier;
use tokio::time::{sleep, timeout};

/// How many students, and what they do.
#[derive(Clone, Debug, Parser)]
struct Args {
    /// Where the server listens.
    address: SocketAddr,
    /// The code of the class.
    code: String,
    /// How many students.
    #[arg(long, default_value_t = 100)]
    students: usize,
    /// The SSH command they run: learn, sandbox.
    #[arg(long, default_value = "sandbox")]
    words: String,
    /// Keys a second from each student. 0: idle.
    #[arg(long, default_value_t = 2.0)]
    keys: f64,
    /// How long they work.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// All students follow the screen of the teacher who has this private key, and press no keys.
    #[arg(long, value_name = "KEY")]
    follow: Option<PathBuf>,
    /// How many more students run commands that take as long as the server allows.
    #[arg(long, default_value_t = 0)]
    busy: usize,
    /// The teacher's name.
    #[arg(long, default_value = "ada")]
    teacher: String,
    /// The seconds within which all students log in.
    #[arg(long, default_value_t = 2.0)]
    within: f64,
    /// The server's process, whose memory and processor time are printed.
    #[arg(long)]
    pid: Option<u32>,
}

struct AnyHost;

impl client::Handler for AnyHost {
    type Error = russh::Error;

    async fn check_server_key(&mut self, _: &PublicKeyOrCertificate) -> Result<bool, Self::Error> {
        Ok(true)
    }
}

/// The measurements of one student.
#[derive(Debug, Default)]
struct Seen {
    login: Duration,
    first_picture: usize,
    latencies: Vec<Duration>,
    bytes: usize,
    /// When output arrived, for students who follow.
    came: Vec<Instant>,
}

/// The time between two changes of the teacher's screen.
const TEACHERS_PACE: Duration = Duration::from_millis(250);
/// The keys that students and the teacher press: right and left in turn.
const KEYS: [&[u8]; 2] = [b"l", b"h"];
/// What the busy students type.
const CROWD: &[u8] = b":crowd c 900 box -99 -99 99 99 size 1 2 seed 7 speed 0.01 0.02\r";
const LONG_COMMAND: &[u8] = b":step 100000\r";
const DENSE: &[u8] = b":crowd d 99990 box 0 0 5 5\r";
const SPREAD: &[u8] = b":crowd e 60000 box 0 0 900 900 apart\r";

type Failed = Box<dyn Error + Send + Sync>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failed> {
    let args = Arc::new(Args::parse());
    let others = args.busy + usize::from(args.follow.is_some());
    let everyone = Arc::new(Barrier::new(args.students + others + 1));
    let before = args.pid.map(Cost::of).transpose()?;
    let mut students = Vec::new();
    for number in 0..args.students {
        let (args, everyone) = (Arc::clone(&args), Arc::clone(&everyone));
        students.push(tokio::spawn(async move { student(number, &args, &everyone).await }));
    }
    for number in args.students..args.students + args.busy {
        let (args, everyone) = (Arc::clone(&args), Arc::clone(&everyone));
        tokio::spawn(async move {
            if let Err(why) = busy(number, &args, &everyone).await {
                eprintln!("busy: {why}");
            }
        });
    }
    let shows = args.follow.clone().map(|key| {
        let (args, everyone) = (Arc::clone(&args), Arc::clone(&everyone));
        tokio::spawn(async move { teacher(&key, &args, &everyone).await })
    });
    everyone.wait().await;
    let begun = args.pid.map(Cost::of).transpose()?;
    let (mut all, mut connected) = (Vec::new(), Vec::new());
    for student in students {
        let (seen, came) = student.await??;
        all.push(seen);
        connected.push(came);
    }
    // While all students are still here: the time of a thread that has ended is not counted.
    let ended = args.pid.map(Cost::of).transpose()?;
    if let Some(shows) = shows {
        let changes = shows.await??;
        for seen in &mut all {
            seen.follows(&changes);
        }
        println!("changes shown        {} to each", changes.len());
    }
    drop(connected);
    tell(&args, &all, [before, begun, ended]);
    Ok(())
}

/// Shows everyone a sandbox that changes at a steady pace. Returns the times of the changes.
async fn teacher(key: &Path, args: &Args, everyone: &Barrier) -> Result<Vec<Instant>, Failed> {
    let shown = async {
        let key = PrivateKeyWithHashAlg::new(Arc::new(load_secret_key(key, None)?), None);
        let mut client = client::connect(Arc::default(), args.address, AnyHost).await?;
        if !client.authenticate_publickey(args.teacher.as_str(), key).await?.success() {
            return Err(Failed::from("this key belongs to no teacher"));
        }
        let mut channel = screen(&client, "follow").await?;
        quiet(&mut channel).await?;
        Ok((client, channel))
    };
    let shown = shown.await;
    everyone.wait().await;
    let (_client, mut channel) = shown?;
    let until = Instant::now() + Duration::from_secs(args.seconds);
    let mut changes = Vec::new();
    while Instant::now() < until {
        channel.data(KEYS[changes.len() % 2]).await?;
        let changed = Instant::now();
        changes.push(changed);
        let next = changed + TEACHERS_PACE;
        while let Ok(message) =
            timeout(next.saturating_duration_since(Instant::now()), channel.wait()).await
        {
            message.ok_or("the server has ended the session of the teacher")?;
        }
    }
    Ok(changes)
}

/// Keeps the server busy until the time is up.
async fn busy(number: usize, args: &Args, everyone: &Barrier) -> Result<(), Failed> {
    let shown = match come(number, args).await {
        Ok(came) => show(came, args, &mut Seen::default()).await,
        Err(why) => Err(why),
    };
    everyone.wait().await;
    let (_client, mut channel) = shown?;
    let until = Instant::now() + Duration::from_secs(args.seconds);
    match (number - args.students) % 3 {
        0 => steps(&mut channel, until).await,
        1 => lines(&mut channel, until, &[DENSE, SPREAD, b":undo\r"]).await,
        _ => {
            let combs = [comb("A", true), comb("B", false)];
            let [a, b] = [0, 1].map(|at| combs[at].as_bytes());
            lines(&mut channel, until, &[a, b, b":map\r", b"l", b":map off\r", b":undo 3\r"]).await
        }
    }
}

/// Types each line as soon as there is no more output from the one before, over and over.
async fn lines(channel: &mut Channel<Msg>, until: Instant, lines: &[&[u8]]) -> Result<(), Failed> {
    for line in lines.iter().cycle() {
        if Instant::now() > until {
            break;
        }
        channel.data(*line).await?;
        quiet(channel).await?;
    }
    Ok(())
}

/// The line that adds one of two combs.
fn comb(name: &str, from_above: bool) -> String {
    let points = comb_points(from_above).map(|[x, y]| format!(" {x} {y}"));
    format!(":\u{1b}[200~polygon {name}{}\u{1b}[201~\r", points.collect::<String>())
}

/// Steps a crowd of boxes again and again.
async fn steps(channel: &mut Channel<Msg>, until: Instant) -> Result<(), Failed> {
    channel.data(CROWD).await?;
    quiet(channel).await?;
    while Instant::now() < until {
        channel.data(LONG_COMMAND).await?;
        // Press no key: it would stop the command before the server does.
        let mut shown = Vec::new();
        while !String::from_utf8_lossy(&shown).contains("stopped") {
            match channel.wait().await {
                Some(ChannelMsg::Data { data }) => shown.extend_from_slice(&data),
                Some(_) => {}
                None => return Err("the server has ended the session".into()),
            }
        }
    }
    Ok(())
}

impl Seen {
    /// Records how long each of the teacher's changes took to arrive, if it arrived before the next
    /// one.
    fn follows(&mut self, changes: &[Instant]) {
        let mut came = self.came.iter().peekable();
        for change in changes {
            while came.next_if(|it| *it < change).is_some() {}
            let took = came.peek().map(|it| **it - *change);
            self.latencies.extend(took.filter(|took| *took < TEACHERS_PACE));
        }
    }
}

/// A student's connection and screen.
type Connected = (Handle<AnyHost>, Channel<Msg>);

async fn student(
    number: usize,
    args: &Args,
    everyone: &Barrier,
) -> Result<(Seen, Connected), Failed> {
    #[expect(clippy::cast_precision_loss, reason = "few students")]
    let share = number as f64 / args.students as f64;
    sleep(Duration::from_secs_f64(args.within * share)).await;
    let mut seen = Seen::default();
    let begun = Instant::now();
    let came = come(number, args).await;
    seen.login = begun.elapsed();
    let shown = match came {
        Ok(came) => show(came, args, &mut seen).await,
        Err(why) => Err(why),
    };
    everyone.wait().await;
    let (client, mut channel) = shown?;
    let until = Instant::now() + Duration::from_secs(args.seconds);
    if args.keys <= 0.0 || args.follow.is_some() {
        while let Ok(Some(message)) = timeout(until - Instant::now(), channel.wait()).await {
            seen.bytes += length(&message);
            seen.came.extend((length(&message) > 0).then(Instant::now));
        }
        return Ok((seen, (client, channel)));
    }
    let pause = Duration::from_secs_f64(1.0 / args.keys);
    sleep(pause.mul_f64(share)).await;
    for turn in 0.. {
        let pressed = Instant::now();
        if pressed >= until {
            break;
        }
        channel.data(KEYS[turn % 2]).await?;
        let mut is_answered = false;
        let next = pressed + pause;
        while let Ok(message) =
            timeout(next.saturating_duration_since(Instant::now()), channel.wait()).await
        {
            let message = message.ok_or("the server has ended the session")?;
            let bytes = length(&message);
            seen.bytes += bytes;
            if bytes > 0 && !is_answered {
                is_answered = true;
                seen.latencies.push(pressed.elapsed());
            }
        }
    }
    Ok((seen, (client, channel)))
}

async fn come(number: usize, args: &Args) -> Result<Handle<AnyHost>, Failed> {
    let mut client = client::connect(Arc::default(), args.address, AnyHost).await?;
    let user = format!("s{number:04}");
    let mut answer = client.authenticate_keyboard_interactive_start(user, None).await?;
    loop {
        match answer {
            KeyboardInteractiveAuthResponse::Success => return Ok(client),
            KeyboardInteractiveAuthResponse::Failure { .. } => return Err("a wrong code".into()),
            KeyboardInteractiveAuthResponse::InfoRequest { prompts, .. } => {
                let codes = prompts.iter().map(|_| args.code.clone()).collect();
                answer = client.authenticate_keyboard_interactive_respond(codes).await?;
            }
        }
    }
}

/// Leaves the welcome screen, which shows the student's own code, for the screen that was asked
/// for.
async fn show(client: Handle<AnyHost>, args: &Args, seen: &mut Seen) -> Result<Connected, Failed> {
    let mut channel = screen(&client, &args.words).await?;
    quiet(&mut channel).await?;
    channel.data(&b"\r"[..]).await?;
    seen.first_picture = quiet(&mut channel).await?;
    Ok((client, channel))
}

/// Runs a command with a terminal.
async fn screen(client: &Handle<AnyHost>, words: &str) -> Result<Channel<Msg>, Failed> {
    let channel = client.channel_open_session().await?;
    channel.set_env(false, "LANG", "C.UTF-8").await?;
    channel.request_pty(false, "xterm-256color", 80, 24, 0, 0, &[]).await?;
    channel.exec(false, words).await?;
    Ok(channel)
}

/// Waits until the output stops, and returns its number of bytes; if the session ends, an error
/// with its last output.
async fn quiet(channel: &mut Channel<Msg>) -> Result<usize, Failed> {
    let (mut bytes, mut last) = (0, Vec::new());
    loop {
        let patience =
            if bytes == 0 { Duration::from_secs(20) } else { Duration::from_millis(400) };
        match timeout(patience, channel.wait()).await {
            Ok(Some(message)) => {
                bytes += length(&message);
                if let ChannelMsg::Data { data } | ChannelMsg::ExtendedData { data, .. } = message {
                    last = data.to_vec();
                }
            }
            Ok(None) => {
                let said = printable(&String::from_utf8_lossy(&last));
                return Err(format!("the server has ended the session: {said}").into());
            }
            Err(_) => return Ok(bytes),
        }
    }
}

fn length(message: &ChannelMsg) -> usize {
    match message {
        ChannelMsg::Data { data } => data.len(),
        _ => 0,
    }
}

/// The server's cost so far.
#[derive(Clone, Copy, Debug)]
struct Cost {
    at: Instant,
    /// Proportional set size, in kB.
    memory: u64,
    /// Time on processors.
    time: Duration,
    /// Context switches of its threads.
    wakes: u64,
}

impl Cost {
    fn of(pid: u32) -> Result<Self, Failed> {
        let number_after = |text: &str, name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        let memory = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup"))?;
        let (mut time, mut wakes) = (0, 0);
        for task in std::fs::read_dir(format!("/proc/{pid}/task"))? {
            let path = task?.path();
            // In nanoseconds. The thread may have ended in the meantime.
            let Ok(spent) = std::fs::read_to_string(path.join("schedstat")) else { continue };
            time +=
                spent.split(' ').next().and_then(|spent| spent.parse::<u64>().ok()).unwrap_or(0);
            let status = std::fs::read_to_string(path.join("status")).unwrap_or_default();
            wakes += number_after(&status, "voluntary_ctxt_switches:").unwrap_or(0);
            wakes += number_after(&status, "nonvoluntary_ctxt_switches:").unwrap_or(0);
        }
        let memory = number_after(&memory, "Pss:").unwrap_or(0);
        Ok(Self { at: Instant::now(), memory, time: Duration::from_nanos(time), wakes })
    }
}

fn tell(args: &Args, all: &[Seen], [before, begun, ended]: [Option<Cost>; 3]) {
    let mut logins: Vec<_> = all.iter().map(|seen| seen.login).collect();
    let mut latencies: Vec<_> = all.iter().flat_map(|seen| seen.latencies.clone()).collect();
    let bytes: usize = all.iter().map(|seen| seen.bytes).sum();
    let pictures: usize = all.iter().map(|seen| seen.first_picture).sum();
    println!("students             {}", all.len());
    println!("login p50 p95        {:?} {:?}", share(&mut logins, 50), share(&mut logins, 95));
    println!("first picture        {} bytes", pictures / all.len().max(1));
    // The student's own keys, or those of the teacher they follow.
    println!("keys answered        {}", latencies.len());
    println!("bytes for a key      {}", bytes / latencies.len().max(1));
    println!("bytes in all         {bytes}");
    println!(
        "key to byte p50 p95  {:?} {:?}, at most {:?}",
        share(&mut latencies, 50),
        share(&mut latencies, 95),
        share(&mut latencies, 100)
    );
    if let (Some(before), Some(begun), Some(ended)) = (before, begun, ended) {
        let of_each = ended.memory.saturating_sub(before.memory) / args.students.max(1) as u64;
        println!("memory               {} kB, {of_each} kB a student", ended.memory);
        let time = ended.time.saturating_sub(begun.time).as_secs_f64();
        let wall = (ended.at - begun.at).as_secs_f64();
        println!("processor            {:.1} %", 100.0 * time / wall);
        println!("wake-ups             {}", ended.wakes.saturating_sub(begun.wakes));
    }
}

/// The value at this percentile.
fn share(of: &mut [Duration], percent: usize) -> Duration {
    of.sort_unstable();
    of.get((of.len() * percent / 100).min(of.len().saturating_sub(1))).copied().unwrap_or_default()
}
