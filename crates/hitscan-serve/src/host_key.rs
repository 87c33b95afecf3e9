//! The host key. It is made once; a file that other users can read is refused.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use hitscan_core::scene::printable;
use russh::keys::ssh_key::LineEnding;
use russh::keys::ssh_key::private::{Ed25519Keypair, KeypairData};
use russh::keys::{HashAlg, PrivateKey};
use rustix::fs::OFlags;

/// The most bytes of the file.
const MOST_BYTES: u64 = 64 << 10;
/// The permission bits of group and others.
const OTHERS: u32 = 0o077;

/// Why the host key cannot be used.
fn refused(path: &Path, why: &dyn fmt::Display) -> String {
    format!("{}: {why}", printable(&path.to_string_lossy()))
}

/// The path of the host key in the data folder.
pub fn path_in(data: &Path) -> PathBuf {
    data.join("host_key")
}

/// Reads the host key from this file, or makes one if the file does not exist.
///
/// # Errors
/// When others can read the file, or it belongs to another user, is a symbolic link or not a key,
/// and when reading or writing fails.
pub fn open_or_make(path: &Path) -> Result<PrivateKey, String> {
    match open(path)? {
        Some(key) => Ok(key),
        None => make(path),
    }
}

/// Reads the host key from this file; none if the file does not exist.
///
/// # Errors
/// As [`open_or_make`].
pub fn open(path: &Path) -> Result<Option<PrivateKey>, String> {
    let refused = |why: &dyn fmt::Display| refused(path, why);
    let flags = i32::try_from((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits()).unwrap_or_default();
    let file = match OpenOptions::new().read(true).custom_flags(flags).open(path) {
        Ok(file) => file,
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(None),
        Err(_) if path.is_symlink() => {
            return Err(refused(&"it is a link; put the file itself there"));
        }
        Err(why) => return Err(refused(&why)),
    };
    let about = file.metadata().map_err(|why| refused(&why))?;
    if !about.is_file() {
        return Err(refused(&"not a regular file"));
    }
    if about.uid() != rustix::process::geteuid().as_raw() {
        return Err(refused(&format!("it belongs to user {}, not to this one", about.uid())));
    }
    if about.mode() & OTHERS != 0 {
        let rights = about.mode() & 0o777;
        return Err(refused(&format!(
            "its permissions are {rights:o}; chmod 600 makes it private"
        )));
    }
    let mut text = String::new();
    let read = file.take(MOST_BYTES).read_to_string(&mut text);
    read.map_err(|_| refused(&"not an OpenSSH private key"))?;
    let key = PrivateKey::from_openssh(&text).ok().filter(|key| !key.is_encrypted());
    key.map(Some).ok_or_else(|| refused(&"not an OpenSSH private key without a passphrase"))
}

/// Makes a key. Never overwrites an existing file.
fn make(path: &Path) -> Result<PrivateKey, String> {
    let refused = |why: &dyn fmt::Display| refused(path, why);
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(|why| refused(&why))?;
    let pair = KeypairData::from(Ed25519Keypair::from_seed(&seed));
    let key = PrivateKey::new(pair, "hitscan").map_err(|why| refused(&why))?;
    let text = key.to_openssh(LineEnding::LF).map_err(|why| refused(&why))?;
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    let mut file = made.map_err(|why| refused(&why))?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    written.map_err(|why| {
        // Do not leave a partial key behind.
        let _ = fs::remove_file(path);
        refused(&why)
    })?;
    Ok(key)
}

/// Makes a new key; the old one is kept beside it as `host_key.old`.
///
/// # Errors
/// As [`open_or_make`].
pub fn renew(path: &Path) -> Result<PrivateKey, String> {
    if open(path)?.is_some() {
        fs::rename(path, path.with_extension("old")).map_err(|why| refused(path, &why))?;
    }
    make(path)
}

/// The fingerprint that people compare when their client asks: `SHA256:…`.
pub fn fingerprint(key: &PrivateKey) -> String {
    key.public_key().fingerprint(HashAlg::Sha256).to_string()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn a_private_key_is_made_once_and_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = path_in(folder.path());
        assert_eq!(open(&path).expect("a missing key is not an error"), None);
        let made = open_or_make(&path).expect("a key");
        assert_eq!(path.metadata().expect("a file").mode() & 0o777, 0o600);
        let again = open_or_make(&path).expect("the same");
        assert_eq!(fingerprint(&again), fingerprint(&made));
        assert!(fingerprint(&made).starts_with("SHA256:"));
    }

    #[test]
    fn a_new_key_leaves_the_old_one_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = path_in(folder.path());
        let old = open_or_make(&path).expect("a key");
        let new = renew(&path).expect("another");
        assert_ne!(fingerprint(&new), fingerprint(&old));
        let beside = open(&path.with_extension("old")).expect("it reads").expect("it is there");
        assert_eq!(fingerprint(&beside), fingerprint(&old));
        assert_eq!(fingerprint(&open_or_make(&path).expect("a key")), fingerprint(&new));
    }

    #[test]
    fn a_key_of_another_user_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = path_in(folder.path());
        open_or_make(&path).expect("a key");
        if std::os::unix::fs::chown(&path, Some(65_534), None).is_err() {
            // Only root can change the owner of a file.
            return;
        }
        let why = open_or_make(&path).expect_err("another's");
        assert!(why.ends_with("it belongs to user 65534, not to this one"), "{why}");
    }

    #[test]
    fn wider_permissions_links_and_files_without_a_key_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = path_in(folder.path());
        open_or_make(&path).expect("a key");
        for rights in [0o644, 0o640, 0o604, 0o660, 0o610] {
            fs::set_permissions(&path, fs::Permissions::from_mode(rights)).expect("rights");
            let why = open_or_make(&path).expect_err("wide");
            assert!(why.ends_with("chmod 600 makes it private"), "{why}");
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("rights");
        let link = folder.path().join("link");
        symlink(&path, &link).expect("a link");
        let why = open_or_make(&link).expect_err("a link");
        assert!(why.ends_with("it is a link; put the file itself there"), "{why}");
        for text in ["", "hello", "-----BEGIN OPENSSH PRIVATE KEY-----\n"] {
            fs::write(&path, text).expect("written");
            let why = open_or_make(&path).expect_err("no key");
            assert!(why.contains("not an OpenSSH private key"), "{why}");
        }
        let why = open_or_make(folder.path()).expect_err("a folder");
        assert!(why.ends_with("not a regular file"), "{why}");
    }
}
