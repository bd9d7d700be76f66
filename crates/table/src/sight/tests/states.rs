//! States on small tables: what is measured reaches the rules.

use super::*;
use crate::sample::table;
use warstrike_rules::ruleset::SightRules;
use warstrike_rules::sight::{OccluderEdge, PieceOcclusion, SightState, Why, judge};

/// Rule: VIS-1, VIS-2.
#[test]
fn states_come_from_what_stands_on_the_table() {
    use SightState::{Clear, Concealed, Hidden, Obscured};
    let area = |kind| piece("area", rectangle([4.0, -4.0], [12.0, 4.0]), kind);
    let wood = || area(Kind::Wood { height: Thou(4000) });
    let field = || area(Kind::Field { height: Thou(1000) });
    let [here, there] = [soldier(0.0, 0.0, 0.0), soldier(10.0, 0.0, 0.0)];
    let before = |height| rock([7.0, -4.0], [7.5, 4.0], height);
    for (pieces, from, to, state, why, reason) in [
        (vec![], here, there, Clear, None, "open ground"),
        (vec![before(500)], here, there, Obscured, Some(Why::PartlyInView), "a low wall"),
        (vec![before(1000)], here, there, Concealed, Some(Why::HalfInView), "a chest-high wall"),
        (vec![before(3000)], here, there, Hidden, Some(Why::NothingInView), "a high wall"),
        (vec![front(7.0, 500, vec![])], here, there, Concealed, Some(Why::BehindEdge), "a ruin's low wall"),
        (
            vec![cliff(2000)],
            soldier(-9.0, 0.0, 0.0),
            soldier(0.0, 0.0, 2.0),
            Concealed,
            Some(Why::BehindEdge),
            "over a crest",
        ),
        (
            vec![cliff(1000)],
            soldier(-9.0, 0.0, 0.0),
            soldier(-1.9, 0.0, 1.0),
            Obscured,
            Some(Why::Higher),
            "on a step 1 high",
        ),
        (vec![cliff(900)], soldier(-9.0, 0.0, 0.0), soldier(-1.9, 0.0, 0.9), Clear, None, "on a lower one"),
        (vec![field()], here, there, Obscured, Some(Why::InLowGrowth), "in a field"),
        (
            vec![field()],
            here,
            soldier(3.6, 0.0, 0.0),
            Obscured,
            Some(Why::InLowGrowth),
            "some of the base in it",
        ),
        (vec![field()], here, soldier(3.5, 0.0, 0.0), Clear, None, "touching it"),
        (vec![field()], here, soldier(13.0, 0.0, 0.0), Clear, None, "beyond it"),
        (vec![wood()], here, soldier(3.6, 0.0, 0.0), Obscured, Some(Why::WoodEdge), "across a wood's edge"),
        (vec![wood()], here, soldier(4.9, 0.0, 0.0), Obscured, Some(Why::WoodEdge), "0.9 of the line in it"),
        (
            vec![wood()],
            here,
            soldier(5.2, 0.0, 0.0),
            Concealed,
            Some(Why::ThroughWoods),
            "1.2 of the line in it",
        ),
        (vec![wood()], here, soldier(15.0, 0.0, 0.0), Concealed, Some(Why::ThroughWoods), "beyond the wood"),
        (vec![wood()], there, here, Concealed, Some(Why::ThroughWoods), "looking out of it"),
        (vec![wood()], soldier(4.6, 0.0, 0.0), here, Clear, None, "looking out from its edge"),
        (vec![wood()], there, soldier(8.0, 0.0, 0.0), Concealed, Some(Why::ThroughWoods), "within one wood"),
    ] {
        let terrain = table(pieces);
        let judged = judge(&terrain.sighting(&from, &to), &SightRules::COMBINED, terrain.allowance());
        let found = (judged.state, judged.reasons.first().map(|first| first.why));
        assert_eq!(found, (state, why), "{reason}: {judged:?}");
        let visibility = terrain.visibility(&from, &to, &SightRules::COMBINED);
        let expected = Visibility { in_view: terrain.fraction_in_view(&from, &to), state };
        assert_eq!(visibility, expected, "{reason}, without reasons");
    }
}

