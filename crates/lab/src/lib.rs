//! Experiments: the same games played under several rules, thousands of times, and what can honestly be said of them.
//!
//! ```text
//! experiment file ──▶ plan ──▶ blocks ──▶ shards on disk ──▶ merged games ──▶ findings ──▶ report
//! ```
//!
//! - A game plugs in as a [`Bench`](bench::Bench): it plays one game that is described to it, and says what happened.
//!   A [`Laboratory`](laboratory::Laboratory) is the rest that it gives, so that the tools serve it.
//! - A **block** ([`plan`]) is one seed played under every arm, with the sides swapped. It is never split: the games of a block
//!   share their dice, and its differences are what statistics are made of.
//! - A **shard** ([`shard`]) is a file with the games of some blocks, named by what is played and by its range, complete or not
//!   there at all. Killed, resumed, repeated, played elsewhere and merged ([`merge`]), the result is the same byte for byte.
//! - A [`search`] plays stage after stage, each an experiment, and keeps what may still meet a target.
//! - [`statistics`] knows no games, [`findings`] no files, [`report`] neither.
//!
//! This crate names no game, and knows no window; only [`run`] knows threads, and nothing here knows the time.

pub mod bench;
pub mod experiment;
pub mod findings;
pub mod instruments;
pub mod laboratory;
pub mod merge;
pub mod plan;
pub mod report;
pub mod rows;
pub mod run;
pub mod search;
pub mod shard;
mod shell_word;
pub mod statistics;
#[cfg(test)]
mod toy;
