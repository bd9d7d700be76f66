//! The enemies that a unit running for cover must hide from (the outline of 2012).

use std::rc::Rc;

use crate::game::engine::view::{ModelView, View};
use crate::rules::basics::{Disc, gap};
use crate::rules::measures::Place;
use crate::table::sight::SightBody;
use crate::table::sight::exposure::{Observers, UndecidedObserver};

/// The enemies that a place must be covered from: those within Aw of the unit where it stands, which it runs
/// from, and those within Aw of the place itself, where it would be judged again.
///
/// Rule: OFB-2 (every enemy model within its Aw), OFB-3.
pub(super) struct RelevantEnemies<'a> {
    /// Within Aw of the unit.
    near: Vec<ModelView<'a>>,
    /// All others: they count at places within Aw of them.
    others: Vec<ModelView<'a>>,
    observers: Observers<'a>,
    undecided: Rc<[UndecidedObserver]>,
    awareness: f64,
    view: View<'a>,
    radius: f64,
}

impl<'a> RelevantEnemies<'a> {
    /// For a leader's unit.
    pub(super) fn new(view: View<'a>, leader: ModelView<'a>, enemies: &[ModelView<'a>]) -> Self {
        let unit: Vec<Disc> = view.standing(leader.id.unit).map(|model| model.disc()).collect();
        let awareness = f64::from(leader.card.characteristics.awareness);
        let is_near = |enemy: &ModelView| {
            unit.iter().any(|base| view.allowance().at_most(gap(*base, enemy.disc()), awareness))
        };
        let (near, others): (Vec<ModelView>, Vec<ModelView>) =
            enemies.iter().partition(|enemy| is_near(enemy));
        let observers = observers_of(view, leader, &others);
        let (undecided, radius) = (observers.undecided(), leader.card.base.radius());
        Self { near, others, observers, undecided, awareness, view, radius }
    }

    /// Those that it runs from.
    pub(super) fn near(&self) -> &[ModelView<'a>] {
        &self.near
    }

    /// Whether a place is covered from those within Aw of it that were not within Aw of the unit.
    pub(super) fn is_covered_from_others(&mut self, at: Place) -> bool {
        let Self { others, observers, undecided, awareness, view, radius, .. } = self;
        let base = Disc { at, radius: *radius };
        let is_within = |enemy: &ModelView| view.allowance().at_most(gap(base, enemy.disc()), *awareness);
        others.iter().zip(undecided.iter()).all(|(enemy, observer)| {
            !is_within(enemy) || observers.is_covered(at, std::slice::from_ref(observer))
        })
    }

    /// Whether a place must be covered from an enemy.
    pub(super) fn counts(&self, enemy: &ModelView, at: Place) -> bool {
        let base = Disc { at, radius: self.radius };
        self.near.iter().any(|near| near.id == enemy.id)
            || self.view.allowance().at_most(gap(base, enemy.disc()), self.awareness)
    }
}

/// Some enemies as observers of a model like the leader, anywhere.
pub(super) fn observers_of<'a>(
    view: View<'a>,
    leader: ModelView<'a>,
    enemies: &[ModelView<'a>],
) -> Observers<'a> {
    let eyes: Vec<SightBody> = enemies.iter().map(ModelView::sight_body).collect();
    let covered = super::covered(view);
    Observers::new(view.terrain(), &view.setup().ruleset.sight, &eyes, &leader.sight_body(), covered)
}
