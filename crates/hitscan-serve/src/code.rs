//! The codes that people type: the class code and a student's own code.

use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// The most bytes of a typed code; anything longer is rejected unread.
pub const MOST_TYPED: usize = 200;

/// The words that class codes are made of.
const WORDS: &str = include_str!("code/words.txt");

/// What is said when no safe code can be made.
const NO_RANDOMNESS: &str = "the system has no random numbers";

/// A code that was made just now, in plain text: it is shown once, and only its hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct NewCode(String);

impl NewCode {
    /// The digits and letters of a student's own code, without I, L, O and U.
    const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    /// A random code of a class, such as `blue-market-42`, which a teacher writes on the blackboard.
    /// There are 2^28 of them.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn of_class() -> Result<Self, &'static str> {
        let words: Vec<_> = WORDS.lines().filter(|line| !line.starts_with('#')).collect();
        let [one, other] = [below(words.len())?, below(words.len())?].map(|at| words[at]);
        Ok(Self(format!("{one}-{other}-{:02}", below(100)?)))
    }

    /// A random code of a student's own: 50 bits in Crockford's base 32, such as `K7QM2XTB94`.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn own() -> Result<Self, &'static str> {
        let mut bytes = [0; 10];
        getrandom::fill(&mut bytes).map_err(|_| NO_RANDOMNESS)?;
        let sign = |byte: u8| char::from(Self::ALPHABET[usize::from(byte % 32)]);
        Ok(Self(bytes.into_iter().map(sign).collect()))
    }

    /// The code in plain text. Only show it to whom it belongs.
    pub fn shown(&self) -> &str {
        &self.0
    }

    /// The salted hash that is stored.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn hashed(&self) -> Result<CodeHash, &'static str> {
        let mut salt = [0; 16];
        getrandom::fill(&mut salt).map_err(|_| NO_RANDOMNESS)?;
        Ok(CodeHash { salt, digest: digest(&salt, &self.0) })
    }
}

/// A code as it was typed. It never appears in debug output.
pub struct TypedCode<'t>(&'t str);

impl<'t> TypedCode<'t> {
    /// A typed code; none if it is too long to be a code.
    pub fn new(typed: &'t str) -> Option<Self> {
        (typed.len() <= MOST_TYPED).then_some(Self(typed))
    }

    /// Whether this is the code of the class; capitals and blanks do not matter.
    pub fn is_of_class(&self, kept: &CodeHash) -> bool {
        let typed = self.0.trim().to_ascii_lowercase();
        let words: Vec<_> = typed.split([' ', '-']).filter(|word| !word.is_empty()).collect();
        kept.matches(&words.join("-"))
    }

    /// Whether this is a student's own code; case, blanks and look-alike characters do not matter.
    pub fn is_own(&self, kept: &CodeHash) -> bool {
        let signs = self.0.chars().filter(|&c| c != ' ' && c != '-');
        let typed: String = signs.map(|c| as_crockford(c.to_ascii_uppercase())).collect();
        kept.matches(&typed)
    }
}

const fn as_crockford(sign: char) -> char {
    match sign {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    }
}

/// A stored code: a salt, and the SHA-256 of salt and code.
#[derive(Clone, PartialEq, Eq)]
pub struct CodeHash {
    salt: [u8; 16],
    digest: [u8; 32],
}

impl CodeHash {
    /// Matches no code, but takes as long to compare as any other hash. Used for names without a
    /// code, so that timing does not give away which names exist.
    pub const OF_NOTHING: Self = Self { salt: [0; 16], digest: [0; 32] };

    /// Compares in constant time.
    fn matches(&self, code: &str) -> bool {
        digest(&self.salt, code).ct_eq(&self.digest).into()
    }
}

fn digest(salt: &[u8; 16], code: &str) -> [u8; 32] {
    Sha256::new_with_prefix(salt).chain_update(code).finalize().into()
}

/// `sha256:SALT:DIGEST`, both in hexadecimal.
impl fmt::Display for CodeHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sha256")?;
        for part in [self.salt.as_slice(), &self.digest] {
            f.write_char(':')?;
            part.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        }
        Ok(())
    }
}

impl FromStr for CodeHash {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let parts = text.strip_prefix("sha256:").and_then(|rest| rest.split_once(':'));
        let read = parts.and_then(|(salt, digest)| {
            let (salt, digest) = (bytes_of(salt)?.try_into().ok()?, bytes_of(digest)?);
            Some(Self { salt, digest: digest.try_into().ok()? })
        });
        read.ok_or("expected sha256:, 32 hexadecimal digits, a colon and 64 hexadecimal digits")
    }
}

