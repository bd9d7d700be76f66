//! Golden games: commands in, facts and refusals out, each game reasoned in the
//! comments of its orders file.
//!
//! `tests/games/NAME.orders` begins with directives (`//! level: duel`, `//! dice: 3,4` or `//! seed: 7`, perhaps
//! `//! rulesets: combined, v0.52`), then comments and commands as `run` reads them. Under several rulesets the same
//! orders and dice are played once with each. `//! recorded: at a real table` where the
//! players' word is taken. `//! report: sentences` for whole games, in which the sentences of the log
//! stand for the facts.
//! `NAME.facts` holds what came of each; `hashes.txt` the state each game ends in, which must be the same in debug and
//! release, with and without the window.
//!
//! `WARSTRIKE_REGENERATE=1 cargo test --no-default-features golden` regenerates them and
//! prints what changed, fact by fact.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Result, Write};
use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use similar::{ChangeTag, TextDiff};
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::dice::Dice;
use warstrike::game::engine::play::{DiceChoice, Match, MatchError};
use warstrike::game::narration::{Rolls, sentences};
use warstrike::level::setup::Setup;

use super::support::{root, setup_under};

pub fn games() -> PathBuf {
    root().join("tests/games")
}

fn regenerating() -> bool {
    std::env::var_os("WARSTRIKE_REGENERATE").is_some()
}

/// Names of all golden games, sorted.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(games())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "orders"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// The value of a directive of an orders file.
pub fn directive<'a>(orders: &'a str, key: &str) -> Option<&'a str> {
    let start = format!("//! {key}:");
    orders.lines().find_map(|line| line.strip_prefix(&start)).map(str::trim)
}

/// The rulesets a game is played by; `None` for the level's own.
pub fn rulesets(orders: &str) -> Vec<Option<&str>> {
    match directive(orders, "rulesets") {
        Some(names) => names.split(',').map(|name| Some(name.trim())).collect(),
        None => vec![None],
    }
}

/// The game of an orders file, at its beginning.
pub fn open(orders: &str, ruleset: Option<&str>) -> Match {
    Match::start(setup_of(orders, ruleset), dice_of(orders)).unwrap()
}

/// The dice of an orders file.
fn dice_of(orders: &str) -> DiceChoice {
    match (directive(orders, "dice"), directive(orders, "seed")) {
        (Some(faces), _) => {
            DiceChoice::Script(faces.split(',').map(|face| face.trim().parse().unwrap()).collect())
        }
        (None, seed) => DiceChoice::Seed(seed.unwrap_or("1").parse().unwrap()),
    }
}

/// What the game of an orders file is played with.
pub fn setup_of(orders: &str, ruleset: Option<&str>) -> Arc<Setup> {
    let level = directive(orders, "level").expect("the game names its level");
    let setup = setup_under(level, ruleset);
    match directive(orders, "recorded") {
        Some(_) => Arc::new(Setup::clone(&setup).recorded()),
        None => setup,
    }
}

/// Plays a game; its facts and refusals, one JSON object a line, and the hashes it ends in.
pub fn play(name: &str) -> (String, String) {
    let orders = std::fs::read_to_string(games().join(format!("{name}.orders"))).unwrap();
    let (mut report, mut hashes) = (String::new(), Vec::new());
    for ruleset in rulesets(&orders) {
        if let Some(ruleset) = ruleset {
            writeln!(report, "// ruleset {ruleset}").unwrap();
        }
        hashes.push(play_by(name, &orders, ruleset, &mut report));
    }
    (report, hashes.join(" "))
}

/// The hash a game ends in by the first of its rulesets with some change.
pub fn hash_if(name: &str, change: impl Fn(&mut Setup)) -> String {
    let orders = std::fs::read_to_string(games().join(format!("{name}.orders"))).unwrap();
    let mut setup = Setup::clone(&setup_of(&orders, rulesets(&orders)[0]));
    change(&mut setup);
    let game = Match::start(Arc::new(setup), dice_of(&orders)).unwrap();
    play_from(name, &orders, game, &mut String::new())
}

fn play_by(name: &str, orders: &str, ruleset: Option<&str>, report: &mut String) -> String {
    play_from(name, orders, open(orders, ruleset), report)
}

