//! The movement gallery: that it has a booth for every paragraph of chapter 5, that golden games
//! walk through all of them, and what its situations without a command show.

use warstrike::game::engine::command::Command;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::play::Match;
use warstrike::game::engine::refusal::General;
use warstrike::game::engine::refusal::Reason;
use warstrike::game::measure::{Mark, distance};
use warstrike::game::phases::moving;
use warstrike::game::phases::moving::kinds::ModelMove;
use warstrike::game::plan::UnitPlanner;
use warstrike::level::rulebook::rulebook;
use warstrike::rules::action::Action;
use warstrike::rules::ids::{ModelId, Side};
use warstrike::rules::measures::{Facing, Place};

use super::support::{game, root, setup};

/// The ids of chapter 5, in order.
fn paragraphs() -> impl Iterator<Item = &'static str> {
    let chapter = rulebook().unwrap().chapters.iter().find(|chapter| chapter.number == 5).unwrap();
    chapter.paragraphs.iter().map(|paragraph| paragraph.id.as_str())
}

#[test]
fn every_paragraph_of_chapter_5_has_its_booth() {
    let galleries = ["movement-gallery", "hill-gallery", "roof-gallery"].map(setup);
    let pieces = || galleries.iter().flat_map(|setup| setup.level.terrain.pieces.iter());
    let names: Vec<String> =
        galleries.iter().flat_map(|setup| setup.units().map(|unit| unit.name.clone())).collect();
    for id in paragraphs() {
        let booth = id.to_lowercase();
        let of_booth = |piece: &str| piece == booth || piece.starts_with(&format!("{booth}-"));
        assert!(pieces().any(|piece| of_booth(&piece.id)), "no booth for {id}");
        assert!(names.iter().any(|name| name.starts_with(&format!("{id} "))), "nobody stands for {id}");
    }
}

#[test]
fn golden_games_speak_of_every_paragraph_of_chapter_5() {
    let games = std::fs::read_dir(root().join("tests/games")).unwrap().map(|entry| entry.unwrap().path());
    let games = games.filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("gallery-") && name.ends_with(".orders")
    });
    let told: String = games.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    for id in paragraphs() {
        assert!(told.contains(id), "no golden game of the gallery speaks of {id}");
    }
}

/// Sent to the very corner of a roof, to its edge and past it, a model ends where it can stand; half an inch more than it may go
/// is asked for, and it goes as far as it may.
///
/// Rule: STR-5, MOV-4.
#[test]
fn planned_moves_end_on_roofs_and_at_their_limit() {
    let game = game("roof-gallery", 1);
    let end = |unit: &str, action: Action, to: [f64; 3]| {
        let unit = unit.parse().unwrap();
        let to = Place::from_inches(to[0], to[1], to[2]).unwrap();
        let planner = UnitPlanner::new(game.battle(), unit, action).unwrap();
        let plan = planner.path_trees().plan_to(to, 0.0).unwrap();
        let Order::Moving(moving::kinds::Order::AdvanceUnit(order)) = plan.command.order else {
            panic!("an Advance")
        };
        let end = order.moves[0].path.last().copied().unwrap();
        [end.x.inches(), end.y.inches(), end.z.inches()]
    };
    for (unit, to, reason) in [
        ("A2", [7.0, -10.0, 3.0], "the corner of the tower"),
        ("A2", [7.02, -9.0, 3.0], "its edge"),
        ("A1", [4.0, 7.0, 3.0], "the edge of the house"),
    ] {
        let [x, y, z] = end(unit, Action::Advance, to);
        let inside = if unit == "A1" { x - 4.0 } else { (x - 7.0).min(y + 10.0) };
        assert!(z == 0.0 || inside >= 0.05, "{reason}: {x}, {y}, {z}");
    }
    // Mv 6; the open table west of the house.
    let [x, y, _] = end("A1", Action::Advance, [-4.5, 7.0, 0.0]);
    assert!((x - -4.0).abs() <= 0.005 && y == 7.0, "all of its 6, not nine tenths: {x}, {y}");
    let [x, y, _] = end("A1", Action::Advance, [2.5, 13.48, 0.0]);
    let gone = libm::hypot(x - 2.0, y - 7.0);
    assert!((5.99..=6.005).contains(&gone), "{gone}");
}

/// Rule: FAC-1, FAC-5 (the arc). A base in front of the line through the shoulders, or touching it,
/// is in the forward arc by any part; only one wholly behind it is in the flank arc.
#[test]
fn arcs_of_the_gallery() {
    let game = game("movement-gallery", 1);
    for (from, to, ahead, reason) in [
        ("A56.1", "B4.1", true, "its base touches the line"),
        ("A56.1", "B5.1", false, "its base ends a hundredth behind the line"),
        ("B6.1", "A62.1", false, "wholly in the flank of the gun"),
        ("B6.1", "A63.1", true, "touches the line from behind"),
    ] {
        let mark = |text: &str| text.parse::<Mark>().unwrap();
        let measured = distance(game.battle().view(), &mark(from), &mark(to)).unwrap();
        assert_eq!(measured.ahead, Some(ahead), "{from} to {to}: {reason}");
    }
}

