//! Text about lines of sight.

use super::SightReport;
use crate::game::narration::sight;
pub(in crate::ui) use crate::game::narration::sight::{distance, effect, reason};
pub(in crate::ui) use crate::game::narration::words::per_cent;
use crate::game::sight::Observation;
use crate::rules::sight::SightState;

/// Number of model pairs with each state by itself: "3 Clear, 5 Obscured".
pub(in crate::ui) fn tally(found: &SightReport) -> String {
    tally_by(found, |seen| seen.judged.state)
}

/// Number of lines with each state for the unit that looks, as the odds of fire count them.
///
/// Rule: VIS-2 (Hidden only if hidden from all its models).
pub(in crate::ui) fn unit_tally(found: &SightReport) -> String {
    tally_by(found, |seen| seen.state)
}

fn tally_by(found: &SightReport, state_of: fn(&Observation) -> SightState) -> String {
    sight::tally(found.lines.iter().map(|line| state_of(&line.seen)))
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
