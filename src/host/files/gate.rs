//! Where saving can be made to fail.

use std::io;

/// A call to the file system that the replacement of a file makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Call {
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

/// Stands before every call to the file system, so that a test can refuse any
/// of them, or end the process there.
pub trait Gate {
    /// Called before the call is made, which is made only if this is well.
    ///
    /// # Errors
    /// What the file system is then said to have answered.
    fn before(&mut self, call: Call) -> io::Result<()>;
}

/// Refuses nothing.
impl Gate for () {
    fn before(&mut self, _: Call) -> io::Result<()> {
        Ok(())
    }
}