/// A hill 0.5 high, from −2 to 2 either way, and eyes 1.1 up at (−9 −9). A body 0.05 outside the hill's near side at x −2,
/// or its far side at x 2, is not up on it. The body's rectangle is turned by the sine s = 9 ÷ √(9² + Δx²): what is more
/// than 0.05 ÷ s to one side of its middle is inside the hill, up to 0.5 of 1.25.
///
/// Near: Δx 6.95, s 0.79148: 0.5 − 0.06317 = 0.43683 inside, × 0.5 ÷ 1.25 = 0.1747 hidden, and nothing behind: it is before
/// the hill. Far: Δx 11.05, s 0.63152: 0.5 + 0.07917 = 0.57917 of it is beyond the hill. A line to the height h there, u
/// left of its middle, passes over the far side 11 ÷ (11.05 − 0.63152 u) of the way along; it is cut up to h = 1.1 − 0.6 ×
/// (11.05 − 0.63152 u) ÷ 11 = 0.49727 + 0.03445 u. From u −0.5 to 0.07917 that is 0.28381, ÷ 1.25 = 0.2270: behind its edge.
/// The rest, 0.42083 × 0.5 ÷ 1.25 = 0.1683, is inside.
///
/// Rule: VIS-2 (behind an edge), HIL-1.
#[test]
fn what_leans_on_a_hill_is_behind_it_only_from_beyond() {
    let terrain = table(vec![cliff(500)]);
    let eyes = soldier(-9.0, -9.0, 0.0);
    for (x, hidden, behind, state, reason) in [
        (-2.05, 0.1747, 0.0, SightState::Obscured, "before the hill"),
        (2.05, 0.3953, 0.2270, SightState::Concealed, "beyond it"),
    ] {
        let sighting = terrain.sighting(&eyes, &soldier(x, 0.0, 0.0));
        let [PieceOcclusion { share, edge: OccluderEdge::RuinOrHill { behind: found }, .. }] =
            sighting.occlusions[..]
        else {
            panic!("{reason}: {sighting:?}")
        };
        assert!((share - hidden).abs() < 1e-4 && (found - behind).abs() < 1e-4, "{reason}: {share} {found}");
        let judged = judge(&sighting, &SightRules::COMBINED, terrain.allowance());
        assert_eq!(judged.state, state, "{reason}: {judged:?}");
        let visibility = terrain.visibility(&eyes, &soldier(x, 0.0, 0.0), &SightRules::COMBINED);
        assert_eq!(visibility.state, state, "{reason}, without reasons");
    }
}

/// The part of a body inside two steps of a hill counts once. The body stands at (0 −1.05), square to the eyes at (0 −9), on the lower
/// step, 1 high, from 1 to 2.25; nothing of it is inside. Turned by eyes at (−9 −1.05) it stands along the upper step's side at y −1, 0.05
/// beside it: 0.45 of it is inside, × 0.5 ÷ 1.25 = 0.18.
///
/// Rule: VIS-2 (behind an edge).
#[test]
fn steps_of_one_hill_hold_a_body_once() {
    let steps = [(2.0, 1000), (1.0, 1500)]
        .map(|(half, top)| Step { outline: rectangle([-half, -half], [half, half]), top: Thou(top) });
    let terrain =
        table(vec![piece("hill", rectangle([-2.0; 2], [2.0; 2]), Kind::Hill { steps: steps.to_vec() })]);
    let body = soldier(0.0, -1.05, 1.0);
    for (from, expected) in [([0.0, -9.0], 0.0), ([-9.0, -1.05], 0.18)] {
        let frame = ViewFrame::new(&soldier(from[0], from[1], 0.0), &body);
        assert!((terrain.share_inside(&frame, 0) - expected).abs() < 1e-9, "{from:?}");
    }
    // One 3 wide on the table, 0.2 before the lower step, has 1.5 − 0.2 = 1.3 inside that, up to 1, and 0.3 also inside the
    // upper one, which adds what is above 1: 1.3 + 0.3 × 0.25 = 1.375 of 3 × 1.25.
    let wide = SightBody { radius: 1.5, ..soldier(0.0, -2.2, 0.0) };
    let frame = ViewFrame::new(&soldier(-9.0, -2.2, 0.0), &wide);
    assert!((terrain.share_inside(&frame, 0) - 1.375 / 3.75).abs() < 1e-9);
}

