//! Where a save can be made to fail in tests: before each call to the file system.

use std::io;

#[cfg(test)]
pub(super) use tests::FileFaults;

/// A call to the file system that the replacement of a file makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileCall {
    /// What stands at a path is asked.
    Look,
    /// The old file is opened, to see whether it may be written.
    TryOld,
    /// The folder is listed for what an earlier save left behind.
    List,
    /// Such a leftover is removed.
    RemoveLeftover,
    /// The temporary file is made.
    Create,
    /// A part of the text is written into it.
    Write,
    /// It gets the owner of the old file.
    SetOwner,
    /// It gets an extended attribute of the old file.
    SetAttribute,
    /// It gets the permissions of the old file.
    SetPermissions,
    /// It is brought to the disk.
    Sync,
    /// It takes the place of the old file.
    Rename,
    /// After a failure, or as a copy that has served, it is removed.
    Remove,
    /// The old file itself gets what goes beyond its content.
    Lengthen,
    /// Its content is written over.
    Overwrite,
    /// What is left of it behind the new content is cut off.
    Shorten,
    /// The folder is brought to the disk.
    SyncFolder,
}

/// Stands before a call, which is made only if this is well: outside of tests it always is.
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

    /// While it lives, counts the calls of this thread and refuses some.
    pub(in crate::host::disk::files) struct FileFaults(Rc<RefCell<Vec<FileCall>>>);

    struct Faults {
        calls: Rc<RefCell<Vec<FileCall>>>,
        refuses: Box<dyn Fn(usize) -> bool>,
    }

    thread_local! {
        static FAULTS: RefCell<Option<Faults>> = const { RefCell::new(None) };
    }

    impl FileFaults {
        /// From now on calls fail as on a full disk where `refuses` says so, by their number.
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
