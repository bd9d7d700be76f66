//! Real dice on the table of any game: which ones a command wants, and the faces that the players have laid.

use tabletop::battle::DiceWanted;
use tabletop::dice::Dice;
use tabletop::game::Game;

/// Dice that are asked for, and their faces so far.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LaidDice<G: Game> {
    /// The dice, and what came before them.
    pub wanted: DiceWanted<G>,
    /// The faces laid so far, in order.
    pub faces: Vec<u8>,
    /// The faces of earlier rolls for the same cause.
    earlier: Vec<u8>,
}

impl<G: Game> LaidDice<G> {
    /// Asks for dice; `earlier` are the faces of the rolls before them for the same cause.
    pub fn new(wanted: DiceWanted<G>, earlier: Vec<u8>) -> Self {
        Self { wanted, faces: Vec::new(), earlier }
    }

    /// Number of faces still to be laid.
    pub fn missing(&self) -> usize {
        (self.wanted.wanted.missing() as usize).saturating_sub(self.faces.len())
    }

    /// Number of the laid dice that succeed; `None` if the roll needs no particular face.
    pub fn successes(&self) -> Option<usize> {
        let roll = self.wanted.wanted.roll;
        roll.good_faces()?;
        Some(self.faces.iter().filter(|face| roll.needs.met_by(**face) == Some(true)).count())
    }

    /// Lays a face; whether the die has it and one was missing.
    pub fn lay(&mut self, face: u8) -> bool {
        let fits = self.missing() > 0 && self.wanted.wanted.roll.die.has(face);
        if fits {
            self.faces.push(face);
        }
        fits
    }

    /// Lays the faces that the program's dice show next.
    pub fn roll_missing(&mut self, dice: &Dice<G>) {
        let skipped = (self.earlier.len() + self.faces.len()) as u64;
        let die = self.wanted.wanted.roll.die;
        self.faces.extend(dice.faces_ahead(die, skipped, self.missing() as u32));
    }

    /// All faces for the cause so far.
    pub fn all_faces(&self) -> Vec<u8> {
        [self.earlier.as_slice(), &self.faces].concat()
    }
}
