//! Tests of the oracle itself: it accepts right answers that can be computed by hand, and rejects wrong ones.

mod cover;
mod hiding;

use warstrike::game::engine::unit_fact::Length;
use warstrike::game::phases::fall_back::retreat::ModelEnd;
use warstrike::game::phases::fall_back::retreat::ModelRetreat;
use warstrike::game::phases::fall_back::retreat::Reachability;
use warstrike::game::phases::fall_back::retreat::Retreat;
use warstrike::game::phases::fall_back::retreat::RetreatOutcome;
use warstrike::game::phases::fall_back::retreat::RoutHeading;
use warstrike::game::phases::fall_back::retreat::SafePosition;
use warstrike::game::phases::fall_back::retreat::SawEnemies;
use warstrike::rules::basics::Strength;
use warstrike::rules::card::Base;
use warstrike::rules::falling_back::LostFor;
use warstrike::rules::falling_back::{Forced, MoveLimit};
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::{Facing, Place, Thou};
use warstrike::rules::movement::going::Going;
use warstrike::table::piece::{Danger, Kind, Opening, OpeningKind, Piece, Wall};
use warstrike::table::shape::Shape;

use super::eyes;
use super::leader::{self, COARSE, Verdict};
use super::scene::{OracleModel, Scene};
use super::tables::{Draft, Squad, UNIT, draft};
use super::{followers, invariants, rout};
use crate::paths::in_parallel;
use crate::sight::rays;

fn at(x: f64, y: f64) -> Place {
    Place::from_inches(x, y, 0.0).unwrap()
}

fn squad(side: Side, movement: u8, places: &[Place]) -> Squad {
    let base = Base { diameter: Thou(1000), height: Thou(1250), eyes: Thou(1100) };
    let models = places.iter().map(|place| Some(*place)).collect();
    Squad { id: UnitId { side, number: 1 }, base, movement, special: Vec::new(), models }
}

/// A high wall from x 4 to 8 at y 3; it hides what is beyond from a model at (0, 12).
fn wall() -> Piece {
    let shape = Shape::Polygon(vec![[4.0, 2.9], [8.0, 2.9], [8.0, 3.1], [4.0, 3.1]]);
    let kind = Kind::Linear { height: Thou(5000) };
    Piece { id: "wall".into(), footprint: shape, kind, going: None, danger: Danger::None }
}

fn scene(pieces: Vec<Piece>, unit: &[Place], enemies: &[Place]) -> Scene {
    let units = vec![squad(Side::A, 5, unit), squad(Side::B, 5, enemies)];
    let battle = Draft { size: [40.0, 34.0], pieces, units }.battle();
    Scene::of(battle.view(), UNIT)
}

fn distance(from: Place, path: &[Place]) -> f64 {
    let corners: Vec<Place> = std::iter::once(from).chain(path.iter().copied()).collect();
    corners.windows(2).map(|leg| leg[0].ground_distance(leg[1])).sum()
}

fn stands() -> ModelEnd {
    ModelEnd::Stands { facing: Facing::default() }
}

fn run(model: &OracleModel, path: &[Place], end: ModelEnd) -> ModelRetreat {
    let length = Length(distance(model.at(), path));
    ModelRetreat {
        model: model.id,
        path: path.to_vec(),
        length,
        limit: MoveLimit::Full,
        end,
        rout_heading: None,
    }
}

fn retreat(scene: &Scene, outcome: RetreatOutcome) -> Retreat {
    let strength = Strength { standing: 1, started: 1 };
    let leader = scene.unit[0].id;
    Retreat { unit: UNIT, strength, forced: Forced::MoveOrFire, leader, outcome }
}

fn fall_back(scene: &Scene, reachability: Reachability, path: &[Place]) -> Retreat {
    let leader = &scene.unit[0];
    let to = path.last().copied().unwrap_or(leader.at());
    let length = Length(distance(leader.at(), path));
    let safe_position =
        SafePosition { at: to, path: path.to_vec(), length, reachability, watchers: Vec::new() };
    retreat(scene, RetreatOutcome::FallBack { safe_position, retreats: vec![run(leader, path, stands())] })
}

fn says(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Right(_) => "right",
        Verdict::Undecided(_) => "untold",
        Verdict::Within(_) => "within",
        Verdict::Wrong(_) => "wrong",
    }
}

