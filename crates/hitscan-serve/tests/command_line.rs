//! Tests of the command line.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use hitscan_serve::cli::control::Control;
use hitscan_serve::cli::operation::{Operation, Surroundings};
use hitscan_serve::config::Config;
use hitscan_serve::store::files::FileStore;
use tempfile::TempDir;

/// A teacher's public key.
const KEY: &str =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJdD7y3aLq454yWBdwLWbieU1ebz9/cu7/QEXn9OIeZJ";

/// A folder with a configuration and its data.
struct Machine(TempDir);

impl Machine {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("data");
        fs::write(folder.path().join("serve.toml"), format!("data = \"{}\"\n", data.display()))
            .expect("written");
        Self(folder)
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> String {
        fs::create_dir_all(self.path(name).parent().expect("a folder")).expect("made");
        fs::write(self.path(name), text).expect("written");
        self.path(name).to_string_lossy().into_owned()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let config = self.path("serve.toml");
        let mut program = Command::new(env!("CARGO_BIN_EXE_hitscan-serve"));
        program.arg("-c").arg(config).args(arguments).output().expect("it runs")
    }

    /// Runs a command that succeeds, and returns what it prints.
    fn says(&self, arguments: &[&str]) -> String {
        let done = self.run(arguments);
        let told = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(0), "{arguments:?}: {told}");
        String::from_utf8(done.stdout).expect("text")
    }

    /// Runs a command that fails with status 1, and returns its errors.
    fn refuses(&self, arguments: &[&str]) -> String {
        let done = self.run(arguments);
        assert_eq!(done.status.code(), Some(1), "{arguments:?}: {done:?}");
        let told = String::from_utf8(done.stderr).expect("text");
        assert!(told.lines().all(|line| line.starts_with("error: ")), "{told}");
        told
    }

    fn config(&self) -> Config {
        Config { data: self.path("data"), ..Config::default() }
    }
}

/// The code in `code of 3b: blue-market-42`.
fn code_in(said: &str) -> &str {
    said.lines().last().and_then(|line| line.split_once(": ")).expect("a code").1
}

#[test]
fn help_names_every_command_in_a_page() {
    let help = Machine::new().says(&["--help"]);
    let expected = format!(
        "hitscan-serve {}: classes of hitscan over SSH\n\n\
         Usage: hitscan-serve [OPTIONS] <COMMAND>\n\nCommands:\n",
        env!("CARGO_PKG_VERSION")
    );
    assert!(help.starts_with(&expected), "{help}");
    for line in [
        "  check      Try the configuration, the store, the host key and the packs; change nothing",
        "  status     Say who is here, from the running server",
        "  class      new ID --title TEXT [--roster FILE] [--pack DIR] | list | close ID | open ID | code ID",
        "  teacher    add NAME KEYFILE | list | remove NAME",
        "  host-key   Print the fingerprint, to be told to the class; --new makes another",
        "  import     Take over a folder of submissions: import ID DIR; --to STORE copies between stores",
        "  migrate    Bring the schema of PostgreSQL up to date",
        "  config     Print the default configuration with comments",
        "  -c, --config <FILE>  [default: /etc/hitscan/serve.toml]",
        "  -h, --help",
        "  -V, --version",
        "Exit status: 0; 1 if something cannot be used; 2 if the command line is wrong.",
    ] {
        assert!(help.lines().any(|found| found.trim_end() == line), "{line}\n{help}");
    }
}

