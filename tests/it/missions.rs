//! Missions: how battles end, what reserves do, what is laid on the table; each row with its reason.

use std::sync::Arc;

use warstrike::game::engine::agenda::Choice;
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::components::Fate;
use warstrike::game::engine::dice::{Dice, Source};
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::engine::record::history::Entry;
use warstrike::game::narration::{narrated_setup, sentences};
use warstrike::game::phases::deployment;
use warstrike::game::phases::turn::may_still_act;
use warstrike::game::phases::turn::victory::tally;
use warstrike::level::setup::Setup;
use warstrike::rules::ids::Side;
use warstrike::rules::victory::Ending;

use super::chance::Chance;
use super::level_files::bundle;
use super::refusals::command;
use super::support::{deployment as placing, end_phase, first_answer, stay};

/// What a level of these tests has beside its table of 48 by 48.
#[derive(Clone, Copy)]
struct Text {
    mission: &'static str,
    opening: &'static str,
    terrain: &'static str,
    objectives: &'static str,
    a: &'static str,
    b: &'static str,
}

const OFFICERS: Text = Text {
    mission: "MeetingEngagement(rounds: 3)",
    opening: "InPlay(round: 2, side: A, first: A, phase: Starting)",
    terrain: "",
    objectives: r#"(id: "gate", at: (0.0, 15.0))"#,
    a: r#"(id: "A1", card: "officer", models: [(at: (0.0, 12.5), facing: 90.0)])"#,
    b: r#"(id: "B1", card: "officer", models: [(at: (20.0, 20.0), facing: 270.0)])"#,
};

fn setup_of(text: Text) -> Arc<Setup> {
    let Text { mission, opening, terrain, objectives, a, b } = text;
    let level = format!(
        "Level(name: \"Test\", table: (width: 48.0, depth: 48.0), mission: {mission}, opening: {opening}, \
         terrain: [{terrain}], objectives: [{objectives}], forces: (A: (units: [{a}]), B: (units: [{b}])))"
    );
    Arc::new(Setup::from_bundle(bundle(&level)).unwrap_or_else(|faults| panic!("{level}\n{faults}")))
}

fn start(text: Text, faces: &[u8]) -> Match {
    Match::start(setup_of(text), DiceChoice::Script(faces.to_vec())).unwrap()
}

/// Who has won and why; `None` while the battle lasts.
fn result(game: &Match) -> Option<(Option<Side>, Ending)> {
    game.battle().view().result().map(|result| (result.winner, result.reason.clone()))
}

/// Rule: MIS-2, MIS-4, MIS-8, TURN-2, SUP-4.
#[test]
fn an_objective_in_the_enemy_zone_wins_a_meeting_engagement() {
    let held = Some((Some(Side::A), Ending::ObjectiveHeld { objective: "gate".to_owned() }));
    let own_half = r#"(id: "gate", at: (0.0, 11.0))"#;
    let near = r#"(id: "B1", card: "officer", models: [(at: (0.0, 18.4), facing: 270.0)], hit_die: 1)"#;
    let shaken = r#"(id: "A1", card: "officer", models: [(at: (0.0, 12.5), facing: 90.0)], hit_die: 1)"#;
    let first_round = "InPlay(round: 1, side: A, first: A, phase: Starting)";
    let enemys_turn = "InPlay(round: 2, side: B, first: A, phase: Starting)";
    for (text, expected, reason) in [
        (OFFICERS, held, "2 from it, in round 2"),
        (Text { opening: first_round, ..OFFICERS }, None, "not in round 1"),
        (Text { opening: enemys_turn, ..OFFICERS }, None, "not in the enemy's turn"),
        (Text { a: shaken, ..OFFICERS }, None, "a suppressed unit holds nothing"),
        (Text { b: near, ..OFFICERS }, None, "an enemy within 3 denies it, suppressed or not"),
        (Text { objectives: own_half, ..OFFICERS }, None, "it lies outside the enemy zone"),
        (Text { mission: "Skirmish(rounds: 3)", ..OFFICERS }, None, "a Skirmish is decided at its end"),
        (Text { mission: "Drill(rounds: 3)", ..OFFICERS }, None, "a drill is never won"),
    ] {
        let game = start(text, &[]);
        assert_eq!(result(&game), expected, "{reason}");
        assert_eq!(game.battle().decision().is_none(), expected.is_some(), "{reason}");
    }
}

