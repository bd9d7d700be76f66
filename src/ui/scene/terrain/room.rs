//! Room for models: trees step aside and crops lie where they stand.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::site::{Site, Standing};
use super::{Part, Plants, look_of};
use crate::game::engine::view::View;
use crate::rules::ids::Side;
use crate::table::piece::{Kind, Piece};
use crate::ui::open_game::OpenGame;
use crate::ui::shown_battle::ShownBattle;

/// How far outside of its edge a piece still notices a model, inches.
const NOTICE: f64 = 1.0;

/// The models in each piece that makes room for them, by its index.
type Room = BTreeMap<usize, Vec<Standing>>;

fn grows(piece: &Piece) -> bool {
    matches!(piece.kind, Kind::Wood { .. } | Kind::Field { .. })
}

/// Who stands on the ground of which piece.
fn room_in(view: &View<'_>, pieces: &[Piece]) -> Room {
    let models: Vec<Standing> = Side::BOTH
        .into_iter()
        .flat_map(|side| view.standing_of(side))
        .filter(|model| model.pose.at.z.inches() < 0.5)
        .map(|model| Standing { at: model.pose.at.ground(), radius: model.card.base.radius() })
        .collect();
    let growing = pieces.iter().enumerate().filter(|(_, piece)| grows(piece));
    let standing = |piece: &Piece| -> Vec<Standing> {
        models.iter().filter(|model| piece.footprint.depth_inside(model.at) > -NOTICE).copied().collect()
    };
    growing.map(|(index, piece)| (index, standing(piece))).filter(|(_, models)| !models.is_empty()).collect()
}

/// Builds the plants of a piece again when other models stand there, as far as the battle has been shown.
pub(in crate::ui::scene) fn make_room(
    opened: Res<OpenGame>,
    shown: Res<ShownBattle>,
    new: Query<(), Added<Plants>>,
    mut room: Local<Room>,
    mut plants: Query<(&Plants, &mut Mesh3d)>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    if !opened.is_changed() && !shown.is_changed() && new.is_empty() {
        return;
    }
    if !new.is_empty() {
        room.clear();
    }
    let level = &opened.game.setup().level;
    let pieces = &level.terrain.pieces;
    let now = room_in(&shown.view(&opened), pieces);
    let changed = (0..pieces.len()).filter(|index| room.get(index) != now.get(index));
    for index in changed {
        let standing = now.get(&index).cloned().unwrap_or_default();
        let mut look = look_of(&pieces[index], &Site { standing, ..Site::of_level(&level.name) });
        for (plant, mut mesh) in plants.iter_mut().filter(|(plant, _)| plant.piece == index) {
            let grown = match plant.part {
                Part::Stems => &mut look.stems,
                Part::Leaves => &mut look.leaves,
                Part::Crops => &mut look.crops,
                Part::Fixed | Part::Storey(_) => continue,
            };
            mesh.0 = meshes.add(std::mem::take(grown).finish());
        }
    }
    *room = now;
}
