//! Before the first turn: what to do while the battle is set up, in the words of the step that is asked.

use crate::game::engine::view::View;
use crate::game::phases::deployment::kinds::Choice as Asked;
use crate::rules::ids::Side;
use crate::rules::turn::Phase;
use crate::ui::drafts::placing::asked;
use crate::ui::session::open_game::{Commander, OpenGame};

/// What the card says before the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SetUp {
    pub title: &'static str,
    pub says: &'static str,
}

/// What is to be done now; `None` once the battle is set up.
pub(super) fn set_up(opened: &OpenGame, shown: View) -> Option<SetUp> {
    if shown.turn().phase != Phase::Deployment {
        return None;
    }
    let by_person = |side: &Side| opened.commander(*side) == Commander::Person;
    Some(match asked(opened) {
        Some((side, step)) if by_person(&side) => words(step),
        _ => SetUp {
            title: "Wait a moment",
            says: "The other side sets up. Meanwhile hold the right button and drag to look around.",
        },
    })
}

fn words(step: Asked) -> SetUp {
    let (title, says) = match step {
        Asked::PickZone => (
            "Choose your table edge",
            "Click one of the two coloured zones: your units start in it. Hold the right button and drag to look \
             around first.",
        ),
        Asked::PlaceObjective { .. } => (
            "Place an objective",
            "Click the table where it should lie, then press Enter. N leaves the place to the program.",
        ),
        Asked::PlaceObstacle { .. } => (
            "Place an obstacle",
            "Click the table where it should stand, and press Enter; N if you want no more.",
        ),
        Asked::ChooseUnits => (
            "Choose who begins",
            "Tick the units at the right that are there from the start, then press Enter. The others come later.",
        ),
        Asked::PlaceUnit { .. } => (
            "Place your units",
            "Click a unit in the list at the right, then your zone, and press Enter; or let the program place the rest \
             with Shift+Enter.",
        ),
        Asked::PlaceArrival { .. } => (
            "Bring it on",
            "Drag the ghosts along your table edge to where the unit should enter, and press Enter.",
        ),
    };
    SetUp { title, says }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every step of the set-up has a short piece of advice of its own.
    #[test]
    fn every_step_of_the_set_up_is_explained() {
        let left = [1, 1];
        let steps = [
            Asked::PickZone,
            Asked::PlaceObjective { left },
            Asked::PlaceObstacle { left },
            Asked::ChooseUnits,
            Asked::PlaceUnit { finished_first: None },
        ];
        let mut titles: Vec<&str> = steps.map(|step| words(step).title).to_vec();
        assert!(steps.into_iter().all(|step| words(step).says.chars().count() < 150));
        titles.sort_unstable();
        titles.dedup();
        assert_eq!(titles.len(), steps.len());
    }
}
