//! Where the student's file is: the first line, and the message in another folder.

use super::*;

/// The output for a student in a folder, including errors, with the memory of the last file in
/// `state`; and the exit status.
fn told(folder: &Path, state: &Path, arguments: &[&str]) -> (String, String, i32) {
    let run = Ran::new(HITSCAN)
        .current_dir(folder)
        .env("XDG_STATE_HOME", state)
        .env("USER", "anna")
        .arg("learn")
        .args(arguments)
        .write_stdin("")
        .output()
        .expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(run.stdout), text(run.stderr), run.status.code().expect("no signal"))
}

fn first((out, errors, status): (String, String, i32)) -> String {
    assert_eq!((errors.as_str(), status), ("", 0));
    out.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn the_first_line_names_the_folder() {
    let [here, state, elsewhere] = [folder(), folder(), folder()];
    let is_new = first(told(here.path(), state.path(), &[]));
    let place = folder_name(here.path());
    assert_eq!(is_new, format!("anna.hits is new, in {place}: this is what you hand in"));
    let goes_on = first(told(here.path(), state.path(), &[]));
    let begins = format!("anna.hits in {place}: 0 of ");
    assert!(goes_on.starts_with(&begins) && goes_on.ends_with(" points"), "{goes_on}");
    let path = here.path().join("anna.hits");
    let named =
        first(told(elsewhere.path(), state.path(), &["--file", path.to_str().expect("text")]));
    assert_eq!(named, goes_on);
}

#[test]
fn without_a_user_in_the_environment_the_system_knows_the_login() {
    let login = std::process::Command::new("id").arg("-un").output().expect("it runs");
    let login = String::from_utf8(login.stdout).expect("text");
    let [here, state] = [folder(), folder()];
    let ran = Ran::new(HITSCAN)
        .current_dir(here.path())
        .env("XDG_STATE_HOME", state.path())
        .env_remove("USER")
        .env("LOGNAME", "")
        .arg("learn")
        .write_stdin("")
        .output()
        .expect("it runs");
    let said = String::from_utf8(ran.stdout).expect("text");
    let begins = format!("{}.hits is new, in {}", login.trim(), folder_name(here.path()));
    assert!(said.starts_with(&begins), "{said}{}", String::from_utf8_lossy(&ran.stderr));
}

#[test]
fn a_user_without_a_login_is_asked_who_they_are() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    const NOBODY_KNOWN: u32 = 54_321;
    let [here, state] = [folder(), folder()];
    let open_to_all = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(here.path(), open_to_all).expect("it is ours");
    let mut command = std::process::Command::new(HITSCAN);
    command.current_dir(here.path()).env("XDG_STATE_HOME", state.path());
    command.env_remove("USER").env_remove("LOGNAME").arg("learn");
    command.stdin(std::process::Stdio::null()).uid(NOBODY_KNOWN);
    let Ok(ran) = command.output() else {
        return crate::skips::say_skipped("only root can run a program as another user");
    };
    let said = String::from_utf8(ran.stderr).expect("text");
    let why = "error: no login says who you are: --student NAME does, and NAME.hits is yours\n";
    assert_eq!((said.as_str(), ran.status.code()), (why, Some(2)));
}

#[test]
fn from_another_folder_the_work_is_named_and_no_file_is_created() {
    let [lab, home, state] = [folder(), folder(), folder()];
    first(told(lab.path(), state.path(), &[]));
    let path = lab.path().join("anna.hits");
    let path = path.to_str().expect("text");
    let (out, errors, status) = told(home.path(), state.path(), &[]);
    let (begin, rest) = errors.split_once(", 0 of ").expect(&errors);
    assert_eq!(begin, format!("error: anna.hits is not here; yours is {path}"));
    let commands = format!(
        " points\nto go on: hitscan learn --file {path}\n\
         to begin anew here: hitscan learn --file anna.hits\n"
    );
    assert!(rest.ends_with(&commands), "{errors}");
    assert_eq!((out.as_str(), status), ("", 2));
    assert!(!home.path().join("anna.hits").exists());
    // Both suggested command lines work.
    assert!(first(told(home.path(), state.path(), &["--file", path])).starts_with("anna.hits in "));
    let anew = first(told(home.path(), state.path(), &["--file", "anna.hits"]));
    assert!(anew.starts_with("anna.hits is new, in "), "{anew}");
    // A file in the current folder takes precedence over the remembered one, and is remembered from
    // then on.
    first(told(home.path(), state.path(), &[]));
    let other = folder();
    let (_, errors, _) = told(other.path(), state.path(), &["--width", "0", "inside"]);
    let home_path = Path::new(&folder_name(home.path())).join("anna.hits");
    assert!(errors.contains(&format!("yours is {}", home_path.display())), "{errors}");
    assert!(errors.contains("--file anna.hits --width 0 inside\n"), "{errors}");
}

#[test]
fn missing_work_and_work_of_others_is_not_named() {
    let [lab, home, state] = [folder(), folder(), folder()];
    first(told(lab.path(), state.path(), &[]));
    assert!(
        first(told(home.path(), state.path(), &["--student", "ben"]))
            .starts_with("ben.hits is new")
    );
    let text = fs::read_to_string(lab.path().join("anna.hits")).expect("a file");
    let bens = text.replace("student anna", "student ben");
    fs::write(lab.path().join("anna.hits"), bens).expect("written");
    let is_new = first(told(home.path(), state.path(), &[]));
    assert!(is_new.starts_with("anna.hits is new"), "{is_new}");
    let [lab, home] = [folder(), folder()];
    fs::remove_dir_all(state.path().join("hitscan")).expect("it was there");
    first(told(lab.path(), state.path(), &[]));
    fs::remove_file(lab.path().join("anna.hits")).expect("removed");
    assert!(first(told(home.path(), state.path(), &[])).starts_with("anna.hits is new"));
}

#[test]
fn nothing_is_remembered_if_the_file_is_named_or_the_state_is_read_only() {
    let [lab, home, state] = [folder(), folder(), folder()];
    first(told(lab.path(), state.path(), &["--file", "anna.hits"]));
    assert!(!state.path().join("hitscan").exists());
    let nowhere = Path::new("/dev/null");
    first(told(lab.path(), nowhere, &[]));
    assert!(first(told(home.path(), nowhere, &[])).starts_with("anna.hits is new"));
}
