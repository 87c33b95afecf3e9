//! `run`: serves until SIGTERM; with `--demo` a temporary class.

use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use tempfile::TempDir;

use super::Unusable;
use super::control::Control;
use super::operation::Surroundings;
use crate::class::{Class, RosterRule};
use crate::code::ClassCode;
use crate::config::Config;
use crate::host_key;
use crate::live::Live;
use crate::net::{Server, serve};
use crate::session::tell_panics_in_a_line;
use crate::store::{self, Store};

/// What to serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::Args)]
pub(super) struct RunArgs {
    /// Serve one demo class, on 127.0.0.1:2222; nothing is kept
    #[arg(long)]
    demo: bool,
}

/// The address of `--demo`.
const DEMO: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 2222);

impl RunArgs {
    pub(super) fn carry_out(
        self,
        configured: impl FnOnce() -> Result<Config, Unusable>,
    ) -> Result<String, Unusable> {
        tell_panics_in_a_line();
        if self.demo {
            return demo();
        }
        let config = configured()?;
        let store = store::open(&config).map_err(Unusable::of)?;
        run(config, store, "")
    }
}

/// Serves one class from a temporary folder, which is removed at the end.
fn demo() -> Result<String, Unusable> {
    let folder = TempDir::new().map_err(Unusable::of)?;
    let data = folder.path().to_owned();
    let config = Config { listen: vec![DEMO], data, ..Config::default() };
    let store = store::open(&config).map_err(Unusable::of)?;
    let code = ClassCode::random().map_err(Unusable::of)?;
    let id = "demo".parse().map_err(Unusable::of)?;
    let class = Class { roster: RosterRule::Open, ..Class::new(id, "Demo".to_owned()) };
    let hash = code.hashed().map_err(Unusable::of)?;
    store.make_class(&class, &hash).map_err(Unusable::of)?;
    let (host, port, code) = (DEMO.ip(), DEMO.port(), code.shown());
    let told = format!(
        "Type this in another terminal, with any name: ssh -p {port} anna@{host}\n\
         It asks for the code of the class:            {code}\n\
         Ctrl-C ends it, and nothing is kept.\n"
    );
    run(config, store, &told)
}

/// Serves, after printing the addresses and `told`.
fn run(config: Config, store: Arc<dyn Store>, told: &str) -> Result<String, Unusable> {
    let host_key =
        host_key::open_or_make(&host_key::path_in(&config.data)).map_err(Unusable::of)?;
    let data = config.data.clone();
    let (config_of_control, store_of_control) = (config.clone(), Arc::clone(&store));
    let begun = |server: &Server| {
        let addresses: Vec<_> = server.addresses().iter().map(ToString::to_string).collect();
        let listening = format!("hitscan-serve listens on {}\n{told}", addresses.join(", "));
        // Serve even if standard output is closed.
        let _ = io::stdout().write_all(listening.as_bytes()).and_then(|()| io::stdout().flush());
        listen_to_commands(&data, config_of_control, store_of_control, server.live())
    };
    serve(config, store, host_key, begun).map_err(Unusable::of)?;
    Ok(String::new())
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
    match Control::listen(data, Arc::new(carry_out)) {
        Ok(control) => Some(control),
        Err(why) => {
            eprintln!("the command line cannot reach this server: {why}");
            None
        }
    }
}
