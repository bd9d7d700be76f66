//! Experiments over a game beside WarStrike, as a user calls them: planned, played, merged and searched; its games replayed to the
//! same end; what is wrong said at its place.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::other_games::{counted, good, put, refused, varne};
use super::support::scratch;

const PLAYERS: &str = "[(A: \"sensible\", B: \"sensible\"), (A: \"bold\", B: \"random\")]";

/// An experiment over two tables, with what is compared.
fn experiment(folder: &Path, rules: &str, seeds: u32) -> String {
    let text = format!(
        "Experiment(name: \"ties\", question: \"?\", {rules}, tables: [\"bridge-farm\", \"varne\"], players: {PLAYERS},\n\
         games: Pairs(from_seed: 3, at_least: {seeds}), watch: [Wins, Margin, Assaults, Uses(\"WSR-ASL-11\"), Order(Fire,A)])"
    );
    put(folder, "ties.ron", &text)
}

const TIES: &str = "vary: (key: \"switches.assault_tie\", on: \"book\", values: [Attacker, Defender])";

/// The lines of a table, by the heads of their columns.
fn rows(folder: &Path, file: &str) -> Vec<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    let mut lines = text.lines();
    let heads: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), heads.len(), "{line}");
        heads.iter().zip(cells).map(|(head, cell)| ((*head).to_owned(), cell.to_owned())).collect()
    };
    lines.map(row).collect()
}

/// In one go, and in parts from the back on two threads, the report is the same byte for byte.
#[test]
fn an_experiment_is_planned_played_and_merged() {
    let (_kept, folder) = scratch();
    let file = experiment(&folder, TIES, 4);
    let checked = good(&folder, &["check", &file]);
    assert!(
        checked.contains("an experiment, \"ties\": 2 rulesets, 2 tables, 48 games at least"),
        "{checked}"
    );
    let plan: Value =
        serde_json::from_str(&good(&folder, &["lab", "plan", &file, "--out", "parts"])).unwrap();
    assert_eq!(plan["blocks"]["at_least"], 16);
    assert_eq!(plan["games_of_a_block"], serde_json::json!([2, 4, 2, 4]));
    for blocks in ["8..16", "0..8"] {
        good(&folder, &["lab", "run", &file, "--out", "parts", "--blocks", blocks, "--threads", "2"]);
    }
    let merged = good(&folder, &["lab", "merge", "parts"]);
    assert!(merged.starts_with("TIES   assault-tie-Attacker → assault-tie-Defender\n"), "{merged}");
    assert!(
        merged.contains("one point differs: switches.assault_tie Attacker → Defender (WSR-ASL-11)"),
        "{merged}"
    );
    assert!(merged.contains("48 games: 0 stalled, 0 refused."), "{merged}");
    let args = ["lab", "run", &file, "--out", "whole", "--threads", "1"];
    good(&folder, &args);
    assert_eq!(good(&folder, &["lab", "merge", "whole"]), merged);
    for name in
        ["report.html", "report.json", "report.txt", "games.csv", "turns.csv", "orders.csv", "uses.csv"]
    {
        let [a, b] = ["parts", "whole"].map(|out| std::fs::read(folder.join(out).join(name)).unwrap());
        assert!(a == b, "{name}");
    }
}

