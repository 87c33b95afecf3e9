//! Fault injection for saves: tests can make each file system call fail.

use std::io;

#[cfg(test)]
pub(super) use tests::FileFaults;

/// A file system call made while replacing a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileCall {
    /// Looks up the entry at a path.
    Look,
    /// Opens the old file, to see whether it may be written.
    TryOld,
    /// Lists the folder to find leftovers of an earlier save.
    List,
    /// Removes such a leftover.
    RemoveLeftover,
    /// Creates the temporary file.
    Create,
    /// Writes a part of the text into it.
    Write,
    /// Gives it the owner of the old file.
    SetOwner,
    /// Gives it an extended attribute of the old file.
    SetAttribute,
    /// Gives it the permissions of the old file.
    SetPermissions,
    /// Syncs it.
    Sync,
    /// Renames it over the old file.
    Rename,
    /// Removes it after a failure, or a copy that is no longer needed.
    Remove,
    /// Appends to the old file what goes beyond its old length.
    Lengthen,
    /// Overwrites its old content.
    Overwrite,
    /// Truncates it to the new length.
    Shorten,
    /// Syncs the folder.
    SyncFolder,
}

/// Called before each file system call, which is made only if this returns `Ok`: outside of tests
/// it always does.
#[cfg(not(test))]
#[expect(clippy::unnecessary_wraps, reason = "tests refuse calls")]
pub(super) const fn before(_: FileCall) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
pub(super) fn before(call: FileCall) -> io::Result<()> {
    tests::before(call)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::io;
    use std::rc::Rc;

    use super::FileCall;

    /// For as long as it lives, counts the calls of this thread and makes some of them fail.
    pub(in crate::host::disk::files) struct FileFaults(Rc<RefCell<Vec<FileCall>>>);

    struct Faults {
        calls: Rc<RefCell<Vec<FileCall>>>,
        refuses: Box<dyn Fn(usize) -> bool>,
    }

    thread_local! {
        static FAULTS: RefCell<Option<Faults>> = const { RefCell::new(None) };
    }

    impl FileFaults {
        /// From now on, the calls whose numbers `refuses` accepts fail as on a full disk.
        pub(in crate::host::disk::files) fn refusing(
            refuses: impl Fn(usize) -> bool + 'static,
        ) -> Self {
            let calls = Rc::default();
            FAULTS.set(Some(Faults { calls: Rc::clone(&calls), refuses: Box::new(refuses) }));
            Self(calls)
        }

        /// The calls so far.
        pub(in crate::host::disk::files) fn calls(&self) -> Vec<FileCall> {
            self.0.borrow().clone()
        }
    }

    impl Drop for FileFaults {
        fn drop(&mut self) {
            FAULTS.set(None);
        }
    }

    pub(super) fn before(call: FileCall) -> io::Result<()> {
        FAULTS.with_borrow(|faults| {
            let Some(Faults { calls, refuses }) = faults else { return Ok(()) };
            let number = calls.borrow().len();
            calls.borrow_mut().push(call);
            if refuses(number) { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        })
    }
}
