//! Sight and shots: woods, and models that see nothing of what their fellows see.

use warstrike::game::measure::Mark;
use warstrike::game::sight::sight;
use warstrike::rules::shooting::Barred;
use warstrike::rules::sight::SightState;

use super::{game, models, unit};

/// Two bases that touch in a wood of trees 0.9 high: the line from eyes at 1.1 to the middle of a body at 0.625 runs 0.64 inches
/// through it, which is not more than 1.
///
/// Rule: VIS-2.
#[test]
fn a_wood_obscures_at_its_edge_or_throughout() {
    let wood = r#"(id: "wood", kind: Wood, at: (0.0, 0.0), size: (20.0, 20.0, 0.9))"#;
    let state = |switches: &[(&str, &str)], x: f64| {
        let a = models("A1", "officer", 1, "", &[[x - 1.0, 0.0]]);
        let b = models("B1", "officer", 1, "", &[[x, 0.0]]);
        let game = game(wood, [&a, &b], switches);
        let seen = sight(game.battle().view(), &Mark::Unit(unit("A1")), &Mark::Unit(unit("B1"))).unwrap();
        seen[0].state
    };
    let throughout = [("sight.wood_obscures", "Throughout")];
    for (x, ruled, otherwise, reason) in [
        (0.0, SightState::Clear, SightState::Obscured, "9.5 inside"),
        (8.4, SightState::Clear, SightState::Obscured, "1.1 inside"),
        (9.0, SightState::Obscured, SightState::Obscured, "half an inch inside"),
        (12.0, SightState::Clear, SightState::Clear, "outside"),
    ] {
        assert_eq!([state(&[], x), state(&throughout, x)], [ruled, otherwise], "{reason}");
    }
}

/// A1.2 has none of the target in view, for a wall; A1.1 has all of it.
///
/// Rule: SHO-2, VIS-2.
#[test]
fn a_model_that_sees_nothing_has_no_shot_or_fires_as_if_at_a_hidden_one() {
    let wall = r#"(id: "wall", kind: Linear, height: 5.0, thickness: 0.5, line: [(-1.2, 5.0), (1.2, 5.0)])"#;
    let of = |switches: &[(&str, &str)]| {
        let a = models("A1", "laansguard-rifles", 10, "", &[[-5.0, 0.0], [0.0, 0.0]]);
        let b = models("B1", "officer", 1, "", &[[0.0, 10.0]]);
        let game = game(wall, [&a, &b], switches);
        let seen = sight(game.battle().view(), &Mark::Unit(unit("A1")), &Mark::Unit(unit("B1"))).unwrap();
        [0, 1].map(|model: usize| (seen[model].state, seen[model].shot.barred))
    };
    let sees = (SightState::Clear, None);
    assert_eq!(of(&[]), [sees, (SightState::Concealed, Some(Barred::NotSeen))]);
    assert_eq!(
        of(&[("shooting.blind_shots", "AsHidden")]),
        [sees, (SightState::Hidden, None)],
        "within its Aw"
    );
}
