//! Permission to estimate what takes long to work out.

/// Permission to estimate. The engine alone can make it, for its rehearsals; a game can only keep what it is given.
#[derive(Debug)]
pub struct Estimates(());

impl Estimates {
    /// For a rehearsal.
    pub(crate) fn in_rehearsal() -> Self {
        Self(())
    }
}
