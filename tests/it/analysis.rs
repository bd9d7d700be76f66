//! What orders and dice of a game gained: the parts add up, expectations are those of the odds, and luck is nothing on average.

use std::path::Path;
use std::process::Command as Process;
use std::sync::Arc;

use tabletop::dice::rolls;
use tabletop::matches::MatchError;
use warstrike::ai::{ComputerPlayer, standing};
use warstrike::analysis::{Analysis, Analyst, Kind, Part, Points, curve, reason};
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::dice::{Dice, Source};
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::level::data_folder::{DataFolder, load_level};
use warstrike::level::judgement_file::Judgement;
use warstrike::level::styles::Styles;
use warstrike::rules::ids::Side;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn saved(name: &str) -> Match {
    Match::load(&Path::new(ROOT).join("tests/saves").join(name)).unwrap().game
}

fn analysed(game: &Match) -> Analysis {
    Analysis::of(game, &Judgement::load(Path::new(ROOT)).unwrap()).unwrap()
}

/// Orders, dice and what neither explains make the whole to the last digit, and each moment begins where the one before ended.
#[test]
fn the_parts_add_up_to_the_whole() {
    for save in ["format-3-patrol.jsonl", "format-5-other-rules.jsonl"] {
        let game = saved(save);
        let analysis = analysed(&game);
        let orders = analysis.orders(Side::A) - analysis.orders(Side::B);
        let parts = orders + analysis.dice().gain + analysis.unexplained() + analysis.by_word();
        assert_eq!(parts, analysis.end() - analysis.start, "{save}");
        let mut before = analysis.start;
        for moment in &analysis.moments {
            assert_eq!(moment.before, before, "{save}: command {}", moment.entry.0);
            before = moment.after;
        }
        let first = analysis.moments[0].entry.0;
        assert_eq!(
            analysis.moments.len(),
            game.history().line().len() - first,
            "{save}: from the first order on"
        );
    }
}

/// What a gain comes from adds up to it, the curves end with the whole, and each reason has the three values.
#[test]
fn every_gain_says_what_it_comes_from() {
    let analysis = analysed(&saved("format-3-patrol.jsonl"));
    for moment in &analysis.moments {
        for part in [Part::Order, Part::Dice] {
            assert_eq!(moment.comes_from(part).total(), moment.gain(part), "command {}", moment.entry.0);
        }
    }
    let curve = curve(&analysis);
    let last = curve.last().unwrap();
    assert_eq!(last.orders, Side::BOTH.map(|side| analysis.orders(side)));
    assert_eq!((last.dice, last.deviation), (analysis.dice().gain, analysis.dice().deviation));
    assert!(curve.is_sorted_by_key(|point| point.deviation), "luck has ever more room");
    let turning = analysis.turning_points(Part::Dice);
    let moment = turning.iter().max_by_key(|moment| moment.dice().size()).unwrap();
    let side = if moment.dice() >= Points::default() { Side::A } else { Side::B };
    let said = reason(moment, Part::Dice);
    for value in [moment.before, moment.expected.unwrap(), moment.after] {
        assert!(said.contains(&value.for_side(side).to_string()), "{said}");
    }
    assert!(
        said.contains("From losses") || said.contains("From nerve") || said.contains("From objectives"),
        "{said}"
    );
}

/// Entry by entry, and again along the same line, it is the same as all at once on many threads.
#[test]
fn entry_by_entry_it_is_the_same() {
    let game = saved("format-4-street.jsonl");
    let whole = analysed(&game);
    let mut analyst = Analyst::new(game.setup(), Judgement::load(Path::new(ROOT)).unwrap()).unwrap();
    for _ in 0..2 {
        for (passed, entry) in game.history().line().into_iter().enumerate() {
            let before = analyst.pass(entry).unwrap();
            assert_eq!(before.is_some(), passed > 0);
            let count = analyst.analysis().moments.len();
            assert_eq!(analyst.analysis().moments[..], whole.moments[..count]);
        }
        assert_eq!(*analyst.analysis(), whole);
        analyst.begin_again();
        assert!(analyst.analysis().moments.is_empty());
    }
}

/// Commands without dice are the player's alone; of commands by other rules nobody says whose.
#[test]
fn without_dice_there_is_no_luck() {
    let game = saved("format-5-other-rules.jsonl");
    let analysis = analysed(&game);
    let line = game.history().line();
    let mut departed = 0;
    let first = line.iter().position(|entry| entry.id == analysis.moments[0].entry).unwrap();
    for (moment, entry) in analysis.moments.iter().zip(&line[first..]) {
        if entry.departure.is_some() {
            departed += 1;
            assert_eq!((moment.order(), moment.dice()), Default::default());
        } else if entry.outcome.draws.is_empty() {
            assert_eq!((moment.dice(), moment.variance), (Points::default(), 0.0));
        }
    }
    let since = analysis.moments[0].entry;
    assert_eq!(departed, game.departures().filter(|(entry, _)| *entry >= since).count());
    assert!(analysis.moments.iter().any(|moment| moment.dice() != Points::default()));
}