#[test]
fn a_wrong_command_line_has_status_2() {
    let machine = Machine::new();
    for wrong in [&["serv"][..], &[], &["class", "new", "3B", "--title", "x"], &["import", "3b"]] {
        assert_eq!(machine.run(wrong).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn the_printed_default_configuration_can_be_read() {
    let machine = Machine::new();
    let printed = machine.says(&["config"]);
    assert_eq!(Config::parse(&printed), Ok(Config::default()));
    machine.write("serve.toml", "syncc = 1\nnode = \"\"\n");
    let told = machine.refuses(&["check"]);
    assert!(told.contains("serve.toml:1:1: syncc: no such setting; did you mean sync?"), "{told}");
    assert!(told.contains("serve.toml:2:8: "), "{told}");
}

#[test]
fn a_class_is_made_listed_closed_and_given_a_new_code() {
    let machine = Machine::new();
    let roster = machine.write("3b.csv", "student,seed\nanna,\nben,ben-7\n");
    let said = machine.says(&["class", "new", "3b", "--title", "Monday", "--roster", &roster]);
    let line = "2 places\nstudents type: ssh -p 2222 NAME@your.host\ncode of 3b: ";
    assert!(said.starts_with(line), "{said}");
    let again = machine.refuses(&["class", "new", "3b", "--title", "x"]);
    assert_eq!(again, "error: there is a class 3b already\n");
    let list = machine.says(&["class", "list"]);
    assert_eq!(list, "3b            open       0 of 2    taken  Monday\n");
    let other = machine.says(&["class", "code", "3b"]);
    assert_ne!(other.trim(), code_in(&said));
    let closed = "3b is closed; its work stays; class open 3b opens it again\n";
    assert_eq!(machine.says(&["class", "close", "3b"]), closed);
    assert!(machine.says(&["class", "list"]).contains("closed"));
    assert_eq!(machine.says(&["class", "open", "3b"]), "3b is open\n");
    assert!(!machine.says(&["class", "list"]).contains("closed"));
    assert_eq!(machine.refuses(&["class", "open", "4c"]), "error: there is no class 4c\n");
    machine.says(&["class", "close", "3b"]);
    assert_eq!(machine.refuses(&["class", "close", "4c"]), "error: there is no class 4c\n");
}

#[test]
fn the_login_line_names_the_class_if_others_are_open_and_the_configured_host() {
    let machine = Machine::new();
    let line = |id: &str| {
        let said = machine.says(&["class", "new", id, "--title", "x"]);
        said.lines().find_map(|line| line.strip_prefix("students type: ")).expect(&said).to_owned()
    };
    assert_eq!(line("3a"), "ssh -p 2222 NAME@your.host");
    assert_eq!(line("3b"), "ssh -p 2222 3b/NAME@your.host");
    machine.says(&["class", "close", "3a"]);
    machine.says(&["class", "close", "3b"]);
    let config = fs::read_to_string(machine.path("serve.toml")).expect("it reads");
    machine.write("serve.toml", &format!("address = \"lab.example\"\n{config}"));
    assert_eq!(line("3c"), "ssh NAME@lab.example");
}

#[test]
fn a_class_without_a_roster_has_as_many_places_as_asked() {
    let machine = Machine::new();
    machine.says(&["class", "new", "3b", "--title", "x", "--places", "120"]);
    let record = fs::read_to_string(machine.path("data/classes/3b/class.toml"));
    let record = record.expect("the record of the class");
    assert!(record.contains("most_students = 120\nroster = \"open\"\n"), "{record}");
    for wrong in ["0", "10001", "many"] {
        let done = machine.run(&["class", "new", "4a", "--title", "x", "--places", wrong]);
        let told = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.code() == Some(2) && told.contains("--places"), "{told}");
    }
}

#[test]
fn a_class_that_cannot_be_filled_is_not_made() {
    let machine = Machine::new();
    let keys = machine.write("ada.pub", KEY);
    machine.says(&["teacher", "add", "ada", &keys]);
    let roster = machine.write("3b.csv", "student\nada\n../x\n");
    let told = machine.refuses(&["class", "new", "3b", "--title", "x", "--roster", &roster]);
    assert!(told.contains("3b.csv:3: student ../x"), "{told}");
    let roster = machine.write("3b.csv", "student\nada\n");
    let told = machine.refuses(&["class", "new", "3b", "--title", "x", "--roster", &roster]);
    assert!(told.contains("student ada: a teacher has that name"), "{told}");
    machine.write("pack/other.toml", "x");
    let pack = machine.path("pack").to_string_lossy().into_owned();
    let told = machine.refuses(&["class", "new", "3b", "--title", "x", "--pack", &pack]);
    assert!(told.ends_with("pack: pack.toml: there is no such file in it\n"), "{told}");
    machine.write("pack/pack.toml", "x");
    let told = machine.refuses(&["class", "new", "3b", "--title", "x", "--pack", &pack]);
    assert!(told.contains("pack.toml"), "{told}");
    assert!(machine.says(&["class", "list"]).starts_with("no classes yet"));
}

#[test]
fn teachers_are_added_and_removed_and_the_rest_of_the_file_stays() {
    let machine = Machine::new();
    let data = machine.path("data");
    let text = format!("# ours\ndata = \"{}\" # here\n\n[limits]\nframes = 20\n", data.display());
    machine.write("serve.toml", &text);
    let keys = machine.write("ada.pub", &format!("# two lines\n{KEY} ada@school\n"));
    machine.says(&["teacher", "add", "ada", &keys]);
    let list = machine.says(&["teacher", "list"]);
    assert!(list.starts_with("ada           SHA256:"), "{list}");
    let with = fs::read_to_string(machine.path("serve.toml")).expect("it reads");
    assert!(with.starts_with(&text), "{with}");
    assert!(with.contains(&format!("ada = [\"{KEY} ada@school\"]")), "{with}");
    machine.says(&["teacher", "add", "ada", &keys]);
    assert_eq!(fs::read_to_string(machine.path("serve.toml")).expect("it reads"), with);
    machine.says(&["teacher", "remove", "ada"]);
    assert!(machine.says(&["teacher", "list"]).starts_with("no teachers yet"));
    assert_eq!(machine.refuses(&["teacher", "remove", "ada"]), "error: ada: no such teacher\n");
    let private = machine.write("id", "-----BEGIN OPENSSH PRIVATE KEY-----\n");
    let told = machine.refuses(&["teacher", "add", "ada", &private]);
    assert!(told.contains("this is a private key: keep it to yourself"), "{told}");
}

#[test]
fn adding_a_teacher_makes_the_file_and_refuses_the_name_of_a_student() {
    let machine = Machine::new();
    let roster = machine.write("3b.csv", "student\nanna\n");
    machine.says(&["class", "new", "3b", "--title", "x", "--roster", &roster]);
    let keys = machine.write("ada.pub", KEY);
    let told = machine.refuses(&["teacher", "add", "anna", &keys]);
    assert_eq!(told, "error: anna: a student of 3b has that name\n");
    let new = machine.path("new/serve.toml");
    let mut program = Command::new(env!("CARGO_BIN_EXE_hitscan-serve"));
    let done = program.arg("-c").arg(&new).args(["teacher", "add", "ada", &keys]).output();
    let done = done.expect("it runs");
    let said = String::from_utf8_lossy(&done.stdout);
    assert_eq!(said, "ada can teach after a restart of hitscan-serve\n", "{done:?}");
    assert!(fs::read_to_string(new).expect("it is made").contains("ada = ["));
}

#[test]
fn check_reports_an_unusable_data_folder_and_an_address_in_use() {
    let machine = Machine::new();
    let other = std::net::TcpListener::bind("127.0.0.1:0").expect("an address");
    let address = other.local_addr().expect("an address");
    let file = machine.write("file", "x");
    machine.write("serve.toml", &format!("data = \"{file}/data\"\n"));
    let told = machine.refuses(&["check"]);
    let lead = format!("error: {file}/data: run cannot make it: {file}: it is not a folder\n");
    assert!(told.contains(&lead), "{told}");
    let data = machine.path("data");
    let config = format!("listen = [\"{address}\"]\ndata = \"{}\"\n", data.display());
    machine.write("serve.toml", &config);
    let said = machine.says(&["check"]);
    assert!(said.contains(&format!("{address}: Address already in use")), "{said}");
}

#[test]
fn check_changes_nothing_and_reports_every_fault() {
    let machine = Machine::new();
    let said = machine.says(&["check"]);
    assert!(said.contains("host key: none yet; run makes one"), "{said}");
    assert!(!machine.path("data").exists());
    let fingerprint = machine.says(&["host-key"]);
    machine.says(&["class", "new", "3b", "--title", "x"]);
    let said = machine.says(&["check"]);
    assert!(said.contains(fingerprint.trim()) && said.contains("3b: 0 places; built-in"), "{said}");
    let wide = fs::Permissions::from_mode(0o644);
    fs::set_permissions(machine.path("data/host_key"), wide).expect("set");
    machine.write("data/classes/3b/roster.csv", "student\n../x\n");
    let told = machine.refuses(&["check"]);
    assert!(told.contains("host_key: its permissions are 644"), "{told}");
    assert!(told.contains("roster.csv:2: student ../x"), "{told}");
    machine.write("data/classes/3b/class.toml", "[[a\n");
    let told = machine.refuses(&["check"]);
    assert!(told.contains("such as [class], of which this file has none\n"), "{told}");
}

/// Writes a submission with a header only.
fn work_of(folder: &Path, student: &str) {
    let header = format!(
        "# hitscan recording 2\n# lab collisions student {student} seed {student} version 0.2.0\n\
         # at 2026-11-22T09:14:02Z\n"
    );
    fs::write(folder.join(format!("{student}.hits")), header).expect("written");
}

#[test]
fn submissions_are_imported_once() {
    let machine = Machine::new();
    machine.says(&["class", "new", "3b", "--title", "x"]);
    let hand_in = machine.path("hand-in");
    fs::create_dir(&hand_in).expect("made");
    work_of(&hand_in, "anna");
    work_of(&hand_in, "ben");
    let folder = hand_in.to_string_lossy().into_owned();
    let said = machine.says(&["import", "3b", &folder]);
    assert_eq!(said, "imported 2 of 2 files into 3b\n");
    let kept = machine.path("data/classes/3b/work/anna/anna.hits");
    assert_eq!(
        fs::read(&kept).expect("it is kept"),
        fs::read(hand_in.join("anna.hits")).expect("it is there")
    );
    fs::write(hand_in.join("cleo.hits"), "hello\n").expect("written");
    let told = machine.refuses(&["import", "3b", &folder]);
    assert!(told.contains("anna already has work in the class; it was left as it is"), "{told}");
    assert!(told.contains("cleo.hits: not a recording"), "{told}");
    assert!(told.contains("0 of 3 files"), "{told}");
}

#[test]
fn commands_that_do_not_apply_are_refused_with_the_reason() {
    let machine = Machine::new();
    assert!(machine.refuses(&["migrate"]).contains("files, which have no schema"));
    let told = machine.refuses(&["import", "--to", "mysql://ada:secret@10.0.0.4/hitscan"]);
    assert!(told.starts_with("error: --to: \"files\"") && !told.contains("secret"), "{told}");
    let told = machine.refuses(&["import", "--to", "files"]);
    assert!(told.contains("the classes are in this store already"), "{told}");
    assert!(machine.refuses(&["status"]).contains("no hitscan-serve is running on it"));
}

#[test]
fn the_running_server_carries_out_commands() {
    let machine = Machine::new();
    let config = machine.config();
    let store = Arc::new(FileStore::open(&config).expect("it opens"));
    let of_control = (config.clone(), Arc::clone(&store));
    let carry_out = move |operation: &Operation| {
        let (config, store) = &of_control;
        operation.carry_out(&Surroundings {
            store: &**store,
            config,
            who_is_here: &|| "anna, 3 s\n".to_owned(),
            changed: &|_| (),
        })
    };
    let control = Control::listen(&config.data, carry_out).expect("it listens");
    let rights = machine.path("data/control").metadata().expect("a socket").permissions().mode();
    assert_eq!(rights & 0o777, 0o600);
    assert_eq!(machine.says(&["status"]), "anna, 3 s\n");
    machine.says(&["class", "new", "3b", "--title", "Monday"]);
    assert!(machine.says(&["class", "list"]).contains("Monday"));
    assert_eq!(machine.refuses(&["class", "close", "4c"]), "error: there is no class 4c\n");
    drop(control);
    // The folder is still locked by the store: no command may change it.
    let told = machine.refuses(&["class", "list"]);
    assert!(told.contains("another hitscan-serve is using it"), "{told}");
    let folder = machine.path("data").to_string_lossy().into_owned();
    let told = machine.refuses(&["import", "3b", &folder]);
    assert!(told.ends_with("another hitscan-serve is using it; stop it first\n"), "{told}");
}