/// Rule: FB-2, FB-3, FB-4.
#[test]
fn the_oracle_rejects_wrong_choices_of_a_leader() {
    // At y 0 the wall's shadow begins at x 5.33, so a model at x 5 is partly in it.
    let behind = scene(vec![wall()], &[at(0.0, 0.0)], &[at(0.0, 12.0)]);
    for (reachability, path, expected, reason) in [
        (Reachability::InRange, vec![at(5.0, 0.0)], "right", "into the shadow, as near as possible"),
        (Reachability::InRange, vec![at(5.05, 0.0)], "right", "0.05 farther"),
        (Reachability::InRange, vec![at(5.3, 0.0)], "wrong", "0.3 farther"),
        (Reachability::TooNear, vec![at(5.0, 0.0)], "within", "exactly Mv by another name"),
        (
            Reachability::TooNear,
            vec![at(4.96, 0.0)],
            "within",
            "slightly too near, with a better one in range",
        ),
        (Reachability::InRange, vec![at(4.9, 0.0)], "wrong", "not as far as it must"),
        (Reachability::InRange, vec![at(-5.0, 0.0)], "wrong", "in the open"),
        (Reachability::InRange, vec![at(5.0, 2.0), at(6.0, 1.0)], "wrong", "by a detour"),
        (Reachability::InRange, vec![at(6.0, 2.6)], "wrong", "into the wall"),
        (Reachability::InRange, vec![at(6.0, 6.0), at(6.0, 0.0)], "wrong", "through the wall"),
        (Reachability::Here, vec![], "wrong", "in the open, here"),
        (Reachability::TooFar, vec![at(12.0, -6.0)], "wrong", "there is a nearer one"),
    ] {
        let verdict = leader::judge(&behind, &fall_back(&behind, reachability, &path), COARSE);
        assert_eq!(says(&verdict), expected, "{reason}: {verdict:?}");
    }
    let routs = retreat(&behind, RetreatOutcome::Rout { retreats: Vec::new() });
    assert_eq!(
        says(&leader::judge(&behind, &routs, COARSE)),
        "wrong",
        "a rout, though there is a safe place"
    );
    let open = scene(vec![], &[at(0.0, 0.0)], &[at(0.0, 12.0)]);
    assert_eq!(says(&leader::judge(&open, &routs, COARSE)), "right", "a rout from open ground");
}

/// A piece across the whole table, between two distances behind the unit.
fn across(kind: Kind, going: Option<Going>, [near, distance]: [f64; 2]) -> Piece {
    let footprint =
        Shape::Polygon(vec![[-20.0, -distance], [20.0, -distance], [20.0, -near], [-20.0, -near]]);
    Piece { id: format!("{near}"), footprint, kind, going, danger: Danger::None }
}

/// Rule: FB-3, FB-4 (the last legal place before).
#[test]
fn the_oracle_rejects_wrong_stops_on_a_path() {
    let field = |near: f64| across(Kind::Field { height: Thou(2000) }, None, [near, near + 3.0]);
    let strip = || across(Kind::Ground, Some(Going::Difficult), [6.0, 7.0]);
    for (pieces, safe_position, stop, limit, expected, reason) in [
        (vec![field(13.0)], 12.56, 10.0, MoveLimit::Full, "right", "2 × Mv"),
        (vec![field(13.0)], 12.56, 9.8, MoveLimit::Full, "wrong", "too soon"),
        (vec![field(13.0), strip()], 12.56, 6.0, MoveLimit::Full, "right", "before difficult ground"),
        (vec![field(13.0), strip()], 12.56, 5.8, MoveLimit::Full, "wrong", "sooner than necessary"),
        (
            vec![field(13.0), strip()],
            12.56,
            5.0,
            MoveLimit::Halved,
            "wrong",
            "half, before it touches anything",
        ),
        (vec![field(13.0), strip()], 12.56, 10.0, MoveLimit::Halved, "wrong", "through it, more than half"),
        (
            vec![field(9.0), strip()],
            8.56,
            6.0,
            MoveLimit::Full,
            "right",
            "nearer than 2 × Mv, not than its half",
        ),
        (vec![field(9.0)], 8.56, 8.56, MoveLimit::Full, "wrong", "nearer than 2 × Mv: it ends there"),
    ] {
        let scene = scene(pieces, &[at(0.0, 0.0)], &[at(0.0, 12.0)]);
        let mut report = fall_back(&scene, Reachability::TooFar, &[at(0.0, -safe_position)]);
        if let RetreatOutcome::FallBack { retreats, .. } = &mut report.outcome {
            retreats[0] = ModelRetreat { limit, ..run(&scene.unit[0], &[at(0.0, -stop)], stands()) };
        }
        let verdict = leader::judge(&scene, &report, COARSE);
        assert_eq!(says(&verdict), expected, "{reason}: {verdict:?}");
    }
}

