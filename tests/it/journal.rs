//! Saves: what damage does to them, what of a damaged one is recovered, and that
//! history, branches and journal keep in step.

use warstrike::game::engine::command::Command;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::play::{DiceChoice, LoadError, Match};
use warstrike::game::engine::record::claim::{Claim, Existing};
use warstrike::game::engine::record::history::{Branch, EntryId, KEYFRAME_EVERY};
use warstrike::game::engine::record::save::{ReadError, ReadSave, parse_save};
use warstrike::game::phases::deployment;
use warstrike::game::phases::deployment::kinds::DeployUnit;
use warstrike::game::phases::deployment::kinds::ModelPlace;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::{Facing, Place};

use super::support::{end_phase, fall_back, game, scratch, setup, shift, stay, with_checksums};

fn unit(text: &str) -> UnitId {
    text.parse().unwrap()
}

/// A short game on the duel table: an advance, a stay, an undone command, a suppressed unit, the end of the
/// phase.
fn short_game() -> Match {
    let mut game = game("duel", 1);
    let advance = shift(&game, unit("A1"), 1000, -2000);
    game.submit(advance).unwrap();
    game.submit(stay(unit("A2"))).unwrap();
    game.undo().unwrap();
    let advance = shift(&game, unit("A2"), 500, 0);
    game.submit(advance).unwrap();
    game.submit(stay(unit("A5"))).unwrap();
    game.submit(fall_back(unit("A3"))).unwrap();
    game.submit(end_phase(Side::A)).unwrap();
    game
}

/// Where each line of a save begins, and where the file ends.
fn line_starts(bytes: &[u8]) -> Vec<usize> {
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(ends).collect()
}

/// Number of whole lines in the first `length` bytes.
fn whole_lines(starts: &[usize], length: usize) -> usize {
    starts.iter().filter(|start| **start <= length).count() - 1
}

/// A journal cut anywhere gives back every line before the cut.
#[test]
fn a_save_cut_at_any_byte_of_its_last_entries_keeps_all_before() {
    let bytes = short_game().save_bytes().unwrap();
    let starts = line_starts(&bytes);
    let third_last = starts[starts.len() - 4];
    for cut in third_last..bytes.len() {
        let read = parse_save(&bytes[..cut]).unwrap();
        // A line that has lost no more than its end is whole.
        let whole = whole_lines(&starts, cut + usize::from(bytes[cut] == b'\n'));
        assert_eq!(read.lines.len(), whole - 1, "cut at {cut}");
        match read.damage {
            None => {
                assert!(starts.contains(&cut) || bytes[cut] == b'\n', "a cut at {cut} went unnoticed");
            }
            Some(damage) => {
                assert_eq!((damage.line, damage.offset), (whole + 1, starts[whole]), "cut at {cut}");
                assert!(damage.what.contains("cut off"), "{damage}");
            }
        }
    }
}

/// The states of the entries of a save's first lines, from the game that wrote it.
fn hashes(game: &Match) -> Vec<String> {
    game.history().entries().iter().map(|entry| entry.outcome.hash.to_string()).collect()
}

/// Loading what is left plays up to the last whole entry.
#[test]
fn a_cut_save_is_played_up_to_its_last_whole_entry() {
    let game = short_game();
    let bytes = game.save_bytes().unwrap();
    let starts = line_starts(&bytes);
    for (line, start) in starts.iter().enumerate().skip(2).take(4) {
        let loaded = Match::from_save(parse_save(&bytes[..start + 9]).unwrap()).unwrap();
        let entries = line - 1;
        assert_eq!(hashes(&loaded.game), hashes(&game)[..entries], "cut in line {}", line + 1);
        assert!(loaded.damage.is_some());
        assert!(loaded.game.verify().is_ok());
    }
}

