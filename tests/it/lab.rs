//! The laboratory from outside: what it plays is the game, whatever happens to it the result is the same, and what is wrong
//! with an experiment is said at once. (Statistics, shards and reports have their tests in `crates/lab`.)

use std::path::{Path, PathBuf};
use std::process::{Command as Process, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

use tabletop::luck::running_luck;
use tabletop_lab::bench::{Bench, GameOrder, Played, Way};
use tabletop_lab::laboratory::show;
use warstrike::game::engine::fact::{Fact, UnitFact};
use warstrike::game::engine::play::Match;
use warstrike::game::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
use warstrike::lab::{WarStrikeBench, WarStrikeLab, columns, prepare, prepare_search, row_kinds};
use warstrike::level::data_folder::load_level_under;
use warstrike::level::judgement_file::Judgement;
use warstrike::level::scenario::Opening;
use warstrike::level::setup::SourceText;
use warstrike::level::styles::Styles;
use warstrike::level::text_file::read_text;
use warstrike::rules::ids::Side;
use warstrike::rules::ruleset::{Allowed, KeyInfo, keys};

use super::chance::Chance;
use super::kill::PROGRAM;
use super::support::{data, root, scratch};

/// A bench of levels under rulesets, with players of two styles.
pub(super) fn bench(rulesets: &[&str], levels: &[&str], players: &[[&str; 2]]) -> WarStrikeBench {
    let data = data();
    let chains = rulesets.iter().map(|ruleset| data.ruleset_chain(ruleset).unwrap());
    let setups = chains.map(|chain| {
        let own = |level: &&str| root().join("tests/games").join(format!("{level}.ron"));
        let path = |level: &&str| if own(level).exists() { own(level) } else { PathBuf::from(level) };
        levels.iter().map(|level| Arc::new(load_level_under(&path(level), &data, &chain).unwrap())).collect()
    });
    let style = |name: &str| Styles::load(name, &data).unwrap();
    let players = players.iter().map(|players| players.map(style)).collect();
    WarStrikeBench::new(setups.collect(), players, Judgement::load(root()).unwrap())
}

pub(super) fn order(arm: usize, table: usize, way: Way, seed: u64) -> GameOrder {
    GameOrder { arm, table, players: 0, way, seed }
}

/// Worlds and players that have played other games play as new ones do.
#[test]
fn a_used_world_plays_as_a_new_one() {
    for (players, level) in [(["swift", "random"], "street"), (["quick", "swift"], "duel")] {
        let bench = bench(&["combined", "every-hit"], &[level], &[players]);
        let mut used = bench.worker();
        for (arm, way, seed) in [
            (0, Way::AsWritten, 1),
            (1, Way::AsWritten, 1),
            (0, Way::PlayersSwapped, 2),
            (0, Way::AsWritten, 2),
        ] {
            let order = order(arm, 0, way, seed);
            let again = bench.play(&mut used, &order);
            assert!(again.has_ended() && again.commands > 10, "{order:?}: {again:?}");
            assert_eq!(again, bench.play(&mut bench.worker(), &order), "{players:?}, {order:?}");
        }
    }
}

/// A game of the laboratory, recorded, is a game like any other: it ends in the same state, and its facts are what was counted.
#[test]
fn what_is_counted_is_what_happens() {
    let bench = bench(&["combined", "every-hit"], &["street"], &[["swift", "swift"]]);
    // The first game that the change touches.
    let games = (1..=20).map(|seed| {
        let (kept, folder) = scratch();
        let orders = [0, 1].map(|arm| order(arm, 0, Way::AsWritten, seed));
        let [combined, every_hit] = orders;
        let orders_named = [(combined, "combined"), (every_hit, "every-hit")];
        let shown = show(&WarStrikeLab(&data()), &bench, &orders_named, &folder).unwrap();
        (kept, orders, shown)
    });
    let mut games = games.filter(|(_, _, shown)| shown.differs_at.is_some());
    let (_kept, orders, shown) = games.next().expect("every hit counts: some game differs");
    let [before, after] = [0, 1].map(|index| {
        let game = Match::load(&shown.saves[index]).unwrap().game;
        let played = bench.play(&mut bench.worker(), &orders[index]);
        assert_eq!(played.state, game.battle().snapshot().hash().unwrap().0);
        check_counts(&game, &played);
        game
    });
    // They part where it says, and not before.
    let at = shown.differs_at.unwrap();
    let hash = |game: &Match, entry: usize| game.history().entries()[entry].outcome.hash;
    assert!((0..at).all(|entry| hash(&before, entry) == hash(&after, entry)));
    assert_ne!(hash(&before, at), hash(&after, at));
}

fn check_counts(game: &Match, played: &Played) {
    let entries = game.history().entries();
    assert_eq!(played.commands as usize, entries.len() - 1);
    let facts = || entries.iter().flat_map(|entry| &entry.outcome.facts);
    let counted = |name: &str| {
        let column = columns().iter().position(|column| column.name == name);
        played.values[column.unwrap_or_else(|| panic!("no column {name}"))] as usize
    };
    for side in Side::BOTH {
        let letter = side.to_string().to_lowercase();
        let lost = facts().filter(
            |fact| matches!(fact, Fact::Unit(UnitFact::ModelLost { model, .. }) if model.unit.side == side),
        );
        assert_eq!(counted(&format!("models_lost_{letter}")), lost.count());
        let routs = facts().filter(|fact| {
            matches!(fact, Fact::FallBack(FallBackFact::FallBackForced { unit, goes: Goes::Routs { .. }, .. })
                if unit.side == side)
        });
        assert_eq!(counted(&format!("routs_{letter}")), routs.count());
        let nerve = facts().filter_map(|fact| match fact {
            Fact::Unit(UnitFact::NerveMarkersGained { unit, gained, rule, .. })
                if unit.side == side && rule.0 == "NRV-1" =>
            {
                Some(usize::from(*gained))
            }
            _ => None,
        });
        assert_eq!(counted(&format!("nerve_nrv1_{letter}")), nerve.sum::<usize>());
        let luck = &running_luck(game.history())[side.index()];
        let of = |purposes: &[&str]| {
            let purposes = luck.purposes.iter().filter(|(purpose, _)| purposes.contains(purpose));
            purposes.map(|(_, luck)| f64::from(luck.successes) - luck.expected).sum::<f64>()
        };
        let column =
            columns().iter().position(|column| column.name == format!("luck_hits_{letter}")).unwrap();
        let hits = of(&["to hit", "first six to hit", "second six to hit"]);
        assert!(
            (played.values[column] as f64 / 60.0 - hits).abs() < 1e-6,
            "{hits}: {:?}",
            played.values[column]
        );
        let result = game.battle().view().result().unwrap();
        assert_eq!(counted(&format!("points_{letter}")), result.tally[side.index()].points as usize);
        assert_eq!(counted("rounds"), usize::from(result.rounds));
    }
}

/// The rows of a game add up to what is counted in all of it.
#[test]
fn rows_add_up_to_what_is_counted() {
    let bench = bench(&["combined"], &["street"], &[["swift", "quick"]]);
    let played = bench.play(&mut bench.worker(), &order(0, 0, Way::AsWritten, 5));
    let kinds = row_kinds();
    let sum = |kind: &str, names: &[&str]| {
        let number = kinds.iter().position(|known| known.name == kind).unwrap();
        let columns = &kinds[number].columns;
        let wanted = |name: &&str| columns.iter().position(|column| column.name == *name).unwrap();
        let wanted: Vec<usize> = names.iter().map(wanted).collect();
        let rows = played.rows[number].chunks_exact(columns.len());
        rows.flat_map(|row| wanted.iter().map(|column| row[*column])).sum::<i64>()
    };
    let counted = |name: &str| {
        let of = |letter: &str| {
            columns().iter().position(|column| column.name == format!("{name}_{letter}")).unwrap()
        };
        ["a", "b"].map(|letter| played.values[of(letter)]).iter().sum::<i64>()
    };
    let lost = counted("models_lost");
    assert!(lost > 0 && counted("decisions") == i64::from(played.commands), "{played:?}");
    assert_eq!(sum("units", &["models_lost"]), lost);
    assert_eq!(sum("places", &["fell_a", "fell_b"]), lost);
    assert_eq!(sum("units", &["hits_taken"]), counted("hits_taken"));
    assert_eq!(sum("units", &["salvos"]), counted("salvos"));
    assert_eq!(sum("units", &["routs"]), counted("routs"));
    assert_eq!(sum("units", &["activations"]), counted("activations"));
    assert_eq!(sum("places", &["stood_a", "stood_b"]), sum("units", &["models_left"]));
    assert_eq!(sum("orders", &["by_a", "by_b"]), counted("activations"));
    let shots = PARAGRAPH_OF_SALVOS;
    let uses = &kinds[1];
    let named = uses.columns[0].names.iter().position(|name| name == shots).unwrap() as i64;
    let of_salvos = played.rows[1].chunks_exact(3).find(|row| row[0] == named).unwrap();
    assert_eq!(of_salvos[1] + of_salvos[2], counted("salvos"));
}

const PARAGRAPH_OF_SALVOS: &str = "SHO-1";

/// What dice add beyond expectation is nothing on average, whatever the ruleset: over 40 games each kind is within three and a
/// half of its standard errors.
#[test]
fn luck_is_nothing_on_average() {
    let bench = bench(&["combined", "every-hit"], &["duel"], &[["swift", "random"]]);
    let mut worker = bench.worker();
    for kind in ["luck_hits", "luck_armour", "luck_toughness", "luck_leadership"] {
        for arm in [0, 1] {
            let luck: Vec<f64> = (1..=20)
                .flat_map(|seed| {
                    let played = bench.play(&mut worker, &order(arm, 0, Way::AsWritten, seed));
                    let of = |letter: &str| {
                        columns().iter().position(|column| column.name == format!("{kind}_{letter}")).unwrap()
                    };
                    ["a", "b"].map(|letter| played.values[of(letter)] as f64)
                })
                .collect();
            let n = luck.len() as f64;
            let mean = luck.iter().sum::<f64>() / n;
            let variance = luck.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (n - 1.0);
            assert!(mean.abs() <= 3.5 * (variance / n).sqrt(), "{kind}, arm {arm}: {mean}");
        }
    }
}

/// A moment of a save is a table: the battle goes on from there, under every ruleset. One that is none is refused at its place.
#[test]
fn a_moment_of_a_save_is_a_table() {
    let bench = bench(&["combined", "every-hit"], &["street"], &[["swift", "swift"]]);
    let (_kept, folder) = scratch();
    let orders = [(0, "combined"), (1, "every-hit")];
    let orders = orders.map(|(arm, name)| (order(arm, 0, Way::AsWritten, 3), name));
    let shown = show(&WarStrikeLab(&data()), &bench, &orders, &folder).unwrap();
    let save = shown.saves[0].file_name().unwrap().to_str().unwrap();
    let game = &shown.games[0];
    let last = game.history().entries().len() - 1;
    let experiment = |at: usize| {
        let text = format!(
            "Experiment(name: \"moment\", question: \"?\", rules: [\"combined\", \"every-hit\"], tables: [(save: {save:?}, at: {at})],\n\
             players: [(A: \"swift\", B: \"swift\")], games: Pairs(at_least: 2), watch: [Wins])"
        );
        let source = SourceText { name: "moment.ron".to_owned(), text };
        prepare(&source, &folder, &data()).map_err(|faults| faults.to_string())
    };
    let (at, prepared) =
        (last / 2..last).find_map(|at| Some((at, experiment(at).ok()?))).expect("a moment to act at");
    assert_eq!(prepared.plan.tables, [format!("seed-3-combined at {at}")]);
    for arm in [0, 1] {
        let setup = prepared.bench.setup(arm, 0);
        assert_eq!(setup.ruleset.name, ["combined", "every-hit"][arm]);
        assert!(matches!(setup.level.opening, Opening::InPlay { .. }), "{:?}", setup.level.opening);
        let played = prepared.bench.play(&mut prepared.bench.worker(), &order(arm, 0, Way::AsWritten, 9));
        assert!(played.has_ended() && (played.commands as usize) < last, "{played:?}");
    }
    let over = experiment(last).err().unwrap();
    assert!(
        over.starts_with(
            "moment.ron:1:93: seed-3-combined.jsonl: this moment cannot be a level: the battle is over"
        ),
        "{over}"
    );
    let none = experiment(last + 1).err().unwrap();
    assert!(
        none.contains(&format!("there is no entry {}; expected: at: 0, the opening, to {last}", last + 1)),
        "{none}"
    );
}

/// Each switch, and each reading of a ruling that is one, is turned alone; a ruleset that no table can be played by is left out.
#[test]
fn doubts_turn_each_switch_alone() {
    let text = "Experiment(name: \"d\", question: \"?\", doubts: \"combined\", tables: [\"street\", \"mid-battle\"],\n\
        players: [(A: \"swift\", B: \"swift\")], games: Pairs(at_least: 2), watch: [Wins])";
    let source = SourceText { name: "d.ron".to_owned(), text: text.to_owned() };
    let prepared = prepare(&source, Path::new(""), &data()).map_err(|faults| faults.to_string()).unwrap();
    let plan = &prepared.plan;
    let combined = &prepared.bench.setup(0, 0).ruleset;
    let words = |info: &KeyInfo| match info.allowed {
        Allowed::Choice(choices) => choices.len() - 1,
        Allowed::Fact => 1,
        Allowed::Number { .. } | Allowed::Whole { .. } => 0,
    };
    let possible: usize = keys().iter().map(words).sum();
    assert!(possible > 20 && plan.arms.len() + plan.left_out.len() <= possible + 1, "{possible}");
    assert!(plan.arms.len() > possible / 2, "{} of {possible}", plan.arms.len());
    for (arm, named) in plan.arms.iter().enumerate().skip(1) {
        assert_eq!(named.differs.len(), 1, "{named:?}");
        let turned = prepared.bench.setup(arm, 0).ruleset.values();
        let differing =
            combined.values().iter().filter(|(key, value)| turned.get(*key) != Some(value)).count();
        assert_eq!(differing, 1, "{named:?}");
    }
}

/// Equal players swap the first turn where the level says who has it; where it is rolled for there is nothing to swap.
#[test]
fn what_is_swapped_depends_on_players_and_table() {
    let bench =
        bench(&["combined"], &["drill", "street", "mid-battle"], &[["swift", "swift"], ["swift", "quick"]]);
    let ways = |table, players| bench.ways(table, players);
    assert_eq!(ways(0, 0), [Way::AsWritten, Way::FirstTurnSwapped]);
    assert_eq!(ways(1, 0), [Way::AsWritten]);
    assert_eq!(ways(1, 1), [Way::AsWritten, Way::PlayersSwapped]);
    // In the middle of a battle somebody would have two turns.
    assert_eq!(ways(2, 0), [Way::AsWritten]);
    let [first, other] = [Way::AsWritten, Way::FirstTurnSwapped]
        .map(|way| bench.play(&mut bench.worker(), &order(0, 0, way, 1)));
    assert!(first.has_ended() && other.has_ended());
    assert_ne!(first.state, other.state);
}

/// An experiment of small games.
fn experiment(folder: &Path, seeds: u32) -> PathBuf {
    experiment_of(folder, "small", &["combined", "every-hit"], seeds)
}

fn experiment_of(folder: &Path, name: &str, rules: &[&str], seeds: u32) -> PathBuf {
    let file = folder.join(format!("{name}.ron"));
    let text = format!(
        "Experiment(name: {name:?}, question: \"Is it the same?\", rules: {rules:?},\n\
         tables: [{:?}], players: [(A: \"swift\", B: \"random\")], games: Pairs(at_least: {seeds}),\n\
         watch: [Wins, Shaken, NerveMarkers(\"NRV-1\")], i_expect: [(Shaken, Same(within: 1))])\n",
        root().join("tests/games/duel.ron")
    );
    std::fs::write(&file, text).unwrap();
    file
}

fn lab(arguments: &[&str]) -> Process {
    let mut process = Process::new(PROGRAM);
    process.arg("--data").arg(root()).arg("lab").args(arguments).stdin(Stdio::null());
    process
}

fn output(mut process: Process) -> Output {
    process.output().unwrap()
}

/// The reports and games of a folder itself, by name.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let named = files
        .map(|file| (file.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&file).unwrap()));
    // What a program that was killed had not finished.
    let mut named: Vec<_> = named.filter(|(name, _)| !name.starts_with(".unfinished")).collect();
    named.sort();
    named
}