/// A game of an experiment opens as a save, replays to its hash, and has in it what was counted.
#[test]
fn a_game_of_an_experiment_is_a_save() {
    let (_kept, folder) = scratch();
    let file = experiment(&folder, TIES, 2);
    good(&folder, &["lab", "run", &file, "--out", "out"]);
    good(&folder, &["lab", "merge", "out"]);
    let games = rows(&folder.join("out"), "games.csv");
    for (block, game, way) in [("0", "0", "as written"), ("3", "1", "players swapped")] {
        let args = ["lab", "see", &file, "--block", block, "--game", game, "--out", "saves"];
        assert!(good(&folder, &args).contains("warstrike play saves/seed-3-assault-tie-Defender.jsonl"));
        for rules in ["assault-tie-Attacker", "assault-tie-Defender"] {
            let save = format!("saves/seed-3-{rules}.jsonl");
            let is_it = |row: &&BTreeMap<String, String>| {
                row["block"] == block && row["rules"] == rules && row["way"] == way
            };
            let row = games.iter().find(is_it).unwrap();
            let checked: Value = serde_json::from_str(&good(&folder, &["replay", &save, "--check"])).unwrap();
            assert_eq!(checked["state"], row["state"].as_str());
            let facts: Vec<Value> = good(&folder, &["replay", &save])
                .lines()
                .map(|line| serde_json::from_str::<Value>(line).unwrap()["fact"].take())
                .collect();
            let count = |kind: &str| facts.iter().filter(|fact| fact.get(kind).is_some()).count();
            let sum = |column: &str| -> usize {
                ["a", "b"].iter().map(|side| row[&format!("{column}_{side}")].parse::<usize>().unwrap()).sum()
            };
            for (column, kind) in [
                ("units_lost", "Eliminated"),
                ("reduced", "Reduced"),
                ("disrupted", "Disrupted"),
                ("shots", "Fired"),
                ("assaults", "AssaultBegan"),
                ("impulses", "ImpulseBegan"),
            ] {
                assert_eq!(sum(column), count(kind), "{column}");
            }
            assert_eq!(sum("units_lost"), sum("infantry_lost") + sum("armour_lost") + sum("others_lost"));
            assert_eq!(sum("decisions"), row["commands"].parse::<usize>().unwrap());
            assert_eq!(row["turns"].parse::<usize>().unwrap(), count("TurnBegan"));
            assert_eq!(row["wsr_asl_11"].parse::<usize>().unwrap(), count("AssaultSettled"));
            let said = good(&folder, &["replay", &save, "--result", "--say"]);
            assert!(said.contains(if block == "0" { "sensible" } else { "A: random, B: bold" }), "{said}");
        }
    }
}

