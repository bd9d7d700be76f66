//! The trays of losses: on the frame at each side's own edge its fallen lie in a row, unit by unit, so that they can be
//! counted.

use std::collections::BTreeMap;
use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use crate::game::engine::components::Fate;
use crate::game::engine::view::View;
use crate::game::table_edge::{TableEdge, own_edge};
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::ui::axes;
use crate::ui::scene::table::LIP;

/// From the edge of the table top to the middle of a body, inches.
const OUT: f32 = 0.8;
/// Room for a body, as a share of its base's width, and between two units, inches.
const ROOM: f32 = 1.04;
const GAP: f32 = 0.8;
/// From the end of an edge to the row, inches.
const RIM: f32 = 1.0;
/// How thick a trunk is, as a share of a body's height.
const TRUNK: f32 = 0.13;

/// The fallen of a unit in its side's tray.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct TrayRow {
    pub unit: UnitId,
    /// In the order in which they came.
    pub models: Vec<ModelId>,
    /// The middle of the row on the frame, in the scene.
    pub middle: Vec3,
    /// The direction of the row, and away from the table; of length 1.
    pub along: Vec3,
    pub out: Vec3,
    /// Its length, inches.
    pub length: f32,
}

/// Both trays.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Trays {
    pub rows: Vec<TrayRow>,
    pub places: BTreeMap<ModelId, Transform>,
}

impl Trays {
    /// Lays out the models of a battle that are lost. Those that lay in a row before keep their order; others come after them.
    pub fn of(view: View, before: &Self) -> Self {
        let mut trays = Self::default();
        for side in Side::BOTH {
            trays.lay_out(view, side, before);
        }
        trays
    }

    fn lay_out(&mut self, view: View, side: Side, before: &Self) {
        let lost: Vec<(UnitId, Vec<ModelId>)> = view
            .units()
            .filter(|unit| unit.id.side == side)
            .map(|unit| (unit.id, lost_in_order(view, unit.id, before)))
            .filter(|(_, models)| !models.is_empty())
            .collect();
        let width = |unit: UnitId| view.unit(unit).map_or(1.0, |unit| 2.0 * unit.card.base.radius() as f32);
        let taken: f32 = lost.iter().map(|(unit, models)| models.len() as f32 * width(*unit) * ROOM).sum();
        let gaps = GAP * lost.len().saturating_sub(1) as f32;
        let edge = own_edge(view, side);
        let [along, out] = directions(edge);
        let size = view.terrain().size;
        let length = (if out.x.abs() > 0.5 { size[1] } else { size[0] }) as f32 - 2.0 * RIM;
        // Where there is no room for all, they lie closer.
        let scale = (length / (taken + gaps)).min(1.0);
        let mut from = -(taken + gaps) * scale / 2.0;
        for (unit, models) in lost {
            let room = width(unit) * ROOM * scale;
            let row = models.len() as f32 * room;
            let base = out * (edge[2] as f32) + Vec3::Y * LIP;
            let at = |along_by: f32| base + along * along_by + out * OUT;
            if let Some(card) = view.unit(unit).map(|unit| unit.card) {
                let size = [card.base.height.inches() as f32, card.base.radius() as f32];
                for (index, model) in models.iter().enumerate() {
                    let middle = at(from + (index as f32 + 0.5) * room);
                    self.places.insert(*model, lying(middle, out, size));
                }
            }
            self.rows.push(TrayRow { unit, models, middle: at(from + row / 2.0), along, out, length: row });
            from += row + GAP * scale;
        }
    }
}

/// The lost models of a unit: first those that were lost before, then others.
fn lost_in_order(view: View, unit: UnitId, before: &Trays) -> Vec<ModelId> {
    let lost = |id: &ModelId| view.model(*id).is_some_and(|model| model.condition.fate == Fate::Lost);
    let old = before.rows.iter().find(|row| row.unit == unit);
    let mut models: Vec<ModelId> = old.into_iter().flat_map(|row| row.models.clone()).filter(lost).collect();
    let new: Vec<ModelId> =
        view.models(unit).map(|model| model.id).filter(|id| lost(id) && !models.contains(id)).collect();
    models.extend(new);
    models
}