fn play_from(name: &str, orders: &str, mut game: Match, report: &mut String) -> String {
    let write_entry = if is_in_sentences(orders) { write_sentences } else { write_entry };
    write_entry(report, &game);
    for (number, line) in (1..).zip(orders.lines()) {
        if line.trim().is_empty() || line.starts_with("//") {
            continue;
        }
        if !is_in_sentences(orders) {
            writeln!(report, "// line {number}").unwrap();
        }
        let played = match line {
            "\"undo\"" => game.undo().map(drop),
            "\"redo\"" => game.redo().map(drop),
            line => {
                let command: Command =
                    serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}:{number}: {error}"));
                game.submit(command).map(drop)
            }
        };
        match played {
            Ok(()) => write_entry(report, &game),
            Err(MatchError::Refused(refusal)) => {
                writeln!(report, "{{\"refused\":{}}}", serde_json::to_string(&refusal).unwrap()).unwrap();
            }
            Err(error) => panic!("{name}:{number}: {error}"),
        }
    }
    game.history().present().outcome.hash.to_string()
}

/// The window shows a copy of the battle that follows it fact by fact: after every command of every golden game it is the battle.
#[test]
fn a_copy_led_by_facts_is_the_battle() {
    let mut followed = 0;
    for name in names() {
        let orders = std::fs::read_to_string(games().join(format!("{name}.orders"))).unwrap();
        for ruleset in rulesets(&orders) {
            let mut game = open(&orders, ruleset);
            let (mut copy, _) = Battle::new(game.setup().clone(), Dice::seeded(0)).unwrap();
            copy.restore(&game.battle().snapshot()).unwrap();
            for line in orders.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("//")) {
                match line {
                    "\"undo\"" => drop(game.undo().unwrap()),
                    "\"redo\"" => drop(game.redo().unwrap()),
                    line => {
                        let Ok(entry) = game.submit(serde_json::from_str(line).unwrap()) else { continue };
                        copy.follow(&entry.outcome.facts).unwrap();
                        followed += 1;
                    }
                }
                let there = game.battle().snapshot();
                if !line.starts_with('{') {
                    copy.restore(&there).unwrap();
                }
                let here = copy.snapshot();
                assert_eq!((here.turn, &here.table), (there.turn, &there.table), "{name}: {line}");
                assert_eq!((&here.units, &here.models), (&there.units, &there.models), "{name}: {line}");
            }
        }
    }
    assert!(followed > 300, "{followed}");
}

fn write_entry(report: &mut String, game: &Match) {
    let entry = game.history().present();
    writeln!(report, "// entry {}{}", entry.id.0, if game.is_what_if() { ", what-if" } else { "" }).unwrap();
    for fact in &entry.outcome.facts {
        writeln!(report, "{}", in_lines(fact)).unwrap();
    }
}

/// A value as JSON, each object of an array on a line of its own: a salvo shot by shot.
fn in_lines(value: &impl Serialize) -> String {
    let mut json = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut json, ObjectLines { is_item: false });
    value.serialize(&mut serializer).unwrap();
    String::from_utf8(json).unwrap()
}

struct ObjectLines {
    /// Whether what comes next is an item of an array.
    is_item: bool,
}