/// Rule: MIS-4, MIS-6, TURN-6.
#[test]
fn the_last_round_is_decided_by_objectives_then_points() {
    let end = Text { opening: "InPlay(round: 3, side: B, first: A, phase: CloseCombat)", ..OFFICERS };
    let scouts =
        r#"(id: "B1", card: "scouts", models: Block(at: (16.0, 18.0), facing: 270.0, gap: 1.0, lost: [6]))"#;
    let apart = r#"(id: "gate", at: (-20.0, 0.0))"#;
    let twins =
        r#"(id: "gate", at: (-20.0, 0.0)), (id: "ford", at: (20.0, 18.0)), (id: "mill", at: (0.0, 14.0))"#;
    for (text, expected, reason) in [
        (end, (Some(Side::A), Ending::MoreObjectives), "A holds the only objective"),
        (
            Text { b: scouts, ..end },
            (Some(Side::A), Ending::MoreObjectives),
            "whatever points the other has: 91 to 70",
        ),
        (
            Text { b: scouts, objectives: apart, ..end },
            (Some(Side::B), Ending::MorePoints),
            "91 points to 70",
        ),
        (Text { objectives: apart, ..end }, (None, Ending::Level), "nothing held, 70 points each"),
        (Text { objectives: twins, ..end }, (None, Ending::Level), "one held by each, 70 points each"),
        (
            Text { mission: "BrokenArrow(rounds: 3)", ..end },
            (Some(Side::A), Ending::MoreObjectives),
            "the same",
        ),
        (Text { mission: "Drill(rounds: 3)", ..end }, (None, Ending::LastRound), "a drill is never won"),
    ] {
        assert_eq!(result(&start(text, &[])), Some(expected), "{reason}");
    }
    let ended = start(Text { b: scouts, ..end }, &[]);
    let tallies = &ended.battle().view().result().unwrap().tally;
    assert_eq!(tallies.each_ref().map(|tally| tally.points), [70, 91], "5 of 6 scouts: 91.7 rounded down");
    assert_eq!(tallies[0].objectives, ["gate"]);
    let told = sentences(ended.setup(), &ended.history().present().outcome.facts);
    let last = told.last().unwrap();
    assert_eq!(last.text, "After 3 rounds: Side A (A) wins: it holds more objectives (MIS-6).");
    assert_eq!(last.details[0], "Side A (A): 1 objective, 70 points: LaansGuard officer (A1) 70");
}

/// Rule: MIS-5, BAS-7.
#[test]
fn a_force_with_too_few_units_tests_on_its_best_leader_or_loses() {
    const STARTING: &str = "InPlay(round: 1, side: A, first: A, phase: Starting)";
    const LED: &str = r#"(id: "A1", card: "officer", models: [(at: (0.0, -20.0), facing: 90.0)])"#;
    const LOST: &str =
        r#"(id: "A2", card: "officer", models: [Lost]), (id: "A3", card: "officer", models: [Lost])"#;
    const LEADERLESS: &str = r#"(id: "A1", card: "scouts", leader: Lost, models: [Lost, (at: (0.0, -20.0), facing: 90.0), (at: (2.0, -20.0), facing: 90.0), Lost, Lost, Lost])"#;
    let text = |a: String| Text {
        mission: "Skirmish(rounds: 3)",
        opening: STARTING,
        objectives: "",
        a: Box::leak(a.into_boxed_str()),
        ..OFFICERS
    };
    let broken = Some((Some(Side::B), Ending::ForceBroken));
    let half = r#"(id: "A2", card: "officer", models: [Lost])"#;
    for (units, faces, expected, reason) in [
        (
            format!("{LED}, {LOST}"),
            &[5, 6, 4][..],
            None,
            "one of three left: Ld 3 against Nv 4, the 4 passes",
        ),
        (format!("{LED}, {LOST}"), &[5, 6, 5], broken.clone(), "nothing passes"),
        (format!("{LED}, {half}"), &[], None, "half the units left: no test"),
        (format!("{LEADERLESS}, {LOST}"), &[], broken, "no leader left: no test is passed"),
    ] {
        let game = start(text(units), faces);
        assert_eq!(result(&game), expected, "{reason}");
        let left = Source::Fed(Default::default());
        assert_eq!(game.battle().dice().source(), &left, "{reason}: all dice are rolled");
    }
}

