//! Numbers of any length and fineness, beside the thousandths of the sandbox.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `pair` | two shapes in such numbers, moved and scaled to thousandths |
//! | `number` | reads decimals, exponents, fractions and doubles as C writes them, exactly |
//!
//! Calls go down this list.

mod number;
mod pair;

pub use number::{AnyNumber, AnyNumberError};
pub use pair::{AnyPair, AnyShape, InThousandths, Scale};
