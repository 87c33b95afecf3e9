//! How fast worlds and recordings go, and how much room worlds take: times mean
//! something in a release build only.

#[path = "../../support/large_scenes.rs"]
mod large_scenes;
#[path = "../../support/sandbox.rs"]
mod sandboxes;

mod keys;
mod recordings;
mod worlds;
