//! The project's tests from outside: one binary, one module a subject.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod battery;
mod cli;
mod gallery;
mod golden;
mod journal;
mod kill;
mod layers;
mod level_files;
mod paths;
mod rulebook;
mod rulesets;
mod state;
mod support;
#[cfg(feature = "gui")]
mod window;
