//! Certificates for servers on this machine, and the authority that signs them.

use std::fs;
use std::net::IpAddr;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::skips::say_skipped;

/// A folder of certificates, removed on drop.
pub(crate) struct Certificates(tempfile::TempDir);

impl Certificates {
    /// Makes them for a server at this address; skips the test if `openssl` is not installed.
    pub(crate) fn of(address: IpAddr) -> Option<Self> {
        let made = Self(tempfile::tempdir().expect("a folder"));
        let key = ["-newkey", "rsa:2048", "-nodes", "-days", "2", "-x509"];
        let openssl = |words: &[&str]| {
            let mut openssl = Command::new("openssl");
            openssl.arg("req").args(key).args(words).current_dir(&made.0).output().ok()
        };
        let authority = ["-subj", "/CN=authority", "-keyout", "ca.key", "-out", "ca.crt"];
        let Some(done) = openssl(&authority) else {
            say_skipped("no openssl");
            return None;
        };
        assert!(done.status.success(), "{done:?}");
        let name = format!("subjectAltName=IP:{address}");
        let is_server = ["-addext", "basicConstraints=critical,CA:FALSE", "-addext", &name];
        let signed = ["-CA", "ca.crt", "-CAkey", "ca.key", "-subj", "/CN=server"];
        let files = ["-keyout", "server.key", "-out", "server.crt"];
        let done = openssl(&[&is_server[..], &signed, &files].concat()).expect("as above");
        assert!(done.status.success(), "{done:?}");
        // A server that runs as another user must be able to copy the key.
        for (path, rights) in
            [(made.0.path().join("server.key"), 0o644), (made.0.path().into(), 0o755)]
        {
            fs::set_permissions(path, fs::Permissions::from_mode(rights)).expect("rights");
        }
        Some(made)
    }

    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    /// The certificate of the authority.
    pub(crate) fn authority(&self) -> PathBuf {
        self.0.path().join("ca.crt")
    }
}
