//! Tests of parsing configurations, and of the faults reported.

use super::*;

/// A public key with a comment.
const KEY: &str = "ssh-ed25519 \
                   AAAAC3NzaC1lZDI1NTE5AAAAIJdD7y3aLq454yWBdwLWbieU1ebz9/cu7/QEXn9OIeZJ ada@school";

/// The faults of a text, one per line.
fn faults(text: &str) -> Vec<String> {
    Config::parse(text).expect_err(text).iter().map(ToString::to_string).collect()
}

#[test]
fn the_default_file_and_an_empty_file_give_the_default() {
    assert_eq!(Config::parse(DEFAULT), Ok(Config::default()));
    assert_eq!(Config::parse(""), Ok(Config::default()));
}

#[test]
fn the_default_file_has_every_setting() {
    let stripped: String = DEFAULT.lines().filter(|line| !line.starts_with('#')).collect();
    for key in [
        "listen", "address", "data", "store", "sync", "trusted", "bus", "node", "drain", "teachers",
    ] {
        assert!(stripped.contains(key), "{key}");
    }
    assert!(DEFAULT.lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn every_setting_is_read() {
    let text = format!(
        "listen = [\"127.0.0.1:22\", \"[::1]:2222\"]\naddress = \"lab.example\"\ndata = \"/srv/h\"\nstore = \"files\"\n\
         sync = \"never\"\ntrusted = [\"10.0.0.2\"]\nbus = \"\"\nnode = \"b\"\ndrain = \"0s\"\n\
         [teachers]\nada = [\"{KEY}\"]\n[limits]\nconnections = 1\nper_address = 2\n\
         half_open_per_address = 3\nlogins_per_minute = 4\nwrong_codes = 5\ngrace = \"6s\"\n\
         login = \"7s\"\nidle = \"8m\"\nsession_memory = \"32 MB\"\ncommand_time = \"9s\"\n\
         desk_files = 10\ndesk_bytes = \"11 KB\"\nframes = 12\n"
    );
    let seconds = Duration::from_secs;
    let limits = Limits {
        connections: 1,
        per_address: 2,
        half_open_per_address: 3,
        logins_per_minute: 4,
        wrong_codes: 5,
        grace: seconds(6),
        login: seconds(7),
        idle: seconds(8 * 60),
        session_memory: "32 MB".parse().expect("memory"),
        command_time: seconds(9),
        desk_files: 10,
        desk_bytes: 11_000,
        frames: 12,
    };
    let keys = vec![KEY.parse().expect("a key")];
    let expected = Config {
        listen: ["127.0.0.1:22", "[::1]:2222"].map(|it| it.parse().expect("an address")).into(),
        address: Some(PublicAddress::new("lab.example", 22)),
        data: PathBuf::from("/srv/h"),
        store: StorePlace::Files,
        sync: SyncPolicy::Never,
        trusted: vec!["10.0.0.2".parse().expect("an address")],
        #[cfg(feature = "nats")]
        bus: None,
        node: "b".to_owned(),
        drain: Duration::ZERO,
        teachers: [("ada".parse().expect("a name"), keys)].into(),
        limits,
    };
    assert_eq!(Config::parse(&text), Ok(expected));
}

#[test]
fn every_fault_is_reported_with_its_place_and_what_is_valid() {
    let text = "listen = \"2222\"\ndata = \"lib\"\nstor = \"files\"\nsync = \"always\"\n\
                drain = \"30\"\n[teachers]\nada = [\"ssh-ed25519 AAAA\"]\n\"-b\" = []\n\
                [limits]\nframes = 0\nidle = \"1s\"\nsession_memory = 16\nwrong_code = 1\n";
    assert_eq!(
        faults("address = \"ssh lab\"\n"),
        [
            "1:11: address \"ssh lab\": \"\", or a host as students type it, such as \"lab.example:2222\""
        ]
    );
    let expected = [
        "1:10: listen \"2222\": a list of addresses with ports, such as [\"[::]:2222\"]",
        "2:8: data \"lib\": the folder by its full path, such as \"/var/lib/hitscan\"",
        "3:1: stor: no such setting; did you mean store?",
        "4:8: sync \"always\": \"answer\", \"second\" or \"never\"",
        "5:9: drain \"30\": a number of s, m, h or d between quotation marks, such as \"20s\"",
        "7:8: ada \"ssh-ed25519 AAAA\": not a public key: expected one line, such as ssh-ed25519 \
         AAAA…, from id_ed25519.pub",
        "8:1: -b: a teacher has a name of up to 64 letters, digits and . _ @ + -, beginning with a \
         letter or digit",
        "10:10: frames 0: a whole number from 1 to 240",
        "11:8: idle \"1s\": from 1m to 30d",
        "12:18: session_memory 16: memory is a whole number of MB or GB, such as \"256 MB\", from \
         16 MB to 1000 GB",
        "13:1: wrong_code: no such setting; did you mean wrong_codes?",
    ];
    assert_eq!(faults(text), expected);
}

#[test]
fn settings_of_features_that_were_not_built_are_refused() {
    let text = "store = \"postgresql:///hitscan\"\nbus = \"nats://10.0.0.5:4222\"\n";
    let knows = "\"files\"; this hitscan-serve knows no other store";
    let of_store = format!("1:1: store: {knows}");
    let of_store = (!cfg!(feature = "postgres")).then_some(&*of_store);
    let of_bus = "2:7: bus \"nats://10.0.0.5:4222\": \"\"; this hitscan-serve was built without the \
                  feature nats";
    let of_bus = (!cfg!(feature = "nats")).then_some(of_bus);
    let expected: Vec<_> = of_store.into_iter().chain(of_bus).collect();
    assert_eq!(Config::parse(text).map_or_else(|_| faults(text), |_| Vec::new()), expected);
}

#[cfg(feature = "postgres")]
#[test]
fn the_database_url_is_read_and_never_shown() {
    let address = "postgresql://ada:secret@10.0.0.4/hitscan";
    let config = Config::parse(&format!("store = \"{address}\"\n")).expect("a store");
    assert!(matches!(config.store, StorePlace::Postgres(_)), "{:?}", config.store);
    assert!(!format!("{config:?}").contains("secret"));
    for wrong in [
        "postgresql://ada:secret@10.0.0.4:port/hitscan",
        "postgresql://ada:secret@10.0.0.4/hitscan?sslrootcert=/etc/ca.pem",
        "mysql://ada:secret@10.0.0.4/hitscan",
    ] {
        let told = faults(&format!("store = \"{wrong}\"\n"));
        assert_eq!(told, [format!("1:1: store: {}", StorePlace::RIGHT)], "{wrong}");
    }
}

#[cfg(feature = "postgres")]
#[test]
fn encryption_of_the_database_connection_is_explicit() {
    for (address, is_encrypted) in [
        ("postgresql://10.0.0.4/hitscan", false),
        ("postgresql://10.0.0.4/hitscan?sslmode=disable", false),
        ("postgresql://10.0.0.4/hitscan?sslmode=require", true),
        ("postgresql://10.0.0.4/hitscan?connect_timeout=1&sslmode=verify-full&user=ada", true),
    ] {
        let Ok(StorePlace::Postgres(url)) = address.parse() else { panic!("{address}") };
        assert_eq!(url.is_encrypted(), is_encrypted, "{address}");
    }
    for mode in ["prefer", "allow", "verify-ca", "", "require&sslmode=disable", "disable;"] {
        let address = format!("postgresql://10.0.0.4/hitscan?sslmode={mode}");
        let told = faults(&format!("store = \"{address}\"\n"));
        assert_eq!(told, [format!("1:1: store: {}", DatabaseUrl::MODES)], "{mode}");
    }
}

#[cfg(feature = "nats")]
#[test]
fn the_bus_url_is_read_and_never_shown_and_needs_a_database() {
    let bus = "bus = \"nats://ada:secret@10.0.0.5:4222\"\n";
    let config = Config::parse(&format!("store = \"postgresql:///hitscan\"\n{bus}"));
    let config = config.expect("a bus");
    assert!(config.bus.is_some() && !format!("{config:?}").contains("secret"), "{config:?}");
    let shared = "a bus connects machines that share a database, but the store is \"files\"";
    assert_eq!(faults(bus), [format!("1:1: bus: {shared}")]);
    for wrong in ["\"ws://10.0.0.5:4222\"", "\"10.0.0.5\"", "\"nats://10.0.0.5:port\"", "7"] {
        let told = faults(&format!("bus = {wrong}\n"));
        assert_eq!(told, [format!("1:1: bus: {}", BusUrl::RIGHT)], "{wrong}");
    }
}

#[test]
fn faults_of_broken_files_contain_no_control_characters() {
    for text in ["{}", "listen", "[limits", "sync = \"\u{1b}[2J\"", "\u{0}", "= 1", "a.b.c = 1"] {
        let faults = faults(text);
        assert!(faults.iter().all(|fault| !fault.contains(char::is_control)), "{faults:?}");
    }
    let long = " ".repeat(Config::MOST_BYTES + 1);
    assert_eq!(faults(&long), ["1:1: 1048577 bytes: a configuration has at most 1048576"]);
}
