//! Sight of models at hypothetical places is that of models that stand there.

use warstrike::game::measure::{Mark, MarkError};
use warstrike::game::sight::{PlacementOverride, sight, sight_with_overrides};
use warstrike::rules::ids::{Side, UnitId};

use super::support::{game, moved, shift};

fn unit(id: &str) -> UnitId {
    id.parse().unwrap()
}

/// Rule: VIS-1, VIS-2. What a dragged unit would see, and what would see it, is what it sees once it is there.
#[test]
fn what_a_model_would_see_is_what_it_sees_there() {
    for (id, x, y) in [("A2", -2000, 2000), ("A1", -2000, 0), ("A2", 3000, 0), ("A3", 0, 4000)] {
        let mut game = game("street", 1);
        let view = game.battle().view();
        let own = unit(id);
        let overrides: Vec<PlacementOverride> =
            view.standing(own).map(|model| (model.id, moved(model.pose.at, x, y))).collect();
        let others = [Mark::Side(Side::B), Mark::Unit(unit("B1"))];
        let hypothetical = |from: &Mark, to: &Mark| sight_with_overrides(view, from, to, &overrides).unwrap();
        let expected: Vec<_> = others
            .iter()
            .flat_map(|other| [hypothetical(&Mark::Unit(own), other), hypothetical(other, &Mark::Unit(own))])
            .collect();
        let before = sight(view, &Mark::Unit(own), &others[0]).unwrap();
        assert_ne!(expected[0], before, "{id}: the move changes nothing");
        game.submit(shift(&game, own, x, y)).unwrap();
        let view = game.battle().view();
        let found: Vec<_> = others
            .iter()
            .flat_map(|other| {
                let own = Mark::Unit(own);
                [sight(view, &own, other).unwrap(), sight(view, other, &own).unwrap()]
            })
            .collect();
        assert!(found == expected, "{id} by {x}, {y}");
    }
}

/// Rule: VIS-2. A side sees what its units see; Hidden means hidden from all models of the observer's own unit.
#[test]
fn a_side_sees_what_its_units_see() {
    let game = game("street", 1);
    let view = game.battle().view();
    let to = Mark::Unit(unit("B1"));
    let side = sight(view, &Mark::Side(Side::A), &to).unwrap();
    let units = ["A1", "A2", "A3"].map(|id| sight(view, &Mark::Unit(unit(id)), &to).unwrap());
    assert!(side == units.concat());
    assert!(
        side.iter().any(|seen| seen.state != seen.judged.state),
        "no target is hidden from one model alone"
    );
}

/// An undeployed model has no place, except a hypothetical one.
#[test]
fn an_undeployed_model_can_have_a_hypothetical_place() {
    let game = game("crossroads", 1);
    let view = game.battle().view();
    let mut first = view.units().filter(|unit| unit.id.side == Side::A);
    let models: Vec<_> = view.models(first.next().unwrap().id).collect();
    let [from, to] = [models[0].id, models[1].id].map(Mark::Model);
    assert_eq!(sight(view, &from, &to), Err(MarkError::NotOnTable(from.clone())));
    let at = |x: i32| moved(Default::default(), x, 0);
    let seen =
        sight_with_overrides(view, &from, &to, &[(models[0].id, at(0)), (models[1].id, at(4000))]).unwrap();
    assert_eq!((seen.len(), seen[0].observer.foot, seen[0].target.foot), (1, at(0), at(4000)));
}

/// Rule: VIS-5, BAS-10. Exactly the targets reported beyond Aw get Ev for that, also at exactly Aw.
#[test]
fn beyond_awareness_is_what_adds_to_ev() {
    let mut counted = [0; 2];
    for level in ["street", "sight-gallery"] {
        let game = game(level, 1);
        let [a, b] = [Side::A, Side::B].map(Mark::Side);
        for seen in sight(game.battle().view(), &a, &b).unwrap() {
            let for_state = seen.state as u8;
            assert_eq!(seen.shot.evasion.sight, for_state + u8::from(seen.beyond_awareness), "{seen:?}");
            counted[usize::from(seen.beyond_awareness)] += 1;
        }
    }
    assert!(counted.iter().all(|count| *count > 20), "{counted:?}");
}
