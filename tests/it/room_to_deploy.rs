//! Room to deploy: whoever places a unit finds room where a placing by hand is accepted, and holds it back where there is none.

use std::sync::Arc;

use warstrike::ai::ComputerPlayer;
use warstrike::game::dispatch::answers;
use warstrike::game::engine::agenda::{Choice, Decision};
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::dice::Dice;
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::phases::deployment::kinds::{Choice as Asked, Fact as DeploymentFact, HoldBack, Order};
use warstrike::game::phases::deployment::usual::usual_order;
use warstrike::level::data_folder::check_file;
use warstrike::level::setup::Setup;
use warstrike::level::styles::Styles;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::Place;

use super::chance::Chance;
use super::level_files::bundle;
use super::refusals::command;
use super::support::{data, first_answer, scratch};

/// A level whose zone A is tight.
#[derive(Clone, Copy)]
struct Tight {
    mission: &'static str,
    zone: &'static str,
    terrain: &'static str,
    units: &'static str,
    enemies: &'static str,
}

const RIFLES: Tight = Tight {
    mission: "Drill(rounds: 2)",
    zone: "(at: (0.0, -15.0), size: (5.0, 2.0))",
    terrain: "",
    units: r#"(id: "A1", card: "laansguard-rifles")"#,
    enemies: r#"(id: "B1", card: "officer")"#,
};

impl Tight {
    fn text(self) -> String {
        let Self { mission, zone, terrain, units, enemies } = self;
        format!(
            "Level(name: \"Tight\", table: (width: 40.0, depth: 40.0), mission: {mission}, opening: Deployment, \
             terrain: [{terrain}], zones: (A: {zone}, B: (at: (0.0, 15.0), size: (30.0, 6.0))), \
             forces: (A: (units: [{units}]), B: (units: [{enemies}])))"
        )
    }

    fn setup(self) -> Arc<Setup> {
        let text = self.text();
        Arc::new(Setup::from_bundle(bundle(&text)).unwrap_or_else(|faults| panic!("{text}\n{faults}")))
    }
}

/// Who places units.
enum Placer {
    Usual,
    Style(Box<ComputerPlayer>),
}

impl Placer {
    fn command(&mut self, battle: &Battle) -> Option<Command> {
        let decision = battle.decision()?;
        match self {
            Self::Usual => {
                let Choice::Deployment(choice) = decision.choice else { return None };
                usual_order(battle.view(), decision.player, choice)
                    .map(|order| Command::new(decision.player, order))
            }
            Self::Style(player) => player.choose(battle).map(|chosen| chosen.command),
        }
    }
}

const STYLES: [&str; 6] = ["random", "cautious", "aggressive", "objective-minded", "quick", "swift"];

fn placers(setup: &Arc<Setup>) -> Vec<(String, Placer)> {
    let style = |name: &&str| {
        let player = ComputerPlayer::new(setup, Styles::load(name, &data()).unwrap(), 1).unwrap();
        ((*name).to_owned(), Placer::Style(Box::new(player)))
    };
    let mut placers: Vec<(String, Placer)> = STYLES.iter().map(style).collect();
    placers.push(("usual".to_owned(), Placer::Usual));
    placers
}

