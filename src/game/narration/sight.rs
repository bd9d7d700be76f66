//! Sight in words: states by the rulebook's names, with their causes.

use super::words::{per_cent, terrain};
use crate::game::engine::view::View;
use crate::game::sight::Observation;
use crate::rules::sight::{Reason, SightState, Why};

/// All states, from the best view to the worst.
pub const STATES: [SightState; 4] =
    [SightState::Clear, SightState::Obscured, SightState::Concealed, SightState::Hidden];

/// The rulebook's name of a state.
pub fn state(state: SightState) -> &'static str {
    match state {
        SightState::Clear => "Clear",
        SightState::Obscured => "Obscured",
        SightState::Concealed => "Concealed",
        SightState::Hidden => "Hidden",
    }
}

/// Number of models in each state, the best view first: "3 Clear, 5 Obscured".
pub fn tally(states: impl Iterator<Item = SightState> + Clone) -> String {
    let count = |of: SightState| {
        let count = states.clone().filter(|one| *one == of).count();
        (count > 0).then(|| format!("{count} {}", state(of)))
    };
    STATES.into_iter().filter_map(count).collect::<Vec<_>>().join(", ")
}

/// The reason for a state, with what was measured: "Obscured: 86 % in view past wreck".
pub fn reason(view: &View, reason: &Reason) -> String {
    let piece = reason.piece.map_or("something solid", |piece| view.terrain().pieces[piece].id.as_str());
    let share = || per_cent(reason.measured);
    let why = match reason.why {
        Why::NothingInView => format!("nothing in view behind {piece}"),
        Why::OnlyALine => format!("nothing in view behind {piece}, but it can see the observer"),
        Why::HalfInView | Why::PartlyInView => format!("{} in view past {piece}", share()),
        Why::ThroughWoods => format!("{:.1}\" through {piece}", reason.measured),
        Why::BehindEdge => format!("{piece}'s edge hides {}", share()),
        Why::WoodEdge if reason.measured < 0.05 => format!("stands at the edge of {piece}"),
        Why::WoodEdge => format!("{:.1}\" inside the edge of {piece}", reason.measured),
        Why::InLowGrowth => format!("stands in {piece}"),
        Why::Higher => format!("{:.1}\" higher", reason.measured),
    };
    format!("{}: {why}", state(reason.state))
}

/// Cause of a state, without the measure, so that several observers have it in common: "by the edge of the hill".
pub fn cause(view: &View, reason: &Reason) -> String {
    let piece = reason
        .piece
        .map_or_else(|| "something solid".to_owned(), |piece| terrain(&view.terrain().pieces[piece]));
    match reason.why {
        Why::NothingInView | Why::OnlyALine | Why::HalfInView | Why::PartlyInView => {
            format!("behind {piece}")
        }
        Why::ThroughWoods => format!("through {piece}"),
        Why::BehindEdge => format!("by the edge of {piece}"),
        Why::WoodEdge => format!("at the edge of {piece}"),
        Why::InLowGrowth => format!("in {piece}"),
        Why::Higher => "higher up".to_owned(),
    }
}

/// The distance, compared with awareness.
pub fn distance(seen: &Observation) -> String {
    let exposed = if seen.exposed { ", doubled: the target is exposed (VIS-3)" } else { "" };
    let far = if seen.beyond_awareness { "beyond" } else { "within" };
    format!("{:.1}\" away, {far} Aw {}\"{exposed}", seen.gap, seen.awareness)
}

/// The effect of the state on a shot.
pub fn effect(seen: &Observation) -> String {
    match (seen.state, seen.state_allows_fire) {
        (SightState::Hidden | SightState::Concealed, false) => "beyond Aw: no shot at it (VIS-4)".to_owned(),
        _ if seen.shot.evasion.sight == 0 => "Ev unchanged (VIS-5)".to_owned(),
        _ => format!("Ev +{} (VIS-5)", seen.shot.evasion.sight),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rule: VIS-2.
    #[test]
    fn states_are_counted_from_the_best_view_to_the_worst() {
        let states = [SightState::Hidden, SightState::Obscured, SightState::Hidden, SightState::Clear];
        assert_eq!(tally(states.into_iter()), "1 Clear, 1 Obscured, 2 Hidden");
        assert_eq!(tally([].into_iter()), "");
    }
}
