//! Text about lines of sight.

use super::SightReport;
use crate::game::engine::view::View;
pub(in crate::ui) use crate::game::narration::words::per_cent;
use crate::game::sight::Observation;
use crate::rules::sight::{Reason, SightState, Why};
use crate::ui::looks::sight_look;

/// The reason for a state.
pub(in crate::ui) fn reason(view: &View, reason: &Reason) -> String {
    let piece = reason.piece.map_or("something solid", |piece| view.terrain().pieces[piece].id.as_str());
    let share = || per_cent(reason.measured);
    let state = sight_look::word(reason.state);
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
    format!("{state}: {why}")
}

/// The distance, compared with awareness.
pub(in crate::ui) fn distance(seen: &Observation) -> String {
    let exposed = if seen.exposed { ", doubled: the target is exposed (VIS-3)" } else { "" };
    let far = if seen.beyond_awareness { "beyond" } else { "within" };
    format!("{:.1}\" away, {far} Aw {}\"{exposed}", seen.gap, seen.awareness)
}

/// The effect of the state on a shot.
pub(in crate::ui) fn effect(seen: &Observation) -> String {
    match (seen.state, seen.state_allows_fire) {
        (SightState::Hidden | SightState::Concealed, false) => "beyond Aw: no shot at it (VIS-4)".to_owned(),
        _ if seen.shot.evasion.sight == 0 => "Ev unchanged (VIS-5)".to_owned(),
        _ => format!("Ev +{} (VIS-5)", seen.shot.evasion.sight),
    }
}

/// How many models alone have a line of each state: "3 Clear, 5 Obscured".
pub(in crate::ui) fn tally(found: &SightReport) -> String {
    tally_by(found, |seen| seen.judged.state)
}

/// How many lines have each state for the unit that looks, as the odds of fire count them.
///
/// Rule: VIS-2 (Hidden only if hidden from all its models).
pub(in crate::ui) fn unit_tally(found: &SightReport) -> String {
    tally_by(found, |seen| seen.state)
}

fn tally_by(found: &SightReport, state_of: fn(&Observation) -> SightState) -> String {
    let count = |state: SightState| {
        let of_state = found.lines.iter().filter(|line| state_of(&line.seen) == state).count();
        (of_state > 0).then(|| format!("{of_state} {}", sight_look::word(state)))
    };
    sight_look::STATES.into_iter().filter_map(count).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::per_cent;

    #[test]
    fn a_little_is_not_nothing_and_almost_all_is_not_all() {
        for (share, words) in
            [(0.0, "0 %"), (0.001, "1 %"), (0.5, "50 %"), (0.862, "86 %"), (0.998, "99 %"), (1.0, "100 %")]
        {
            assert_eq!(per_cent(share), words);
        }
    }
}
