//! Models that can go nowhere fall back.

use std::sync::Arc;

use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::phases::fall_back::retreat;
use warstrike::level::setup::Setup;
use warstrike::rules::falling_back::Occasion;
use warstrike::rules::measures::Place;

use crate::level_files::bundle;
use crate::support::fall_back;

/// Two models in a pen 2.1 by 1.1, walls too high to climb around them; their leader north of it. No enemy is in play: everywhere is safe, so the leader goes
/// the least it may, 6, straight for its own edge (FB-4), to (0, 6). The others can be nowhere but side by side. The lower id comes nearest to the leader in the
/// middle of the pen, where there is no room beside it for the other, whose own place it takes. So it has to leave that one free: that one
/// stays, and it comes as near as it can without it.
///
/// Rule: FB-5 (one that cannot ends as near as it can), MOV-4.
#[test]
fn a_model_leaves_the_only_place_of_its_fellow_free() {
    let wall = |id: &str, line: &str| {
        format!(r#"(id: "{id}", kind: Linear, height: 5.0, thickness: 0.5, line: [{line}]),"#)
    };
    let pen = [
        wall("north", "(-1.55, 0.8), (1.55, 0.8)"),
        wall("south", "(-1.55, -0.8), (1.55, -0.8)"),
        wall("west", "(-1.3, -0.55), (-1.3, 0.55)"),
        wall("east", "(1.3, -0.55), (1.3, 0.55)"),
    ];
    let text = format!(
        r#"Level(name: "t", table: (width: 60.0, depth: 60.0), mission: Drill, terrain: [{}], forces: (A: (name: "a", units: [
            (id: "A1", card: "laansguard-rifles", hit_die: 1, models: [
                (at: (0.0, 12.0), facing: 90.0), (at: (-0.5, 0.0), facing: 90.0), (at: (0.5, 0.0), facing: 90.0),
                Lost, Lost, Lost, Lost, Lost, Lost, Lost,
            ]),
        ])), opening: InPlay(round: 1, side: A, first: A, phase: Action))"#,
        pen.concat()
    );
    let setup = Setup::from_bundle(bundle(&text)).unwrap_or_else(|faults| panic!("{faults}"));
    let mut game = Match::start(Arc::new(setup), DiceChoice::Seed(1)).unwrap();
    let unit = "A1".parse().unwrap();
    let found = retreat(game.battle().view(), unit, Occasion::Action).unwrap();
    assert_eq!(found.outcome.retreats().len(), 3);
    game.submit(fall_back(unit)).unwrap();
    let at = |number: u8| game.battle().view().model(unit.model(number)).unwrap().pose.at;
    // To within the search's finest steps.
    let [x, y] = at(1).ground();
    assert!(x.abs() < 0.05 && (5.99..=6.0).contains(&y), "{x}, {y}");
    let ([second, y], [third, _]) = (at(2).ground(), at(3).ground());
    assert_eq!(at(3), Place::flat(500, 0), "it stays");
    assert!(third - second >= 0.995, "they do not overlap: {second} and {third}");
    assert!((-0.6..=-0.45).contains(&second) && (0.0..=0.06).contains(&y), "{second}, {y}");
}
