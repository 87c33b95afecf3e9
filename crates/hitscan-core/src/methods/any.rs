//! Numbers of any length and fineness, beside the thousandths of the sandbox.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `number` | reads decimals, exponents, fractions and doubles as C writes them, exactly |

mod number;

pub use number::{AnyNumber, AnyNumberError};
