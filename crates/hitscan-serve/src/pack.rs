//! Uploaded packs of lessons: tar archives of a few plain files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Read};
use std::path::Path;

use hitscan_core::scene::excerpt;
use sha2::{Digest as _, Sha256};

/// The files of a pack, by their paths in its folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackFiles {
    files: BTreeMap<String, Vec<u8>>,
}

impl PackFiles {
    /// The file that makes a folder a pack.
    pub const HEAD: &str = "pack.toml";
    /// The most files.
    pub const MOST_FILES: usize = 4096;
    /// The most bytes of all files together.
    pub const MOST_BYTES: u64 = 16 << 20;
    /// The most bytes of an archive, in which each file has a header and padding.
    pub const MOST_ARCHIVE_BYTES: u64 = 24 << 20;
    /// The most nested folders around a file.
    const DEEPEST: usize = 4;

    /// Reads a tar archive of a pack's files or of its folder. Writes nothing to disk.
    ///
    /// # Errors
    /// When it is not an archive, is too large, or contains anything but files and folders with
    /// plain names.
    pub fn from_tar(archive: impl Read) -> Result<Self, String> {
        let no_tar = |why: std::io::Error| {
            let why = excerpt(&why.to_string());
            format!("not a tar archive: expected the output of tar c -C PACK .; {why}")
        };
        let mut archive = tar::Archive::new(archive.take(Self::MOST_ARCHIVE_BYTES + 1));
        let (mut files, mut bytes) = (BTreeMap::new(), 0_u64);
        for entry in archive.entries().map_err(no_tar)? {
            let entry = entry.map_err(no_tar)?;
            let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let kind = entry.header().entry_type();
            if kind.is_dir() {
                continue;
            }
            if !kind.is_file() {
                let path = excerpt(&path);
                return Err(format!("{path}: a pack contains only files, no links"));
            }
            let path = plain_path(&path)?;
            bytes = bytes.saturating_add(entry.size());
            if bytes > Self::MOST_BYTES || files.len() == Self::MOST_FILES {
                return Err(format!(
                    "a pack has at most {} files, and {} MiB in all",
                    Self::MOST_FILES,
                    Self::MOST_BYTES >> 20
                ));
            }
            let mut text = Vec::new();
            let size = entry.size();
            entry.take(size).read_to_end(&mut text).map_err(no_tar)?;
            if u64::try_from(text.len()).unwrap_or(u64::MAX) != size {
                return Err(format!("{path}: the archive ends within it"));
            }
            if files.insert(path.clone(), text).is_some() {
                return Err(format!("{path} is in the archive twice"));
            }
        }
        Self::of(files)
    }

    /// Makes the paths relative to the pack's own folder.
    fn of(files: BTreeMap<String, Vec<u8>>) -> Result<Self, String> {
        if files.contains_key(Self::HEAD) {
            return Ok(Self { files });
        }
        let folder = files.keys().find_map(|path| path.strip_suffix(Self::HEAD)).map(str::to_owned);
        let inside = folder.filter(|folder| files.keys().all(|path| path.starts_with(folder)));
        let Some(folder) = inside.filter(|folder| folder.ends_with('/')) else {
            return Err(format!("{}: there is no such file in it", Self::HEAD));
        };
        let inner = |(path, text): (String, Vec<u8>)| (path[folder.len()..].to_owned(), text);
        Ok(Self { files: files.into_iter().map(inner).collect() })
    }

    /// Writes a deterministic archive of the files, and returns its SHA-256 in hexadecimal and its
    /// bytes.
    ///
    /// # Errors
    /// Says why it cannot be written.
    pub fn archived(&self) -> Result<(String, Vec<u8>), String> {
        let mut archive = tar::Builder::new(Vec::new());
        for (path, text) in self.files() {
            let mut header = tar::Header::new_ustar();
            header.set_size(u64::try_from(text.len()).unwrap_or(u64::MAX));
            header.set_mode(0o644);
            let appended = archive.append_data(&mut header, path, text);
            appended.map_err(|why| format!("{path}: {why}"))?;
        }
        let archive = archive.into_inner().map_err(|why| why.to_string())?;
        let digest = Sha256::digest(&archive);
        let mut hash = String::new();
        for byte in digest {
            // Writing to a string cannot fail.
            let _ = write!(hash, "{byte:02x}");
        }
        Ok((hash, archive))
    }

    /// The files, sorted by path.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, text)| (path.as_str(), text.as_slice()))
    }
}

/// The files of a folder as a tar archive. Symbolic links are not followed.
pub(crate) fn tar_of(folder: &Path) -> io::Result<Vec<u8>> {
    let mut archive = tar::Builder::new(Vec::new());
    archive.follow_symlinks(false);
    archive.append_dir_all("", folder)?;
    archive.into_inner()
}

/// Checks a path and removes a leading `./`: only plain folder and file names are allowed.
fn plain_path(path: &str) -> Result<String, String> {
    const MOST: usize = 100;
    let inside = path.strip_prefix("./").unwrap_or(path);
    let is_plain = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
            && part.len() <= MOST
            && part.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
    };
    let parts = || inside.split('/');
    if parts().all(is_plain) && parts().count() <= PackFiles::DEEPEST + 1 {
        return Ok(inside.to_owned());
    }
    Err(format!("{}: files of a pack have plain names, such as inside/lesson.toml", excerpt(path)))
}

#[cfg(test)]
mod tests;
