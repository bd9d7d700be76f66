//! A test kit for games: plays commands and checks after each what must hold for any game.

use std::sync::Arc;

use crate::battle::Battle;
use crate::command::Command;
use crate::dice::Dice;
use crate::game::Game;
use crate::matches::{DiceChoice, Match, MatchError};
use crate::record::save::parse_save;
use crate::refusal::Refusal;
use crate::state_hash::StateHash;

/// Plays a match of at most `length` commands, each chosen by `choose`, which is given the battle and the number of the
/// command, and checks each and the save at the end.
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
    for number in 0..length {
        if played.battle().decision().is_none() {
            break;
        }
        let command = choose(played.battle(), number);
        let refused = check_command(&mut played, &command).err();
        assert_eq!(refused, None, "command {number} is legal");
    }
    check_save(&played);
    assert_eq!(played.verify().expect("it replays"), played.history().entries().len());
    played
}

/// Submits a command. Accepted, it does the same in a copy of the battle, a copy can follow its facts, and it can be undone and
/// redone. Refused, it has changed nothing. Either way `check` has foreseen it.
///
/// # Errors
/// The refusal.
///
/// # Panics
/// Something does not hold.
pub fn check_command<G: Game>(played: &mut Match<G>, command: &Command<G>) -> Result<(), Refusal<G>> {
    let before = played.battle().snapshot();
    let entries = played.history().entries().len();
    let foreseen = played.battle().check(command);
    let mut copy = copy_of(played);
    let (outcome, id) = match played.submit(command.clone()) {
        Ok(entry) => (entry.outcome.clone(), entry.id),
        Err(MatchError::Refused(refusal)) => {
            assert_eq!(foreseen.as_ref(), Err(&*refusal), "check and submit disagree");
            assert_eq!(played.battle().snapshot(), before, "a refused command changed something");
            assert_eq!(played.history().entries().len(), entries, "a refused command was logged");
            return Err(*refusal);
        }
        Err(error) => panic!("{error}"),
    };
    assert_eq!(foreseen, Ok(()), "check refused what was then accepted");
    let after = played.battle().snapshot();
    assert_eq!(StateHash::of(&after).expect("it is hashed"), outcome.hash);
    assert_eq!(copy.submit(command).expect("a copy accepts it too"), outcome, "a copy went another way");
    assert_eq!(copy.snapshot(), after, "a copy ends elsewhere");
    copy.restore(&before).expect("a snapshot of the same battle fits");
    copy.follow(&outcome.facts).expect("a copy follows the facts");
    assert!(played.undo().expect("it is undone"));
    assert_eq!(played.battle().snapshot(), before, "undone");
    assert!(played.redo().expect("it is redone"));
    assert_eq!(played.battle().snapshot(), after, "redone");
    assert_eq!(played.history().present().id, id);
    Ok(())
}

/// A fresh battle brought to where a match stands: all it knows of it is a snapshot.
///
/// # Panics
/// Something does not hold.
pub fn copy_of<G: Game>(played: &Match<G>) -> Battle<G> {
    let (mut copy, _) =
        Battle::new(played.setup().clone(), Dice::seeded(played.seed())).expect("the battle opens");
    copy.restore(&played.battle().snapshot()).expect("a snapshot of the same battle fits");
    assert_eq!(copy.decision(), played.battle().decision());
    copy
}

/// Saved and read, a match is the same, and saved again it is the same file.
///
/// # Panics
/// Something does not hold.
pub fn check_save<G: Game>(played: &Match<G>) {
    let bytes = played.save_bytes().expect("it is saved");
    let read = Match::<G>::from_save(parse_save(&bytes).expect("it is a save"));
    let read = read.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.damage, None);
    assert_eq!(read.game.battle().snapshot(), played.battle().snapshot(), "read from its save");
    assert_eq!(read.game.save_bytes().expect("it is saved"), bytes, "saved again it is the same file");
}
