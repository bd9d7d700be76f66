//! The pictures of the room: the club's table, the floor and the walls, as a lens shows them that is focused on the board.

use bevy::image::Image;
use bevy::prelude::*;

use super::RoomSize;
use super::canvas::{noise, painted, soft_rectangle};
use super::props::places;
use crate::ui::miniatures::texture::scatter;

/// Wood in full light, linear.
const WALNUT: Vec3 = Vec3::new(0.105, 0.060, 0.034);
/// Light of the whole room, below which nothing gets darker.
const DIM: Vec3 = Vec3::new(0.0098, 0.0072, 0.0056);

/// Share of the lamp's light at a place, as in `lamp.wgsl`; in half boards from the middle.
fn pool(off: Vec2) -> f32 {
    let square = off.length_squared();
    1.0 / (1.0 + 0.30 * square * square)
}

/// The club's table: planks, the board's shadow, and the shadows of what lies there.
pub(super) fn club_table(size: &RoomSize) -> Image {
    let scale = 640.0 / (2.0 * size.table.max_element());
    let pixels = (size.table * 2.0 * scale).ceil().max(Vec2::splat(64.0)).as_uvec2();
    let things = places(size);
    painted(pixels.x, pixels.y, |uv| {
        let at = (uv * 2.0 - 1.0) * size.table;
        let plank = (at.y / 5.2).floor();
        let along = Vec2::new(at.x / 26.0 + plank * 7.3, plank * 3.1);
        let tone = 0.72
            + 0.36 * noise(along)
            + 0.20 * noise(Vec2::new(at.x / 4.0, at.y * 1.7))
            + 0.14 * scatter(plank as i32, 77);
        let joint = 1.0
            - 0.45
                * soft_rectangle(Vec2::new(0.0, at.y - plank * 5.2), Vec2::ZERO, Vec2::new(9.0, 0.05), 0.35);
        // The board's rim is an inch high; the lamp hangs at the upper left.
        let shade = soft_rectangle(at, Vec2::new(0.9, 0.5), size.board + 1.7, 1.5);
        let under = soft_rectangle(at, Vec2::ZERO, size.board + 1.9, 1.2);
        let hidden = things
            .iter()
            .map(|(middle, half)| soft_rectangle(at, *middle + Vec2::new(0.5, 0.25), *half + 0.3, 1.3));
        let open = hidden
            .fold((1.0 - 0.75 * shade) * (1.0 - 0.4 * under), |open, hidden| open * (1.0 - 0.7 * hidden));
        WALNUT * tone * joint * pool(at / size.board) * open + DIM
    })
}

/// The floor: what the lamp leaves of it around the table.
pub(super) fn floor(size: &RoomSize) -> Image {
    painted(128, 128, |uv| {
        let at = (uv * 2.0 - 1.0) * size.walls;
        let under = soft_rectangle(at, Vec2::ZERO, size.table + 4.0, 16.0);
        let lit = pool(at / (size.table + 16.0));
        DIM * (0.85 + 0.3 * noise(at / 23.0)) + WALNUT * 0.16 * lit * (1.0 - under)
    })
}

/// Heights of the things on the walls, from the floor (0) to the top of the painting (1).
const SHELVES: [f32; 3] = [0.36, 0.50, 0.64];

