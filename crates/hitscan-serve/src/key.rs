//! Public keys that people log in with, and which of them are accepted.

use std::fmt;
use std::str::FromStr;

use russh::keys::{Algorithm, EcdsaCurve, HashAlg, PublicKey};

/// A public key of an accepted kind, without its comment.
#[derive(Clone, PartialEq, Eq)]
pub struct LoginKey(PublicKey);

/// What is said of a line that is no key.
pub(crate) const NOT_A_KEY: &str =
    "not a public key: expected one line, such as ssh-ed25519 AAAA…, from id_ed25519.pub";
/// The fewest bits of an RSA modulus.
const LEAST_RSA_BITS: u32 = 2048;
/// The longest line that is parsed: an RSA key of 16384 bits has 2.8 kB.
pub const MOST_KEY_BYTES: usize = 8 << 10;

impl LoginKey {
    /// Accepts a key from the wire or from a file.
    ///
    /// # Errors
    /// When it is too weak, or of a kind that is not accepted.
    pub fn new(key: &PublicKey) -> Result<Self, String> {
        let is_good = match key.algorithm() {
            Algorithm::Ed25519
            | Algorithm::SkEd25519
            | Algorithm::SkEcdsaSha2NistP256
            | Algorithm::Ecdsa { curve: EcdsaCurve::NistP256 } => true,
            Algorithm::Rsa { .. } => {
                key.key_data().rsa().is_some_and(|rsa| rsa.key_size() >= LEAST_RSA_BITS)
            }
            _ => false,
        };
        if !is_good {
            return Err(format!(
                "{} is not accepted: ed25519, ecdsa-p256, their sk- kinds, and rsa from 2048 bits are",
                key.algorithm().as_str()
            ));
        }
        Ok(Self(PublicKey::new(key.key_data().clone(), "")))
    }

    /// The key for the SSH library.
    pub const fn public(&self) -> &PublicKey {
        &self.0
    }

    /// The fingerprint that people compare: `SHA256:…`.
    pub fn fingerprint(&self) -> String {
        self.0.fingerprint(HashAlg::Sha256).to_string()
    }
}

impl FromStr for LoginKey {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.starts_with("-----BEGIN ") {
            // Its owner must not share it.
            let why =
                "this is a private key: keep it to yourself, and give the file that ends in .pub";
            return Err(why.to_owned());
        }
        if text.len() > MOST_KEY_BYTES || text.contains(['\n', '\r']) {
            return Err(NOT_A_KEY.to_owned());
        }
        let key = PublicKey::from_openssh(text).map_err(|_| NOT_A_KEY)?;
        Self::new(&key)
    }
}

/// `ssh-ed25519 AAAA…`
impl fmt::Display for LoginKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_openssh().map_err(|_| fmt::Error)?)
    }
}

/// Prints the fingerprint, to keep keys out of logs.
impl fmt::Debug for LoginKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LoginKey({})", self.fingerprint())
    }
}