/// Any byte changed to any other of a sample is noticed, in every line, the header's too.
#[test]
fn a_save_with_any_byte_changed_is_damaged_from_that_line_on() {
    let bytes = short_game().save_bytes().unwrap();
    let starts = line_starts(&bytes);
    let mut changed = bytes.clone();
    for at in 0..bytes.len() {
        for other in [bytes[at] ^ 1, bytes[at] ^ 0x20, b'\n', b'0', 0] {
            if other == bytes[at] {
                continue;
            }
            changed[at] = other;
            let line = whole_lines(&starts, at);
            match parse_save(&changed) {
                Ok(read) => {
                    let damage = read.damage.unwrap_or_else(|| panic!("byte {at} changed unnoticed"));
                    assert_eq!(damage.line, line + 1, "byte {at}");
                    assert_eq!(read.lines.len(), line - 1, "byte {at}: every line before it is kept");
                }
                Err(ReadError::NoHeader(damage)) => assert_eq!((line, damage.line), (0, 1), "byte {at}"),
                Err(error) => panic!("{error}"),
            }
        }
        changed[at] = bytes[at];
    }
}

/// Lines left out, repeated or put in another order do not fit the chain of checksums.
#[test]
fn lines_cannot_be_left_out_or_moved() {
    let bytes = short_game().save_bytes().unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut without = lines.clone();
    without.remove(3);
    let mut twice = lines.clone();
    twice.insert(3, lines[3]);
    let mut swapped = lines.clone();
    swapped.swap(2, 3);
    for (lines, damaged, reason) in
        [(without, 4, "left out"), (twice, 5, "repeated"), (swapped, 3, "swapped")]
    {
        let read = parse_save((lines.join("\n") + "\n").as_bytes()).unwrap();
        assert_eq!(read.damage.map(|damage| damage.line), Some(damaged), "{reason}");
    }
}

/// What editors, version control and mailers make of a save is the same save: its checksums are over the content of lines.
#[test]
fn a_save_is_read_as_other_programs_leave_it() {
    let game = short_game();
    let text = String::from_utf8(game.save_bytes().unwrap()).unwrap();
    let own = parse_save(text.as_bytes()).unwrap();
    let lines = |read: &ReadSave| {
        let lines: Vec<_> = read.lines.iter().map(|line| serde_json::to_string(&line.2).unwrap()).collect();
        assert!(lines.len() > 3);
        lines
    };
    for (changed, why) in [
        (text.replace('\n', "\r\n"), "line ends of Windows"),
        (text.replace('\n', "\r\r\n"), "converted twice"),
        (text.replace('\n', "\r"), "line ends of old Macs"),
        (text.replacen('\n', "\r\n", 1), "of two kinds"),
        (text.trim_end().to_owned(), "without the last line end"),
        (text.clone() + "\n\n", "empty lines at the end"),
        (text.replace('\n', "\n\n"), "and between"),
        (text.replace('\n', " \t\n"), "blanks at the ends of lines"),
        (format!("\u{feff}{text}"), "a byte order mark"),
        (text.clone() + "\u{1a}", "an end mark"),
        (text.replace('\n', "\r\n") + "\u{1a}\r\n", "all of Windows"),
    ] {
        let read = parse_save(changed.as_bytes()).unwrap_or_else(|error| panic!("{why}: {error}"));
        assert_eq!(read.damage, None, "{why}");
        assert_eq!((&read.header, lines(&read)), (&own.header, lines(&own)), "{why}");
        assert!(Match::from_save(read).unwrap().game.verify().is_ok(), "{why}");
    }
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let error = parse_save(&wide).unwrap_err().to_string();
    assert!(error.contains("this file is UTF-16"), "{error}");
}

