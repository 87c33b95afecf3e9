//! `run`: serves until SIGTERM; with `--demo` a temporary class.

use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use tempfile::TempDir;

use super::control::Control;
use super::operation::Surroundings;
use super::said;
use crate::class::{Class, RosterRule};
use crate::code::NewCode;
use crate::config::Config;
use crate::host_key;
use crate::live::Live;
use crate::net::{Server, serve};
use crate::session::tell_panics_in_a_line;
use crate::store::{self, Store};

/// The address of `--demo`.
const DEMO: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 2222);

/// Serves the classes of this configuration.
pub(super) fn run(configured: impl FnOnce() -> Result<Config, String>) -> Result<String, String> {
    tell_panics_in_a_line();
    let config = configured()?;
    let store = store::open(&config).map_err(said)?;
    serve_classes(config, store, "")
}

/// Serves one class from a temporary folder, which is removed at the end.
pub(super) fn demo() -> Result<String, String> {
    tell_panics_in_a_line();
    let folder = TempDir::new().map_err(said)?;
    let data = folder.path().to_owned();
    let config = Config { listen: vec![DEMO], data, ..Config::default() };
    let store = store::open(&config).map_err(said)?;
    let code = NewCode::of_class().map_err(said)?;
    let id = "demo".parse().map_err(said)?;
    let class = Class { roster: RosterRule::Open, ..Class::new(id, "Demo".to_owned()) };
    let hash = code.hashed().map_err(said)?;
    store.make_class(&class, &hash).map_err(said)?;
    let (host, port, code) = (DEMO.ip(), DEMO.port(), code.shown());
    let told = format!(
        "Type this in another terminal, with any name: ssh -p {port} anna@{host}\n\
         It asks for the code of the class:            {code}\n\
         Ctrl-C ends it, and nothing is kept.\n"
    );
    serve_classes(config, store, &told)
}

/// Serves, after printing the addresses and `told`.
fn serve_classes(config: Config, store: Arc<dyn Store>, told: &str) -> Result<String, String> {
    let host_key = host_key::open_or_make(&host_key::path_in(&config.data))?;
    let data = config.data.clone();
    let (config_of_control, store_of_control) = (config.clone(), Arc::clone(&store));
    let begun = |server: &Server| {
        let addresses: Vec<_> = server.addresses().iter().map(ToString::to_string).collect();
        let listening = format!("hitscan-serve listens on {}\n{told}", addresses.join(", "));
        // Serve even if standard output is closed.
        let _ = io::stdout().write_all(listening.as_bytes()).and_then(|()| io::stdout().flush());
        listen_to_commands(&data, config_of_control, store_of_control, server.live())
    };
    serve(config, store, host_key, begun).map(|()| String::new())
}

/// Accepts operations from the command line.
fn listen_to_commands(
    data: &Path,
    config: Config,
    store: Arc<dyn Store>,
    live: Arc<Live>,
) -> Option<Control> {
    let carry_out = move |operation: &super::operation::Operation| {
        operation.carry_out(&Surroundings {
            store: &*store,
            config: &config,
            who_is_here: &|| live.to_string(),
            changed: &|class| live.changed(class, None, &*store),
        })
    };
    match Control::listen(data, carry_out) {
        Ok(control) => Some(control),
        Err(why) => {
            eprintln!("the command line cannot reach this server: {why}");
            None
        }
    }
}
