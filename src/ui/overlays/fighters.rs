//! The models of the combat that is fought: a ring round each that takes part, a full one where it is in contact.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;
use bevy_egui::egui::{Color32, Pos2, Shape, Stroke};

use super::overlay::{Overlay, OverlayFrame};
use crate::game::engine::components::CombatPart;
use crate::game::engine::view::ModelView;
use crate::game::phases::close_combat::groups::{enemies_of, in_contact};
use crate::rules::turn::Phase;
use crate::ui::looks::combat_look::INK as COMBAT;
use crate::ui::playback::Playback;
use crate::ui::session::open_game::OpenGame;

/// Chords of a ring, and how far it lies outside the base, inches.
const CHORDS: usize = 28;
const OUTSIDE: f64 = 0.1;

/// The rings.
pub(super) struct Fighters;

impl Overlay for Fighters {
    type Inputs = (Res<'static, OpenGame>, Res<'static, Playback>);

    fn is_shown((opened, playback): &SystemParamItem<Self::Inputs>) -> bool {
        opened.game.battle().view().turn().phase == Phase::CloseCombat && !playback.plays()
    }

    fn paint(frame: &mut OverlayFrame, (opened, _): &SystemParamItem<Self::Inputs>) {
        let view = opened.game.battle().view();
        for unit in view.units().filter(|unit| unit.activity.combat.is_some()) {
            let enemies = enemies_of(view, unit.id);
            let fights = |model: &ModelView| model.condition.combat != CombatPart::None;
            for model in view.standing(unit.id).filter(fights) {
                let touches = enemies.iter().any(|enemy| in_contact(view, (model, model.pose.at), *enemy));
                let radius = model.card.base.radius() + OUTSIDE;
                let [x, y] = model.pose.at.ground();
                let ring: Vec<Pos2> = (0..CHORDS)
                    .filter_map(|chord| {
                        let angle = chord as f64 * std::f64::consts::TAU / CHORDS as f64;
                        let at = [x + radius * libm::cos(angle), y + radius * libm::sin(angle)];
                        frame.painter.point(at, model.pose.at.z.inches() + 0.04)
                    })
                    .collect();
                let width = if touches { 3.4 } else { 1.6 };
                let dark = Stroke::new(width + 2.0_f32, Color32::from_black_alpha(120));
                frame.painter.egui.add(Shape::closed_line(ring.clone(), dark));
                frame.painter.egui.add(Shape::closed_line(ring, Stroke::new(width, COMBAT)));
            }
        }
    }
}
