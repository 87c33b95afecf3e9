//! stub
use crate::world::*;
/// x
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// x
    pub title: String,
    /// x
    pub note: String,
    /// x
    pub settings: Settings,
    /// x
    pub objects: Vec<Object>,
    /// x
    pub expects: Vec<Expect>,
}
/// x
#[derive(Clone, Debug, PartialEq)]
pub struct Expect;
/// x
#[derive(Clone, Debug)]
pub enum Source {
    /// x
    New,
    /// x
    BuiltIn(String),
    /// x
    File(std::path::PathBuf),
}
