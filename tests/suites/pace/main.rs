//! How fast worlds, keys and recordings go, and how much room worlds take: what it is means
//! something in an optimised build only. The tests print times, and assert counts, sizes and
//! ratios, which hold on a slow or busy machine, too: `scripts/check costs` runs them.

#[path = "../../support/large_scenes.rs"]
mod large_scenes;
#[path = "../../support/sandbox.rs"]
mod sandboxes;

mod effort;
mod keys;
mod recordings;
mod worlds;