/// The counts of a game in which some facts are known to a side alone, and others happen within an assault.
#[test]
fn a_game_with_secrets_is_counted() {
    let (_kept, folder) = scratch();
    let text = "Experiment(name: \"losses\", question: \"?\", vary: (key: \"switches.loss_check\", on: \"lhy-book\", values: [OneOrTen, Always]),\n\
         tables: [\"farm-track\", \"mill\"], players: [(A: \"sensible\", B: \"sensible\")], games: Pairs(from_seed: 3, at_least: 1),\n\
         watch: [Wins, Margin, LeadersLost(A), Assaults, Uses(\"LHY-LSC-1\")])";
    let file = put(&folder, "losses.ron", text);
    good(&folder, &["lab", "run", &file, "--out", "out"]);
    let report = good(&folder, &["lab", "merge", "out"]);
    assert!(report.contains("steps left at the end"), "{report}");
    let games = rows(&folder.join("out"), "games.csv");
    let (mut assaults, mut checks) = (0, 0);
    for block in ["0", "1"] {
        good(&folder, &["lab", "see", &file, "--block", block, "--game", "0", "--out", block]);
        for rules in ["loss-check-OneOrTen", "loss-check-Always"] {
            let is_it = |row: &&BTreeMap<String, String>| row["block"] == block && row["rules"] == rules;
            let row = games.iter().find(is_it).unwrap();
            let facts: Vec<Value> = good(&folder, &["replay", &format!("{block}/seed-3-{rules}.jsonl")])
                .lines()
                .map(|line| bare(serde_json::from_str::<Value>(line).unwrap()["fact"].take()))
                .collect();
            let is = |fact: &Value, kind: &str| fact.get(kind).is_some();
            let outside = |kind: &str| facts.iter().filter(|fact| is(fact, kind)).count();
            let within = |kind: &str| facts.iter().filter(|fact| is(&fact["Assault"]["fact"], kind)).count();
            let sum = |column: &str| -> usize {
                ["a", "b"].iter().map(|side| row[&format!("{column}_{side}")].parse::<usize>().unwrap()).sum()
            };
            for (side, is_german) in [("a", false), ("b", true)] {
                let is_of = |fact: &Value, kind: &str| {
                    fact[kind]["unit"].as_str().is_some_and(|unit| unit.starts_with("GE-") == is_german)
                };
                let outside = |kind: &str| facts.iter().filter(|fact| is_of(fact, kind)).count();
                let within =
                    |kind: &str| facts.iter().filter(|fact| is_of(&fact["Assault"]["fact"], kind)).count();
                let counted = |column: &str| row[&format!("{column}_{side}")].parse::<usize>().unwrap();
                assert_eq!(counted("units_lost"), outside("Eliminated") + within("Eliminated"), "{side}");
                assert_eq!(counted("lost_in_assaults"), within("Eliminated"), "{side}");
                assert_eq!(counted("shots"), outside("Fired"), "{side}");
                assert_eq!(counted("moves"), outside("Moved"), "{side}");
            }
            assert_eq!(sum("revealed"), outside("Revealed") + within("Revealed"));
            assert_eq!(sum("assaults"), outside("AssaultBegan"));
            assert_eq!(row["turns"].parse::<usize>().unwrap(), outside("TurnBegan"));
            let is_loss_check = |fact: &&Value| {
                let Some((kind, said)) =
                    fact["Assault"]["fact"].as_object().and_then(|fact| fact.iter().next())
                else {
                    return false;
                };
                kind == "LossChecked" || said["cause"] == "LossCheck"
            };
            assert_eq!(row["lhy_drm_1"].parse::<usize>().unwrap(), within("Summed"), "once a sum");
            let of_the_check = facts.iter().filter(is_loss_check).count();
            assert_eq!(row["lhy_lsc_1"].parse::<usize>().unwrap(), of_the_check);
            assert!(sum("steps_left") > 0);
            assaults += sum("assaults");
            checks += of_the_check;
        }
    }
    assert!(assaults > 0 && checks > 0, "{assaults} assaults, {checks} checks");
    assert!(rows(&folder.join("out"), "uses.csv").len() > 100);
    assert!(rows(&folder.join("out"), "turns.csv").len() > 20);
}

/// A fact, whoever knows of it.
fn bare(mut fact: Value) -> Value {
    match fact.get_mut("Secret") {
        Some(secret) => secret["fact"].take(),
        None => fact,
    }
}

/// Each switch of a ruleset turned alone, and a search of one of its numbers.
#[test]
fn switches_are_turned_and_numbers_searched() {
    let (_kept, folder) = scratch();
    let args = ["lab", "doubts", "--on", "book", "--table", "bridge-farm", "--seeds", "1", "--out", "doubts"];
    let report = counted(&folder, &args);
    assert!(report.starts_with("DOUBTS BOOK   book → 19 others\n"), "{report}");
    let search = put(
        &folder,
        "search.ron",
        "Search(name: \"cover\", on: \"book\", numbers: [(key: \"numbers.cover_face\", from: 4, to: 6, step: 1)], tables: \
         [\"bridge-farm\"],\n players: [(A: \"sensible\", B: \"sensible\")], games: Pairs(at_least: 4, at_most: 8), target: [(Wins, \
         from: 0.4, to: 0.6)])",
    );
    let report = counted(&folder, &["lab", "search", &search, "--out", "search"]);
    assert!(report.contains("numbers.cover_face: 4, 5, 6 (today 5)"), "{report}");
}

