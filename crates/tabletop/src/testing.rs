//! A test kit for games: plays commands and checks after each what must hold for any game.

use std::sync::Arc;

use crate::battle::Battle;
use crate::command::Command;
use crate::dice::Dice;
use crate::game::Game;
use crate::matches::{DiceChoice, Match, MatchError};
use crate::record::history::EntryId;
use crate::record::journal::{SaveLine, save_bytes};
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
    check_shown_by_other_rules(played, &bytes);
}

/// A program by whose rules every command ends otherwise shows the match all the same: each entry is marked and stands as it
/// was played, and can be gone to. Checking it fails; saved again it is what was played.
fn check_shown_by_other_rules<G: Game>(played: &Match<G>, bytes: &[u8]) {
    let mut save = parse_save::<G>(bytes).expect("it is a save");
    let mut lines = vec![SaveLine::Header(Box::new(save.header.clone()))];
    for (_, _, line) in &mut save.lines {
        if let SaveLine::Entry(entry) = line {
            entry.hash.0 ^= 1;
        }
        lines.push(line.clone());
    }
    let (bytes, _) = save_bytes(&lines).expect("it is written");
    let shown = Match::<G>::from_save(save).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(shown.damage, None);
    let mut shown = shown.game;
    let entries = played.history().entries().len();
    assert_eq!(
        shown.departures().filter(|(_, departure)| departure.goes_on).count(),
        entries,
        "each is marked"
    );
    assert!(matches!(shown.verify(), Err(MatchError::Departed { entry: 0, .. })), "checking it fails");
    assert!(shown.save_bytes().expect("it is saved") == bytes, "saved again it is what was played");
    let mut copy =
        Match::<G>::from_save(parse_save(&played.save_bytes().expect("it is saved")).expect("a save"))
            .unwrap_or_else(|error| panic!("{error}"))
            .game;
    // Some of them: each was stepped through when the save was read.
    for entry in (0..entries).rev().step_by(entries.div_ceil(8)) {
        for game in [&mut shown, &mut copy] {
            game.go_to(EntryId(entry)).expect("it is gone to");
        }
        assert_eq!(shown.battle().snapshot(), copy.battle().snapshot(), "entry {entry} as it is shown");
        assert_eq!(shown.battle().decision(), copy.battle().decision(), "what waits after entry {entry}");
        let draws = |game: &Match<G>| game.history().present().outcome.draws.clone();
        assert_eq!(draws(&shown), draws(&copy), "the dice of entry {entry}");
    }
}
