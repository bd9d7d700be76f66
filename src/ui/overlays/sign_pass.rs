//! Paints the signs that overlays have asked for, when all have, clear of cards and panels.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;

use super::caption;
use super::overlay::{Overlay, OverlayFrame};
use super::signs::{CARDS, PANELS};
use super::subtitle::plate;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::playback::Playback;
use crate::ui::playback::subtitle::Subtitle;
use crate::ui::turn_flow::asked_areas::{note_said, open_areas};

/// All signs.
pub(super) struct Signs;

impl Overlay for Signs {
    type Inputs = (Res<'static, Subtitle>, Res<'static, Playback>, Res<'static, WindowLayout>);

    fn paint(frame: &mut OverlayFrame, (subtitle, playback, layout): &SystemParamItem<Self::Inputs>) {
        let cards = [open_areas(frame.context, &CARDS), open_areas(frame.panels, &PANELS)].concat();
        let foot = plate(frame.painter.egui, subtitle, **layout);
        // The card of the first turn lies clear of it.
        let banner = playback.caption().map(|(shown, _)| caption::plate(frame.painter.egui, shown));
        note_said(frame.panels, foot.into_iter().chain(banner).collect());
        for rect in cards.into_iter().chain(foot) {
            frame.signs.keep_clear(rect);
        }
        frame.signs.show_all(&frame.painter);
    }
}