/// Killed without warning at random moments, and gone on with each time, two threads end with the bytes of one that nobody
/// disturbed.
#[test]
fn a_laboratory_that_is_killed_again_and_again_ends_the_same() {
    let (_kept, folder) = scratch();
    let kills_wanted: u32 =
        std::env::var("WARSTRIKE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(1);
    let file = experiment(&folder, 16 * kills_wanted).display().to_string();
    let [killed, undisturbed] = ["killed", "undisturbed"].map(|name| folder.join(name).display().to_string());
    let alone = output(lab(&[&file, "--threads", "1", "--out", &undisturbed]));
    assert!(alone.status.success(), "{alone:?}");
    let mut chance = Chance::new(38);
    // `WARSTRIKE_KILLS=50` kills so often, where the seeds are enough for that.
    let wanted = kills_wanted as usize;
    let (mut kills, mut done) = (0_usize, None);
    while done.is_none() {
        let mut process = lab(&[&file, "--threads", "2", "--out", &killed]);
        let mut child = process.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Each time it lives twice as long once it has been killed often enough: on any machine it ends.
        let patience = 600 << kills.saturating_sub(wanted).min(10);
        std::thread::sleep(Duration::from_millis(chance.below(patience) as u64));
        done = child.try_wait().unwrap();
        if done.is_none() {
            kills += 1;
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
    assert!(done.unwrap().success());
    assert!(kills > 0, "it was never killed");
    // Said only where somebody asked for more kills.
    if wanted > 1 {
        println!("killed {kills} times");
    }
    assert_eq!(contents(Path::new(&killed)), contents(Path::new(&undisturbed)), "after {kills} kills");
    // And merged once more it prints what it printed.
    let merged = output(lab(&["merge", &killed]));
    assert_eq!(merged.stdout, alone.stdout);
}

/// Where the disk is full a shard is not there at all; those before it are kept, and with room again it goes on.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_no_finished_shard() {
    let (_kept, folder) = scratch();
    let file = experiment(&folder, 16).display().to_string();
    let out = folder.join("out").display().to_string();
    let first = output(lab(&["run", &file, "--blocks", "0..8", "--out", &out]));
    assert!(first.status.success(), "{first:?}");
    let kept = contents(Path::new(&out));
    // No file may be larger than the system's smallest unit: the same error as on a disk without room, but another word.
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
    let full = Process::new("sh")
        .args(["-c", limited, "sh", PROGRAM, "--data"])
        .arg(root())
        .args(["lab", "run", &file, "--blocks", "0..16", "--out", &out])
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&full.stderr);
    assert!(!full.status.success() && words.contains("blocks 8..16 were played, but"), "{words}");
    assert!(words.contains("the shards before it are kept"), "{words}");
    assert_eq!(contents(Path::new(&out)), kept);
    let refused = output(lab(&["merge", &out]));
    let words = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(1) && words.contains("--blocks 8..16"), "{words}");
    let rest = output(lab(&["run", &file, "--blocks", "8..16", "--out", &out]));
    assert!(rest.status.success(), "{rest:?}");
    // Nor has the report room: it is said all the same, and what could not be written is named.
    let full =
        Process::new("sh").args(["-c", limited, "sh", PROGRAM, "lab", "merge", &out]).output().unwrap();
    let words = String::from_utf8_lossy(&full.stderr);
    assert!(full.status.code() == Some(1) && words.contains("report.txt could not be written"), "{words}");
    assert!(words.contains(&format!("`warstrike lab merge {out}` writes it")), "{words}");
    let merged = output(lab(&["merge", &out]));
    assert!(merged.status.success());
    assert_eq!(String::from_utf8_lossy(&full.stdout), String::from_utf8_lossy(&merged.stdout));
}

