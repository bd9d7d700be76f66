//! A level's poster: the picture one would print of it. Nothing lies over the table but the level's name and a line of what
//! it is about.

use bevy::prelude::*;
use bevy_egui::egui::epaint::{Mesh as Paint, Vertex, WHITE_UV};
use bevy_egui::egui::{Align2, Color32, FontId, Pos2, Rect, Shape, pos2, vec2};

use crate::game::engine::agenda::Choice;
use crate::game::engine::command::Command;
use crate::game::engine::play::Match;
use crate::game::narration::brief::{brief, first_sentence};
use crate::game::phases::deployment::usual::usual_order;
use crate::ui::frame::paint_layers::{OverlayPass, PaintLayers};
use crate::ui::lighting::lens::Aperture;
use crate::ui::miniatures::materials::Materials;
use crate::ui::miniatures::surface::Surface;
use crate::ui::session::open_game::OpenGame;

/// Aperture of the lens.
const F_STOPS: f32 = 3.2;

/// Sizes in heights of the picture: of the name, of the line under it, of the margin, of the dark band below them.
const NAME: f32 = 0.062;
const LINE: f32 = 0.0225;
const MARGIN_SHARE: f32 = 0.05;
const BAND: f32 = 0.30;

/// Largest width of the line, in widths of the picture.
const LINE_WIDTH: f32 = 0.62;

const PAPER: Color32 = Color32::from_rgb(244, 233, 214);
const QUIET: Color32 = Color32::from_rgb(214, 198, 174);
const NIGHT: Color32 = Color32::from_rgba_premultiplied(9, 6, 4, 214);

pub(in crate::ui) fn plugin(app: &mut App) {
    app.insert_resource(Aperture { f_stops: F_STOPS })
        .add_systems(PostStartup, paint_nothing_else)
        .add_systems(PostUpdate, hide_marks.before(TransformSystems::Propagate));
}

/// The game with all that waits to be deployed where the program would put it.
pub(in crate::ui) fn deployed(mut game: Match) -> Match {
    loop {
        let battle = game.battle();
        let Some(decision) = battle.decision() else { return game };
        let Choice::Deployment(choice) = decision.choice else { return game };
        let player = decision.player;
        let Some(order) = usual_order(battle.view(), player, choice) else { return game };
        if game.submit(Command { player, order: order.into() }).is_err() {
            return game;
        }
    }
}

/// The title takes the place of all overlays.
fn paint_nothing_else(mut schedules: ResMut<Schedules>) {
    let mut title = Schedule::new(OverlayPass);
    title.add_systems(paint_title);
    schedules.insert(title);
}

/// Hides the meshes of marks and ghosts.
fn hide_marks(materials: Res<Materials>, mut shown: Query<(&MeshMaterial3d<Surface>, &mut Visibility)>) {
    let marks = [
        &materials.mark,
        &materials.veil,
        &materials.ghost_allowed,
        &materials.ghost_refused,
        &materials.ghost_foreseen,
    ];
    for (material, mut visibility) in &mut shown {
        if marks.contains(&&material.0) {
            visibility.set_if_neq(Visibility::Hidden);
        }
    }
}

/// Paints the name and the line at the foot of the picture.
fn paint_title(layers: Res<PaintLayers>, opened: Res<OpenGame>) {
    let context = &layers.table;
    let painter = context.layer_painter(bevy_egui::egui::LayerId::background());
    let (whole, brief) = (context.viewport_rect(), brief(opened.game.battle().view()));
    let (high, foot) = (whole.height(), whole.max.y - MARGIN_SHARE * whole.height());
    painter.add(band(Rect::from_min_max(pos2(whole.min.x, whole.max.y - BAND * high), whole.max)));
    let left = whole.min.x + MARGIN_SHARE * high;
    let line = painter.layout(
        format!("{}. {}", brief.mission, first_sentence(&brief.about)),
        FontId::proportional(LINE * high),
        QUIET,
        LINE_WIDTH * whole.width(),
    );
    let at = pos2(left, foot - line.size().y);
    painter.galley(at, line, QUIET);
    painter.text(
        at - vec2(0.0, 0.4 * LINE * high),
        Align2::LEFT_BOTTOM,
        brief.title,
        FontId::proportional(NAME * high),
        PAPER,
    );
}

/// A rectangle that darkens downward.
fn band(room: Rect) -> Shape {
    let vertex = |pos: Pos2, color: Color32| Vertex { pos, uv: WHITE_UV, color };
    let clear = Color32::TRANSPARENT;
    let vertices = vec![
        vertex(room.left_top(), clear),
        vertex(room.right_top(), clear),
        vertex(room.right_bottom(), NIGHT),
        vertex(room.left_bottom(), NIGHT),
    ];
    Shape::mesh(Paint { indices: vec![0, 1, 2, 0, 2, 3], vertices, ..Paint::default() })
}
