//! The question whether a table is even, as a user asks it: forces on each other's sides, shares of sides and forces in the report, games
//! that open as saves, and what is wrong said at its place.

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use tabletop_lab::bench::{Bench, Way};
use tabletop_lab::laboratory::show;
use tabletop_lab::plan::Swap;
use warstrike::ai::{Chosen, ComputerPlayer};
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::dice::Dice;
use warstrike::game::phases::deployment::kinds::{self as deployment, PickZone, PlaceObjective};
use warstrike::game::table_edge::own_edge;
use warstrike::lab::WarStrikeLab;
use warstrike::level::setup::Setup;
use warstrike::level::styles::Styles;
use warstrike::rules::ids::Side;

use super::lab::{bench, order};
use super::other_games::{good, put, refused};
use super::support::{data, root, scratch, setup};

/// Each force has the other's side, with its own units and points; zones, objectives and terrain stay. What stands on the table does
/// not change sides.
#[test]
fn forces_change_sides_and_the_table_stays() {
    for level in ["chapel", "watermill", "crossroads", "skirmish"] {
        let before = setup(level);
        let after = before.with_changed_sides().expect("nothing stands there").unwrap();
        for side in Side::BOTH {
            let [own, other] =
                [&after.level.forces[side.index()], &before.level.forces[side.other().index()]];
            assert_eq!((&own.name, own.limit), (&other.name, other.limit), "{level}");
            let units = own.units.iter().zip(&other.units);
            assert_eq!(own.units.len(), other.units.len());
            for (unit, was) in units {
                assert_eq!((unit.id.side, unit.id.number), (side, was.id.number));
                assert_eq!(
                    (after.card(unit).id.as_str(), &unit.name),
                    (before.card(was).id.as_str(), &was.name)
                );
            }
        }
        let table = |setup: &Setup| {
            let level = &setup.level;
            format!("{:?} {:?} {:?}", level.zones, level.objectives, level.terrain.pieces)
        };
        assert!(table(&after) == table(&before), "{level}");
        assert_eq!(after.with_changed_sides().unwrap().unwrap().level.forces, before.level.forces);
    }
    assert!(setup("street").with_changed_sides().is_none());
    assert!(setup("crash-site").has_equal_forces() && !setup("chapel").has_equal_forces());
}

/// With one ruleset equal players swap forces; the swapped game is another, and its save replays to its last state.
#[test]
fn swapped_forces_are_played_and_recorded() {
    let bench =
        bench(&["combined"], &["meeting", "crash-site", "street"], &[["swift", "swift"], ["swift", "quick"]]);
    let ways = |table, players| bench.ways(table, players);
    assert_eq!(ways(0, 0), [Way::AsWritten, Way::ForcesSwapped]);
    assert_eq!(ways(0, 1), [Way::AsWritten, Way::PlayersSwapped]);
    assert_eq!(ways(1, 0), [Way::AsWritten]);
    assert_eq!(ways(2, 0), [Way::AsWritten]);
    let swaps: Vec<Swap> = bench.forces().iter().map(|forces| forces.swap).collect();
    assert_eq!(swaps, [Swap::Possible, Swap::Alike, Swap::Placed]);
    let orders = [Way::AsWritten, Way::ForcesSwapped].map(|way| order(0, 0, way, 5));
    let mut worker = bench.worker();
    let [written, swapped] = orders.map(|order| bench.play(&mut worker, &order));
    assert!(written.has_ended() && swapped.has_ended() && written.state != swapped.state);
    assert_eq!(bench.play(&mut worker, &orders[1]), swapped);
    let (_kept, folder) = scratch();
    let shown = show(&WarStrikeLab(&data()), &bench, &[(orders[1], "combined")], &folder).unwrap();
    let force = |side| shown.games[0].setup().force_name(side).to_owned();
    let [a, b] = bench.forces()[0].names.clone();
    assert_eq!([force(Side::A), force(Side::B)], [b, a]);
    let save = shown.saves[0].display().to_string();
    let checked: Value = serde_json::from_str(&good(&folder, &["replay", &save, "--check"])).unwrap();
    assert_eq!(checked["state"], format!("{:016x}", swapped.state));
}