/// The walls all around: panels of wood, shelves with boxes and books, a window at the right, a door.
pub(super) fn wall() -> Image {
    painted(768, 160, |uv| {
        let (around, up) = (uv.x, 1.0 - uv.y);
        // What is at the middle of the picture's width is straight ahead.
        let blur = 0.010;
        let panel = 0.85
            + 0.15
                * soft_rectangle(
                    Vec2::new((around * 24.0).fract(), up),
                    Vec2::new(0.5, 0.16),
                    Vec2::new(0.40, 0.12),
                    0.05,
                );
        let wainscot = soft_rectangle(Vec2::new(0.0, up), Vec2::ZERO, Vec2::new(1.0, 0.31), 0.012);
        // The lamp reaches the lower part of the walls; above its shade it is dark.
        let lamp = 1.0 / (1.0 + (up / 0.52).powi(4));
        let paper =
            Vec3::new(0.027, 0.0195, 0.0145) * (0.9 + 0.2 * noise(Vec2::new(around * 40.0, up * 6.0)));
        let wood = Vec3::new(0.036, 0.0225, 0.0140) * panel;
        let mut light = paper.lerp(wood, wainscot);
        for (middle, half) in [(0.42, 0.115), (0.68, 0.05), (0.93, 0.07)] {
            light = light.lerp(
                shelf(around, up),
                soft_rectangle(Vec2::new(around, up), Vec2::new(middle, 0.49), Vec2::new(half, 0.20), blur),
            );
        }
        let window =
            soft_rectangle(Vec2::new(around, up), Vec2::new(0.80, 0.56), Vec2::new(0.032, 0.17), 0.016);
        let bars =
            soft_rectangle(Vec2::new(around, up), Vec2::new(0.80, 0.56), Vec2::new(0.0015, 0.2), 0.006);
        let glow = (-((around - 0.80) / 0.07).powi(2) - ((up - 0.55) / 0.25).powi(2)).exp();
        light * (0.45 + 0.75 * lamp)
            + Vec3::new(0.050, 0.066, 0.095) * window * (1.0 - 0.6 * bars)
            + Vec3::new(0.006, 0.008, 0.012) * glow
            + DIM * 0.6
    })
}

/// A shelf: boards, and boxes and books of muted colours between them.
fn shelf(around: f32, up: f32) -> Vec3 {
    let back = Vec3::new(0.013, 0.009, 0.0065);
    let mut light = back;
    for (row, board) in SHELVES.into_iter().enumerate() {
        let cell = (around * 130.0).floor();
        let draw = |number: i32| scatter(cell as i32, row as i32 * 31 + number);
        let tall = 0.045 + 0.055 * draw(1);
        let hue = [
            Vec3::new(0.085, 0.030, 0.020),
            Vec3::new(0.030, 0.042, 0.040),
            Vec3::new(0.075, 0.058, 0.030),
            Vec3::new(0.034, 0.030, 0.046),
            Vec3::new(0.095, 0.080, 0.060),
        ][(draw(2) * 4.99) as usize]
            * (0.55 + 0.5 * draw(3));
        let is_there = if draw(4) > 0.18 { 1.0 } else { 0.0 };
        let at = Vec2::new((around * 130.0).fract(), up);
        let book = soft_rectangle(at, Vec2::new(0.5, board + tall / 2.0), Vec2::new(0.55, tall / 2.0), 0.02)
            * is_there;
        light = light.lerp(hue, book);
        let plank =
            soft_rectangle(Vec2::new(0.0, up), Vec2::new(0.0, board - 0.006), Vec2::new(1.0, 0.007), 0.006);
        light = light.lerp(Vec3::new(0.052, 0.032, 0.019), plank);
    }
    light
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No part of the room is black, and none is as bright as the board.
    #[test]
    fn the_room_is_dim_and_never_black() {
        let size = RoomSize::around(44.0, 30.0);
        for (picture, name) in [(club_table(&size), "table"), (floor(&size), "floor"), (wall(), "wall")] {
            let data = picture.data.unwrap();
            for pixel in data.chunks_exact(4) {
                let (min, max) = (pixel[..3].iter().min().unwrap(), pixel[..3].iter().max().unwrap());
                assert!(*min >= 10, "{name}: {pixel:?}");
                assert!(*max <= 120, "{name}: {pixel:?}");
                // Warm, but for the window.
                assert!(name == "wall" || pixel[0] >= pixel[2], "{name}: {pixel:?}");
            }
        }
    }
}
