//! Records of classes that were changed at another machine, read again: each once, however often
//! that was told.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::class::ClassId;
use crate::live::Live;
use crate::store::Store;
use crate::user::UserId;

/// The most classes that wait to be read.
const MOST_CLASSES: usize = 1000;
/// How long a store that does not answer is left alone.
const REST: Duration = Duration::from_secs(1);

/// The classes to be read again, and who has changed each.
#[derive(Debug, Default)]
pub(super) struct Reading {
    classes: Mutex<BTreeMap<ClassId, Option<UserId>>>,
    changed: Notify,
}

impl Reading {
    pub(super) fn put(&self, class: ClassId, by: Option<UserId>) {
        let mut classes = self.classes.lock().unwrap_or_else(PoisonError::into_inner);
        if classes.len() < MOST_CLASSES || classes.contains_key(&class) {
            // Who has paused it stays named, whoever else changes it meanwhile.
            let known = classes.entry(class).or_default();
            *known = by.or_else(|| known.take());
            self.changed.notify_one();
        }
    }

    fn take(&self) -> Option<(ClassId, Option<UserId>)> {
        self.classes.lock().unwrap_or_else(PoisonError::into_inner).pop_first()
    }

    pub(super) async fn run(self: Arc<Self>, live: Weak<Live>, store: Arc<dyn Store>) {
        loop {
            let Some((class, by)) = self.take() else {
                self.changed.notified().await;
                continue;
            };
            let Some(live) = live.upgrade() else { return };
            let (of_store, id, who) = (Arc::clone(&store), class.clone(), by.clone());
            let read = spawn_blocking(move || live.changed_elsewhere(&id, who, &*of_store)).await;
            if let Ok(Err(_)) = read {
                self.put(class, by);
                sleep(REST).await;
            }
        }
    }
}