/// A zone, what stands in it, and who has room there.
///
/// Rule: MIS-1, MIS-3 (room is what a legal placing proves).
#[test]
fn every_placer_finds_room_where_there_is_some() {
    let pond = r#"(id: "pond", kind: Bog, going: Impassable, at: (0.0, -15.0), size: (4.0, 4.0))"#;
    let crowded = r#"(id: "A1", card: "laansguard-rifles"),
        (id: "A2", card: "laansguard-rifles", models: Block(at: (-2.5, -15.0), facing: 90.0, gap: 0.0))"#;
    for (tight, reason) in [
        (RIFLES, "a zone as large as the block"),
        (Tight { zone: "(at: (0.0, -15.0), turn: 30.0, size: (5.0, 2.0))", ..RIFLES }, "the same turned"),
        (Tight { zone: "(at: (0.0, -15.0), size: (30.0, 1.0))", ..RIFLES }, "thin: one rank"),
        (Tight { zone: "(at: (0.0, -14.0), size: (1.0, 10.0))", ..RIFLES }, "narrow: one file"),
        (Tight { zone: "(corners: [(-3.0, -16.0), (3.0, -16.0), (0.0, -10.0)])", ..RIFLES }, "a triangle"),
        (
            Tight {
                zone: "(corners: [(-5.0, -16.0), (0.5, -16.0), (0.5, -10.0), (-0.5, -10.0), (-0.5, -15.0), (-5.0, -15.0)])",
                ..RIFLES
            },
            "round a corner",
        ),
        (Tight { zone: "(at: (0.0, -15.0), size: (10.0, 2.0))", units: crowded, ..RIFLES }, "half full"),
        (Tight { zone: "(at: (0.0, -15.0), size: (6.0, 6.0))", terrain: pond, ..RIFLES }, "round a pond"),
        (
            Tight {
                zone: "(at: (0.0, -15.0), size: (6.0, 2.0))",
                units: r#"(id: "A1", card: "heavy-weapon-team")"#,
                ..RIFLES
            },
            "three guns side by side",
        ),
        (
            Tight {
                zone: "(at: (0.0, -15.0), size: (2.5, 3.75))",
                units: r#"(id: "A1", card: "knights")"#,
                ..RIFLES
            },
            "six knights on bases of 1.25",
        ),
    ] {
        let setup = tight.setup();
        for (who, mut placer) in placers(&setup) {
            let (mut battle, _) = Battle::new(Arc::clone(&setup), Dice::seeded(3)).unwrap();
            while let Some(Decision { choice: Choice::Deployment(choice), .. }) = battle.decision() {
                let command = placer.command(&battle);
                let command = command.unwrap_or_else(|| panic!("{reason}, {who}: no answer to {choice:?}"));
                battle
                    .submit(&command)
                    .unwrap_or_else(|error| panic!("{reason}, {who}: {command:?}: {error}"));
            }
            let view = battle.view();
            assert_eq!((view.waiting_units(Side::A), view.reserves()), (0, &[][..]), "{reason}, {who}");
        }
    }
}

/// Nobody who places with care places a unit where it could never leave, however well it is hidden there: a yard with high
/// walls takes up most of the zone. Where the whole zone is a yard, units are placed in it all the same.
///
/// Rule: GO-4, OBS-3, MIS-1.
#[test]
fn nobody_deploys_where_he_could_never_leave() {
    let walls = r#"
        (id: "front", kind: Linear, height: 5.0, at: (0.0, -12.0), size: (12.4, 0.4)),
        (id: "back", kind: Linear, height: 5.0, at: (0.0, -18.0), size: (12.4, 0.4)),
        (id: "left", kind: Linear, height: 5.0, at: (-6.0, -15.0), size: (0.4, 6.4)),
        (id: "right", kind: Linear, height: 5.0, at: (6.0, -15.0), size: (0.4, 6.4))"#;
    let in_yard = |at: Place| at.ground()[0].abs() < 6.0 && (at.ground()[1] + 15.0).abs() < 3.0;
    for (zone, expected, reason) in [
        ("(at: (0.0, -15.0), size: (30.0, 8.0))", 0, "a yard in the zone"),
        ("(at: (0.0, -15.0), size: (11.0, 5.0))", 11, "a zone in the yard"),
    ] {
        let units = r#"(id: "A1", card: "laansguard-rifles"), (id: "A2", card: "officer")"#;
        let setup = Tight { zone, terrain: walls, units, ..RIFLES }.setup();
        for (who, mut placer) in placers(&setup) {
            if ["random", "at random"].contains(&who.as_str()) {
                continue;
            }
            let (mut battle, _) = Battle::new(Arc::clone(&setup), Dice::seeded(3)).unwrap();
            while let Some(Decision { choice: Choice::Deployment(_), .. }) = battle.decision() {
                let command = placer.command(&battle).unwrap_or_else(|| panic!("{reason}, {who}: no answer"));
                battle.submit(&command).unwrap();
            }
            let view = battle.view();
            let shut_in = view.standing_of(Side::A).filter(|model| in_yard(model.pose.at)).count();
            assert_eq!((view.standing_of(Side::A).count(), shut_in), (11, expected), "{reason}, {who}");
        }
    }
}

