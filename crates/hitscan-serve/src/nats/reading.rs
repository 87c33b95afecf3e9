//! Reads class records again after another machine changed them: once per class, however many
//! messages arrive meanwhile.

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

/// The most classes in the queue.
const MOST_CLASSES: usize = 1000;
/// The pause before trying a store again that does not answer.
const REST: Duration = Duration::from_secs(1);

/// The classes to read again, and the teacher who changed each.
#[derive(Debug, Default)]
pub(super) struct Reading {
    classes: Mutex<BTreeMap<ClassId, Option<UserId>>>,
    changed: Notify,
}

impl Reading {
    pub(super) fn put(&self, class: ClassId, by: Option<UserId>) {
        let mut classes = self.classes.lock().unwrap_or_else(PoisonError::into_inner);
        if classes.len() < MOST_CLASSES || classes.contains_key(&class) {
            // Keep the teacher's name if a later change has none.
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