/// Along an edge, counter-clockwise, and away from the table, in the scene.
fn directions([x, y, _]: TableEdge) -> [Vec3; 2] {
    [axes::in_scene([-y, x], 0.0), axes::in_scene([x, y], 0.0)]
}

/// A figure on its back, the rim of its base and its head on the ground, its head away from the table. `size` is its height
/// and the radius of its base.
fn lying(middle: Vec3, out: Vec3, [height, radius]: [f32; 2]) -> Transform {
    // On its back a figure's head lies where it looks away from.
    let facing = Quat::from_rotation_arc(Vec3::NEG_X, out);
    let tilt = ((radius - TRUNK * height) / height).atan();
    let rotation = facing * Quat::from_rotation_z(FRAC_PI_2 + tilt);
    let foot = middle - out * (height / 2.0) * tilt.cos() + Vec3::Y * radius * tilt.cos();
    Transform::from_translation(foot).with_rotation(rotation)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::battle::Battle;
    use crate::game::engine::dice::Dice;
    use crate::level::data_folder::{DataFolder, load_level};

    #[test]
    fn a_body_lies_on_the_frame_with_its_head_outward() {
        for out in [Vec3::Z, Vec3::NEG_Z, Vec3::X, Vec3::NEG_X] {
            let lies = lying(Vec3::new(1.0, 0.3, 2.0), out, [1.25, 0.5]);
            let head = lies * (Vec3::Y * 1.25);
            let foot = lies.translation;
            assert!((head - foot).dot(out) > 1.0, "{out}: {foot} {head}");
            assert!(head.y > 0.3 && head.y < 0.6, "{head}");
            let rim = (lies * Vec3::new(-0.5, 0.0, 0.0)).y.min((lies * Vec3::new(0.5, 0.0, 0.0)).y);
            assert!((rim - 0.3).abs() < 1e-3, "{rim}");
            assert!((lies.rotation * Vec3::X).y > 0.5, "it looks at the sky");
        }
    }

    /// The farm in its fourth round: whoever is missing lies in the trays; who falls next comes to the end of his unit's row,
    /// and who stands up again by an undo leaves it.
    #[test]
    fn the_lost_lie_by_units_in_the_order_in_which_they_came() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = Arc::new(load_level("mid-battle", &data, None).unwrap());
        let (mut battle, _) = Battle::new(setup, Dice::seeded(1)).unwrap();
        let begun = battle.snapshot();
        let first = Trays::of(battle.view(), &Trays::default());
        let lost = begun.models.iter().filter(|model| model.condition.fate == Fate::Lost).count();
        assert!(lost > 3);
        assert_eq!(first.places.len(), lost);
        assert_eq!(first.rows.iter().map(|row| row.models.len()).sum::<usize>(), lost);
        let unit = first.rows[0].unit;
        let mut standing = battle.view().standing(unit).map(|model| model.id);
        let (low, high) = (standing.next().unwrap(), standing.last().unwrap());
        let mut after = begun.clone();
        let mut lose = |id: ModelId, trays: &Trays| {
            after.models.iter_mut().find(|model| model.id == id).unwrap().condition.fate = Fate::Lost;
            battle.restore(&after).unwrap();
            Trays::of(battle.view(), trays)
        };
        let second = lose(high, &first);
        let third = lose(low, &second);
        let mut expected = first.rows[0].models.clone();
        expected.extend([high, low]);
        assert_eq!(third.rows[0].models, expected);
        battle.restore(&begun).unwrap();
        assert_eq!(Trays::of(battle.view(), &third), first, "undone");
        for (row, next) in third.rows.iter().zip(&third.rows[1..]) {
            let apart = row.middle.distance(next.middle) - (row.length + next.length) / 2.0;
            assert!(row.unit.side != next.unit.side || apart > 0.1, "rows do not overlap");
        }
    }
}
