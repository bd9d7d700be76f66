//! The tags of units: the sign of the type in the side's colour and shape, id, strength and markers; the name where the
//! player wants it, and the state in words at the selected unit. That of the unit under the pointer unfolds to say so as well
//! (`hovered.rs`).
//!
//! A tag is a sign: it covers no other and, where there is room, no models; where there is little room it says less. A unit
//! that is on its way has none. Without tags only the markers are shown, at the leader's base. Tags and marks are smaller than
//! men who are seen from near.

mod handles;
mod hovered;
mod in_words;
mod marks;
mod tag;
mod type_sign;

use std::sync::Arc;

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::App;
use bevy_egui::egui::{Color32, Pos2, Rect};

use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::OverlayPainter;
use super::signs::{Face, Rank, Sign, Usual};
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::unit_summary::UnitSummary;
use crate::rules::ids::UnitId;
use crate::rules::measures::Place;
use crate::ui::axes;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::drafts::selection::Selection;
use crate::ui::frame::inputs::inputs;
use crate::ui::looks::side_look;
use crate::ui::playback::Playback;
use crate::ui::playback::subtitle::Subtitle;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::settings::Settings;
use crate::ui::session::shown_battle::ShownBattle;
use crate::ui::session::tag_detail::Tags;
pub(super) use hovered::HoveredTag;
use in_words::InWords;
pub(in crate::ui) use marks::check_mark;
use tag::{Detail, Tag};

/// Pixels per inch at which tags have their usual size; farther away they are smaller, and nearer by larger.
const INCH: f32 = 20.0;
const SCALES: [f32; 2] = [0.9, 1.2];

/// The rim of a selected unit.
const SELECTED: Color32 = Color32::from_rgb(255, 237, 115);

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((handles::plugin, in_words::plugin));
}

/// The tags of all units.
pub(super) struct UnitTags;

inputs! {
    /// Inputs of the tags.
    pub(super) struct Inputs {
        opened: OpenGame, shown: ShownBattle, settings: Settings, selection: Selection, in_words: InWords,
        playback: Playback, subtitle: Subtitle, layout: WindowLayout,
    }
}

impl Inputs<'_> {
    /// Detail of a unit's tag. In a show the units that the line below names bear that name.
    fn detail(&self, unit: UnitId) -> Detail {
        match self.settings.tags {
            _ if self.is_named(unit) => Detail::Named,
            Tags::Signs | Tags::Names if *self.layout == WindowLayout::Show => Detail::Alone,
            _ if self.in_words.has(unit) => Detail::State,
            Tags::Signs => Detail::Strength,
            Tags::Names => Detail::Name,
            Tags::Off => Detail::Marks,
        }
    }

    fn is_named(&self, unit: UnitId) -> bool {
        let line = self.subtitle.0.as_ref().filter(|_| *self.layout == WindowLayout::Show);
        line.is_some_and(|line| line.units().any(|named| named == unit))
    }
}

impl Overlay for UnitTags {
    type Inputs = Inputs<'static>;

    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>) {
        let (painter, view) = (&frame.painter, inputs.shown.view(&inputs.opened));
        let on_the_way = inputs.playback.units_on_the_way();
        let at_rest = view
            .units()
            .filter(|unit| !on_the_way.contains(&unit.id) && !hovered::is_elsewhere(painter, unit.id));
        let units: Vec<Arc<Seen>> =
            at_rest.filter_map(|unit| Seen::new(painter, &inputs.shown, &view, unit)).map(Arc::new).collect();
        frame.signs.spare(units.iter().flat_map(|unit| unit.men.iter().copied()));
        frame.signs.spare(flags(painter, &view));
        let clip = painter.egui.clip_rect();
        let in_view = units.iter().filter(|seen| seen.men.iter().any(|man| clip.intersects(*man)));
        for seen in in_view {
            let (unit, detail) = (seen.summary.unit, inputs.detail(seen.summary.unit));
            let rim = (inputs.selection.unit == Some(unit)).then_some(SELECTED);
            let faces = detail.and_shorter().filter_map(|detail| face(painter, seen, detail, rim));
            // It needs most room, and is what one looks at now.
            let rank = match detail {
                Detail::State | Detail::Named => Rank::Selected,
                Detail::Marks
                | Detail::Id
                | Detail::Strength
                | Detail::Name
                | Detail::Count
                | Detail::Alone => Rank::Tag,
            };
            if let Some(sign) = sign(seen, detail, faces) {
                frame.signs.add(sign.rank(rank));
            }
        }
    }
}

/// A tag, written as its faces have it; `None` without any.
fn sign(seen: &Seen, detail: Detail, mut faces: impl Iterator<Item = Face>) -> Option<Sign> {
    let first = faces.next()?;
    let sign = match detail {
        // Markers alone lie at the leader's base.
        Detail::Marks => Sign::at(seen.foot, 0.0, Usual::Below, first),
        _ => {
            let ink = side_look::light_ink(seen.summary.unit.side);
            Sign::about(seen.around, Usual::Above, first).with_line(seen.foot, ink)
        }
    };
    let men = if detail == Detail::Marks { Vec::new() } else { seen.men.clone() };
    Some(faces.fold(sign.tag_of(seen.summary.unit, men), Sign::or))
}

/// Face of a tag with this detail.
fn face(painter: &OverlayPainter, seen: &Arc<Seen>, detail: Detail, rim: Option<Color32>) -> Option<Face> {
    let mut tag = Tag::new(painter, seen, detail)?;
    tag.rim = rim.or(tag.rim);
    let (seen, size, words) = (seen.clone(), tag.size, tag.words().to_owned());
    Some(Face::new(words, size, move |painter, rect| tag.paint(painter, rect, &seen)))
}

/// A unit as the picture shows it.
struct Seen {
    summary: UnitSummary,
    name: String,
    figure: crate::rules::card::Figure,
    /// Each of its men, and all together.
    men: Vec<Rect>,
    around: Rect,
    /// The leader's base.
    foot: Pos2,
    /// Scale of its tag, by its nearness.
    scale: f32,
}

impl Seen {
    /// `None` of a unit that is not in the picture.
    fn new(painter: &OverlayPainter, shown: &ShownBattle, view: &View, unit: UnitView) -> Option<Self> {
        let men: Vec<Rect> = view.standing(unit.id).filter_map(|model| seen(painter, model)).collect();
        let around = men.iter().copied().reduce(Rect::union)?;
        let leader = view.leader(unit.id)?;
        let foot = painter.scene(axes::place_in_scene(leader.pose.at))?;
        let aside = painter.scene(axes::place_in_scene(leader.pose.at) + *painter.right)?;
        let scale = (foot.distance(aside) / INCH).clamp(SCALES[0], SCALES[1]);
        let (name, figure) = (unit.start.name.clone(), unit.card.figure);
        Some(Self { summary: shown.summary(*view, unit), name, figure, men, around, foot, scale })
    }
}

/// The part of the picture that a model covers.
fn seen(painter: &OverlayPainter, model: ModelView) -> Option<Rect> {
    painter.figure(axes::place_in_scene(model.pose.at), model.card.base)
}

/// The flags of objectives, with what is written over them.
fn flags(painter: &OverlayPainter, view: &View) -> Vec<Rect> {
    let corners = |at: Place, across: f32, up: f32| {
        painter.scene(axes::place_in_scene(at) + bevy::math::Vec3::new(across, up, 0.0))
    };
    let flag = |at: Place| Some(Rect::from_two_pos(corners(at, -0.6, 0.0)?, corners(at, 1.0, 2.0)?));
    view.objectives().iter().filter_map(|one| flag(one.at)).collect()
}
