//! The attributes of a file beyond its content: a new file gets the owner, the extended attributes
//! and the permissions of the file that it replaces.

use std::fs::File;
use std::io;
use std::os::unix::fs::{MetadataExt, fchown};

use super::faults::{FileCall, before};

/// Makes `new` like `old`.
///
/// # Errors
/// When an attribute may not be set or cannot be stored; then `new` must not replace `old`.
pub(super) fn copy_attributes(old: &File, new: &File) -> io::Result<()> {
    let (was, now) = (old.metadata()?, new.metadata()?);
    // The owner first: changing it clears permission bits.
    if (was.uid(), was.gid()) != (now.uid(), now.gid()) {
        before(FileCall::SetOwner)?;
        fchown(new, Some(was.uid()), Some(was.gid()))?;
    }
    copy_extended(old, new)?;
    before(FileCall::SetPermissions)?;
    new.set_permissions(was.permissions())
}

/// Access control lists, security labels and users' own attributes.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn copy_extended(old: &File, new: &File) -> io::Result<()> {
    use rustix::fs::{XattrFlags, fsetxattr};
    for name in names(old)?.split(|&byte| byte == 0).filter(|name| !name.is_empty()) {
        let value = value(old, name)?;
        // A label may be set by the system, and may not be set by us even to the same value.
        if self::value(new, name).is_ok_and(|there| there == value) {
            continue;
        }
        before(FileCall::SetAttribute)?;
        fsetxattr(new, name, &value, XattrFlags::empty())?;
    }
    Ok(())
}

/// The names of all extended attributes, each followed by a zero byte.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn names(file: &File) -> io::Result<Vec<u8>> {
    use rustix::fs::{flistxattr, flistxattr_query};
    use rustix::io::Errno;
    let length = match flistxattr_query(file) {
        Err(Errno::NOTSUP | Errno::NOSYS) => 0,
        length => length?,
    };
    let mut names = vec![0; length];
    let filled = flistxattr(file, &mut names[..])?;
    names.truncate(filled);
    Ok(names)
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn value(file: &File, name: &[u8]) -> io::Result<Vec<u8>> {
    use rustix::fs::{fgetxattr, fgetxattr_query};
    let mut value = vec![0; fgetxattr_query(file, name)?];
    let filled = fgetxattr(file, name, &mut value[..])?;
    value.truncate(filled);
    Ok(value)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere attributes can fail to be copied")]
fn copy_extended(_: &File, _: &File) -> io::Result<()> {
    Ok(())
}