/// What does not belong together is refused by name, by the program as by the crate, and no finished game is lost by it.
#[test]
fn what_does_not_belong_together_is_refused_by_name() {
    let (_kept, folder) = scratch();
    let file = experiment(&folder, 24).display().to_string();
    let out = folder.join("out");
    let run = || output(lab(&["run", &file, "--blocks", "0..24", "--out", out.to_str().unwrap()]));
    assert!(run().status.success());
    let merged = || output(lab(&["merge", out.to_str().unwrap()]));
    let before = merged();
    assert!(before.status.success(), "{before:?}");
    let shards: Vec<PathBuf> = contents(&out)
        .into_iter()
        .filter(|(name, _)| name.ends_with(".jsonl"))
        .map(|(name, _)| out.join(name))
        .collect();
    assert_eq!(shards.len(), 3);
    let bytes = std::fs::read(&shards[1]).unwrap();
    let name = shards[1].file_name().unwrap().to_str().unwrap();
    let refused = |words: &[&str]| {
        let merged = merged();
        let said = String::from_utf8_lossy(&merged.stderr).into_owned();
        assert_eq!(merged.status.code(), Some(1), "{said}");
        words.iter().for_each(|word| assert!(said.contains(word), "{word} is missing: {said}"));
    };
    // A byte changed.
    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 4;
    std::fs::write(&shards[1], &changed).unwrap();
    refused(&[name, "it is damaged"]);
    // The shard of another experiment, by its bytes, and by its name too.
    let other = experiment_of(&folder, "other", &["combined", "loser-tests"], 24).display().to_string();
    let beside = folder.join("beside");
    assert!(
        output(lab(&["run", &other, "--blocks", "8..16", "--out", beside.to_str().unwrap()]))
            .status
            .success()
    );
    let foreign = contents(&beside).into_iter().find(|(name, _)| name.ends_with(".jsonl")).unwrap();
    std::fs::write(&shards[1], &foreign.1).unwrap();
    refused(&[name, "it is of another experiment"]);
    std::fs::write(&shards[1], &bytes).unwrap();
    std::fs::write(out.join(&foreign.0), &foreign.1).unwrap();
    refused(&[&foreign.0, "it is of another experiment"]);
    std::fs::remove_file(out.join(&foreign.0)).unwrap();
    // A missing one, which can be played again.
    std::fs::remove_file(&shards[1]).unwrap();
    refused(&["the shard of blocks 8..16 is missing", "--blocks 8..16"]);
    assert!(run().status.success());
    assert_eq!(std::fs::read(&shards[1]).unwrap(), bytes);
    assert_eq!(merged().stdout, before.stdout);
}

