//! A draft that is drawn farther than it may move stops at the limit, on its way to where it was drawn.

use super::draft::{Draft, Ends, Purpose, Stop, Way};
use super::draft_model::Grip;
use crate::game::engine::view::View;
use crate::game::phases::close_combat::moves::terms as combat_terms;
use crate::game::terms::terms_of;
use crate::rules::movement::allowance::MoveTerms;

/// What a draft's models may move; `None` where they are only placed, or may not move at all.
pub(super) fn terms(view: &View, draft: &Draft) -> Option<MoveTerms> {
    let unit = view.unit(draft.unit)?;
    match draft.purpose {
        Purpose::Move(action) => terms_of(*view, unit, action),
        Purpose::Combat(by) => Some(combat_terms(*view, unit, by)),
        Purpose::Deploy => None,
    }
}

impl Draft {
    /// Cuts the ways of the held models off where the first of them is as long as it may be: the formation stays. What was
    /// drawn is kept for when the pointer comes back. Ends that are held exactly where they are put stay there.
    ///
    /// Rule: MOV-1.
    pub(super) fn stop_at_limit(&mut self, view: &View) {
        if self.way == Way::Planned || self.ends == Ends::Exact || self.falls_back() {
            return;
        }
        self.restore_drawn();
        let Some(MoveTerms { allowance, rule, .. }) = terms(view, self) else { return };
        let held = || self.models.iter().filter(|model| model.grip == Grip::Held);
        let is_within = |length: f64| view.allowance().at_most(length, allowance);
        if held().all(|model| is_within(model.length())) {
            return;
        }
        let share = held().map(|model| model.share_within(allowance)).fold(1.0, f64::min);
        self.held().for_each(|model| model.stop_after(share));
        self.stop = Some(Stop::Limit { inches: allowance, rule });
    }
}