/// A unit without room is held back, by a player who is told so, and is a reserve from then on; the battle goes on to its end.
///
/// Rule: MIS-3 (without room it waits).
#[test]
fn a_unit_without_room_is_held_back() {
    let small = Tight { zone: "(at: (0.0, -15.0), size: (1.0, 1.0))", mission: "Drill(rounds: 3)", ..RIFLES };
    let mut game = Match::start(small.setup(), DiceChoice::Seed(1)).unwrap();
    let unit: UnitId = "A1".parse().unwrap();
    while game.battle().decision().unwrap().player != Side::A {
        let view = game.battle().view();
        let usual = usual_order(view, Side::B, Asked::PlaceUnit { finished_first: None }).unwrap();
        assert!(matches!(usual, Order::DeployUnit(_)));
        game.submit(Command::new(Side::B, usual)).unwrap();
    }
    let listed = first_answer(&game).unwrap();
    assert_eq!(listed, Command::new(Side::A, HoldBack { unit }));
    let prompt = warstrike::game::dispatch::prompt(game.battle().view(), game.battle().decision().unwrap());
    assert!(prompt.question.unwrap().starts_with("No room was found for"));
    game.submit(listed).unwrap();
    assert_eq!(game.battle().view().reserves(), [unit]);
    let held = Fact::Deployment(DeploymentFact::UnitHeldBack { unit });
    assert!(game.history().present().outcome.facts.contains(&held));

    for (who, mut placer) in placers(game.setup()).into_iter().filter(|(who, _)| who != "usual") {
        let (mut battle, _) = Battle::new(Arc::clone(game.setup()), Dice::seeded(5)).unwrap();
        let mut commands = 0;
        while battle.decision().is_some() {
            let command = placer.command(&battle).unwrap_or_else(|| panic!("{who} finds no answer"));
            battle.submit(&command).unwrap_or_else(|error| panic!("{who}: {command:?}: {error}"));
            commands += 1;
            assert!(commands < 1000, "{who} does not end");
        }
        assert!(battle.view().result().is_some(), "{who}");
    }
}

/// A reserve enters 2 from enemies. B5, on a base of 1, stands at (6, −19.5): who touches the edge of A at the same height is 2 from him
/// 3 aside.
///
/// Rule: MIS-3, BAS-10.
#[test]
fn nobody_enters_closer_than_2_to_an_enemy() {
    let tight = Tight {
        mission: "BrokenArrow(rounds: 3)",
        zone: "(at: (0.0, -15.0), size: (30.0, 10.0))",
        units: r#"(id: "A1", card: "officer")"#,
        enemies: r#"(id: "B1", card: "officer", models: [(at: (6.0, -19.5), facing: 90.0)])"#,
        ..RIFLES
    };
    // A wins the roll-off; A1, half of one unit, is a reserve and rolls a 5.
    let mut game = Match::start(tight.setup(), DiceChoice::Script(vec![6, 1, 5])).unwrap();
    while !matches!(game.battle().decision().unwrap().choice, Choice::Deployment(Asked::PlaceArrival { .. }))
    {
        let answer = first_answer(&game).unwrap();
        game.submit(answer).unwrap();
    }
    let enter = |x: f64| {
        command(&format!(
            r#"A DeployUnit {{"unit":"A1","models":[{{"model":"A1.1","at":[{x:?},-19.5],"facing":90}}]}}"#
        ))
    };
    for (x, gap) in [(3.0, None), (3.005, None), (3.006, Some(1.994)), (5.0, Some(0.0)), (9.0, None)] {
        let answer = game.battle().check(&enter(x));
        assert_eq!(answer.is_ok(), gap.is_none(), "{x}: {answer:?}");
        if let (Err(refusal), Some(gap)) = (answer, gap) {
            assert_eq!(refusal.rule().0, "MIS-3");
            let measured = refusal.measured.unwrap();
            assert!((measured.value - gap).abs() < 1e-9 && measured.limit == 2.0, "{x}: {measured:?}");
        }
    }
    // The suggested entry is legal, and there is room: the unit may not be held back.
    let held = game.battle().check(&command(r#"A HoldBack {"unit":"A1"}"#)).unwrap_err();
    assert_eq!((held.rule().0, held.at.is_some()), ("MIS-3", true), "{held}");
    game.submit(first_answer(&game).unwrap()).unwrap();
}

/// Five marksmen arrive where ponds leave two gaps at the edge, each deep and wide enough for three, too far apart for coherency: no proof
/// shows that they have no room. Their player is asked, and may hold them back.
///
/// Rule: MIS-3.
#[test]
fn who_finds_no_room_for_a_reserve_is_asked_all_the_same() {
    let pond = |id: &str, from: f64, to: f64| {
        format!(
            r#"(id: "{id}", kind: Bog, going: Impassable, at: ({:?}, -18.0), size: ({:?}, 4.0))"#,
            (from + to) / 2.0,
            to - from
        )
    };
    let ponds = [pond("west", -20.0, -9.0), pond("middle", -8.0, 8.0), pond("east", 9.0, 20.0)].join(", ");
    let tight = Tight {
        mission: "BrokenArrow(rounds: 3)",
        zone: "(at: (0.0, -12.0), size: (30.0, 6.0))",
        units: r#"(id: "A1", card: "marksmen")"#,
        ..RIFLES
    };
    let text = tight.text().replacen("terrain: []", &format!("terrain: [{ponds}]"), 1);
    let setup = Arc::new(Setup::from_bundle(bundle(&text)).unwrap_or_else(|faults| panic!("{faults}")));
    // A wins the roll-off, and A1 rolls a 5.
    let mut game = Match::start(setup, DiceChoice::Script(vec![6, 1, 5, 1, 1, 1])).unwrap();
    while !matches!(game.battle().decision().unwrap().choice, Choice::Deployment(Asked::PlaceArrival { .. }))
    {
        let answer = first_answer(&game).unwrap();
        game.submit(answer).unwrap();
    }
    let unit: UnitId = "A1".parse().unwrap();
    let listed = answers(game.battle().view(), game.battle().decision().unwrap());
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].order, Order::HoldBack(HoldBack { unit }).into());
    game.submit(Command::new(Side::A, HoldBack { unit })).unwrap();
    let waits = Fact::Deployment(DeploymentFact::ReserveWaits { unit });
    assert!(game.history().present().outcome.facts.contains(&waits));
    assert!(game.battle().view().reserves().contains(&unit));
}

