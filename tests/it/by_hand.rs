//! Dice rolled by hand: what a command asks for, that nothing happens without its faces, and that a
//! game played so is as good as any other.

use std::collections::VecDeque;
use std::io::Write as _;
use std::process::{Command as Process, Stdio};

use serde_json::Value;
use warstrike::game::engine::battle::DiceWanted;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::dice::{Die, Needs, Roll, Wanted};
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::fact::UnitFact;
use warstrike::game::engine::play::{DiceChoice, Match, MatchError};
use warstrike::game::engine::record::history::DiceOrigin;
use warstrike::game::engine::record::save::parse_save;
use warstrike::game::engine::subject::roller;
use warstrike::game::phases::turn;
use warstrike::rules::ids::{Side, UnitId};

use super::golden;
use super::support::{end_phase, fall_back, root, scratch, setup};

fn by_hand(level: &str) -> Match {
    Match::start(setup(level), DiceChoice::Hand { seed: 1, faces: Vec::new() }).unwrap()
}

/// The dice that are wanted before a command with these faces goes through.
fn wanted(game: &mut Match, command: &Command, faces: &[u8]) -> DiceWanted {
    match game.submit_with(command.clone(), faces) {
        Err(MatchError::DiceWanted(wanted)) => *wanted,
        Err(error) => panic!("{faces:?}: {error}"),
        Ok(_) => panic!("{faces:?} are enough"),
    }
}

fn recovery(unit: &str, nerve: u8, count: u32, there: u32) -> Wanted {
    let unit: UnitId = unit.parse().unwrap();
    let roll = Roll::six("leadership test to recover", roller(unit), Needs::AtMost(nerve));
    Wanted { roll, count, there }
}

