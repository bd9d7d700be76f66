//! A test kit for games: plays matches and checks at every step what must hold for any game.

use std::sync::Arc;

use crate::battle::Battle;
use crate::command::Command;
use crate::dice::Dice;
use crate::game::Game;
use crate::matches::{DiceChoice, Match};
use crate::record::save::parse_save;
use crate::state_hash::StateHash;

/// Plays a match of at most `length` commands, each chosen by `choose`, which is given the battle and the number of the
/// command. After each command a copy of the battle is brought to the state before and given the same command, and the
/// match is undone and redone; at the end it is saved, read and verified.
///
/// # Panics
/// Something does not hold.
pub fn check_match<G: Game>(
    setup: &Arc<G::Setup>,
    seed: u64,
    length: usize,
    mut choose: impl FnMut(&Battle<G>, usize) -> Command<G>,
) -> Match<G> {
    let mut played = Match::start(Arc::clone(setup), DiceChoice::Seed(seed)).expect("the battle opens");
    let (mut copy, _) = Battle::new(Arc::clone(setup), Dice::seeded(seed)).expect("the battle opens");
    for number in 0..length {
        if played.battle().decision().is_none() {
            break;
        }
        let command = choose(played.battle(), number);
        let before = played.battle().snapshot();
        copy.restore(&before).expect("a snapshot of the same battle fits");
        let entry = played.submit(command.clone()).expect("the command is legal");
        let (outcome, id) = (entry.outcome.clone(), entry.id);
        let after = played.battle().snapshot();
        assert_eq!(StateHash::of(&after).expect("it is hashed"), outcome.hash, "command {number}");
        assert_eq!(copy.submit(&command).expect("and for the copy"), outcome, "command {number}, in a copy");
        copy.restore(&before).expect("it fits still");
        copy.follow(&outcome.facts).expect("a copy follows the facts");
        assert!(played.undo().expect("it is undone"), "command {number}");
        assert_eq!(played.battle().snapshot(), before, "command {number}, undone");
        assert!(played.redo().expect("it is redone"), "command {number}");
        assert_eq!(played.battle().snapshot(), after, "command {number}, redone");
        assert_eq!(played.history().present().id, id);
    }
    let bytes = played.save_bytes().expect("it is saved");
    let read = Match::<G>::from_save(parse_save(&bytes).expect("it is a save")).expect("it is read");
    assert_eq!(read.damage, None);
    assert_eq!(read.game.battle().snapshot(), played.battle().snapshot(), "read from its save");
    assert_eq!(read.game.verify().expect("it replays"), played.history().entries().len());
    played
}
