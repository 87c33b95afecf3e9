//! Asks the server that runs to do something, or does it where none runs.

use std::path::Path;

use hitscan_core::scene::printable;

use super::Unusable;
use super::operation::{Operation, Surroundings};
use crate::config::Config;
use crate::control::{self, NoServer};
use crate::store;
use crate::store::files::NotOpened;

impl Operation {
    /// Asks the server that runs.
    pub(super) fn ask(&self, data: &Path) -> Result<String, Unusable> {
        match control::ask(data, self) {
            Ok(answer) => answer.map_err(Unusable),
            Err(NoServer::None) => Err(Unusable(format!(
                "{}: no hitscan-serve runs on it",
                printable(&data.to_string_lossy())
            ))),
            Err(NoServer::Silent(why)) => Err(Unusable(why)),
        }
    }

    /// Asks the server that runs; where none does, it is done here.
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