impl Formatter for ObjectLines {
    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> Result<()> {
        self.is_item = true;
        if first { Ok(()) } else { writer.write_all(b",") }
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.is_item = false;
        writer.write_all(b"[")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> Result<()> {
        self.is_item = false;
        if first { Ok(()) } else { writer.write_all(b",") }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        let before: &[u8] = if self.is_item { b"\n    {" } else { b"{" };
        self.is_item = false;
        writer.write_all(before)
    }
}

/// Whether a game is reported as a player reads it.
fn is_in_sentences(orders: &str) -> bool {
    directive(orders, "report") == Some("sentences")
}

fn write_sentences(report: &mut String, game: &Match) {
    for sentence in sentences(game.setup(), &game.history().present().outcome.facts) {
        writeln!(report, "{}{}", sentence.text, faces(&sentence.rolls)).unwrap();
        for detail in &sentence.details {
            writeln!(report, "    {detail}").unwrap();
        }
    }
}

/// The dice of a sentence, in brackets.
fn faces(rolls: &Rolls) -> String {
    match rolls {
        Rolls::None => String::new(),
        Rolls::RollOff(rolls) => format!(" {rolls:?}"),
        Rolls::AtMost { faces, .. } | Rolls::Reaching { faces, .. } => format!(" {faces:?}"),
    }
}

/// What differs between two texts, line by line.
fn difference(old: &str, new: &str) -> String {
    let mut text = String::new();
    for change in TextDiff::from_lines(old, new).iter_all_changes() {
        match change.tag() {
            ChangeTag::Delete => write!(text, "- {change}").unwrap(),
            ChangeTag::Insert => write!(text, "+ {change}").unwrap(),
            ChangeTag::Equal => {}
        }
    }
    text
}

/// Plays a golden game and compares it with its expected facts.
fn check(name: &str) {
    let path = games().join(format!("{name}.facts"));
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let (report, _) = play(name);
    let changed = difference(&expected, &report);
    if regenerating() && !changed.is_empty() {
        println!("{name}:\n{changed}");
        std::fs::write(&path, report).unwrap();
    } else {
        assert!(changed.is_empty(), "{name}:\n{changed}");
    }
}

/// Makes a test of each golden game, and the list of all.
macro_rules! golden {
    ($($(#[$doc:meta])* fn $test:ident() { $game:literal })*) => {
        $($(#[$doc])* #[test] fn $test() { check($game); })*

        /// The games that have a test.
        const TESTED: &[&str] = &[$($game),*];
    };
}

golden! {
    /// Rule: ACT-2, MOV-1, FAC-2, BAS-5, BAS-9, BAS-10, MIS-7, TURN-3.
    fn golden_advance() { "advance" }

    /// Rule: MOV-5.
    fn golden_enemies() { "enemies" }

    /// Rule: COH-1, COH-2, COH-3, MOV-2, MOV-3, MOV-4, BAS-2, BAS-7, BAS-9, TURN-3.
    fn golden_together() { "together" }

    /// Rule: GO-2, GO-4, GO-5, ARE-1, OBS-1, OBS-2, MOV-4.
    fn golden_ground() { "ground" }

    /// Rule: ACT-5, NRV-3, SUP-4, FAC-2, TURN-3.
    fn golden_get_down() { "get-down" }

    /// Rule: TURN-1, TURN-3, TURN-6, MIS-8, ACT-5, BAS-3.
    fn golden_turns() { "turns" }

    /// Rule: MIS-1, MIS-2, COH-1, MOV-4, BAS-3.
    fn golden_deployment() { "deployment" }

    /// Rule: MIS-2.
    fn golden_what_if() { "what-if" }

    /// Rule: MOV-1, MOV-2, MOV-3, MOV-4, MOV-5, GO-2, STR-2, BAS-1, BAS-10.
    fn golden_gallery_paths() { "gallery-paths" }

    /// Rule: GO-1, GO-2, GO-3, GO-4, GO-5, GO-6, ARE-1, ACT-1, ACT-2, ACT-4, BAS-4, STR-1.
    fn golden_gallery_going() { "gallery-going" }

    /// Rule: HIL-1, HIL-2, MOV-1, GO-2.
    fn golden_gallery_hills() { "gallery-hills" }

    /// Rule: OBS-1, OBS-2, OBS-3, SPR-1, GO-2, GO-3, MOV-4, COH-2.
    fn golden_gallery_obstacles() { "gallery-obstacles" }

    /// Rule: HIL-3, OBS-1, OBS-2, STR-1, ARE-1, GO-2, GO-3, MOV-4.
    fn golden_gallery_on_hills() { "gallery-on-hills" }

    /// Rule: STR-1, STR-3, STR-4, ARE-1, MOV-1, MOV-4.
    fn golden_gallery_structures() { "gallery-structures" }

    /// Rule: STR-5, MOV-4, STR-2, STR-3.
    fn golden_gallery_roofs() { "gallery-roofs" }

    /// Rule: STR-1, STR-2, STR-3, MOV-1, GO-3, FAC-4.
    fn golden_gallery_building() { "gallery-building" }

    /// Rule: STR-1, GO-3, MOV-3, MOV-4, ACT-1, ACT-4.
    fn golden_gallery_wall() { "gallery-wall" }

    /// Rule: COH-1, COH-2, COH-3.
    fn golden_gallery_coherency() { "gallery-coherency" }

    /// Rule: FAC-2, FAC-3, FAC-4, ACT-1.
    fn golden_gallery_facing() { "gallery-facing" }

    /// Rule: TURN-2, TURN-3, TURN-4, LD-1, LD-2, LD-3, LD-4, SUP-4, SUP-5, NRV-3, ACT-6.
    fn golden_nerves() { "nerves" }

    /// Rule: ACT-1, SHO-1, SHO-2, SHO-3, SHO-4, SHO-5, SHO-6, SHO-7, SHO-8, SHO-9, SUP-1, SUP-3, NRV-1, NRV-2, LD-2, VIS-4, VIS-5, VIS-6, FAC-3, FAC-5, ACT-5, BAS-8, BAS-9.
    fn golden_open_fire() { "open-fire" }

    /// Rule: ACT-2, SHO-1, SHO-2, SHO-4, LD-1, LD-3, LD-4, FAC-3, BAS-4, BAS-8, TURN-3.
    fn golden_advance_fire() { "advance-fire" }

    /// Rule: ACT-3, BAS-7, BAS-9, SHO-10, FAC-5, SHO-6, VIS-4.
    fn golden_on_my_target() { "on-my-target" }

    /// Rule: RE-1, RE-2, ACT-4, FAC-4, ACT-5, SUP-4, TURN-3, SHO-10.
    fn golden_runners() { "runners" }

    /// Rule: SHO-10, SHO-5, SHO-6, SUP-1, BAS-8, ACT-5, VIS-6.
    fn golden_grenades() { "grenades" }

    /// Rule: ACT-1, ACT-3, RE-1, NRV-1, SUP-3, LD-2, ACT-7.
    fn golden_editions() { "editions" }

    /// Rule: FB-1, FB-2, FB-3, FB-4, FB-5, FB-6, SUP-4, RE-2, NRV-3, BAS-6, BAS-7, ACT-6, FAC-2, TURN-3, VIS-2.
    fn golden_fall_back() { "fall-back" }

    /// Rule: ACT-6, ACT-7, LD-3, TURN-3.
    fn golden_test_to_act() { "test-to-act" }

    /// Rule: OFB-1, OFB-2, OFB-7, ACT-7, FAC-2.
    fn golden_outline() { "outline" }

    /// Rule: OFB-3, OFB-4, OFB-6, RE-1.
    fn units_run_for_cover_or_the_edge_by_the_outline() { "flight" }

    /// Rule: ROU-1, ROU-2, ROU-3, FB-1, FB-6, NRV-3, LD-3, FAC-2.
    fn golden_rout() { "rout" }

    /// Rule: MIS-1, MIS-2, MIS-4, MIS-6, TURN-2, TURN-6, ACT-1, ACT-3, GO-4.
    fn golden_meeting_engagement() { "meeting-engagement" }

    /// Rule: MIS-1, MIS-3, MIS-6, TURN-2, ACT-1, ACT-3, BAS-10.
    fn golden_broken_arrow() { "broken-arrow" }

    /// Rule: MIS-2, MIS-4, MIS-6, MIS-8, TURN-6, ACT-1.
    fn golden_skirmish() { "skirmish" }

    /// Rule: MIS-5, MIS-6, TURN-2, LD-1, LD-2, NRV-3.
    fn golden_force_broken() { "force-broken" }

    /// Rule: CC-1, CC-2, CC-3, CC-4, CC-5, CC-6, CC-7, CC-9, BAS-8, NRV-2, NRV-3, SUP-5, FB-1, TURN-1, TURN-4, TURN-5.
    fn golden_fight_charge() { "fight-charge" }

    /// Rule: TURN-4, LD-4, CC-3, CC-6.
    fn golden_readings() { "readings" }

    /// Rule: CC-5, CC-6, BAS-8, NRV-1, NRV-2, LD-2, SUP-3, SUP-4, FB-6.
    fn golden_fight_one_salvo() { "fight-one-salvo" }

    /// Rule: CC-1 (not drawn in), CC-6 (who falls), CC-7 (wiped out), CC-9, SHO-6, NRV-3, SUP-5.
    fn golden_fight_wiped_out() { "fight-wiped-out" }

    /// Rule: CC-7, SUP-4, SUP-5, NRV-3, FB-1, FB-6.
    fn golden_fight_tests() { "fight-tests" }

    /// Rule: CC-1 (lapses), CC-3, TURN-4, SUP-4, RE-2.
    fn golden_fight_lapses() { "fight-lapses" }

    /// Rule: CC-8, CC-7, TURN-2, TURN-5.
    fn golden_fight_long() { "fight-long" }

    /// Rule: CC-1, CC-2, CC-5, CC-7, CC-8, CC-9, FB-4, TURN-5.
    fn golden_fight_chain() { "fight-chain" }

    /// Rule: CC-10, ACT-7 (in close combat), OFB-3, CC-7.
    fn golden_fight_outline() { "fight-outline" }

    /// Rule: CC-7 (and the switch).
    fn golden_fight_even() { "fight-even" }

    /// Rule: CC-3 (prepared), FAC-3.
    fn golden_fight_prepared() { "fight-prepared" }

    /// Rule: TURN-1, TURN-3, TURN-6, MOV-4, MIS-4, BAS-6, LD-1.
    fn golden_recorded_evening() { "recorded-evening" }

    /// Rule: CC-6, CC-7, CC-9, ACT-5, NRV-3.
    fn golden_fight_mutual() { "fight-mutual" }

    /// Rule: CC-1 (linked by a way), CC-3, CC-4, CC-7, CC-9, SHO-2, STR-1.
    fn golden_fight_doorway() { "fight-doorway" }

    /// Rule: CC-1 (each level passed counts its height), CC-4, CC-9, STR-2, STR-3, COH-1, GO-3.
    fn golden_fight_stair() { "fight-stair" }

    /// Rule: CC-2, CC-7, ROU-1, FB-3, FB-6, NRV-3, SUP-5.
    fn golden_fight_rout() { "fight-rout" }

    /// Rule: CC-5 (taking part), CC-6 (who falls, its player's choice), SHO-6, FB-1.
    fn golden_fight_whom() { "fight-whom" }

    /// Rule: CC-1 (linked), CC-3, CC-5 (taking part), BAS-10, OBS-3.
    fn golden_fight_links() { "fight-links" }

    /// Rule: CC-8 (in its player's order), CC-9, ROU-1.
    fn golden_fight_worn() { "fight-worn" }

    /// A Meeting Engagement with 1000 points a side, from the first roll-off to the result.
    ///
    /// Rule: MIS-2, MIS-4, MIS-5, MIS-6, TURN-1, TURN-2, TURN-6, RE-1, CC-8.
    fn golden_whole_watermill() { "whole-watermill" }

    /// A Broken Arrow likewise.
    ///
    /// Rule: MIS-3, MIS-4, MIS-6, TURN-2, LD-4, SUP-3.
    fn golden_whole_crash_site() { "whole-crash-site" }

    /// A Skirmish likewise, by the outline of 2012.
    ///
    /// Rule: MIS-8, MIS-6, ACT-7, OFB-1, OFB-2, OFB-3, OFB-7, CC-10.
    fn golden_whole_chapel() { "whole-chapel" }

    /// A Skirmish on a small table, as it was played in the window by mouse and keys.
    ///
    /// Rule: MIS-4, MIS-6, MIS-8, RE-1, ACT-4, CC-1, CC-3, CC-5, CC-7, NRV-1, NRV-2, LD-3, SUP-4.
    fn golden_whole_patrol() { "whole-patrol" }
}

/// Each game of the folder is one of those above.
#[test]
fn every_golden_game_is_played() {
    let mut tested = TESTED.to_vec();
    tested.sort_unstable();
    assert_eq!(names(), tested);
}

/// Equal hashes in debug, release, headless and with the window: each of those builds runs this
/// test against the same file.
#[test]
fn golden_games_end_in_the_same_state_in_every_build() {
    let hashes: BTreeMap<String, String> =
        names().into_iter().map(|name| (play(&name).1, name)).map(|(hash, name)| (name, hash)).collect();
    let report: String = hashes.iter().map(|(name, hash)| format!("{name} {hash}\n")).collect();
    let path = games().join("hashes.txt");
    if regenerating() {
        std::fs::write(&path, &report).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), report);
}

/// Every golden game says in its comments what it shows, and why it must come out so; one in sentences has a comment
/// for each turn at least.
#[test]
fn golden_games_are_reasoned() {
    for name in names() {
        let orders = std::fs::read_to_string(games().join(format!("{name}.orders"))).unwrap();
        let comments = orders.lines().filter(|line| line.starts_with("// ")).count();
        let counts = |line: &&str| match is_in_sentences(&orders) {
            true => line.ends_with("\"EndPhase\"}"),
            false => line.starts_with('{'),
        };
        let commands = orders.lines().filter(counts).count();
        let needed = if is_in_sentences(&orders) { commands } else { commands / 3 };
        assert!(comments >= 3 && comments >= needed, "{name} has {comments} comments, {commands} commands");
    }
}