/// Several rulesets are compared as before: the forces stay where they are.
#[test]
fn rulesets_are_compared_without_swapping_forces() {
    let bench = bench(&["combined", "every-hit"], &["meeting"], &[["swift", "swift"]]);
    assert_eq!(bench.ways(0, 0), [Way::AsWritten]);
    assert!(bench.forces().is_empty());
}

fn experiment(folder: &Path, tables: &str, players: &str, rest: &str) -> String {
    let text = format!(
        "Experiment(name: \"even\", question: \"Is it even?\", rules: [\"combined\"],\ntables: [{tables}],\nplayers: [{players}],\n{rest})"
    );
    put(folder, "even.ron", &text)
}

/// In one go, and in parts from the back on two threads, the report is the same byte for byte; it tells force and side apart.
#[test]
fn a_table_is_asked_whether_it_is_even() {
    let (_kept, folder) = scratch();
    // One officer against two.
    let table = root().join("tests/games/skirmish.ron");
    let file =
        experiment(&folder, &format!("{:?}", table.display()), "\"swift\"", "games: Pairs(at_least: 24)");
    let checked = good(&folder, &["check", &file]);
    assert!(checked.contains("\"even\": 1 rulesets, 1 tables, 48 games at least"), "{checked}");
    let dry = good(&folder, &["lab", &file, "--dry"]);
    assert!(dry.contains("swift against swift, forces swapped: "), "{dry}");
    let plan: Value =
        serde_json::from_str(&good(&folder, &["lab", "plan", &file, "--out", "parts"])).unwrap();
    assert_eq!(plan["games_of_a_block"], serde_json::json!([2]));
    for blocks in ["16..24", "0..16"] {
        good(&folder, &["lab", "run", &file, "--out", "parts", "--blocks", blocks, "--threads", "2"]);
    }
    let merged = good(&folder, &["lab", "merge", "parts"]);
    for part in [
        "EVEN   by combined",
        "ANSWER  Skirmish: side ",
        "with either force: the side is worth ",
        "Whoever has the first turn wins ",
        "24 blocks of one seed, 48 games: 0 stalled, 0 refused.",
    ] {
        assert!(merged.contains(part), "{part} is missing:\n{merged}");
    }
    good(&folder, &["lab", "run", &file, "--out", "whole", "--threads", "1"]);
    assert_eq!(good(&folder, &["lab", "merge", "whole"]), merged);
    for name in ["report.html", "report.json", "report.txt", "games.csv", "units.csv"] {
        let [a, b] = ["parts", "whole"].map(|out| std::fs::read(folder.join(out).join(name)).unwrap());
        assert!(a == b, "{name}");
    }
    let report: Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("whole/report.json")).unwrap()).unwrap();
    let sides = report["findings"]["sides"].as_array().unwrap();
    let of: Vec<&str> = sides.iter().map(|share| share["of"].as_str().unwrap()).collect();
    assert_eq!(of, ["SideA", "ForceOfA", "First", "Nobody"]);
    assert!(
        sides[1]["share"].as_f64().unwrap() >= 0.5,
        "two officers are worth no less than one: {}",
        sides[1]
    );
    let games = std::fs::read_to_string(folder.join("whole/games.csv")).unwrap();
    assert_eq!(games.matches(",forces swapped,").count(), 24, "{games}");
    let seen = good(&folder, &["lab", "see", &file, "--block", "3", "--game", "1", "--out", "saves"]);
    assert_eq!(seen, "warstrike play saves/seed-4-combined.jsonl\n");
    good(&folder, &["replay", "saves/seed-4-combined.jsonl", "--check"]);
}

/// Another game's scenario belongs to its forces: the side alone is reported, and that is said.
#[test]
fn another_game_reports_the_side_alone() {
    let (_kept, folder) = scratch();
    let file = put(
        &folder,
        "farm.ron",
        "Experiment(name: \"farm\", question: \"?\", rules: [\"book\"], tables: [\"bridge-farm\"], players: [\"sensible\"], games: \
         Pairs(at_least: 8))",
    );
    good(&folder, &["lab", "run", &file, "--out", "farm", "--threads", "2"]);
    let words = good(&folder, &["lab", "merge", "farm"]);
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("of 8 games: the side with its force is worth "), "{words}");
    assert!(words.contains("The forces of such a scenario cannot be swapped"), "{words}");
    assert!(words.contains("FARM by book"), "{words}");
}

