//! A mistake in a file: where it is, what is wrong and what was expected.

use std::fmt;

use serde::Serialize;

/// One mistake in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Fault {
    /// The file's name as the user gave it; empty where there is no file.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// Description of the mistake.
    pub what: String,
    /// Expected value or syntax; empty where there is nothing to add.
    pub expected: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column, what, expected } = self;
        if !file.is_empty() {
            write!(f, "{file}:{line}:{column}: ")?;
        }
        f.write_str(what)?;
        if expected.is_empty() { Ok(()) } else { write!(f, "; expected: {expected}") }
    }
}

/// Every mistake found in the files that were read together, in file order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(transparent)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// Two files that are read together: both, or the faults of both.
    ///
    /// # Errors
    /// Those of the first file, then those of the second.
    pub fn both<A, B>(first: Result<A, Self>, second: Result<B, Self>) -> Result<(A, B), Self> {
        match (first, second) {
            (Ok(first), Ok(second)) => Ok((first, second)),
            (first, second) => {
                let faults = [first.err(), second.err()].into_iter().flatten();
                Err(Self(faults.flat_map(|faults| faults.0).collect()))
            }
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}