/// Why one model's move is refused, if it is; places are x, y and height.
fn refused(game: &Match, action: Action, model: &str, path: &[[f64; 3]], facing: f64) -> Option<Reason> {
    let model: ModelId = model.parse().unwrap();
    let path = path.iter().map(|[x, y, z]| Place::from_inches(*x, *y, *z).unwrap()).collect();
    let one = ModelMove { model, path, facing: Facing::from_degrees(facing).unwrap() };
    let order = Order::of_move(action, model.unit, vec![one]).unwrap();
    game.battle().check(&Command { player: Side::A, order }).err().map(|refusal| refusal.reason())
}

/// Rule: MOV-2, MOV-3, GO-2, GO-5. By the base's centre, and only who stands at the runner's height.
#[test]
fn who_runs_through_whom() {
    let game = game("movement-gallery", 1);
    let run = Action::AtTheDouble;
    for (action, model, path, expected, reason) in [
        (run, "A4.1", &[[-24.0, 33.0, 0.0]][..], None, "through four men of his own unit"),
        (
            run,
            "A5.1",
            &[[-8.0, 31.0, 0.0]],
            Some(Reason::Moving(moving::kinds::Reason::SlowGoing)),
            "through a friend",
        ),
        (Action::Advance, "A5.1", &[[-8.0, 29.0, 0.0]], None, "through a friend, but not running"),
        (run, "A5.1", &[[-8.0, 26.0, 0.0]], None, "up to a friend, bases touching"),
        (
            run,
            "A5.1",
            &[[-8.0, 26.5, 0.0]],
            Some(Reason::General(General::EndsOnModel)),
            "his centre at the friend's edge",
        ),
        (run, "A5.1", &[[-7.5, 24.0, 0.0], [-7.5, 31.0, 0.0]], None, "his centre along the friend's edge"),
        (run, "A5.1", &[[-7.504, 24.0, 0.0], [-7.504, 31.0, 0.0]], None, "0.004 in is allowed for"),
        (
            run,
            "A5.1",
            &[[-7.51, 24.0, 0.0], [-7.51, 31.0, 0.0]],
            Some(Reason::Moving(moving::kinds::Reason::SlowGoing)),
            "a hundredth in is not",
        ),
        (
            run,
            "A46.1",
            &[[-40.0, -14.0, 0.0], [-41.5, -12.0, 0.0], [-41.5, -11.4, 0.0]],
            None,
            "under a friend who stands on the floor above",
        ),
    ] {
        assert_eq!(refused(&game, action, model, path, 90.0), expected, "{reason}");
    }
}

/// Rule: FAC-2, FAC-3, FAC-4. Where a model may look, action by action.
#[test]
fn who_may_turn_when() {
    use Action::{Advance, AtTheDouble, OpenFire};
    let game = game("movement-gallery", 1);
    for (action, model, path, facing, expected, reason) in [
        (Advance, "A57.1", &[[-24.0, -27.0, 0.0]][..], 270.0, None, "after an Advance any way"),
        (OpenFire, "A57.1", &[[-24.0, -28.0, 0.0]], 270.0, None, "after Open Fire's move too"),
        (OpenFire, "A57.1", &[], 0.0, None, "without a move too"),
        (
            AtTheDouble,
            "A57.1",
            &[[-24.0, -27.0, 0.0]],
            270.0,
            Some(Reason::Moving(moving::kinds::Reason::LooksBack)),
            "not after running",
        ),
        (OpenFire, "A58.1", &[], 90.0, None, "Limited Vision, not turned"),
        (OpenFire, "A58.1", &[[-10.0, -28.0, 0.0]], 90.0, None, "Limited Vision, moved and not turned"),
        (
            OpenFire,
            "A58.1",
            &[],
            90.001,
            Some(Reason::Moving(moving::kinds::Reason::MayNotTurn)),
            "Limited Vision, turned ever so little",
        ),
        (
            OpenFire,
            "A58.1",
            &[[-10.0, -28.0, 0.0]],
            45.0,
            Some(Reason::Moving(moving::kinds::Reason::MayNotTurn)),
            "moved and turned",
        ),
        (Advance, "A58.1", &[[-10.0, -28.0, 0.0]], 45.0, None, "Limited Vision bars nothing in an Advance"),
        (AtTheDouble, "A58.1", &[[-10.0, -28.0, 0.0]], 45.0, None, "nor running, as long as he looks ahead"),
    ] {
        assert_eq!(refused(&game, action, model, path, facing), expected, "{reason}");
    }
}

/// Rule: GO-6 (it is no going). Dangerous ground is as hard as it would be without danger.
#[test]
fn danger_does_not_slow() {
    let game = game("movement-gallery", 1);
    for (model, to, expected, reason) in [
        (
            "A22.1",
            [21.0, 14.0, 0.0],
            Some(Reason::Moving(moving::kinds::Reason::SlowGoing)),
            "dangerous bog: slow as bog is",
        ),
        ("A23.1", [27.5, 18.0, 0.0], None, "dangerous ash: clear as open ground is"),
        ("A23.1", [27.5, 14.0, 0.0], None, "stops on it"),
    ] {
        assert_eq!(refused(&game, Action::AtTheDouble, model, &[to], 90.0), expected, "{reason}");
    }
}
