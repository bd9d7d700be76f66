//! The dice of a command as volleys: those alike are thrown together.

use crate::game::engine::dice::{Draw, Roll};

/// Dice that are thrown together.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Volley {
    /// What they are rolled for, by whom, and what they need.
    pub roll: Roll,
    /// Their faces, in the order of the battle's dice.
    pub faces: Vec<u8>,
}

/// The dice that are on the table at once, at most.
const DICE_AT_ONCE: usize = 60;

impl Volley {
    /// How many of its dice succeed; `None` where none is needed.
    pub fn successes(&self) -> Option<usize> {
        let met: Option<Vec<bool>> = self.faces.iter().map(|face| self.roll.needs.met_by(*face)).collect();
        met.map(|met| met.into_iter().filter(|success| *success).count())
    }
}

/// Groups dice drawn one after the other for the same roll, no more at once than a hand can throw.
pub(in crate::ui) fn volleys(draws: &[Draw]) -> Vec<Volley> {
    let mut volleys: Vec<Volley> = Vec::new();
    for draw in draws {
        match volleys.last_mut() {
            Some(last) if last.roll == draw.roll && last.faces.len() < DICE_AT_ONCE => {
                last.faces.push(draw.face)
            }
            _ => volleys.push(Volley { roll: draw.roll, faces: vec![draw.face] }),
        }
    }
    volleys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::engine::dice::Needs;
    use crate::rules::ids::Side;

    fn draw(purpose: &'static str, face: u8) -> Draw {
        Draw { roll: Roll::six(purpose, Side::A, Needs::AtLeast(4)), face }
    }

    #[test]
    fn dice_alike_are_thrown_together() {
        let draws = [draw("to hit", 4), draw("to hit", 2), draw("armour save", 6), draw("to hit", 1)];
        let faces: Vec<Vec<u8>> = volleys(&draws).into_iter().map(|volley| volley.faces).collect();
        assert_eq!(faces, [vec![4, 2], vec![6], vec![1]]);
        assert_eq!(volleys(&draws)[0].successes(), Some(1));
    }

    #[test]
    fn no_more_than_sixty_at_once() {
        let draws = vec![draw("to hit", 3); 130];
        let counts: Vec<usize> = volleys(&draws).iter().map(|volley| volley.faces.len()).collect();
        assert_eq!(counts, [60, 60, 10]);
    }
}
