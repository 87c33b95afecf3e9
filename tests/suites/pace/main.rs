//! How fast worlds and recordings go, and how much room worlds take: times mean
//! something in a release build only.

#[path = "../../support/sandbox.rs"]
mod sandboxes;

mod recordings;
mod worlds;