/// Everything that is wrong, at once, each at its place; and a table is checked under every ruleset.
#[test]
fn an_experiment_is_checked_whole() {
    let wrong = r#"Experiment(
    name: "a b",
    question: "?",
    rules: ["combined", "shaken-at-9"],
    tables: ["street", "villag"],
    players: [(A: "swft", B: "swift"), (A: "swift")],
    games: Pairs(at_least: 12, until: (Wind, within: 0.05)),
    watch: [Wins, Shakn],
    i_expect: [(Routs, Less)],
)"#;
    let varied = r#"Experiment(
    name: "varied",
    question: "?",
    vary: (key: "leadership.shaken_at", on: "combined", values: [6, "x", 99, 2]),
    tables: ["mid-battle"],
    players: [(A: "swift", B: "swift")],
    games: Pairs(at_least: 12),
    watch: [Wins],
    i_expect: [(Routs, More)],
)"#;
    let alone = r#"Experiment(name: "alone", question: "?", rules: ["combined"], tables: ["street"],
    players: [(A: "swift", B: "swift")], games: Pairs(at_least: 12, until: (Wins, within: 0.1)), watch: [Wins])"#;
    for (text, expected) in [
        (
            wrong,
            &[
                "x.ron:2:11: \"a b\" is not an experiment's name",
                "x.ron:4:25: there is no ruleset \"shaken-at-9\", neither here nor shipped; expected: a path beside this file, or \
                 shaken-at-6",
                "x.ron:5:24: there is no level \"villag\"",
                "x.ron:6:19: there is no style \"swft\", neither here nor shipped; expected: a path beside this file, or swift",
                "x.ron:6:40: the field `B` is missing",
                "x.ron:7:40: Wind is nothing that is counted; expected: Wins",
                "x.ron:8:19: Shakn is nothing that is counted; expected: Shaken",
                "x.ron:9:24: i_expect is Less; expected: one of Fewer, More, Same",
            ][..],
        ),
        (
            varied,
            &[
                "x.ron:4:69: leadership.shaken_at is \"x\"; expected: a whole number from 1 to 100 hits",
                "x.ron:4:74: leadership.shaken_at is 99, but leadership.steadfast_shaken_at is 12",
                "x.ron:9:15: Routs is bet on, but not watched; expected: Routs in `watch`",
                "levels/mid-battle.ron:51:30: under shaken-at-2: hit_die is 3; expected: a whole number from 0 to 2 hits",
            ],
        ),
        (alone, &["x.ron:2:49: there is one ruleset, and no difference to be known to within anything"]),
    ] {
        let (_kept, folder) = scratch();
        let file = folder.join("x.ron");
        std::fs::write(&file, text).unwrap();
        let mut source = read_text(&file, "x.ron").unwrap();
        source.name = "x.ron".to_owned();
        let faults = prepare(&source, &folder, &data()).err().expect("it is wrong").to_string();
        let lines: Vec<&str> = faults.lines().collect();
        assert_eq!(lines.len(), expected.len(), "{faults}");
        for (line, expected) in lines.iter().zip(expected) {
            assert!(line.starts_with(expected), "{line}\n  instead of\n{expected}");
        }
    }
}