/// What does not fit the question is said at its place.
#[test]
fn what_is_wrong_with_the_question_is_said_at_its_place() {
    let (_kept, folder) = scratch();
    let waits = |until: &str| format!("games: Pairs(at_least: 100, until: {until})");
    let rows = [
        (
            "\"swift\"",
            waits("Even(within: 0.6)"),
            "even.ron:4:49: within is 0.6; expected: a number from 0.001 to 0.5 of all wins",
        ),
        ("\"swift\"", waits("Even(with: 0.1)"), "even.ron:4:41: there is no field `with`"),
        ("\"swft\"", waits("Even(within: 0.1)"), "even.ron:3:11: there is no style \"swft\""),
        (
            "\"swift\", (A: \"swift\", B: \"quick\")",
            waits("Even(within: 0.1)"),
            "even.ron:4:8: `until: Even`, but two players meet who differ; expected: each player against himself",
        ),
        (
            "\"swift\"",
            waits("Better(by: 0.03)"),
            "even.ron:4:8: `until: Better`, but a player meets himself; expected: two players; or Even(within: 0.03)",
        ),
        (
            "\"swift\"",
            waits("(Wins, within: 0.1)"),
            "even.ron:4:8: there is one ruleset, and no difference to be known to within anything",
        ),
    ];
    for (players, rest, says) in rows {
        let file = experiment(&folder, "\"watermill\"", players, &rest);
        let why = refused(&folder, &["lab", &file], 2);
        assert!(why.contains(says), "{why}\n  instead of\n{says}");
    }
    let several = put(
        &folder,
        "several.ron",
        "Experiment(name: \"x\", question: \"?\", rules: [\"combined\", \"every-hit\"], tables: [\"watermill\"],\nplayers: [\"swift\"], \
         games: Pairs(at_least: 100, until: Even(within: 0.1)))",
    );
    let why = refused(&folder, &["check", &several], 2);
    assert!(why.contains("several.ron:2:28: `until: Even` is for tables under one ruleset"), "{why}");
    assert!(!folder.join("labs").exists(), "nothing is played");
}

/// Position of the first objective that a player places, as it is seen from his own edge, and the zone that the winner of the roll-off
/// took: one that is given, or his own choice.
fn first_objective(setup: &Arc<Setup>, seed: u64, given: Option<Side>) -> ([f64; 2], Side) {
    let (mut battle, _) = Battle::new(Arc::clone(setup), Dice::seeded(seed)).unwrap();
    let mut players = [0, 1].map(|side| {
        ComputerPlayer::new(setup, Styles::load("swift", &data()).unwrap(), seed + side).unwrap()
    });
    let mut taken = None;
    loop {
        let player = battle.decision().expect("objectives are placed").player;
        let Chosen { mut command, .. } = players[player.index()].choose(&battle).unwrap();
        match &mut command.order {
            Order::Deployment(deployment::Order::PickZone(PickZone { zone })) => {
                *zone = given.unwrap_or(*zone);
                taken = Some(*zone);
            }
            Order::Deployment(deployment::Order::PlaceObjective(PlaceObjective { at })) => {
                let ([x, y], edge) = (at.ground(), own_edge(battle.view(), player));
                let seen = if edge[1] > 0.0 { [-x, -y] } else { [x, y] };
                return (seen, taken.expect("the edges come first"));
            }
            _ => {}
        }
        battle.submit(&command).unwrap();
    }
}

/// On a table whose halves are alike nobody cares which is his: he sets objectives in the north as in the south, and takes an edge
/// whichever force he has.
///
/// Rule: MIS-2, MIS-3.
#[test]
fn computer_players_know_no_north() {
    let written = setup("watermill");
    let swapped = Arc::new(written.with_changed_sides().unwrap().unwrap());
    for seed in 1..=4 {
        let [south, north] = Side::BOTH.map(|zone| first_objective(&written, seed, Some(zone)));
        assert_ne!(south.1, north.1);
        assert_eq!(south.0, north.0, "seed {seed}");
        let [own, other] = [&written, &swapped].map(|setup| first_objective(setup, seed, None).1);
        assert_eq!(own, other, "seed {seed}");
    }
}