fn get_down(unit: &str) -> Command {
    let line = format!(r#"{{"player":"A","order":{{"GetDown":{{"unit":"{unit}","turns":[]}}}}}}"#);
    serde_json::from_str(&line).unwrap()
}

/// A game of `nerves` in which A must end its Action phase: B's units will test.
fn before_the_tests() -> Match {
    let mut game = by_hand("nerves");
    before_the_end(&mut game);
    game
}

/// What A has to do before it.
fn before_the_end(game: &mut Match) {
    game.submit(get_down("A1")).unwrap();
    game.submit(fall_back("A2".parse().unwrap())).unwrap();
}

/// Rule: LD-1, LD-2, LD-3, LD-4, TURN-4. Each batch is asked for by itself, and the game stands as it
/// stood until the last face is there.
#[test]
fn a_command_asks_for_each_roll_in_turn() {
    let mut game = before_the_tests();
    let (before, entries) = (game.battle().snapshot(), game.history().entries().len());
    for (faces, expected, reason) in [
        (&[][..], recovery("B1", 3, 2, 0), "two dice of Ld 2, each to be Nv 3 or less"),
        (&[3], recovery("B1", 3, 2, 1), "one of them is there"),
        (&[3, 6], recovery("B2", 2, 1, 0), "no leader: one die; one marker: Nv 2"),
        (&[3, 6, 3], recovery("B4", 3, 2, 0), "B3 has no die; B4 is inspired"),
        (&[3, 6, 3, 2, 4, 3], recovery("B5", 0, 2, 1), "B5 is not inspired: no face succeeds"),
    ] {
        let wanted = wanted(&mut game, &end_phase(Side::A), faces);
        assert_eq!(wanted.wanted, expected, "{reason}");
        assert_eq!(game.battle().snapshot(), before, "{reason}");
        assert_eq!(game.history().entries().len(), entries, "{reason}");
    }
    assert!(matches!(game.submit(end_phase(Side::A)), Err(MatchError::DiceWanted(_))), "without faces too");
    let entry = game.submit_with(end_phase(Side::A), &[3, 6, 3, 2, 4, 3, 1]).unwrap();
    assert_eq!(entry.faces().collect::<Vec<_>>(), [3, 6, 3, 2, 4, 3, 1]);
    assert_eq!(entry.dice, DiceOrigin::Fed);
}

/// The question includes what happened before the dice: before B2 rolls, the player sees B1's test.
#[test]
fn the_question_includes_what_happened_before_it() {
    let mut game = before_the_tests();
    let facts = wanted(&mut game, &end_phase(Side::A), &[3, 6]).facts;
    assert!(matches!(facts[0], Fact::Turn(turn::kinds::Fact::PhaseBegan { .. })), "{facts:?}");
    assert!(
        matches!(&facts[1], Fact::Unit(UnitFact::LeadershipTested { faces, passed: true, .. }) if faces == &[3, 6])
    );
    assert!(matches!(facts[2], Fact::Unit(UnitFact::HitDieRemoved { .. })));
    assert_eq!(facts.len(), 3, "{facts:?}");
}

/// Unused faces are an error, and so is a seven; the game is unchanged either way.
#[test]
fn too_many_faces_and_wrong_faces_are_errors() {
    let mut game = before_the_tests();
    let before = game.battle().snapshot();
    match game.submit_with(end_phase(Side::A), &[3, 6, 3, 2, 4, 3, 1, 5, 5]) {
        Err(MatchError::FacesLeft { laid: 9, rolled: 7 }) => {}
        other => panic!("{:?}", other.map(|entry| entry.id)),
    }
    assert_eq!(game.battle().snapshot(), before);
    match game.submit_with(end_phase(Side::A), &[3, 7]) {
        Err(MatchError::Battle(error)) => assert_eq!(error.to_string(), "7 is not a face of a six-sided die"),
        other => panic!("{:?}", other.map(|entry| entry.id)),
    }
    assert_eq!(game.battle().snapshot(), before);
    match game.submit_with(get_down("A1"), &[1]) {
        Err(MatchError::Refused(refusal)) => assert_eq!(refusal.rule().to_string(), "TURN-3", "it has acted"),
        other => panic!("{:?}", other.map(|entry| entry.id)),
    }
    assert_eq!(game.battle().snapshot(), before);
    assert!(game.submit_with(end_phase(Side::A), &[3, 6, 3, 2, 4, 3, 1]).is_ok(), "and it goes on");
}

/// Real dice lead where the same faces lead from a script; the save says that they were laid by hand,
/// undo and redo repeat them, and a check of the save finds nothing wrong.
#[test]
fn a_game_by_hand_is_undone_saved_and_checked_like_any_other() {
    let faces = [3, 6, 3, 2, 4, 3, 1];
    let mut scripted = Match::start(setup("nerves"), DiceChoice::Script(faces.to_vec())).unwrap();
    before_the_end(&mut scripted);
    scripted.submit(end_phase(Side::A)).unwrap();
    let expected = scripted.history().present().outcome.clone();

    let mut game = before_the_tests();
    game.submit_with(end_phase(Side::A), &faces).unwrap();
    assert_eq!(game.history().present().outcome.facts, expected.facts);
    assert_eq!(game.history().present().outcome.draws, expected.draws);
    let after = game.battle().snapshot();
    assert!(game.undo().unwrap());
    assert_eq!(wanted(&mut game, &end_phase(Side::A), &[]).wanted, recovery("B1", 3, 2, 0), "still by hand");
    assert!(game.redo().unwrap(), "a question that was not answered is no new branch");
    assert_eq!(game.battle().snapshot(), after);

    let loaded = Match::from_save(parse_save(&game.save_bytes().unwrap()).unwrap()).unwrap();
    assert_eq!(loaded.damage, None);
    assert_eq!(loaded.game.battle().snapshot(), after);
    assert_eq!(loaded.game.verify().unwrap(), 4);
    let origins: Vec<DiceOrigin> = loaded.game.history().entries().iter().map(|entry| entry.dice).collect();
    assert_eq!(origins[3], DiceOrigin::Fed);
}

/// A player may let the program roll some: it lays the faces that the seed gives those dice, so a game
/// in which it rolls all of them is the seed's own.
#[test]
fn the_program_may_roll_instead() {
    let seed = 5;
    let mut rolled = Match::start(setup("muster"), DiceChoice::Seed(seed)).unwrap();
    let mut faces = Vec::new();
    let mut laid = loop {
        match Match::start(setup("muster"), DiceChoice::Hand { seed, faces: faces.clone() }) {
            Err(MatchError::DiceWanted(wanted)) => {
                let ahead = rolled_ahead(seed, faces.len(), wanted.wanted.missing());
                faces.extend(ahead);
            }
            game => break game.unwrap(),
        }
    };
    assert_eq!(laid.battle().snapshot(), rolled.battle().snapshot());
    assert_eq!(laid.history().present().outcome.draws, rolled.history().present().outcome.draws);
    assert_eq!(laid.history().present().dice, DiceOrigin::Fed);

    let mut rolled_too = super::support::deployed("nerves", seed);
    let mut by_hand = Match::start(setup("nerves"), DiceChoice::Hand { seed, faces: vec![] }).unwrap();
    for game in [&mut rolled_too, &mut by_hand] {
        before_the_end(game);
    }
    rolled_too.submit(end_phase(Side::A)).unwrap();
    let mut faces = Vec::new();
    while by_hand.history().entries().len() < 4 {
        match by_hand.submit_with(end_phase(Side::A), &faces) {
            Err(MatchError::DiceWanted(wanted)) => {
                let dice = by_hand.battle().dice();
                faces.extend(dice.faces_ahead(Die::SIX, faces.len() as u64, wanted.wanted.missing()));
            }
            played => drop(played.unwrap()),
        }
    }
    assert_eq!(by_hand.battle().snapshot(), rolled_too.battle().snapshot());

    // From here the program rolls, and goes on where the seed stands.
    laid.roll_by_program();
    for game in [&mut laid, &mut rolled] {
        let player = game.battle().decision().unwrap().player;
        let mut chance = super::chance::Chance::new(3);
        while game.history().entries().len() < 2 {
            let _refused = game.submit(super::support::deployment(game, player, &mut chance));
        }
    }
    assert_eq!(laid.battle().snapshot(), rolled.battle().snapshot());
}

fn rolled_ahead(seed: u64, skipped: usize, count: u32) -> Vec<u8> {
    warstrike::game::engine::dice::Dice::seeded(seed).faces_ahead(Die::SIX, skipped as u64, count)
}

/// Every golden game with scripted dice, its faces laid by hand instead, each roll when it is asked for:
/// nothing is asked twice, nothing is left over, and it ends in the same state.
#[test]
fn golden_games_are_the_same_by_hand() {
    let mut rolls = 0;
    for name in golden::names() {
        let orders = std::fs::read_to_string(golden::games().join(format!("{name}.orders"))).unwrap();
        let Some(script) = golden::directive(&orders, "dice") else { continue };
        let mut left: VecDeque<u8> = script.split(',').map(|face| face.trim().parse().unwrap()).collect();
        let mut next = |wanted: Wanted, faces: &mut Vec<u8>| {
            assert_eq!(wanted.there, 0, "{name}: whole rolls are laid, so none is begun");
            assert!(wanted.count as usize <= left.len(), "{name}: {wanted}");
            faces.extend(left.drain(..wanted.count as usize));
            rolls += 1;
        };
        let mut faces = Vec::new();
        let mut game = loop {
            let dice = DiceChoice::Hand { seed: 0, faces: faces.clone() };
            match Match::start(golden::setup_of(&orders, None), dice) {
                Err(MatchError::DiceWanted(dice)) => next(dice.wanted, &mut faces),
                game => break game.unwrap(),
            }
        };
        for line in orders.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("//")) {
            match line {
                "\"undo\"" => drop(game.undo().unwrap()),
                "\"redo\"" => drop(game.redo().unwrap()),
                line => {
                    let command: Command = serde_json::from_str(line).unwrap();
                    let mut faces = Vec::new();
                    loop {
                        match game.submit_with(command.clone(), &faces) {
                            Err(MatchError::DiceWanted(dice)) => next(dice.wanted, &mut faces),
                            Ok(_) | Err(MatchError::Refused(_)) => break,
                            Err(error) => panic!("{name}: {error}"),
                        }
                    }
                }
            }
        }
        let hash = game.history().present().outcome.hash.to_string();
        // Of a game that is played by several editions the first is the level's own.
        assert_eq!(Some(hash.as_str()), golden::play(&name).1.split(' ').next(), "{name}");
        game.verify().unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    assert!(rolls > 100, "only {rolls} rolls");
}

/// Rule: SHO-3. A salvo's dice come with who fires at whom and what each shot needs.
#[test]
fn a_salvos_dice_come_with_its_shots() {
    let level = root().join("tests/games/firing-line.ron").display().to_string();
    let fire = r#"{"player":"A","order":{"OpenFire":{"unit":"A1","moves":[],"fire":[{"at":"B1"}]}}}"#;
    let (_, lines, _) =
        run(&[&level, "--orders", "-", "--dice", "hand"], &format!("{fire}\n[1,1,1,1,1,1]\n"));
    let asked = lines.iter().find(|line| line.get("wants").is_some()).unwrap();
    assert_eq!(asked["wants"]["purpose"], "to hit");
    assert_eq!(asked["wants"]["needs"], serde_json::json!({"AtLeast": 4}));
    assert_eq!((&asked["salvo"]["unit"], &asked["salvo"]["at"]), (&"A1".into(), &"B1".into()));
    let dice = asked["salvo"]["shots"].as_array().unwrap().iter().map(|shot| shot["dice"].as_u64().unwrap());
    assert_eq!(Some(dice.sum::<u64>()), asked["wants"]["count"].as_u64());
}

/// Faces laid for the opening beyond its dice are an error there too.
#[test]
fn an_opening_takes_no_spare_faces() {
    let start =
        |faces: &[u8]| Match::start(setup("street"), DiceChoice::Hand { seed: 1, faces: faces.to_vec() });
    assert!(start(&[4, 4, 2, 1]).is_ok(), "level, then decided");
    assert!(matches!(start(&[4, 4, 2]), Err(MatchError::DiceWanted(_))));
    assert!(matches!(start(&[2, 1, 6]), Err(MatchError::FacesLeft { laid: 3, rolled: 2 })));
}

/// Runs `run` on these lines of standard input.
fn run(args: &[&str], input: &str) -> (Option<i32>, Vec<Value>, String) {
    let mut process = Process::new(env!("CARGO_BIN_EXE_warstrike"));
    process.arg("--data").arg(root()).arg("run").args(args);
    process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = process.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let summary = String::from_utf8(output.stdout).unwrap();
    let lines = summary.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (output.status.code(), lines, String::from_utf8(output.stderr).unwrap())
}

const NERVES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/nerves.ron");
const END: &str = r#"{"player":"A","order":"EndPhase"}"#;
const OWES: &str = r#"{"player":"A","order":{"FallBack":{"unit":"A2"}}}"#;
const DOWN: &str = r#"{"player":"A","order":{"GetDown":{"unit":"A1","turns":[]}}}"#;

/// The output of `run`, in short: who is asked for how many, mistakes, entries.
fn summary(lines: &[Value]) -> Vec<String> {
    lines.iter().filter_map(short).collect()
}

fn short(line: &Value) -> Option<String> {
    if let Some(wants) = line.get("wants") {
        let by = wants["by"].as_str().unwrap();
        return Some(format!("{by} {}/{}", wants["there"], wants["count"]));
    }
    if let Some(wrong) = line.get("no_faces") {
        return Some(format!("wrong: {}", wrong.as_str().unwrap()));
    }
    if let Some(line) = line.get("taken_back") {
        return Some(format!("taken back: {line}"));
    }
    if let Some(word) = line.get("nothing_to") {
        return Some(format!("nothing to {}", word.as_str().unwrap()));
    }
    line.get("state").map(|_| format!("entry {}", line["entry"]))
}

/// `run --dice hand` asks, takes some of the faces, reports wrong ones, rolls itself if told to, and
/// lets a command be taken back.
#[test]
fn run_asks_for_faces_and_reports_wrong_ones() {
    let (_folder, path) = scratch();
    let save = path.join("game.jsonl").display().to_string();
    let input = format!(
        "{DOWN}\n{OWES}\n{END}\n[3]\n[7]\n[1,1]\n[]\nsix\n{DOWN}\n[6]\n\"undo\"\n{END}\n[3,6]\n[3]\n\"roll\"\n[3,1]\n"
    );
    let (status, lines, errors) = run(&[NERVES, "--orders", "-", "--dice", "hand", "--save", &save], &input);
    assert_eq!(status, Some(0), "{errors}");
    let wrong = "wrong: write faces, as in [3,4,1], \"roll\" or \"undo\"";
    let expected = [
        "entry 0",
        "entry 1",
        "entry 2",
        "B1 0/2",
        "B1 1/2",
        "wrong: 7 is not a face of a six-sided die",
        "B1 1/2",
        "wrong: faces given: 2, still needed: 1",
        "B1 1/2",
        "wrong: faces given: 0, still needed: 1",
        "B1 1/2",
        "wrong: column 1: expected value",
        "B1 1/2",
        wrong,
        "B1 1/2",
        "B2 0/1",
        "taken back: 3",
        "B1 0/2",
        "B2 0/1",
        "B4 0/2",
        "B5 0/2",
        "entry 3",
    ];
    assert_eq!(summary(&lines), expected);
    let asked = lines.iter().find(|line| line.get("wants").is_some()).unwrap();
    let wants =
        r#"{"purpose":"leadership test to recover","by":"B1","needs":{"AtMost":3},"count":2,"there":0}"#;
    assert_eq!(asked["wants"], serde_json::from_str::<Value>(wants).unwrap());
    assert_eq!(asked["line"], 3);
    let rolls: Vec<&Value> = lines.iter().filter_map(|line| line.get("roll")).collect();
    assert_eq!(rolls.len(), 4, "B1, B2, B4, B5");
    assert_eq!(rolls[0]["faces"], serde_json::json!([3, 6]));
    assert_eq!(rolls[3]["needs"], serde_json::json!({"AtMost": 0}));

    let check =
        Process::new(env!("CARGO_BIN_EXE_warstrike")).args(["replay", "--check", &save]).output().unwrap();
    assert_eq!(check.status.code(), Some(0), "{}", String::from_utf8_lossy(&check.stdout));
    // The save goes on by hand, or by the program, as it is opened.
    let next = r#"{"player":"B","order":{"GetDown":{"unit":"B4","turns":[]}}}"#;
    let (status, lines, _) = run(&[&save, "--orders", "-", "--dice", "hand"], &format!("{next}\n"));
    assert_eq!((status, summary(&lines)), (Some(0), vec!["entry 3".to_owned(), "entry 4".to_owned()]));
}

/// A file of orders may hold the faces; missing faces, and faces not asked for, are reported.
#[test]
fn run_reads_faces_from_a_file_and_reports_missing_ones() {
    let (_folder, path) = scratch();
    let orders = path.join("orders").display().to_string();
    let file = |text: &str| std::fs::write(&orders, text).unwrap();
    let play = |level: &str| run(&[level, "--orders", &orders, "--dice", "hand"], "");
    file("// the roll-off\n[4]\n[4]\n[6]\n[2]\n");
    let (status, lines, errors) = play("street");
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert_eq!(summary(&lines), ["A 0/1", "B 0/1", "A 0/1", "B 0/1", "entry 0"]);
    file("[4]\n\"undo\"\n\"roll\"\n[4]\n");
    let (status, lines, _) = play("street");
    assert_eq!(status, Some(1), "there is nothing to roll for after the opening");
    let wrong = "wrong: write faces, as in [3,4,1], or \"roll\"";
    assert_eq!(summary(&lines), ["A 0/1", "B 0/1", wrong, "B 0/1", "entry 0", "nothing to roll"]);
    file(&format!("{DOWN}\n{OWES}\n{END}\n[3,6]\n"));
    let (status, lines, errors) = play(NERVES);
    assert_eq!(status, Some(2), "{errors}");
    assert_eq!(summary(&lines), ["entry 0", "entry 1", "entry 2", "B1 0/2", "B2 0/1"]);
    assert!(errors.contains("the input ends before these dice are given"), "{errors}");
    file(&format!("{DOWN}\n[3,x]\n"));
    let (status, lines, errors) = play(NERVES);
    assert_eq!((status, lines.len()), (Some(2), 0), "a file is checked whole before anything is played");
    assert!(errors.contains(":2:4: "), "{errors}");
}

/// Tools that cannot ask say so; a seed goes with dice by hand, for those the program rolls.
#[test]
fn tools_that_cannot_ask_refuse_dice_by_hand() {
    let program = |args: &[&str]| {
        let output = Process::new(env!("CARGO_BIN_EXE_warstrike"))
            .arg("--data")
            .arg(root())
            .args(args)
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, errors) = program(&["show", "distance", "street", "A1", "B1", "--dice", "hand"]);
    assert_eq!(status, Some(2));
    assert!(errors.contains("the battle opens with dice"), "{errors}");
    let (status, _) = program(&["show", "distance", "mid-battle", "A1", "B1", "--dice", "hand"]);
    assert_eq!(status, Some(0), "this one opens without dice");
    let (status, _) = program(&["show", "distance", "street", "A1", "B1", "--dice", "none"]);
    assert_eq!(status, Some(2), "its opening rolls");
    let (status, lines, _) =
        run(&["street", "--orders", "-", "--dice", "hand", "--seed", "2"], "\"roll\"\n\"roll\"\n");
    let (_, seeded, _) = run(&["street", "--orders", "-", "--seed", "2"], "");
    let rolls =
        |lines: &[Value]| lines.iter().filter_map(|line| line.get("roll").cloned()).collect::<Vec<_>>();
    assert_eq!((status, rolls(&lines)), (Some(0), rolls(&seeded)));
}