/// What is wrong with an experiment is said at its place, all of it.
#[test]
fn what_is_wrong_is_said_at_its_place() {
    let (_kept, folder) = scratch();
    let game = "game: \"white-star-rising\",";
    put(&folder, "two.ron", &varne(game, &format!("{game} game: \"warstrike\",")));
    put(&folder, "full.ron", &varne("(\"B5\", \"0606\")", "(\"B5\", \"0606\"), (\"B7\", \"0606\")"));
    let tables = "tables: [\"varne\"]";
    let players = "players: [(A: \"bold\", B: \"bold\")]";
    let rules = "rules: [\"book\", \"additions\"]";
    let write = |rules: &str, tables: &str, players: &str, watch: &str| {
        let text = format!(
            "Experiment(name: \"x\", question: \"?\",\n{rules},\n{tables},\n{players},\ngames: Pairs(at_least: 1),\nwatch: [{watch}])"
        );
        put(&folder, "x.ron", &text)
    };
    for (rules, tables, players, watch, says) in [
        (
            "rules: [\"book\", \"combined\"]",
            tables,
            players,
            "Wins",
            "x.ron:2:17: combined is of WarStrike, and varne of White Star Rising; expected: tables and rules of one game",
        ),
        (
            rules,
            "tables: [\"varne\", \"street\"]",
            players,
            "Wins",
            "x.ron:3:19: street is of WarStrike, and varne of White Star Rising",
        ),
        (rules, "tables: [\"two.ron\"]", players, "Wins", "two.ron:3:38: this level names two games"),
        (rules, "tables: [\"varn\"]", players, "Wins", "x.ron:3:10: White Star Rising has no level \"varn\""),
        (
            rules,
            "tables: [\"varne\", (save: \"x.jsonl\", at: 3)]",
            players,
            "Wins",
            "x.ron:3:26: a table of White Star Rising is a level, not a moment of a save",
        ),
        (
            rules,
            tables,
            "players: [(A: \"bold\", B: \"swift\")]",
            "Wins",
            "x.ron:4:26: White Star Rising has no style \"swift\"; it has ",
        ),
        (rules, tables, players, "Shaken", "x.ron:6:9: Shaken is nothing that is counted; expected: "),
        (
            "vary: (key: \"switches.assault_ti\", on: \"book\", values: [Attacker, Defender])",
            tables,
            players,
            "Wins",
            "x.ron:2:13: there is no key \"switches.assault_ti\"; expected: switches.assault_tie",
        ),
        (
            "vary: (key: \"switches.assault_tie\", on: \"book\", values: [Attacker, Nobody])",
            tables,
            players,
            "Wins",
            "x.ron:2:68: switches.assault_tie is Nobody; expected: one of Attacker, Defender",
        ),
        (
            "vary: (key: \"numbers.stacking\", on: \"book\", values: [2, 9])",
            tables,
            players,
            "Wins",
            "x.ron:2:57: numbers.stacking: stacking is 9; expected: a whole number from 1 to 4 units in a hex",
        ),
        (
            "vary: (key: \"terrain.woods.leg\", on: \"book\", values: [2, 3])",
            tables,
            players,
            "Wins",
            "x.ron:2:55: terrain.woods.leg cannot be set from here: ",
        ),
        (
            "vary: (key: \"numbers.stacking\", on: \"book\", values: [2, 1])",
            "tables: [\"full.ron\"]",
            players,
            "Wins",
            "under stacking-1: ",
        ),
        (
            "rules: [\"book\", \"book\"]",
            tables,
            players,
            "Wins",
            "x.ron:2:17: two of the rulesets are called \"book\"; expected: each ruleset once",
        ),
        ("rules: [\"two.ron\"]", tables, players, "Wins", "two.ron:3:38: this level names two games"),
        (
            "rules: [\"ties.ron\"]",
            tables,
            players,
            "Wins",
            "x.ron:2:9: White Star Rising has no ruleset \"ties.ron\", neither here nor shipped",
        ),
    ] {
        let file = write(rules, tables, players, watch);
        for args in [vec!["check", &file], vec!["lab", &file]] {
            let why = refused(&folder, &args, 2);
            assert!(why.contains(says), "{args:?}\n{why}\n  instead of\n{says}");
        }
    }
    assert!(!folder.join("labs").exists(), "nothing is played");
}
