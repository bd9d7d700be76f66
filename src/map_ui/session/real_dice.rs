//! Real dice: a command that needs any waits until the players have laid their faces; until then the battle stays as it was.

use tabletop::dice::Source;
use tabletop_counters::OnHexes;

use super::hand_roll::{DiceAct, HandRoll};
use super::table::Table;

impl<G: OnHexes> Table<G> {
    /// Whether the players roll the dice.
    pub fn rolls_by_hand(&self) -> bool {
        *self.game.battle().dice().source() == Source::Hand
    }

    /// From now on the players roll the dice, or the program does.
    pub fn set_by_hand(&mut self, by_hand: bool) {
        match by_hand {
            true => self.game.roll_by_hand(),
            false => self.game.roll_by_program(),
        }
        // What waits for dice gets them from the program then.
        if let Some(HandRoll { command, rationale, .. }) = self.hand.take() {
            self.carry_out(command, rationale, Vec::new());
        }
    }

    /// Dice that are asked for.
    pub fn hand(&self) -> Option<&HandRoll<G>> {
        self.hand.as_ref().filter(|_| self.beats.is_empty() && !self.is_looking())
    }

    /// Does something with the dice that are asked for. What a computer player has ordered cannot be taken back: it would order it
    /// again.
    pub fn do_with_dice(&mut self, act: DiceAct) {
        let is_whole = self.hand.as_ref().is_some_and(|hand| hand.laid.missing() == 0);
        let Some(hand) = &mut self.hand else { return };
        match act {
            DiceAct::Lay(face) => drop(hand.laid.lay(face)),
            DiceAct::RemoveLast => drop(hand.laid.faces.pop()),
            DiceAct::RollMissing => hand.laid.roll_missing(self.game.battle().dice()),
            DiceAct::TakeBack if hand.rationale.is_none() => self.hand = None,
            DiceAct::TakeBack => {}
            DiceAct::GoOn if !is_whole => {}
            DiceAct::GoOn => {
                if let Some(HandRoll { command, rationale, laid }) = self.hand.take() {
                    self.carry_out(command, rationale, laid.all_faces());
                }
            }
        }
    }
}
