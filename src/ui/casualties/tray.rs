//! The trays of losses: on the frame at each side's own edge its fallen lie in a row, unit by unit, so that they can be
//! counted. They lie along the edge, so that one sees them from the side and no base from below, and leave room for the
//! table's name in the middle of the front edge.

use std::collections::BTreeMap;
use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use crate::game::engine::components::Fate;
use crate::game::engine::view::View;
use crate::game::table_edge::{TableEdge, own_edge};
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::ui::axes;
use crate::ui::miniatures::table::LIP;

/// From the edge of the table top to the middle of a body, inches.
const OUT: f32 = 0.8;
/// Between two bodies, and between two units, inches.
const BODY_GAP_INCHES: f32 = 0.12;
const UNIT_GAP_INCHES: f32 = 0.8;
/// The least length of a row, inches.
const LABEL: f32 = 2.2;
/// Half the room for the table's name in the middle of the front edge, inches, and the most that it takes of the edge.
const NAME: f32 = 6.0;
const NAME_SHARE: f32 = 0.3;
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
        let edge = own_edge(view, side);
        let [along, out] = directions(edge);
        let base = out * (edge[2] as f32 + OUT) + Vec3::Y * LIP;
        let mut rows = Vec::new();
        for unit in view.units().filter(|unit| unit.id.side == side) {
            let models = lost_in_order(view, unit.id, before);
            if !models.is_empty() {
                let size = [unit.card.base.height.inches() as f32, unit.card.base.radius() as f32];
                rows.push(Row { unit: unit.id, models, size });
            }
        }
        let size = view.terrain().size;
        let length = (if out.x.abs() > 0.5 { size[1] } else { size[0] }) as f32 - 2.0 * RIM;
        for (row, from, scale) in placed(rows, &boards(length, out)) {
            let whole = row.length() * scale;
            let room = whole / row.models.len() as f32;
            for (index, model) in row.models.iter().enumerate() {
                let at = from + (index as f32 + 0.5) * room;
                // Heads toward the middle: who looks from there sees no base from below.
                let head = if at > 0.0 && out.x.abs() < 0.5 { -along } else { along };
                self.places.insert(*model, lying(base + along * at, head, row.size));
            }
            let middle = base + along * (from + whole / 2.0);
            self.rows.push(TrayRow { unit: row.unit, models: row.models, middle, along, out, length: whole });
        }
    }
}

/// The fallen of a unit, and the height and the radius of the base of each, inches.
struct Row {
    unit: UnitId,
    models: Vec<ModelId>,
    size: [f32; 2],
}

impl Row {
    /// Room for one of them.
    fn room(&self) -> f32 {
        let [height, radius] = self.size;
        height.max(2.0 * radius) + BODY_GAP_INCHES
    }

    /// Its length, with room for what is written beside it.
    fn length(&self) -> f32 {
        (self.models.len() as f32 * self.room()).max(LABEL)
    }
}

/// The parts of an edge on which rows may lie, from the middle of the edge; on the front edge beside the table's name.
fn boards(length: f32, out: Vec3) -> Vec<[f32; 2]> {
    let half = length / 2.0;
    let name = NAME.min(length * NAME_SHARE / 2.0);
    if out.z > 0.5 { vec![[-half, -name], [name, half]] } else { vec![[-half, half]] }
}