/// Rule: MIS-1, MIS-3.
#[test]
fn check_says_who_has_no_room() {
    let two = r#"(id: "A1", card: "laansguard-rifles"), (id: "A2", card: "laansguard-rifles")"#;
    for (tight, warnings, reason) in [
        (RIFLES, &[][..], "a zone as large as the block"),
        (
            Tight { zone: "(at: (0.0, -15.0), size: (1.0, 1.0))", ..RIFLES },
            &["A1 has no room in the zone of side A, however it is placed (MIS-1)"],
            "room for one",
        ),
        (
            Tight { zone: "(at: (0.0, -15.0), size: (5.0, 1.98))", ..RIFLES },
            &["no room was found for A1 in the zone of side A (MIS-1)"],
            "a little too small, which nothing proves",
        ),
        (
            Tight { units: two, ..RIFLES },
            &["no room was found for A2 in the zone of side A beside its other units (MIS-1)"],
            "room for one unit",
        ),
        (Tight { units: two, mission: "BrokenArrow(rounds: 2)", ..RIFLES }, &[], "the other is a reserve"),
    ] {
        let (_folder, path) = scratch();
        let file = path.join("tight.ron");
        std::fs::write(&file, tight.text()).unwrap();
        let checked = check_file(&file, &data()).unwrap().to_string();
        let told: Vec<&str> = checked.lines().filter_map(|line| line.strip_prefix("  warning: ")).collect();
        let told: Vec<&str> = told.into_iter().filter(|warning| !warning.starts_with("side")).collect();
        assert_eq!(told, warnings, "{reason}");
    }
}

/// Whole games in zones with little room end, whoever plays them.
#[test]
fn games_in_cramped_zones_end() {
    let setup = super::support::setup("cramped");
    let mut chance = Chance::new(1);
    for (who, mut placer) in placers(&setup).into_iter().filter(|(who, _)| who != "usual") {
        let (mut battle, _) =
            Battle::new(Arc::clone(&setup), Dice::seeded(chance.below(1000) as u64)).unwrap();
        let mut commands = 0;
        while battle.decision().is_some() {
            let command = placer.command(&battle).unwrap_or_else(|| panic!("{who} finds no answer"));
            battle.submit(&command).unwrap_or_else(|error| panic!("{who}: {command:?}: {error}"));
            commands += 1;
            assert!(commands < 2000, "{who} does not end");
        }
    }
}
