//! Scotland Yard as a game of the core.

pub(crate) mod ask;
pub(crate) mod build;
pub(crate) mod checkpoint;
pub(crate) mod curve;
pub(crate) mod exploit;
pub(crate) mod key;
pub(crate) mod layers;
pub(crate) mod nash;
pub(crate) mod pace;
pub(crate) mod place;
pub(crate) mod shorter;
pub(crate) mod show;
pub(crate) mod size;
pub(crate) mod solved;
pub(crate) mod solver;
pub(crate) mod start;
pub(crate) mod symmetry;
pub(crate) mod tree;
pub(crate) mod values;