/// Rule: MIS-6, OFB-6.
#[test]
fn who_escaped_keeps_its_points_and_who_is_lost_does_not() {
    let rifles = r#"(id: "A1", card: "laansguard-rifles", models: Block(at: (0.0, -15.0), facing: 90.0))"#;
    let game = start(Text { a: rifles, opening: "InPlay(round: 2, side: A, first: A)", ..OFFICERS }, &[]);
    let points = |game: &Match| tally(game.battle().view(), Side::A).points;
    let whole = points(&game);
    assert_eq!(whole, u32::from(game.setup().card(game.setup().units().next().unwrap()).points));
    for (fate, expected, reason) in [
        (Fate::Escaped, whole, "all escaped"),
        (Fate::Lost, 0, "all destroyed"),
        (Fate::Waiting, 0, "a reserve that never came"),
    ] {
        let mut snapshot = game.battle().snapshot();
        let models = snapshot.models.iter_mut().filter(|model| model.id.unit.side == Side::A);
        models.for_each(|model| model.condition.fate = fate);
        let (mut battle, _) = Battle::new(Arc::clone(game.setup()), Dice::seeded(1)).unwrap();
        battle.restore(&snapshot).unwrap();
        assert_eq!(tally(battle.view(), Side::A).points, expected, "{reason}");
    }
}

/// B's long edge is free, A's is under water.
const SHORE: Text = Text {
    mission: "BrokenArrow(rounds: 3)",
    opening: "Deployment",
    terrain: r#"(id: "lake", kind: Bog, going: Impassable, at: (0.0, -22.5), size: (48.0, 3.0)),
        (id: "wall", kind: Linear, at: (0.0, 23.0), size: (2.0, 1.0), height: 3.0)"#,
    objectives: r#"(id: "gate", at: (0.0, 0.0))"#,
    a: r#"(id: "A1", card: "officer"), (id: "A2", card: "officer")"#,
    b: r#"(id: "B1", card: "officer"), (id: "B2", card: "laansguard-rifles")"#,
};

/// Plays what is listed first, units placed at random, up to the first action of a side.
fn up_to_action(game: &mut Match, side: Side) {
    let mut chance = Chance::new(5);
    for _ in 0..2000 {
        let decision = game.battle().decision().unwrap();
        let command = match decision.choice {
            Choice::Turn(_) if decision.player == side => return,
            Choice::Turn(_) => {
                let view = game.battle().view();
                let units = view.units().filter(|unit| unit.id.side == decision.player);
                let fresh = units.filter(|unit| may_still_act(view, *unit));
                let fresh = fresh.max_by_key(|unit| view.arrivals().contains(&unit.id));
                fresh.map_or_else(|| end_phase(decision.player), |unit| stay(unit.id))
            }
            Choice::Deployment(deployment::kinds::Choice::PlaceUnit { .. }) => {
                placing(game, decision.player, &mut chance)
            }
            _ => first_answer(game).unwrap(),
        };
        let _refused = game.submit(command);
    }
    panic!("the side never acts");
}