fn flees(
    model: &OracleModel,
    scene: &Scene,
    away: f64,
    heading: f64,
    distance: f64,
    end: ModelEnd,
) -> ModelRetreat {
    let [x, y] = model.centre();
    let (sin, cos) = (libm::sin(heading.to_radians()), libm::cos(heading.to_radians()));
    let from = scene.enemies.iter().map(|enemy| enemy.id).collect();
    let rout_heading = Some(RoutHeading { from, saw: SawEnemies::Enemies, away, heading });
    ModelRetreat { rout_heading, ..run(model, &[at(x + distance * cos, y + distance * sin)], end) }
}

/// Rule: ROU-1, ROU-2, ROU-3.
#[test]
fn the_oracle_rejects_wrong_routs() {
    let open = scene(vec![], &[at(0.0, 0.0)], &[at(0.0, 8.0)]);
    let lost = |why| ModelEnd::Lost { why };
    for (away, heading, distance, end, expected, reason) in [
        (270.0, 270.0, 10.0, stands(), "right", "directly away"),
        (270.5, 270.5, 10.0, stands(), "right", "half a degree off"),
        (268.0, 268.0, 10.0, stands(), "wrong", "2 degrees off"),
        (270.0, 268.0, 10.0, stands(), "wrong", "turned without need"),
        (270.0, 270.0, 9.0, stands(), "wrong", "not far enough"),
        (270.0, 270.0, 12.0, stands(), "wrong", "too far"),
        (270.0, 270.0, 10.0, lost(LostFor::OffTable), "wrong", "lost, though there is room"),
        (270.0, 270.0, 10.0, lost(LostFor::NoWayOut), "wrong", "lost, though it can go"),
    ] {
        let verdicts = rout::judge(&open, &[flees(&open.unit[0], &open, away, heading, distance, end)]);
        assert_eq!(says(&verdicts[1]), expected, "{reason}: {verdicts:?}");
    }
    let mut blind = flees(&open.unit[0], &open, 270.0, 270.0, 10.0, stands());
    blind.rout_heading =
        blind.rout_heading.map(|rout_heading| RoutHeading { from: Vec::new(), ..rout_heading });
    assert_eq!(says(&rout::judge(&open, &[blind])[1]), "wrong", "an enemy in plain sight is left out");
    let edge = scene(vec![], &[at(0.0, -8.0)], &[at(0.0, 0.0)]);
    for (end, expected, reason) in [
        (lost(LostFor::OffTable), "right", "off the table"),
        (lost(LostFor::NoWayOut), "wrong", "for another reason"),
        (stands(), "wrong", "beyond the edge"),
    ] {
        let verdicts = rout::judge(&edge, &[flees(&edge.unit[0], &edge, 270.0, 270.0, 10.0, end)]);
        assert_eq!(says(&verdicts[1]), expected, "{reason}: {verdicts:?}");
    }
    // The second model's line ends 2.84 beside the first's end: it has to turn in a little.
    let two = scene(vec![], &[at(0.0, 0.0), at(2.0, 0.0)], &[at(0.0, 8.0)]);
    let away = libm::atan2(-8.0, 2.0).to_degrees() + 360.0;
    let first = flees(&two.unit[0], &two, 270.0, 270.0, 10.0, stands());
    for (heading, end, expected, reason) in [
        (away, stands(), "wrong", "out of coherency"),
        (away - 9.0, stands(), "right", "just in coherency"),
        (away - 12.0, stands(), "wrong", "more than necessary"),
        (away, lost(LostFor::LeftBehind), "wrong", "lost, though it can turn"),
    ] {
        let retreats = [first.clone(), flees(&two.unit[1], &two, away, heading, 10.0, end)];
        let verdicts = rout::judge(&two, &retreats);
        assert_eq!(says(&verdicts[2]), expected, "{reason}: {verdicts:?}");
    }
}

