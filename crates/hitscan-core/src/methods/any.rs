//! Numbers of any length and fineness, beside the thousandths of the sandbox.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `slow` | the answer in big fractions, for pairs that do not fit |
//! | `pair` | two shapes in such numbers, moved and scaled to thousandths |
//! | `number` | reads decimals, exponents, fractions and doubles as C writes them, exactly |
//!
//! Calls go down this list.

mod number;
mod pair;
mod slow;

pub use number::{AnyNumber, AnyNumberError};
pub use pair::{AnyPair, AnyShape, InThousandths, Scale};
pub use slow::{AnyFault, AnyMeeting};
