//! Random choices of the tests, the same in every run.

pub use warstrike::level::chance::Chance;
