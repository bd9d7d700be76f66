//! The tag of the unit under the pointer says the unit's state in words. It unfolds from where the unit's tag lies, or goes
//! elsewhere beside the unit if it would hide its men or other signs there: no other tag moves.

use bevy::ecs::system::SystemParamItem;
use bevy_egui::egui::Color32;

use super::in_words::InWords;
use super::tag::{Detail, Tag};
use super::{SELECTED, Seen, sign};
use crate::rules::ids::UnitId;
use crate::ui::drafts::draft::Drafting;
use crate::ui::drafts::selection::{HoveredModel, Selection};
use crate::ui::frame::inputs::inputs;
use crate::ui::overlays::overlay::{Audience, Depth, Overlay, OverlayFrame};
use crate::ui::overlays::overlay_painter::OverlayPainter;
use crate::ui::overlays::signs::{Covered, Face, unfold};
use crate::ui::playback::Playback;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::shown_battle::ShownBattle;

/// Covers what it lies over, the folded tag above all.
const OPAQUE_PLATE: Color32 = Color32::from_rgb(18, 21, 26);

/// The tag of the unit under the pointer.
pub(in crate::ui::overlays) struct HoveredTag;

/// Key under which the unit whose tag lies elsewhere is kept.
const ELSEWHERE: &str = "tag elsewhere";

/// The unit whose tag has had to go elsewhere to unfold, from the next frame on as long as the pointer is on it: its usual tag is
/// left out, so that no unit has two.
pub(super) fn is_elsewhere(painter: &OverlayPainter, unit: UnitId) -> bool {
    painter.egui.ctx().data(|data| data.get_temp(ELSEWHERE.into()) == Some(Some(unit)))
}

fn set_elsewhere(painter: &OverlayPainter, unit: Option<UnitId>) {
    let context = painter.egui.ctx();
    let before = context.data_mut(|data| {
        let before: Option<UnitId> = data.get_temp(ELSEWHERE.into()).flatten();
        data.insert_temp(ELSEWHERE.into(), unit);
        before
    });
    if before != unit {
        context.request_repaint();
    }
}

inputs! {
    /// Inputs of the tag.
    pub(in crate::ui::overlays) struct Inputs {
        opened: OpenGame, shown: ShownBattle, playback: Playback, hovered: HoveredModel,
        selection: Selection, drafting: Drafting, in_words: InWords,
    }
}

impl Inputs<'_> {
    /// The unit, unless its state is said already, its draft says more, or it is on its way.
    fn unit(&self) -> Option<UnitId> {
        let drafted = self.drafting.0.as_ref().map(|draft| draft.unit);
        let unit = self.hovered.unit().filter(|unit| drafted != Some(*unit) && !self.in_words.has(*unit))?;
        (!self.playback.units_on_the_way().contains(&unit)).then_some(unit)
    }
}

impl Overlay for HoveredTag {
    const FOR: Audience = Audience::Players;
    const DEPTH: Depth = Depth::OverCards;

    type Inputs = Inputs<'static>;

    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>) {
        let elsewhere = paint_tag(frame, inputs);
        set_elsewhere(&frame.painter, elsewhere);
    }
}

/// Paints the tag; the unit whose tag has had to go elsewhere.
fn paint_tag(frame: &mut OverlayFrame, inputs: &Inputs) -> Option<UnitId> {
    let (painter, view) = (&frame.painter, inputs.shown.view(&inputs.opened));
    let unit = inputs.unit().and_then(|unit| view.unit(unit));
    let seen = unit.and_then(|unit| Seen::new(painter, &inputs.shown, &view, unit))?;
    let mut tag = Tag::new(painter, &seen, Detail::State)?;
    let id = seen.summary.unit;
    tag.plate = OPAQUE_PLATE;
    if inputs.selection.unit == Some(id) {
        tag.rim = Some(SELECTED);
    }
    let folded = frame.signs.tag(id);
    let taken = frame.signs.taken_besides(folded);
    let clip = painter.egui.clip_rect().shrink(3.0);
    let covered = Covered { clip, models: &seen.men, taken: &taken };
    if let Some(unfolded) = folded.and_then(|folded| unfold(folded, tag.size, &covered)) {
        frame.signs.note_handle(id, unfolded);
        tag.paint(painter, unfolded, &seen);
        return None;
    }
    let (seen, size, words) = (std::sync::Arc::new(seen), tag.size, tag.words().to_owned());
    let own = seen.clone();
    let face = Face::new(words, size, move |painter, rect| tag.paint(painter, rect, &own));
    if let Some(sign) = sign(&seen, Detail::State, std::iter::once(face)) {
        frame.signs.show_now(painter, sign.anywhere());
    }
    Some(id)
}