/// The bytes of an even number of hexadecimal digits.
fn bytes_of(text: &str) -> Option<Vec<u8>> {
    if !text.bytes().all(|byte| byte.is_ascii_hexdigit()) || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

/// A uniform random number below `end`.
fn below(end: usize) -> Result<usize, &'static str> {
    let end = u32::try_from(end).unwrap_or(u32::MAX).max(1);
    // Reject numbers above the last multiple of `end`, which would skew the result.
    let fair = u32::MAX - u32::MAX % end;
    loop {
        let drawn = getrandom::u32().map_err(|_| NO_RANDOMNESS)?;
        if drawn < fair {
            return Ok(usize::try_from(drawn % end).unwrap_or_default());
        }
    }
}

/// Codes are secrets: keep them out of logs.
impl fmt::Debug for NewCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NewCode(…)")
    }
}

impl fmt::Debug for TypedCode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TypedCode(…)")
    }
}

impl fmt::Debug for CodeHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CodeHash(…)")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn words() -> Vec<&'static str> {
        WORDS.lines().filter(|line| !line.starts_with('#')).collect()
    }

    #[test]
    fn there_are_2_to_the_28_class_codes_and_four_letters_identify_each_word() {
        let words = words();
        assert!(words.len().pow(2) * 100 >= 1 << 28, "{} words", words.len());
        let begins: BTreeSet<_> = words.iter().map(|word| &word[..word.len().min(4)]).collect();
        assert_eq!(begins.len(), words.len());
        assert!(words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())));
    }

    #[test]
    fn a_class_code_is_two_words_and_two_digits_and_typing_is_lenient() {
        for _ in 0..200 {
            let code = NewCode::of_class().expect("a code");
            let parts: Vec<_> = code.shown().split('-').collect();
            let [one, other, number] = parts[..] else { panic!("{}", code.shown()) };
            assert!(words().contains(&one) && words().contains(&other), "{}", code.shown());
            assert!(number.len() == 2 && number.parse::<u8>().is_ok(), "{}", code.shown());
            let kept = code.hashed().expect("a hash");
            for typed in [
                code.shown().to_owned(),
                format!("  {} ", code.shown().to_uppercase()),
                code.shown().replace('-', " "),
            ] {
                assert!(TypedCode::new(&typed).expect("short").is_of_class(&kept), "{typed}");
            }
            for wrong in ["", "-", "blue", &code.shown()[1..], &format!("{}0", code.shown())] {
                assert!(!TypedCode::new(wrong).expect("short").is_of_class(&kept), "{wrong}");
            }
        }
    }

    #[test]
    fn an_own_code_has_ten_characters_and_look_alikes_are_accepted() {
        for _ in 0..200 {
            let code = NewCode::own().expect("a code");
            assert_eq!(code.shown().len(), 10);
            assert!(code.shown().bytes().all(|sign| NewCode::ALPHABET.contains(&sign)));
            let kept = code.hashed().expect("a hash");
            let shown = code.shown();
            for typed in [
                shown.to_lowercase(),
                shown.replace('0', "O").replace('1', "l"),
                format!(" {}-{} ", &shown[..5], &shown[5..]),
            ] {
                assert!(TypedCode::new(&typed).expect("short").is_own(&kept), "{typed}");
            }
            let wrong = format!("{}U", &shown[..9]);
            assert!(!TypedCode::new(&wrong).expect("short").is_own(&kept), "{wrong}");
        }
    }

    #[test]
    fn a_hash_round_trips_and_two_hashes_of_one_code_differ() {
        let code = NewCode("K7QM2XTB94".to_owned());
        let [one, other] = [(); 2].map(|()| code.hashed().expect("a hash"));
        assert_ne!(one, other);
        assert_eq!(one.to_string().parse(), Ok(one.clone()));
        let text = one.to_string();
        for wrong in ["", "sha256", "sha256::", &text[1..], &text[..text.len() - 1], "sha256:é:é"]
        {
            assert!(wrong.parse::<CodeHash>().is_err(), "{wrong}");
        }
        assert!(!TypedCode::new("").expect("short").is_own(&CodeHash::OF_NOTHING));
    }

    #[test]
    fn a_text_that_is_too_long_is_not_a_code() {
        assert!(TypedCode::new(&"x".repeat(MOST_TYPED + 1)).is_none());
    }
}
