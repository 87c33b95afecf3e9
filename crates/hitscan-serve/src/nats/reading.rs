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
            classes.insert(class, by);
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
            let (of_store, id) = (Arc::clone(&store), class.clone());
            let found = spawn_blocking(move || of_store.class(&id)).await;
            let Some(live) = live.upgrade() else { return };
            match found {
                Ok(Ok(Some(found))) => live.class_read(found, by),
                // Students see it when they come the next time.
                Ok(Ok(None)) | Err(_) => {}
                Ok(Err(_)) => {
                    self.put(class, by);
                    drop(live);
                    sleep(REST).await;
                }
            }
        }
    }
}