/// A search of two numbers of the duel.
fn search(folder: &Path, on: &str, target: &str, games: &str) -> PathBuf {
    let file = folder.join("search.ron");
    let text = format!(
        "Search(name: \"small\", on: {on:?},\n\
         numbers: [(key: \"leadership.shaken_at\", from: 2, to: 6, step: 2), (key: \"leadership.markers_for_hits\", values: [0, 2])],\n\
         tables: [{:?}], players: [(A: \"swift\", B: \"random\")], games: {games}, target: [{target}])\n",
        root().join("tests/games/duel.ron")
    );
    std::fs::write(&file, text).unwrap();
    file
}

/// Each combination is a ruleset that differs in these numbers alone; that of today is the first and comes once.
#[test]
fn a_search_tries_every_combination() {
    let (_kept, folder) = scratch();
    for (on, combinations) in [("combined", 7), ("every-hit", 7)] {
        let file = search(&folder, on, "(Routs, from: 0, to: 1)", "Pairs(at_least: 10)");
        let source = read_text(&file, "search.ron").unwrap();
        let prepared =
            prepare_search(&source, &folder, &data()).map_err(|faults| faults.to_string()).unwrap();
        let search = &prepared.search;
        assert_eq!((search.plan.arms.len(), search.combinations.len()), (combinations, combinations));
        assert_eq!(search.combinations[0], [6.0, 1.0]);
        assert_eq!(
            search.combinations[1..],
            [[2.0, 0.0], [2.0, 2.0], [4.0, 0.0], [4.0, 2.0], [6.0, 0.0], [6.0, 2.0]]
        );
        // Two of three steps down, and one of markers, whose values are two apart: a half.
        assert_eq!((search.steps(0), search.steps(1), search.steps(5)), (0.0, 2.5, 0.5));
        let base = prepared.bench.setup(0, 0).ruleset.values();
        for (arm, values) in search.combinations.iter().enumerate() {
            let ruleset = &prepared.bench.setup(arm, 0).ruleset;
            let here = ruleset.values();
            let keys = ["leadership.shaken_at", "leadership.markers_for_hits"];
            let others =
                base.iter().filter(|(key, value)| !keys.contains(key) && here.get(*key) != Some(value));
            assert_eq!(others.count(), 0, "{}", ruleset.name);
            for (key, value) in keys.iter().zip(values) {
                assert_eq!(here[*key].to_string(), value.to_string(), "{}", ruleset.name);
            }
        }
    }
}

