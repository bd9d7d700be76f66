//! Whom a unit hides from that runs for cover by the outline of 2012.

use std::rc::Rc;

use crate::game::engine::view::{ModelView, View};
use crate::rules::basics::{Disc, gap};
use crate::rules::measures::Place;
use crate::table::sight::SightBody;
use crate::table::sight::exposure::{Observers, UndecidedObserver};

/// The enemies from whom a place has to be covered: those within Aw of the unit where it stands, from whom it
/// runs, and those within Aw of the place itself, for there it would be judged anew.
///
/// Rule: OFB-2 (every enemy model within its Aw), OFB-3.
pub(super) struct RelevantEnemies<'a> {
    /// Within Aw of the unit.
    near: Vec<ModelView<'a>>,
    /// All others: they count where a place is within Aw of them.
    far: Vec<ModelView<'a>>,
    lookout: Observers<'a>,
    doubts: Rc<[UndecidedObserver]>,
    awareness: f64,
    view: View<'a>,
    radius: f64,
}

impl<'a> RelevantEnemies<'a> {
    /// By the unit of a model.
    pub(super) fn new(view: View<'a>, leader: ModelView<'a>, enemies: &[ModelView<'a>]) -> Self {
        let unit: Vec<Disc> = view.standing(leader.id.unit).map(|fellow| fellow.disc()).collect();
        let awareness = f64::from(leader.card.characteristics.awareness);
        let is_near = |enemy: &ModelView| {
            unit.iter().any(|base| view.allowance().at_most(gap(*base, enemy.disc()), awareness))
        };
        let (near, far): (Vec<ModelView>, Vec<ModelView>) = enemies.iter().partition(|enemy| is_near(enemy));
        let lookout = lookout(view, leader, &far);
        let (doubts, radius) = (lookout.undecided(), leader.card.base.radius());
        Self { near, far, lookout, doubts, awareness, view, radius }
    }

    /// Those from whom it runs.
    pub(super) fn near(&self) -> &[ModelView<'a>] {
        &self.near
    }

    /// Whether a model at a place is covered from all who are within Aw of it there, and were not of its unit.
    pub(super) fn is_covered_from_others(&mut self, at: Place) -> bool {
        let Self { far, lookout, doubts, awareness, view, radius, .. } = self;
        let base = Disc { at, radius: *radius };
        let within = |enemy: &ModelView| view.allowance().at_most(gap(base, enemy.disc()), *awareness);
        far.iter()
            .zip(doubts.iter())
            .all(|(enemy, doubt)| !within(enemy) || lookout.is_covered(at, std::slice::from_ref(doubt)))
    }

    /// Whether an enemy counts at a place.
    pub(super) fn counts(&self, enemy: &ModelView, at: Place) -> bool {
        let base = Disc { at, radius: self.radius };
        self.near.iter().any(|near| near.id == enemy.id)
            || self.view.allowance().at_most(gap(base, enemy.disc()), self.awareness)
    }
}

/// From whom of some enemies a model of the leader's unit is covered, wherever it stands.
pub(super) fn lookout<'a>(view: View<'a>, leader: ModelView<'a>, enemies: &[ModelView<'a>]) -> Observers<'a> {
    let eyes: Vec<SightBody> = enemies.iter().map(ModelView::sight_body).collect();
    Observers::new(
        view.terrain(),
        &view.setup().ruleset.sight,
        &eyes,
        &leader.sight_body(),
        super::covered(view),
    )
}
