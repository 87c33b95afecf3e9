//! How fast worlds, keys and recordings are, and how much memory worlds take: the results are
//! meaningful only in an optimised build. The tests print times, and assert counts, sizes and
//! ratios, which also hold on a slow or busy machine: `scripts/check costs` runs them.

#[path = "../../support/large_scenes.rs"]
mod large_scenes;
#[path = "../../support/sandbox.rs"]
mod sandboxes;

mod effort;
mod keys;
mod recordings;
mod worlds;
