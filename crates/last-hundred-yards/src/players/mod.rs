//! Computer players: styles by their ids, and advisers of them.

mod random;

pub use random::Random;
