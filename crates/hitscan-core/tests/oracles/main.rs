//! The core, held to independent implementations in rational numbers of unlimited size, and to
//! properties that hold for any scene.

#[path = "../../../../tests/support/cases.rs"]
mod cases;
#[path = "../../../../tests/support/combs.rs"]
mod combs;
#[path = "../../../../tests/support/sandbox.rs"]
mod sandboxes;
#[path = "../../../../tests/support/snapshots.rs"]
mod snapshots;

mod headlines;
mod properties;
mod responses;
mod variants;
