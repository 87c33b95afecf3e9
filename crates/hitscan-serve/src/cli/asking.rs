//! Sends an operation to the running server, or carries it out here if none is running.

use std::path::Path;

use hitscan_core::scene::printable;

use super::Unusable;
use super::operation::{Operation, Surroundings};
use crate::config::Config;
use crate::control::{self, NoServer};
use crate::store;
use crate::store::files::NotOpened;

impl Operation {
    /// Sends the operation to the running server.
    pub(super) fn ask(&self, data: &Path) -> Result<String, Unusable> {
        match control::ask(data, self) {
            Ok(answer) => answer.map_err(Unusable),
            Err(NoServer::None) => Err(Unusable(format!(
                "{}: no hitscan-serve is running on it",
                printable(&data.to_string_lossy())
            ))),
            Err(NoServer::Silent(why)) => Err(Unusable(why)),
        }
    }

    /// Sends the operation to the running server, or carries it out here if none is running.
    pub(super) fn ask_or_do(&self, config: &Config) -> Result<String, Unusable> {
        match control::ask(&config.data, self) {
            Ok(answer) => return answer.map_err(Unusable),
            Err(NoServer::None) => {}
            Err(NoServer::Silent(why)) => return Err(Unusable(why)),
        }
        let store = store::open(config).map_err(|why| match why {
            NotOpened::InUse(_) => Unusable(format!("{why}, and does not answer yet; try again")),
            NotOpened::Faulty(_) => Unusable::of(why),
        })?;
        let around =
            Surroundings { store: &*store, config, who_is_here: &String::new, changed: &|_| () };
        self.carry_out(&around).map_err(Unusable)
    }
}