/// Saves of format 3 have their seed as a number; now it is text, which every reader of JSON keeps whole.
#[test]
fn seeds_are_text_and_older_saves_are_read() {
    use warstrike::game::engine::record::journal::{SaveLine, save_bytes};
    let seed = (1_u64 << 53) + 1;
    let game = Match::start(setup("duel"), DiceChoice::Seed(seed)).unwrap();
    let bytes = game.save_bytes().unwrap();
    let text = String::from_utf8(bytes.clone()).unwrap();
    assert!(text.contains(r#""seed":"9007199254740993""#), "{}", text.lines().next().unwrap());
    // As a reader whose numbers are doubles writes it again.
    let header: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(header["line"]["Header"]["seed"].as_str(), Some("9007199254740993"));
    let read = parse_save(&bytes).unwrap();
    assert_eq!(Match::from_save(read.clone()).unwrap().game.seed(), seed);
    let mut header = read.header.clone();
    header.format = 3;
    let mut lines = vec![SaveLine::Header(Box::new(header))];
    lines.extend(read.lines.into_iter().map(|line| line.2));
    let older = String::from_utf8(save_bytes(&lines).unwrap().0).unwrap();
    let older = with_checksums(&older.replace(r#""seed":"9007199254740993""#, r#""seed":9007199254740993"#));
    let loaded = Match::from_save(parse_save(older.as_bytes()).unwrap()).unwrap();
    assert_eq!((loaded.damage, loaded.game.seed()), (None, seed));
}

/// What cannot even begin to be read says why.
#[test]
fn files_that_are_not_saves_are_refused() {
    for bytes in [&b""[..], b"\n", b"{}\n", b"{\"sum\":\"0000000000000000\",\"line\":1}\n", &[0xff; 300]] {
        let error = parse_save(bytes).unwrap_err();
        assert!(matches!(error, ReadError::NoHeader(_)), "{error}");
    }
}

/// A save is played by the ruleset it was made with: by one that means something else here, however little, it is refused
/// before anything is played, and so is one whose files have mistakes.
#[test]
fn a_save_of_another_ruleset_is_refused() {
    let bytes = short_game().save_bytes().unwrap();
    let other = |from: &str, to: &str| {
        let mut read = parse_save(&bytes).unwrap();
        let base = read.header.bundle.rulesets.last_mut().unwrap();
        assert_eq!(base.text.matches(from).count(), 1, "{from}");
        base.text = base.text.replace(from, to);
        Match::from_save(read).map(drop)
    };
    let words = match other("enemy_gap: 2.0", "enemy_gap: 2.5") {
        Err(error @ LoadError::Ruleset { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(words.contains("another version of the ruleset \"combined\""), "{words}");
    assert!(matches!(other("enemy_gap: 2.0", "enemy_gap: two"), Err(LoadError::Setup(_))));
    assert!(other("enemy_gap: 2.0", "enemy_gap: 2.00").is_ok(), "it means the same");
}

/// A line with a right checksum whose content the battle would not have led to is damage too.
#[test]
fn a_forged_entry_is_reported_and_everything_before_it_kept() {
    let game = short_game();
    let mut read = parse_save(&game.save_bytes().unwrap()).unwrap();
    use warstrike::game::engine::record::journal::SaveLine;
    let Some((_, _, SaveLine::Entry(entry))) = read.lines.get_mut(2) else { panic!("the third entry") };
    entry.faces = vec![6];
    let loaded = Match::from_save(read).unwrap();
    assert_eq!(loaded.damage.map(|damage| damage.line), Some(4));
    assert_eq!(loaded.game.history().entries().len(), 2);
    let mut read = parse_save(&game.save_bytes().unwrap()).unwrap();
    read.lines.clear();
    assert!(matches!(Match::from_save(read), Err(LoadError::NoOpening(_))));
}

/// The journal written command by command holds the same game as a save made at the end.
#[test]
fn a_journal_records_every_step_of_the_game() {
    let (_folder, path) = scratch();
    let journal = path.join("journal.jsonl");
    let mut game = game("duel", 1);
    game.record_to(Claim::on(&journal, Existing::Kept).unwrap()).unwrap();
    for command in [
        shift(&game, unit("A1"), 0, -1500),
        stay(unit("A2")),
        stay(unit("A5")),
        fall_back(unit("A3")),
        end_phase(Side::A),
    ] {
        game.submit(command).unwrap();
        let loaded = Match::load(&journal).unwrap();
        assert_eq!(loaded.damage, None);
        assert_eq!(loaded.game.battle().snapshot(), game.battle().snapshot());
    }
    for _ in 0..2 {
        game.undo().unwrap();
        assert_eq!(Match::load(&journal).unwrap().game.battle().snapshot(), game.battle().snapshot());
    }
    game.redo().unwrap();
    let loaded = Match::load(&journal).unwrap().game;
    assert_eq!(loaded.save_bytes().unwrap(), game.save_bytes().unwrap());
}

/// A save that cannot be written says so and leaves the game as it is.
#[test]
fn a_failed_save_does_not_end_the_game() {
    let (_folder, path) = scratch();
    let mut game = game("duel", 1);
    assert!(Claim::on(&path.join("no\0such"), Existing::Replaced).is_err());
    assert!(game.save(&path, Existing::Replaced).is_err(), "a folder is no file");
    assert!(game.submit(stay(unit("A1"))).is_ok());
}

/// A placing of a whole unit in a row.
fn placing(game: &Match, unit: UnitId, x: i32, y: i32) -> Command {
    let models = (0..).zip(game.battle().view().models(unit)).map(|(index, model)| ModelPlace {
        model: model.id,
        at: Place::flat(x + 1500 * index, y),
        facing: Facing::default(),
    });
    let order = Order::Deployment(deployment::kinds::Order::DeployUnit(DeployUnit {
        unit,
        models: models.collect(),
    }));
    Command { player: unit.side, order }
}

/// Going back past dice marks what follows as what-if; going back past none does not. Nothing is
/// lost either way.
#[test]
fn a_branch_past_dice_is_what_if() {
    let mut game = Match::start(setup("muster"), DiceChoice::Script(vec![5, 2, 3, 4])).unwrap();
    let first = placing(&game, unit("A1"), 0, -16_000);
    game.submit(first).unwrap();
    game.undo().unwrap();
    let other = placing(&game, unit("A1"), 5000, -16_000);
    game.submit(other).unwrap();
    assert!(!game.is_what_if(), "no dice had been rolled beyond");
    for (id, x, y) in
        [("B1", 0, 16_000), ("A3", 8000, -16_000), ("B2", 4000, 20_000), ("A2", -12_000, -16_000)]
    {
        let command = placing(&game, unit(id), x, y);
        game.submit(command).unwrap_or_else(|error| panic!("{id}: {error}"));
    }
    assert_eq!(game.history().present().faces().collect::<Vec<_>>(), [3, 4], "the roll for the first turn");
    game.undo().unwrap();
    game.undo().unwrap();
    assert!(!game.is_what_if(), "looking back is no branch");
    let played = game.history().entries().len();
    let branch = placing(&game, unit("B2"), 4000, 18_000);
    game.submit(branch).unwrap();
    assert!(game.is_what_if());
    assert_eq!(game.history().entries().len(), played + 1, "the line that was left is kept");
    game.undo().unwrap();
    assert!(!game.is_what_if());
    let branches = game.history().entries().iter().map(|entry| entry.branch);
    assert_eq!(branches.filter(|branch| *branch == Branch::WhatIf).count(), 1);
    let loaded = Match::from_save(parse_save(&game.save_bytes().unwrap()).unwrap()).unwrap();
    assert_eq!(loaded.damage, None);
    assert_eq!(loaded.game.history().entries().len(), played + 1);
    assert_eq!(loaded.game.verify().unwrap(), played + 1);
}

/// The same die shows the same face on every branch: a branch after it was seen elsewhere is a what-if.
#[test]
fn dice_seen_on_another_branch_make_a_what_if() {
    let mut game = game("muster", 5);
    let first = game.battle().decision().unwrap().player;
    let other = first.other();
    let unit = |side: Side, number: u8| UnitId { side, number };
    let y = |side: Side| if side == Side::A { -16_000 } else { 16_000 };
    let mut placings = vec![(unit(first, 1), 0), (unit(other, 1), 0)];
    placings.push(if first == Side::A { (unit(first, 3), 3000) } else { (unit(first, 2), 3000) });
    placings.push(if first == Side::A { (unit(other, 2), 3000) } else { (unit(other, 3), 3000) });
    for (unit, x) in &placings {
        let command = placing(&game, *unit, *x, y(unit.side));
        game.submit(command).unwrap_or_else(|error| panic!("{unit}: {error}"));
    }
    let tip = game.history().present().id;
    game.undo().unwrap();
    let (last, x) = placings[3];
    let elsewhere = placing(&game, last, x + 500, y(last.side));
    game.submit(elsewhere).unwrap();
    let rolls = placing(&game, UnitId { side: Side::A, number: 2 }, -12_000, -16_000);
    game.submit(rolls.clone()).unwrap();
    assert!(!game.is_what_if() && game.history().present().faces().count() > 0, "the first to roll");
    game.go_to(tip).unwrap();
    game.submit(rolls).unwrap();
    assert!(game.is_what_if(), "these faces were seen on the other branch");
}

/// A save remembers which branch redoing leads to, as the journal does.
#[test]
fn redoing_leads_to_the_same_branch_after_loading() {
    let mut game = game("duel", 1);
    game.submit(stay(unit("A1"))).unwrap();
    game.undo().unwrap();
    game.submit(stay(unit("A2"))).unwrap();
    game.go_to(EntryId(1)).unwrap();
    game.go_to(EntryId(0)).unwrap();
    assert_eq!(game.history().redo_target(), Some(EntryId(1)));
    let loaded = Match::from_save(parse_save(&game.save_bytes().unwrap()).unwrap()).unwrap().game;
    assert_eq!(loaded.history().present().id, EntryId(0));
    assert_eq!(loaded.history().redo_target(), Some(EntryId(1)));
}

/// Faces that the seed would not have rolled are noticed, even where they lead to the same state.
#[test]
fn verifying_rolls_the_seed_again() {
    use warstrike::game::engine::record::journal::SaveLine;
    let game = game("street", 3);
    assert_eq!(game.verify().unwrap(), 1);
    let mut read = parse_save(&game.save_bytes().unwrap()).unwrap();
    let Some((_, _, SaveLine::Entry(opening))) = read.lines.first_mut() else { panic!("the opening") };
    assert_eq!(opening.faces, [4, 1]);
    opening.faces = vec![5, 1];
    let forged = Match::from_save(read).unwrap();
    assert_eq!(forged.damage, None, "A wins either way, so the state is the same");
    assert!(forged.game.verify().is_err());
}

/// Keyframes are only a short cut: a long game undone to its start and redone to its end passes
/// through the same states.
#[test]
fn a_long_game_undone_and_redone_passes_the_same_states() {
    let mut game = game("street", 9);
    let mut states = vec![game.battle().snapshot()];
    'battle: loop {
        let view = game.battle().view();
        let Some(decision) = game.battle().decision() else { break 'battle };
        let fresh = view
            .units()
            .find(|one| {
                one.id.side == decision.player && warstrike::game::phases::turn::may_still_act(view, *one)
            })
            .map(|one| one.id);
        let command = fresh.map_or(end_phase(decision.player), stay);
        game.submit(command).unwrap();
        states.push(game.battle().snapshot());
    }
    assert!(states.len() > KEYFRAME_EVERY + 1, "the game passes no more than {} entries", states.len());
    let last = states.len() - 1;
    for index in (0..last).rev() {
        assert!(game.undo().unwrap());
        assert_eq!(game.battle().snapshot(), states[index], "undone to {index}");
    }
    assert!(!game.undo().unwrap(), "the opening cannot be undone");
    for (index, state) in states.iter().enumerate().skip(1) {
        assert!(game.redo().unwrap());
        assert_eq!(game.battle().snapshot(), *state, "redone to {index}");
    }
    assert!(!game.redo().unwrap());
    for target in [last, 0, last / 2, 1] {
        game.go_to(EntryId(target)).unwrap();
        assert_eq!(game.battle().snapshot(), states[target]);
    }
    assert!(game.go_to(EntryId(last + 1)).is_err());
}