/// Everything that is wrong with a search, at once and at its place, before the first game.
#[test]
fn a_search_is_checked_whole() {
    let head = r#"Search(name: "x", on: "combined", tables: ["street"], players: [(A: "swift", B: "swift")], games: Pairs(at_least: 8),
"#;
    let one = r#"numbers: [(key: "leadership.shaken_at", values: [6, 8])], "#;
    let ten = |key: &str| format!("(key: \"leadership.{key}\", from: 1, to: 10, step: 1)");
    let grid = format!(
        "numbers: [{}], target: [(Routs, from: 2, to: 3)])",
        ["shaken_at", "steadfast_shaken_at", "big_salvo", "steadfast_big_salvo"].map(ten).join(", ")
    );
    let five = format!(
        "numbers: [{}], target: [(Routs, from: 2, to: 3)])",
        ["shaken_at", "steadfast_shaken_at", "big_salvo", "steadfast_big_salvo", "markers_for_hits"]
            .map(ten)
            .join(", ")
    );
    for (text, expected) in [
        (
            r#"numbers: [(key: "leadership.shaken_att", values: [6, 8]), (key: "leadership.steadfast", values: [1, 2])],
target: [(Routs, from: 2, to: 3), (Shakn, from: 1, to: 2)])"#
                .to_owned(),
            &[
                "x.ron:2:17: there is no key \"leadership.shaken_att\"; expected: leadership.shaken_at",
                "x.ron:2:65: leadership.steadfast is no number; expected: a number; an experiment with `vary`",
                "x.ron:3:36: Shakn is nothing that is counted; expected: Shaken",
            ][..],
        ),
        (
            r#"numbers: [(key: "leadership.shaken_at", values: [6, 99, 6, 14])], target: [(Routs, from: 2, to: 3)])"#.to_owned(),
            &[
                "x.ron:2:57: leadership.shaken_at is 6 twice; expected: each value once",
            ],
        ),
        (
            r#"numbers: [(key: "leadership.shaken_at", values: [6, 14, 101])], target: [(Routs, from: 2, to: 3)])"#.to_owned(),
            &["x.ron:2:57: leadership.shaken_at is 101; expected: a whole number from 1 to 100 hits"],
        ),
        (
            r#"numbers: [(key: "leadership.shaken_at", values: [8, 14])], target: [(Routs, from: 2, to: 3)])"#.to_owned(),
            &["x.ron:2:53: leadership.shaken_at is 14, but leadership.steadfast_shaken_at is 12"],
        ),
        (
            r#"numbers: [(key: "leadership.shaken_at", from: 4, to: 10, step: 0.01)], target: [(Routs, from: 2, to: 3)])"#.to_owned(),
            &["x.ron:2:47: from 4 to 10 by 0.01 are 601 values; expected: from 2 to 32"],
        ),
        (grid, &["x.ron:2:10: these are 10000 combinations; expected: at most 128: fewer numbers, fewer values, or a wider step"]),
        (five, &["x.ron:2:10: numbers has 5"]),
        (
            format!("{one}target: [(Routs, from: -3, to: -1), (Wins(First), from: 1.2, to: 1.4), (Rounds, from: 3, to: 3)])"),
            &[
                "x.ron:2:68: no game can have Routs from -3 to -1; expected: 0 or more",
                "x.ron:2:95: no game can have Wins(First) from 1.2 to 1.4; expected: from 0 to 1",
                "x.ron:2:130: Rounds from 3 to 3 holds nothing; expected: a range",
            ],
        ),
        (
            format!("{one}target: [(Wins(A), from: 0.6, to: 0.7), (Wins(B), from: 0.5, to: 0.6)])"),
            &["x.ron:2:67: the wins of A and of B come to 1, and these cannot; expected: for B from 0.30 to 0.40"],
        ),
    ] {
        let source = SourceText { name: "x.ron".to_owned(), text: format!("{head}{text}") };
        let faults = prepare_search(&source, Path::new(""), &data()).err().expect("it is wrong").to_string();
        let lines: Vec<&str> = faults.lines().collect();
        assert_eq!(lines.len(), expected.len(), "{faults}");
        for (line, expected) in lines.iter().zip(expected) {
            assert!(line.starts_with(expected), "{line}\n  instead of\n{expected}");
        }
    }
}

