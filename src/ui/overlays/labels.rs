//! Names over units and objectives.

use bevy_egui::egui::{Align2, Color32, Pos2, vec2};

use super::lens::OverlayPainter;
use crate::game::engine::view::{UnitView, View};
use crate::rules::ids::{ModelId, UnitId};
use crate::ui::axes;
use crate::ui::input::draft::Draft;
use crate::ui::open_game::OpenGame;
use crate::ui::side_look;

/// Names the unit under the mouse, and the selected one where its name hides nothing.
pub(super) fn units(
    lens: &OverlayPainter,
    opened: &OpenGame,
    hovered: Option<ModelId>,
    selected: Option<UnitId>,
    draft: Option<&Draft>,
) {
    let view = opened.game.battle().view();
    let hovered = hovered.map(|model| model.unit);
    let mut named: Vec<UnitId> = selected.into_iter().chain(hovered).collect();
    named.dedup();
    for id in named {
        let drafted = draft.is_some_and(|draft| draft.unit == id);
        if let Some(unit) = view.unit(id).filter(|_| !drafted) {
            name(lens, &view, unit);
        }
    }
}

/// Over the highest of a unit's models on the picture.
fn name(lens: &OverlayPainter, view: &View, unit: UnitView) {
    let tops = view.standing(unit.id).filter_map(|model| {
        let height = model.card.base.height.inches();
        lens.scene(axes::place_in_scene(model.pose.at) + bevy::math::Vec3::Y * height as f32)
    });
    let points: Vec<Pos2> = tops.collect();
    if !points.iter().any(|point| lens.painter.clip_rect().contains(*point)) {
        return;
    }
    let Some(highest) = points.iter().copied().reduce(|a, b| if b.y < a.y { b } else { a }) else { return };
    let across = points.iter().map(|point| point.x).sum::<f32>() / points.len() as f32;
    let at = Pos2::new(across, highest.y - 10.0);
    let text = format!("      {} · {}", unit.start.name, standing_words(view, unit));
    let plate =
        lens.words(at, Align2::CENTER_BOTTOM, &text, Color32::WHITE, Some(side_look::ink(unit.id.side)));
    side_look::badge(lens.painter, plate.left_center() + vec2(16.0, 0.0), 8.0, unit.id.side);
}

/// How many are left, and what weighs on them.
fn standing_words(view: &View, unit: UnitView) -> String {
    let left = view.standing(unit.id).count();
    let mut words = format!("{left} of {}", unit.start.models.len());
    if unit.morale.hit_die > 0 {
        words += &format!(" · hit-die {}", unit.morale.hit_die);
    }
    if unit.morale.nerve_markers > 0 {
        words += &format!(" · nerve −{}", unit.morale.nerve_markers);
    }
    words
}

/// Names every objective beside its mark.
pub(super) fn objectives(lens: &OverlayPainter, opened: &OpenGame) {
    for objective in opened.game.battle().view().objectives() {
        let top = lens.point(objective.at.ground(), objective.at.z.inches() + 2.0);
        let Some(top) = top.filter(|top| lens.painter.clip_rect().contains(*top)) else { continue };
        let ink = Color32::from_rgb(245, 226, 150);
        lens.words(top - vec2(0.0, 4.0), Align2::CENTER_BOTTOM, &objective.id, ink, None);
    }
}
