//! States on small tables: what is measured reaches the rules.

use super::*;
use crate::rules::ruleset::SightRules;
use crate::rules::sight::{SightState, Why, judge};
use crate::table::sample::table;

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
