//! Puts a unit that waits on the table model by model, its leader first, looking away from its side's edge.

use super::kinds::{DeployUnit, ModelPlace};
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::placement::Placed;
use crate::game::table_edge::{TableEdge, own_edge};
use crate::rules::measures::{Facing, Place};
use crate::table::shape::Point;

/// The order that puts each model where a search finds a place for it, given its number in the formation and those placed
/// before it; `None` if some model finds none.
pub(super) fn formed<'a>(
    view: View<'a>,
    unit: UnitView,
    mut find: impl FnMut(usize, ModelView<'a>, &[Placed<'a>]) -> Option<Place>,
) -> Option<DeployUnit> {
    let mut placed: Vec<Placed> = Vec::new();
    for (index, model) in leader_first(view, unit).into_iter().enumerate() {
        placed.push((model, find(index, model, &placed)?));
    }
    placed.sort_by_key(|(model, _)| model.id);
    let facing = inward(own_edge(view, unit.id.side));
    let models = placed.iter().map(|(model, at)| ModelPlace { model: model.id, at: *at, facing }).collect();
    Some(DeployUnit { unit: unit.id, models })
}

/// The models of a unit, whether or not it stands, its leader first.
pub(super) fn leader_first<'a>(view: View<'a>, unit: UnitView) -> Vec<ModelView<'a>> {
    let (mut models, others): (Vec<ModelView>, Vec<ModelView>) =
        view.models(unit.id).partition(|model| model.id.number == unit.start.leader);
    models.extend(others);
    models
}

impl DeployUnit {
    /// Place of the unit's leader in the order.
    pub fn leader(&self, unit: UnitView) -> Option<&ModelPlace> {
        let leads = |one: &&ModelPlace| one.model.number == unit.start.leader;
        self.models.iter().find(leads).or(self.models.first())
    }
}

/// The facing from an edge toward the table.
fn inward([nx, ny, _]: TableEdge) -> Facing {
    let [x, y] = [nx, ny].map(|part| (-1000.0 * part) as i32);
    Facing::toward(Place::flat(0, 0), Place::flat(x, y)).unwrap_or_default()
}

/// The place on the ground at a point.
pub(super) fn place_at(view: View, [x, y]: Point) -> Option<Place> {
    Place::from_inches(x, y, view.terrain().ground_height([x, y]).inches()).ok()
}
