//! Random choices of the tests, the same in every run.

pub use warstrike::ai::chance::Chance;
