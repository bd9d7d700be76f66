//! News of the score: objectives that have just changed hands, with the reason.

use crate::game::engine::view::View;
use crate::game::narration::words::{force, objective as named, unit as unit_name};
use crate::game::phases::turn::victory::holder;
use crate::level::scenario::Objective;
use crate::rules::basics::{Disc, gap};
use crate::rules::ids::Side;
use crate::rules::victory::Hold;

/// Holder of each objective, in their order.
pub(super) fn holds(view: View) -> Vec<Hold> {
    view.objectives().iter().map(|objective| holder(view, objective)).collect()
}

/// Changes since, each in a sentence with the sides whose score it concerns; none if the objectives are others.
///
/// Rule: MIS-4, SUP-4.
pub(super) fn news(view: View, before: &[Hold]) -> Vec<(String, [bool; 2])> {
    let now = holds(view);
    if before.len() != now.len() {
        return Vec::new();
    }
    let changed = view.objectives().iter().zip(before.iter().zip(&now)).filter(|(_, (was, is))| was != is);
    let said = changed.map(|(objective, (was, is))| {
        let concerned = Side::BOTH.map(|side| [was, is].contains(&&Hold::Held(side)));
        (sentence(view, objective, [*was, *is]), concerned)
    });
    said.collect()
}

fn sentence(view: View, objective: &Objective, [was, is]: [Hold; 2]) -> String {
    let (setup, place) = (view.setup(), named(view.setup(), &objective.id));
    let of = |side| force(setup, side);
    match (was, is) {
        (Hold::Held(loser), Hold::Held(side)) => format!("{} takes {place} from {}", of(side), of(loser)),
        (_, Hold::Held(side)) => format!("{} holds {place}", of(side)),
        (Hold::Held(loser), Hold::Contested) => {
            format!("{} loses {place}: {} stands there too", of(loser), of(loser.other()))
        }
        (Hold::Held(loser), Hold::Free) => {
            format!("{} loses {place}: {}", of(loser), why(view, objective, loser))
        }
        (_, Hold::Contested) => format!("both sides stand at {place}: it counts for nobody"),
        (_, Hold::Free) => format!("{place} is held by nobody"),
    }
}

/// Reason why nobody holds an objective any more.
fn why(view: View, objective: &Objective, loser: Side) -> String {
    let (point, reach) =
        (Disc { at: objective.at, radius: 0.0 }, view.setup().ruleset.mission.holding_distance);
    let near = view.units().filter(|unit| unit.id.side == loser).find(|unit| {
        view.standing(unit.id).any(|model| view.allowance().at_most(gap(model.disc(), point), reach))
    });
    match near {
        Some(unit) => format!("{} cannot hold it while suppressed", unit_name(view.setup(), unit.id)),
        None => "nobody of its own is near any more".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::level::data_folder::{DataFolder, load_level};

    /// Rule: MIS-4. Nothing is said of an objective that nobody took or lost; of another who, which and whose score.
    #[test]
    fn only_what_changes_is_news() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = Arc::new(load_level("mid-battle", &data, None).unwrap());
        let game = Match::start(setup, DiceChoice::Seed(7)).unwrap();
        let view = game.battle().view();
        let now = holds(view);
        assert!(!now.is_empty());
        assert_eq!(news(view, &now), []);
        let side = Side::B;
        let before: Vec<Hold> = now.iter().map(|_| Hold::Held(side)).collect();
        let expected = now.iter().filter(|hold| **hold != Hold::Held(side)).count();
        let found = news(view, &before);
        assert_eq!(found.len(), expected);
        for (text, concerned) in found {
            assert!(concerned[side.index()] && text.contains("(B)"), "{text}");
        }
    }
}