/// Rule: HIL-3, VIS-1, VIS-2. On a hill 3 high that reaches from x = -12 to x = 12, both soldiers and the piece between
/// them stand as on the table.
#[test]
fn on_a_hill_all_is_as_on_the_table() {
    use SightState::{Clear, Concealed, Hidden, Obscured};
    let area = |kind| piece("area", rectangle([4.0, -4.0], [11.0, 4.0]), kind);
    let before = |height| rock([7.0, -4.0], [7.5, 4.0], height);
    let house = || {
        let mut moved = house();
        moved.footprint = rectangle([2.0, -4.0], [8.0, 4.0]);
        if let Kind::Structure { levels, .. } = &mut moved.kind {
            levels.truncate(1);
            levels[0].walls = vec![wall([3.0, -4.0], [3.0, 4.0], vec![])];
        }
        moved
    };
    for (one, state, reason) in [
        (before(500), Obscured, "a low wall"),
        (before(1000), Concealed, "a chest-high wall"),
        (before(2500), Hidden, "a high wall"),
        (front(7.0, 500, vec![]), Concealed, "a ruin's low wall"),
        (front(7.0, 3000, vec![]), Hidden, "a ruin's high wall"),
        (house(), Hidden, "a house"),
        (area(Kind::Wood { height: Thou(2000) }), Concealed, "a wood lower than the hill"),
        (area(Kind::Field { height: Thou(1000) }), Obscured, "a field"),
        (area(Kind::Bog), Obscured, "a bog"),
        (area(Kind::Pavement), Clear, "a road"),
    ] {
        let hill = || plateau([-12.0, -12.0], [12.0, 12.0], 3000);
        for (pieces, height, where_) in [
            (vec![one.clone()], 0.0, "on the table"),
            (vec![hill(), one.clone()], 3.0, "on the hill"),
            (vec![one.clone(), hill()], 3.0, "on the hill, listed before it"),
        ] {
            let [from, to] = [soldier(0.0, 0.0, height), soldier(10.0, 0.0, height)];
            let terrain = table(pieces);
            let sighting = terrain.sighting(&from, &to);
            let judged = judge(&sighting, &SightRules::COMBINED, terrain.allowance());
            assert_eq!(judged.state, state, "{reason} {where_}");
            assert_eq!(
                terrain.visibility(&from, &to, &SightRules::COMBINED).state,
                state,
                "{reason} {where_}"
            );
        }
    }
}

/// Rule: HIL-3, VIS-1, VIS-2. A piece across the edge of a hill 2 high, at y = 0: each part of it stands on its ground.
#[test]
fn a_piece_across_an_edge_is_measured_part_by_part() {
    use SightState::{Clear, Concealed, Hidden, Obscured};
    let wall = |height| rock([5.0, -8.0], [5.5, 8.0], height);
    let wood = || piece("wood", rectangle([4.0, -8.0], [8.0, 8.0]), Kind::Wood { height: Thou(1500) });
    let field = || piece("field", rectangle([9.0, -8.0], [14.0, 8.0]), Kind::Field { height: Thou(1000) });
    for (one, from, to, state, reason) in [
        (wall(1500), soldier(0.0, 4.0, 2.0), soldier(10.0, 4.0, 2.0), Hidden, "both on the hill"),
        (wall(1500), soldier(0.0, -4.0, 0.0), soldier(10.0, -4.0, 0.0), Hidden, "both on the table"),
        (
            wall(1500),
            soldier(0.0, -4.0, 2.0),
            soldier(10.0, -4.0, 2.0),
            Clear,
            "both as high, over its lower part",
        ),
        (wood(), soldier(0.0, 4.0, 2.0), soldier(10.0, 4.0, 2.0), Concealed, "through its trees on the hill"),
        (wood(), soldier(0.0, -4.0, 2.0), soldier(10.0, -4.0, 2.0), Clear, "over its trees on the table"),
        (field(), soldier(0.0, 4.0, 2.0), soldier(10.0, 4.0, 2.0), Obscured, "in its crops on the hill"),
        (field(), soldier(0.0, -4.0, 0.0), soldier(10.0, -4.0, 0.0), Obscured, "in its crops on the table"),
    ] {
        let terrain = table(vec![one, plateau([-20.0, 0.0], [20.0, 20.0], 2000)]);
        let judged = judge(&terrain.sighting(&from, &to), &SightRules::COMBINED, terrain.allowance());
        assert_eq!(judged.state, state, "{reason}");
        assert_eq!(terrain.visibility(&from, &to, &SightRules::COMBINED).state, state, "{reason}");
    }
    // Crops at a hill's foot do not grow around a base on its edge, nor those on it around one at its foot.
    let edge = |low: [f64; 2], high: [f64; 2]| {
        let crops = piece("field", rectangle(low, high), Kind::Field { height: Thou(1000) });
        table(vec![crops, plateau([-20.0, 0.0], [20.0, 20.0], 2000)])
    };
    assert!(edge([-4.0, -4.0], [4.0, 0.0]).stands_in(&soldier(0.0, 0.2, 2.0)).is_empty());
    assert!(edge([-4.0, 0.0], [4.0, 4.0]).stands_in(&soldier(0.0, -0.2, 0.0)).is_empty());
    assert_eq!(edge([-4.0, -4.0], [4.0, 4.0]).stands_in(&soldier(0.0, 0.2, 2.0)).len(), 1);
}
