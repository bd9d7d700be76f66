//! Orders: given by whoever is asked, carried out by the match.

use tabletop::command::Command;
use tabletop::matches::MatchError;
use tabletop::record::history::Rationale;
use tabletop_counters::OnHexes;

use super::hand_roll::HandRoll;
use super::table::Table;

impl<G: OnHexes> Table<G> {
    /// Gives an order of the player who is asked, and shows what comes of it; whether it was accepted.
    pub fn order(&mut self, order: G::Order) -> bool {
        let Some(decision) = self.asked() else { return false };
        self.submit(Command::new(decision.player, order), None)
    }

    /// The same, with a reason that is kept with it.
    pub fn order_for(&mut self, order: G::Order, rationale: Rationale) -> bool {
        let Some(decision) = self.asked() else { return false };
        self.submit(Command::new(decision.player, order), Some(rationale))
    }

    pub(super) fn submit(&mut self, command: Command<G>, rationale: Option<Rationale>) -> bool {
        self.notice = None;
        self.record();
        self.carry_out(command, rationale, Vec::new())
    }

    /// Carries a command out with the faces that the players have laid for it so far; whether it was accepted.
    pub(super) fn carry_out(
        &mut self,
        command: Command<G>,
        rationale: Option<Rationale>,
        faces: Vec<u8>,
    ) -> bool {
        if let Some(rationale) = rationale.clone() {
            self.game.give_reason(&command, rationale);
        }
        let done = match self.rolls_by_hand() {
            true => self.game.submit_with(command.clone(), &faces).map(|_| ()),
            false => self.game.submit(command.clone()).map(|_| ()),
        };
        match done {
            Ok(()) => {
                self.show_present();
                true
            }
            Err(MatchError::DiceWanted(wanted)) if self.rolls_by_hand() => {
                self.hand = Some(HandRoll::new(command, rationale, *wanted, faces));
                false
            }
            Err(error) => {
                self.fail(&error);
                false
            }
        }
    }
}
