//! Names for the lines of a sitting: the same wherever they are copied to.

use rand::TryRng;
use rand::rngs::SysRng;
use tabletop_shell::notes::LineId;

/// A sitting in which notes are written.
#[derive(Clone, Debug, Default)]
pub struct Sitting {
    /// The names of its lines begin with this; empty before the first.
    name: String,
    count: usize,
}

impl Sitting {
    /// A name for the next line.
    pub fn next_id(&mut self) -> LineId {
        if self.name.is_empty() {
            // Without random numbers the names of two sittings may be the same, and then only the first line of a name counts.
            self.name = format!("{:08x}", SysRng.try_next_u32().unwrap_or_default());
        }
        self.count += 1;
        LineId(format!("{}-{}", self.name, self.count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_never_given_twice() {
        let mut sitting = Sitting::default();
        let [one, two] = [sitting.next_id(), sitting.next_id()];
        assert_ne!(one, two);
        assert_eq!(one.0.split_once('-').unwrap().0, two.0.split_once('-').unwrap().0, "of one sitting");
    }
}