/// Each row with where it begins and how much closer its bodies lie than they should: on the first board with room for it,
/// else on the one with most room. Where there is no room for all, they lie closer.
fn placed(rows: Vec<Row>, boards: &[[f32; 2]]) -> Vec<(Row, f32, f32)> {
    let mut on: Vec<Vec<Row>> = boards.iter().map(|_| Vec::new()).collect();
    let taken = |rows: &[Row]| rows.iter().map(|row| row.length() + UNIT_GAP_INCHES).sum::<f32>();
    for row in rows {
        let left = |board: usize| boards[board][1] - boards[board][0] - taken(&on[board]);
        let first = (0..boards.len()).find(|board| left(*board) >= row.length());
        let roomiest = (0..boards.len()).max_by(|a, b| left(*a).total_cmp(&left(*b)));
        if let Some(board) = first.or(roomiest) {
            on[board].push(row);
        }
    }
    let mut all = Vec::new();
    for (rows, [low, high]) in on.into_iter().zip(boards) {
        let length = taken(&rows) - UNIT_GAP_INCHES;
        let scale = ((high - low) / length).min(1.0);
        // In the middle of a board.
        let mut from = (low + high - length * scale) / 2.0;
        for row in rows {
            let start = from;
            from += (row.length() + UNIT_GAP_INCHES) * scale;
            all.push((row, start, scale));
        }
    }
    all
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

/// Along an edge and away from the table, in the scene. Who looks over the front edge sees the row of it from the left to
/// the right, and those at the sides from the back to the front.
fn directions([x, y, _]: TableEdge) -> [Vec3; 2] {
    let out = axes::in_scene([x, y], 0.0);
    let along = Vec3::new(-out.z, 0.0, out.x);
    let ahead = if along.x + along.z < 0.0 { -along } else { along };
    [ahead, out]
}

/// A figure on its back, the rim of its base and its head on the ground, its head that way. `size` is its height and the
/// radius of its base.
fn lying(middle: Vec3, along: Vec3, [height, radius]: [f32; 2]) -> Transform {
    // On its back a figure's head lies where it looks away from.
    let facing = Quat::from_rotation_arc(Vec3::NEG_X, along);
    let tilt = ((radius - TRUNK * height) / height).atan();
    let rotation = facing * Quat::from_rotation_z(FRAC_PI_2 + tilt);
    let foot = middle - along * (height / 2.0) * tilt.cos() + Vec3::Y * radius * tilt.cos();
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
    fn a_body_lies_on_the_frame_along_its_edge() {
        for along in [Vec3::Z, Vec3::NEG_Z, Vec3::X, Vec3::NEG_X] {
            let lies = lying(Vec3::new(1.0, 0.3, 2.0), along, [1.25, 0.5]);
            let head = lies * (Vec3::Y * 1.25);
            let foot = lies.translation;
            assert!((head - foot).dot(along) > 1.0, "{along}: {foot} {head}");
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

    /// However many are lost, nobody lies on the table's name or beyond the edge, and rows keep apart.
    #[test]
    fn the_name_of_the_table_stays_free() {
        let unit = |number| UnitId { side: Side::A, number };
        let row = |number: u8, models: u8| Row {
            unit: unit(number),
            models: (1..=models).map(|number_of| ModelId { unit: unit(number), number: number_of }).collect(),
            size: [1.25, 0.5],
        };
        for (length, out, rows) in [
            (46.0, Vec3::Z, vec![row(1, 4), row(2, 10)]),
            (46.0, Vec3::Z, vec![row(1, 10), row(2, 10), row(3, 10), row(4, 10)]),
            (46.0, Vec3::NEG_Z, vec![row(1, 10), row(2, 10), row(3, 10), row(4, 10)]),
            (6.0, Vec3::Z, vec![row(1, 3)]),
        ] {
            let count = rows.len();
            let boards = boards(length, out);
            let mut ends: Vec<[f32; 2]> = placed(rows, &boards)
                .into_iter()
                .map(|(row, from, scale)| [from, from + row.length() * scale])
                .collect();
            assert_eq!(ends.len(), count);
            for [low, high] in &ends {
                let fits = |board: &[f32; 2]| *low > board[0] - 1e-3 && *high < board[1] + 1e-3;
                assert!(boards.iter().any(fits), "{low} to {high} on {boards:?}");
            }
            ends.sort_by(|a, b| a[0].total_cmp(&b[0]));
            assert!(ends.windows(2).all(|next| next[0][1] < next[1][0]), "{ends:?}");
        }
        assert!(super::boards(46.0, Vec3::Z).iter().all(|[low, high]| low.abs().min(high.abs()) >= NAME));
    }
}
