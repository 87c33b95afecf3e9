//! Compares the geometry and the methods with an oracle in rational numbers of unlimited size,
//! written from the definitions and not from the code.

mod broad_phases;
mod frames;
mod games;
mod generators;
mod kernels;
mod methods;
mod named_cases;
mod oracle;
mod relations;
mod steps;
mod symmetries;
mod upwards;
mod why;
