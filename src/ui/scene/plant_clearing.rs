//! Room for models: trees step aside and crops lie down where they stand, or will stand once they have come.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use crate::game::engine::view::View;
use crate::rules::ids::Side;
use crate::table::piece::{Kind, Piece};
use crate::ui::axes;
use crate::ui::miniatures::terrain::site::{Site, Standing};
use crate::ui::miniatures::terrain::{Part, Plants, plants_of};
use crate::ui::playback::Playback;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::settings::Settings;
use crate::ui::session::shown_battle::ShownBattle;

/// Distance outside of its edge at which a piece still notices a model, inches.
const NOTICE: f64 = 1.0;

/// Time in which plants make room for a model, and close up again; seconds.
const GLIDE: f32 = 0.35;

/// Places that are so near to each other are the same place, inches.
const SAME: f64 = 0.02;

/// The models in each piece that makes room for them, by its index.
type Room = BTreeMap<usize, Vec<Standing>>;

fn grows(piece: &Piece) -> bool {
    matches!(piece.kind, Kind::Wood { .. } | Kind::Field { .. })
}

/// Models that stand, or will stand, on the ground of each piece.
fn room_in(view: &View<'_>, playback: &Playback, pieces: &[Piece]) -> Room {
    let models: Vec<Standing> = Side::BOTH
        .into_iter()
        .flat_map(|side| view.standing_of(side))
        .filter_map(|model| {
            let at = playback.goes_to(model.id).unwrap_or_else(|| axes::place_in_scene(model.pose.at));
            let radius = model.card.base.radius();
            let on_table = axes::on_table(at);
            let over_ground = at.y - view.terrain().ground_height(on_table).inches() as f32;
            (over_ground < 0.5).then_some(Standing { at: on_table, radius, share: 1.0 })
        })
        .collect();
    let growing = pieces.iter().enumerate().filter(|(_, piece)| grows(piece));
    let standing = |piece: &Piece| -> Vec<Standing> {
        models.iter().filter(|model| piece.footprint.depth_inside(model.at) > -NOTICE).copied().collect()
    };
    growing.map(|(index, piece)| (index, standing(piece))).filter(|(_, models)| !models.is_empty()).collect()
}

/// Brings the shares of room nearer to what they should be, by a step from 0 to 1 at most. Who has gone has the share 0 in the end
/// and is dropped.
fn eased(now: &[Standing], wanted: &[Standing], step: f32) -> Vec<Standing> {
    let same = |a: &Standing, b: &Standing| {
        (a.at[0] - b.at[0]).abs() + (a.at[1] - b.at[1]).abs() < SAME && a.radius == b.radius
    };
    let come = wanted.iter().map(|model| {
        let known = now.iter().find(|known| same(known, model)).map_or(0.0, |known| known.share);
        Standing { share: (known + step).min(1.0), ..*model }
    });
    let gone = now.iter().filter(|known| !wanted.iter().any(|model| same(known, model)));
    let going = gone.map(|known| Standing { share: known.share - step, ..*known });
    come.chain(going.filter(|model| model.share > 0.0)).collect()
}

/// Builds the plants of a piece again, while other models come to stand there, as far as the battle has been shown.
pub(in crate::ui::scene) fn make_room(
    (opened, shown, playback): (Res<OpenGame>, Res<ShownBattle>, Res<Playback>),
    (settings, time): (Res<Settings>, Res<Time<Real>>),
    new: Query<(), Added<Plants>>,
    (mut room, mut glides): (Local<Room>, Local<bool>),
    mut plants: Query<(&Plants, &mut Mesh3d)>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let has_changed = opened.is_changed() || shown.is_changed() || playback.is_changed();
    if !has_changed && !*glides && new.is_empty() {
        return;
    }
    let is_new = !new.is_empty();
    if is_new {
        room.clear();
    }
    let scale = settings.show_pace().scale();
    // Who stands there as the table is laid out has room from the first.
    let step = if is_new || scale == 0.0 { 1.0 } else { time.delta_secs().min(0.25) / (GLIDE * scale) };
    let level = &opened.game.setup().level;
    let pieces = &level.terrain.pieces;
    let wanted = room_in(&shown.view(&opened), &playback, pieces);
    let mut now = Room::new();
    for index in 0..pieces.len() {
        let none = Vec::new();
        let before = room.get(&index).unwrap_or(&none);
        let after = eased(before, wanted.get(&index).unwrap_or(&none), step);
        if *before != after {
            let site = Site { standing: after.clone(), ..Site::of_level(&level.name) };
            let mut look = plants_of(&level.terrain, index, &site);
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
        if !after.is_empty() {
            now.insert(index, after);
        }
    }
    let is_under_way = |(index, models): (&usize, &Vec<Standing>)| {
        models.iter().any(|model| model.share < 1.0) || !wanted.contains_key(index)
    };
    *glides = now.iter().any(is_under_way);
    *room = now;
    if *glides {
        redraw.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Room is made and closed bit by bit, and nothing is left of who has gone.
    #[test]
    fn room_is_made_bit_by_bit() {
        let model = |x: f64, share| Standing { at: [x, 0.0], radius: 0.5, share };
        let before = [model(1.0, 1.0), model(2.0, 0.5)];
        let wanted = [model(2.0, 1.0), model(3.0, 1.0)];
        let first = eased(&before, &wanted, 0.25);
        assert_eq!(first, [model(2.0, 0.75), model(3.0, 0.25), model(1.0, 0.75)]);
        let last = (0..3).fold(first, |room, _| eased(&room, &wanted, 0.25));
        assert_eq!(last, wanted);
        assert_eq!(eased(&[], &wanted, 1.0), wanted, "at once where nothing is to move");
        assert!(eased(&wanted, &[], 1.0).is_empty());
    }
}
