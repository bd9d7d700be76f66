//! What holds while a unit falls back, found once and passed on: who leads it, how far it may go, which of its models stay,
//! and where its leader is safe.

use std::cell::RefCell;

use super::safe::SafePositionTest;
use crate::game::engine::view::{ModelView, View};
use crate::game::plan::model::ModelPlanner;
use crate::rules::falling_back::{Limits, limits, terms};
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::allowance::MoveTerms;
use crate::rules::movement::bodies::Body;
use crate::rules::ruleset::FallBackProcedure;

/// A unit that falls back, from the view of its leader, or of another model that goes its own way.
pub(super) struct RetreatContext<'a> {
    pub(super) view: View<'a>,
    pub(super) leader: ModelView<'a>,
    /// What paths may cross, and their upper limits.
    pub(super) terms: MoveTerms,
    pub(super) limits: Limits,
    /// Bodies of the unit that stay where they are.
    pub(super) fixed: Vec<Body>,
    /// Where the leader is safe, and where it has room beside the fixed bodies.
    pub(super) safety: RefCell<SafePositionTest<'a>>,
}

/// The longest path searched, as a multiple of the table's width plus depth.
const MAX_PATH_IN_TABLE_SIZES: f64 = 4.0;

/// A model without any legal end, because another of its unit has taken its own place: all others must end elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoLegalEnd<'a>(pub(super) ModelView<'a>);

impl<'a> RetreatContext<'a> {
    pub(super) fn new(view: View<'a>, leader: ModelView<'a>, fixed: Vec<Body>) -> Self {
        let (movement, ruleset) = (leader.card.characteristics.movement, &view.setup().ruleset);
        let safety = RefCell::new(SafePositionTest::new(view, leader, &fixed));
        let (terms, limits) = (terms(movement, ruleset), limits(movement, ruleset));
        Self { view, leader, terms, limits, fixed, safety }
    }

    /// Whether the safe position, and the ends of the followers, are estimated. In the outline of 2012 they never are.
    pub(super) fn estimates(&self) -> bool {
        let procedure = self.view.setup().ruleset.falling_back.procedure;
        self.view.may_estimate() && procedure == FallBackProcedure::SafePosition
    }

    /// The longest path searched, inches.
    pub(super) fn longest_path(&self) -> f64 {
        let [width, depth] = self.view.terrain().size;
        MAX_PATH_IN_TABLE_SIZES * (width + depth)
    }

    /// A planner of the leader's paths up to a length in inches.
    pub(super) fn planner(&self, max_length: f64) -> Option<ModelPlanner<'a>> {
        ModelPlanner::on_terms(self.view, self.leader, self.terms, max_length)
    }
}

/// Plans a retreat, again as long as some model has no legal end but its own place, which the others then have
/// to leave free; `None` if the leader has nowhere to go.
pub(super) fn leaving_room<'a, T>(
    view: View<'a>,
    leader: ModelView<'a>,
    mut plan: impl FnMut(&RetreatContext<'a>) -> Option<Result<T, NoLegalEnd<'a>>>,
) -> Option<T> {
    let mut context = RetreatContext::new(view, leader, Vec::new());
    loop {
        match plan(&context)? {
            Ok(done) => return Some(done),
            // Ends: each model is added at most once, for nobody else ends there any more, and it stays.
            Err(NoLegalEnd(model)) => {
                let mut fixed = context.fixed;
                fixed.push(model.body_at(model.pose.at));
                context = RetreatContext::new(view, leader, fixed);
            }
        }
    }
}

/// The facing of a model after it fell back, unless its player turns it: toward the nearest enemy.
///
/// Rule: FAC-2.
pub(super) fn facing_at(view: View, model: ModelView, end: Place) -> Facing {
    let enemies = view.standing_of(model.id.unit.side.other()).map(|enemy| enemy.pose.at);
    let nearest = enemies.min_by(|a, b| {
        let thousandths = |at: &Place| (at.ground_distance(end) * 1000.0).round() as i64;
        thousandths(a).cmp(&thousandths(b)).then_with(|| a.cmp(b))
    });
    nearest.and_then(|enemy| Facing::toward(end, enemy)).unwrap_or(model.pose.facing)
}