/// Rule: FB-5.
#[test]
fn the_oracle_rejects_wrong_ends_of_followers() {
    let three = scene(vec![wall()], &[at(0.0, 0.0), at(0.0, 1.5), at(-9.0, 0.0)], &[at(0.0, 12.0)]);
    let leader = run(&three.unit[0], &[at(5.0, 0.0)], stands());
    let apart = ModelEnd::Apart { facing: Facing::default() };
    let last = run(&three.unit[2], &[at(1.0, 0.0)], apart);
    let lost = ModelEnd::Lost { why: LostFor::LeftBehind };
    for (to, end, last, expected, reason) in [
        (at(5.0, 1.0), stands(), &last, "wrong", "the last could stand with it at 2"),
        (at(2.1, 6.0), stands(), &last, "wrong", "out of coherency"),
        (at(5.0, 0.9), stands(), &last, "wrong", "on the leader"),
        (at(5.0, -1.9), stands(), &last, "wrong", "far from the leader"),
        (at(4.0, 0.5), stands(), &last, "wrong", "not as far as it must"),
        (at(5.0, 1.0), apart, &last, "wrong", "apart, though in coherency"),
        (at(5.0, 1.0), lost, &last, "wrong", "lost"),
    ] {
        let retreats = [leader.clone(), run(&three.unit[1], &[to], end), last.clone()];
        let verdicts = followers::judge(&three, &retreats);
        let worst = verdicts.iter().find(|verdict| says(verdict) == "wrong");
        assert_eq!(worst.map_or("right", says), expected, "{reason}: {verdicts:?}");
    }
    let two = scene(vec![wall()], &[at(0.0, 0.0), at(0.0, 1.5)], &[at(0.0, 12.0)]);
    let leader = run(&two.unit[0], &[at(5.0, 0.0)], stands());
    for (to, expected, reason) in
        [(at(5.0, 1.0), "right", "beside the leader"), (at(5.0, -2.5), "wrong", "on the other side of it")]
    {
        let retreats = [leader.clone(), run(&two.unit[1], &[to], stands())];
        let verdicts = followers::judge(&two, &retreats);
        assert_eq!(says(&verdicts[0]), expected, "{reason}: {verdicts:?}");
    }
}

/// Rule: MOV-4, COH-1, FB-5.
#[test]
fn broken_invariants_are_found() {
    let two = scene(vec![wall()], &[at(0.0, 0.0), at(0.0, 1.5)], &[at(0.0, 12.0)]);
    for (to, expected, reason) in [
        (vec![at(5.0, 1.0)], true, "beside the leader"),
        (vec![at(5.0, 0.9)], false, "on the leader"),
        (vec![at(5.0, 4.0)], false, "out of coherency, and on the wall"),
        (vec![at(8.1, 0.0)], false, "out of coherency"),
        (vec![at(6.0, 6.0), at(6.0, 1.5)], false, "through the wall"),
        (vec![at(0.0, 10.5), at(5.0, 1.0)], false, "past an enemy"),
    ] {
        let mut found = fall_back(&two, Reachability::InRange, &[at(5.0, 0.0)]);
        let follower = run(&two.unit[1], &to, stands());
        if let RetreatOutcome::FallBack { retreats, .. } = &mut found.outcome {
            retreats.push(follower);
        }
        let report = invariants::broken(&two, &found);
        assert_eq!(report.is_ok(), expected, "{reason}: {report:?}");
    }
    let alone = fall_back(&two, Reachability::InRange, &[at(5.0, 0.0)]);
    assert!(invariants::broken(&two, &alone).is_err(), "a model left out");
}

/// Rule: MOV-4 (a wall). Models are 1.25 high.
#[test]
fn no_model_stands_on_a_sill_or_in_a_lintel() {
    for (sill, top, free, reason) in [
        (0, 1700, true, "in a door"),
        (0, 1250, true, "in a door as high as the model"),
        (0, 1200, false, "in a door too low for it"),
        (500, 1700, false, "in a window"),
    ] {
        let opening = Opening {
            kind: OpeningKind::Hole,
            along: Thou(2000),
            width: Thou(1500),
            sill: Thou(sill),
            top: Thou(top),
        };
        let wall = Wall {
            from: [6.0, 3.0],
            to: [10.0, 3.0],
            height: Thou(2000),
            thickness: Thou(200),
            openings: vec![opening],
        };
        let kind = Kind::Ruin { height: Thou(3000), walls: vec![wall] };
        let scene = scene(vec![Piece { kind, ..self::wall() }], &[at(0.0, 0.0)], &[at(0.0, 12.0)]);
        let report = scene.end(&scene.unit[0], at(8.0, 3.0), 0.0);
        assert_eq!(report.is_ok(), free, "{reason}: {report:?}");
    }
}

/// Rule: VIS-1.
#[test]
fn slices_agree_with_rays() {
    let worst = in_parallel(60, |index| {
        let draft = draft(50_000 + index);
        let battle = draft.battle();
        let scene = Scene::of(battle.view(), UNIT);
        let off = |enemy: &OracleModel| {
            let body = &scene.unit[0].body;
            let rays = rays::fraction(&scene.sights, &enemy.body, body);
            (eyes::share(&scene.sights, rays::eyes(&enemy.body), body, 100) - rays).abs()
        };
        scene.enemies.iter().map(off).fold(0.0, f64::max)
    });
    let worst = worst.into_iter().map(|(_, off)| off).fold(0.0, f64::max);
    assert!(worst < 0.01, "{worst}");
}
