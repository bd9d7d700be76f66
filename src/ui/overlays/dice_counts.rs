//! Beside thrown dice that lie still: what they were rolled for, and how many succeed.

use bevy::ecs::system::SystemParamItem;
use bevy::math::Vec3;
use bevy::prelude::Res;
use bevy_egui::egui::{Align2, Color32, Rect};

use super::overlay::{Overlay, OverlayFrame};
use super::subtitle::plate;
use crate::game::engine::dice::Needs;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::dice::DiceThrow;
use crate::ui::looks::side_look;
use crate::ui::playback::subtitle::Subtitle;
use crate::ui::playback::throw_plan::Volley;

/// Over the dice, inches.
const ABOVE: f32 = 1.6;

/// The count of every volley on the table.
pub(super) struct DiceCounts;

impl Overlay for DiceCounts {
    type Inputs = (Res<'static, DiceThrow>, Res<'static, Subtitle>, Res<'static, WindowLayout>);

    fn paint(frame: &mut OverlayFrame, (thrown, subtitle, layout): &SystemParamItem<Self::Inputs>) {
        let mut taken: Vec<Rect> = plate(frame.painter.egui, subtitle, **layout).into_iter().collect();
        for (volley, middle) in thrown.at_rest() {
            let Some(at) = frame.painter.scene(middle + Vec3::Y * ABOVE) else { continue };
            let ink = side_look::ink(volley.roll.by.side);
            let inks = (Color32::WHITE, Some(ink));
            taken.push(frame.painter.text_clear_of(&taken, at, Align2::CENTER_BOTTOM, &text(volley), inks));
        }
    }
}

/// Such as "to hit, 4+: 5 of 10".
fn text(volley: &Volley) -> String {
    let (roll, dice) = (volley.roll, volley.faces.len());
    match (roll.needs, volley.successes()) {
        (Needs::Nothing, _) | (_, None) => {
            let faces: Vec<String> = volley.faces.iter().map(u8::to_string).collect();
            format!("{}: {}", roll.purpose, faces.join(", "))
        }
        (needs, Some(successes)) => format!("{}, {needs}: {successes} of {dice}", roll.purpose),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::engine::dice::Roll;
    use crate::rules::ids::Side;

    #[test]
    fn a_volley_says_what_it_needed_and_how_many_succeed() {
        let roll = |needs| Roll::six("to hit", Side::A, needs);
        let volley = Volley { roll: roll(Needs::AtLeast(4)), faces: vec![4, 3, 6] };
        assert_eq!(text(&volley), "to hit, 4+: 2 of 3");
        let volley = Volley { roll: roll(Needs::Nothing), faces: vec![4, 3] };
        assert_eq!(text(&volley), "to hit: 4, 3");
    }
}