/// Rule: MIS-3.
#[test]
fn reserves_enter_where_there_is_room_and_wait_where_there_is_none() {
    // A 6 to 1 at the roll-off; A2 and B2 are in reserve and roll a 5 each.
    let mut game = start(SHORE, &[6, 1, 5, 5, 1, 1]);
    up_to_action(&mut game, Side::A);
    let reserves = |game: &Match| -> Vec<String> {
        game.battle().view().reserves().iter().map(ToString::to_string).collect()
    };
    assert_eq!(reserves(&game), ["A2", "B2"], "A2 arrives and finds no room");
    let waits = |entry: &Entry| {
        entry
            .outcome
            .facts
            .iter()
            .any(|fact| matches!(fact, Fact::Deployment(deployment::kinds::Fact::ReserveWaits { .. })))
    };
    assert!(game.history().line().iter().any(|entry| waits(entry)));
    up_to_action(&mut game, Side::B);
    assert_eq!(reserves(&game), ["A2"], "B2 enters");
    let view = game.battle().view();
    let rifles: Vec<_> = view.standing("B2".parse().unwrap()).collect();
    assert_eq!(rifles.len(), 10);
    for model in &rifles {
        let gap = 24.0 - 0.5 - model.pose.at.ground()[1];
        let limit = if model.id.number == 1 { 0.0 } else { 2.0 };
        assert!(gap <= limit + 0.005, "{} enters {gap} from the edge", model.id);
        // The wall keeps them to one side of their leader, in two rows of five with gaps of 0.05: the farthest is four files
        // and a row away, √(4.2² + 1.05²) = 4.33.
        let away = model.pose.at.ground_distance(rifles[0].pose.at);
        assert!(away <= 4.34, "{} enters {away} from its leader", model.id);
    }
    // In the next round it rolls two dice.
    up_to_action(&mut game, Side::A);
    assert_eq!(reserves(&game), ["A2"]);
}