/// No swing that is left out is larger than one that is listed, and they come in the order of the game.
#[test]
fn turning_points_are_the_largest_swings() {
    let analysis = analysed(&saved("format-3-patrol.jsonl"));
    for (part, swing) in [
        (Part::Order, (|moment| moment.order().size()) as fn(&warstrike::analysis::Moment) -> Points),
        (Part::Dice, |moment| moment.dice().size()),
    ] {
        let turning = analysis.turning_points(part);
        assert!(!turning.is_empty() && turning.len() <= warstrike::analysis::TURNING_POINTS);
        assert!(turning.is_sorted_by_key(|moment| moment.entry));
        let smallest = turning.iter().map(|moment| swing(moment)).min().unwrap();
        // The end of a phase is no order that turns anything.
        let counts = |moment: &&warstrike::analysis::Moment| part == Part::Dice || moment.kind == Kind::Order;
        let larger = analysis.moments.iter().filter(counts).filter(|moment| swing(moment) > smallest).count();
        assert!(larger < turning.len(), "{part:?}");
    }
}

/// Of several dice alike only the number of successes matters, which the expectation relies on: the same faces sorted, and each
/// replaced by another that does as much, lead to the same value.
#[test]
fn of_dice_alike_only_the_successes_matter() {
    let judgement = Judgement::load(Path::new(ROOT)).unwrap();
    let mut batches = 0;
    for save in ["format-3-patrol.jsonl", "format-4-street.jsonl", "format-5-other-rules.jsonl"] {
        let game = saved(save);
        let (mut battle, _) = Battle::new(Arc::clone(game.setup()), Dice::seeded(0)).unwrap();
        game.play_again::<MatchError<_>>(&mut battle, |battle, passed| {
            let (Some(before), Some(command)) = (passed.before, &passed.entry.command) else { return Ok(()) };
            if passed.entry.departure.is_some() {
                return Ok(());
            }
            let value = standing(battle, Side::A, &judgement);
            let mut faces = Vec::new();
            for rolled in rolls(&passed.entry.outcome.draws) {
                let met = |face: &u8| rolled.roll.needs.met_by(*face);
                if rolled.faces.len() == 1 || met(&1).is_none() {
                    faces.extend(rolled.faces);
                    continue;
                }
                batches += 1;
                let successes = rolled.faces.iter().filter(|face| met(face) == Some(true)).count();
                let all = 1..=rolled.roll.die.sides();
                let good = all.clone().rev().find(|face| met(face) == Some(true)).unwrap_or(1);
                let bad = all.rev().find(|face| met(face) == Some(false)).unwrap_or(1);
                faces.extend(std::iter::repeat_n(bad, rolled.faces.len() - successes));
                faces.extend(std::iter::repeat_n(good, successes));
            }
            battle.restore(before)?;
            battle.dice_mut().set_source(Source::Fed(faces.into()));
            battle.play(command)?;
            battle.dice_mut().set_source(Source::Seed);
            let other = standing(battle, Side::A, &judgement);
            assert!((other - value).abs() < 1e-9, "{save}, command {}: {value}, {other}", passed.entry.id.0);
            Ok(())
        })
        .unwrap();
    }
    assert!(batches > 50, "{batches}");
}

/// Over games with other dice luck is nothing on average, within what such dice give.
#[test]
fn luck_is_nothing_on_average() {
    let data = DataFolder::find(Some(Path::new(ROOT))).unwrap();
    let setup = Arc::new(load_level("mid-battle", &data, None).unwrap());
    let styles = Styles::load("quick", &data).unwrap();
    let (mut gains, mut variances) = (0.0, 0.0);
    for seed in 0..GAMES {
        let mut game = Match::start(Arc::clone(&setup), DiceChoice::Seed(seed)).unwrap();
        let mut player = ComputerPlayer::new(&setup, styles.clone(), seed).unwrap();
        for _ in 0..COMMANDS {
            let Some(chosen) = player.choose(game.battle()) else { break };
            game.submit(chosen.command).unwrap();
        }
        let dice = analysed(&game).dice();
        gains += dice.gain.as_f64();
        variances += dice.deviation.as_f64() * dice.deviation.as_f64();
    }
    let deviations = gains / variances.sqrt();
    assert!(variances > 0.0 && deviations.abs() < 3.0, "{gains} points, {deviations} deviations");
}

/// How many games are played, and how many commands of each.
const GAMES: u64 = if cfg!(debug_assertions) { 4 } else { 40 };
const COMMANDS: usize = if cfg!(debug_assertions) { 12 } else { 60 };

/// The tool says it in sentences and as JSON, and a save that cannot be read is a sentence.
#[test]
fn the_tool_says_what_orders_and_dice_gained() {
    let tool = |args: &[&str]| {
        let program = Process::new(env!("CARGO_BIN_EXE_warstrike"))
            .args(["--data", ROOT, "analyse"])
            .args(args)
            .current_dir(ROOT)
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (program.status.code(), text(program.stdout), text(program.stderr))
    };
    let save = "tests/saves/format-3-patrol.jsonl";
    let (status, said, _) = tool(&[save, "--say"]);
    assert_eq!(status, Some(0));
    for part in ["The orders of ", "The dice gave ", "The dice that changed most:", "(command "] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let (status, json, _) = tool(&[save]);
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    let number = |pointer: &str| report.pointer(pointer).and_then(serde_json::Value::as_f64).unwrap();
    let whole = number("/orders/A") - number("/orders/B") + number("/dice/gain") + number("/other_rules");
    assert!((whole - (number("/end") - number("/start"))).abs() < 1e-6);
    assert_eq!(status, Some(0));
    let (status, said, mistake) = tool(&["README.md"]);
    assert_eq!((status, said.as_str()), (Some(2), ""));
    assert!(mistake.contains("README.md"), "{mistake}");
}