/// Killed at random moments and gone on with, a search ends with the bytes of one that nobody disturbed, stage by stage.
#[test]
fn a_search_that_is_killed_ends_the_same() {
    let (_kept, folder) = scratch();
    let target = "(NerveMarkers, from: 1, to: 1.2), (Wins, from: 0.4, to: 0.9)";
    let file = search(&folder, "combined", target, "Pairs(at_least: 16, at_most: 32)").display().to_string();
    let [killed, undisturbed] = ["killed", "undisturbed"].map(|name| folder.join(name).display().to_string());
    let alone = output(lab(&["search", &file, "--threads", "1", "--out", &undisturbed]));
    assert!(alone.status.success(), "{alone:?}");
    let words = String::from_utf8_lossy(&alone.stdout);
    for part in [
        "SMALL   7 combinations on combined",
        "wanted, a game: nerve markers 1 to 1.2; A wins 40 to 90 %",
        "The rules of today",
    ] {
        assert!(words.contains(part), "{part} is missing:\n{words}");
    }
    let mut chance = Chance::new(7);
    let (mut kills, mut done) = (0_u32, None);
    while done.is_none() {
        let mut process = lab(&["search", &file, "--threads", "2", "--out", &killed]);
        let mut child = process.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(chance.below(600 << kills.min(10)) as u64));
        done = child.try_wait().unwrap();
        if done.is_none() {
            kills += 1;
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
    assert!(kills > 0 && done.unwrap().success(), "after {kills} kills");
    let all = |folder: &str| {
        let stages = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut stages: Vec<PathBuf> = stages.filter(|path| path.is_dir()).collect();
        stages.sort();
        let of = |path: &PathBuf| (path.file_name().unwrap().to_owned(), contents(path));
        (contents(Path::new(folder)), stages.iter().map(of).collect::<Vec<_>>())
    };
    assert_eq!(all(&killed), all(&undisturbed), "after {kills} kills");
    let merged = output(lab(&["merge", &killed]));
    assert_eq!(merged.stdout, alone.stdout);
    // The command that repeats it, in the report of the search and in those of its stages, is one that can be given.
    let command = format!("warstrike lab search {file}");
    let repeats = |words: &[u8]| {
        let words = String::from_utf8_lossy(words).into_owned();
        words.lines().last().and_then(|line| line.strip_prefix("REPEAT  ")).map(str::to_owned)
    };
    assert_eq!(repeats(&merged.stdout).as_ref(), Some(&command));
    let stages = std::fs::read_dir(&killed).unwrap().map(|entry| entry.unwrap().path());
    let stages: Vec<PathBuf> = stages.filter(|path| path.is_dir()).collect();
    for stage in &stages {
        let merged = output(lab(&["merge", stage.to_str().unwrap()]));
        let said = String::from_utf8_lossy(&merged.stdout).into_owned();
        assert_eq!(repeats(&merged.stdout).as_ref(), Some(&command), "{said}");
        assert!(!said.contains("lab see") && said.starts_with("SMALL, STAGE "), "{said}");
    }
    assert!(!stages.is_empty());
    assert!(output(lab(&["search", &file, "--dry"])).status.success());
}

/// The shipped experiments can be played.
#[test]
fn shipped_experiments_are_right() {
    let mut seen = 0;
    for entry in std::fs::read_dir(root().join("experiments")).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_some_and(|ending| ending == "ron") {
            let checked =
                Process::new(PROGRAM).arg("--data").arg(root()).arg("check").arg(&file).output().unwrap();
            let words = String::from_utf8_lossy(&checked.stdout);
            let is_experiment = words.contains("an experiment, \"") && words.contains("games at least");
            let is_search = words.contains("a search, \"") && words.contains("stages at most");
            assert!(is_experiment || is_search, "{checked:?}");
            seen += 1;
        }
    }
    assert!(seen > 0);
}