/// Rule: MIS-3. A piece of that name is the debris field, wherever it lies.
#[test]
fn a_level_may_have_a_debris_field_of_its_own() {
    let field = r#"(id: "debris-field", kind: Ground, at: (10.0, 2.0), radius: 3.0)"#;
    let mut game = start(Text { terrain: field, objectives: "", ..SHORE }, &[6, 1]);
    let picked = first_answer(&game).unwrap();
    game.submit(picked).unwrap();
    for (line, accepted) in [
        (r#"B PlaceObjective {"at":[0,0]}"#, false),
        (r#"B PlaceObjective {"at":[12.9,2]}"#, true),
        (r#"A PlaceObjective {"at":[10,5.1]}"#, false),
        (r#"A PlaceObjective {"at":[10,5]}"#, true),
    ] {
        assert_eq!(game.submit(command(line)).is_ok(), accepted, "{line}");
    }
}

/// Half of the table's edge is 24 to either side of its middle. Only at its ends, beyond a pond 44 wide, is there room.
///
/// Rule: MIS-3.
#[test]
fn reserves_enter_at_the_end_of_their_edge_if_there_is_room_nowhere_else() {
    let pond = r#"(id: "lake", kind: Bog, going: Impassable, at: (0.0, 22.0), size: (44.0, 4.0))"#;
    let mut game = start(
        Text { terrain: pond, b: r#"(id: "B1", card: "officer"), (id: "B2", card: "officer")"#, ..SHORE },
        &[6, 1, 5, 5, 1, 1],
    );
    up_to_action(&mut game, Side::B);
    let view = game.battle().view();
    let entered: Vec<_> = view.standing_of(Side::B).collect();
    let ends = entered
        .iter()
        .filter(|model| model.pose.at.ground()[1] > 23.0 && model.pose.at.ground()[0].abs() > 22.4);
    assert_eq!(ends.count(), 1, "{entered:?}");
}

/// The zone is 12 deep: its inner edge counts as in it, and there is no least distance from that edge.
///
/// Rule: MIS-2.
#[test]
fn an_objective_may_lie_at_the_inner_edge_of_the_enemy_zone() {
    let mut game = start(
        Text { mission: "MeetingEngagement(rounds: 3)", terrain: "", objectives: "", ..SHORE },
        &[6, 1],
    );
    let picked = first_answer(&game).unwrap();
    game.submit(picked).unwrap();
    let player = game.battle().decision().unwrap().player;
    let ([low, _], half) = (game.battle().view().zone(player.other()).bounds(), 12.0);
    let toward = if low[1] < 0.0 { -1.0 } else { 1.0 };
    for (inside, accepted) in [(-0.1, false), (0.0, true)] {
        let y = toward * (half + inside);
        let line = format!(r#"{player} PlaceObjective {{"at":[0,{y}]}}"#);
        assert_eq!(game.submit(command(&line)).is_ok(), accepted, "{line}");
    }
}

/// A model with a base of radius 0.5 stands on the table before deployment: an obstacle of radius 1 is clear of it from 1.5 on.
///
/// Rule: MIS-3, MOV-4.
#[test]
fn an_obstacle_does_not_lie_on_a_model() {
    let a = r#"(id: "A1", card: "officer", models: [(at: (12.0, 4.0), facing: 90.0)]), (id: "A2", card: "officer")"#;
    let mut game = start(Text { terrain: "", a, ..SHORE }, &[6, 1]);
    for _ in 0..8 {
        let decision = game.battle().decision().unwrap();
        if matches!(decision.choice, Choice::Deployment(deployment::kinds::Choice::PlaceObstacle { .. })) {
            break;
        }
        let answer = first_answer(&game).unwrap();
        game.submit(answer).unwrap();
    }
    let player = game.battle().decision().unwrap().player;
    for (x, accepted) in [(13.4, false), (13.5, true)] {
        let line = format!(r#"{player} PlaceObstacle {{"at":[{x},4],"radius":1,"height":1.5}}"#);
        assert_eq!(game.submit(command(&line)).is_ok(), accepted, "{line}");
    }
}

/// Rule: MIS-2 (may not Open Fire or On My Target in turn 1).
#[test]
fn the_log_says_what_the_attacker_may_not_do() {
    let text = Text { mission: "MeetingEngagement(rounds: 3)", terrain: "", objectives: "", ..SHORE };
    let mut game = Match::start(setup_of(text), DiceChoice::Seed(3)).unwrap();
    let first = |game: &Match| {
        let line = game.history().line();
        let told: Vec<String> = line
            .iter()
            .flat_map(|entry| sentences(game.setup(), &entry.outcome.facts))
            .map(|sentence| sentence.text)
            .collect();
        told.iter().any(|text| text.contains("may neither Open Fire nor call On My Target"))
    };
    let mut chance = Chance::new(5);
    for _ in 0..200 {
        let decision = game.battle().decision().unwrap();
        let command = match decision.choice {
            Choice::Turn(_) => break,
            Choice::Deployment(deployment::kinds::Choice::PlaceUnit { .. }) => {
                placing(&game, decision.player, &mut chance)
            }
            _ => first_answer(&game).unwrap(),
        };
        let _refused = game.submit(command);
    }
    assert!(first(&game), "the attacker's first turn is barred");
}

/// Objectives that were placed during the battle are named where moves lead, as those of the level are.
///
/// Rule: MIS-3, MIS-4 (how near).
#[test]
fn objectives_that_were_placed_are_named() {
    let text = std::fs::read_to_string("tests/games/whole-crash-site.orders").unwrap();
    let mut game = super::golden::open(&text, None);
    for line in text.lines().filter(|line| line.starts_with('{')) {
        let _refused = game.submit(serde_json::from_str(line).unwrap());
    }
    assert!(game.setup().level.objectives.is_empty() && !game.battle().view().objectives().is_empty());
    let ways = |setup: &Setup| -> Vec<String> {
        let told = game.history().line().into_iter().flat_map(|entry| sentences(setup, &entry.outcome.facts));
        let text = told.map(|sentence| sentence.text);
        text.filter(|text| {
            text.contains("objective")
                && ["reaching the ", " to the ", "toward the "].iter().any(|word| text.contains(word))
        })
        .collect()
    };
    let (before, told) = (ways(game.setup()), ways(&narrated_setup(&game.battle().view())));
    let new: Vec<&String> = told.iter().filter(|text| !before.contains(text)).collect();
    assert!(new.iter().any(|text| text.contains("the first objective")), "{told:?}");
}
