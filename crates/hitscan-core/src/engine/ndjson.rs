//! Tests, objects and answers as JSON, one object a line.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `answer` | the keys of the answer to a query |
//! | `test` | a test, as `hitscan run` writes it and a digest is made of it |
//! | `object` | an object in numbers, and a pair as a line for `hitscan query` |

mod answer;
mod object;
mod test;

pub use answer::{Detail, write_answer, write_found};
pub use object::{write_object, write_query};
pub use test::{Methods, Test, write_test};

/// Why writing to a `String` is never an error.
const NEVER_FAILS: &str = "a String takes whatever is written to it";
