//! The names of all units, switched on and off by a key.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;

use super::labels::unit_name;
use super::overlay::{Overlay, OverlayFrame};
use crate::ui::open_game::OpenGame;
use crate::ui::playback::Playback;

/// The names.
pub(super) struct UnitNames;

impl Overlay for UnitNames {
    const TOGGLE: Option<&'static str> = Some("unit names");

    type Inputs = (Res<'static, OpenGame>, Res<'static, Playback>);

    fn is_shown((_, playback): &SystemParamItem<Self::Inputs>) -> bool {
        !playback.plays()
    }

    fn paint(frame: &mut OverlayFrame, (opened, _): &SystemParamItem<Self::Inputs>) {
        let view = opened.game.battle().view();
        for unit in view.units() {
            unit_name(&frame.painter, &view, unit);
        }
    }
}
