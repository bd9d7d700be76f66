//! Moving what is drafted by small steps, in the direction that is seen.

use bevy::prelude::*;

use super::draft::{Drafting, Hold};
use super::orders::draft_of;
use super::{Screen, Selection};
use crate::ui::open_game::OpenGame;
use bevy_panorbit_camera::PanOrbitCamera;

/// One press of an arrow key, inches; and with Shift.
const STEPS: [f64; 2] = [0.1, 0.01];

/// The arrow keys and where they lead as the player sees it: right, up.
const ARROWS: [(KeyCode, [f64; 2]); 4] = [
    (KeyCode::ArrowRight, [1.0, 0.0]),
    (KeyCode::ArrowLeft, [-1.0, 0.0]),
    (KeyCode::ArrowUp, [0.0, 1.0]),
    (KeyCode::ArrowDown, [0.0, -1.0]),
];

/// Arrow keys move the held models; without a draft, the selected unit.
pub(super) fn nudge(
    keys: Res<ButtonInput<KeyCode>>,
    screen: Res<Screen>,
    selection: Res<Selection>,
    opened: Res<OpenGame>,
    camera: Single<&PanOrbitCamera>,
    mut drafting: ResMut<Drafting>,
) {
    if screen.typing || screen.dialog.is_some() {
        return;
    }
    let pressed = ARROWS.iter().filter(|(key, _)| keys.just_pressed(*key));
    let [right, up] = pressed.fold([0.0, 0.0], |[x, y], (_, [dx, dy])| [x + dx, y + dy]);
    if right == 0.0 && up == 0.0 {
        return;
    }
    let fine = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let step = STEPS[usize::from(fine)];
    if drafting.0.is_none() {
        let Some(unit) = selection.unit else { return };
        drafting.0 = draft_of(&opened, unit, selection.action);
    }
    if let Some(draft) = &mut drafting.0 {
        draft.shift(on_table([right * step, up * step], camera.target_yaw));
        if let Hold::InHand(Some(_)) = draft.hold {
            draft.hold = Hold::InHand(Some(draft.middle()));
        }
    }
}

/// From what is right and up to the player to the table's axis that is nearest to that.
fn on_table([right, up]: [f64; 2], yaw: f32) -> [f64; 2] {
    let quarters = (f64::from(yaw) / std::f64::consts::FRAC_PI_2).round() as i64;
    match quarters.rem_euclid(4) {
        0 => [right, up],
        1 => [-up, right],
        2 => [-right, -up],
        _ => [up, -right],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seen from the right edge of the table, up is toward its left.
    #[test]
    fn arrows_lead_where_they_are_seen_to_lead() {
        use std::f32::consts::FRAC_PI_2;
        for (yaw, expected, reason) in [
            (0.0, [0.0, 1.0], "from the near edge"),
            (FRAC_PI_2, [-1.0, 0.0], "from the right"),
            (2.1 * FRAC_PI_2, [0.0, -1.0], "nearly from the far edge"),
            (-FRAC_PI_2, [1.0, 0.0], "from the left"),
            (0.4 * FRAC_PI_2, [0.0, 1.0], "a little turned"),
        ] {
            let [x, y] = on_table([0.0, 1.0], yaw);
            assert_eq!([x + 0.0, y + 0.0], expected, "{reason}");
        }
    }
}
