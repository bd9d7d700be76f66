//! The area within reach of a model: shaded evenly, and in stripes where every path crosses difficult ground.

mod shading;

use bevy::ecs::change_detection::Tick;
use bevy::ecs::system::SystemParamItem;
use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, CornerRadius, Stroke, StrokeKind, pos2};

use crate::game::engine::view::{UnitView, View};
use crate::game::phases::close_combat::moves::terms as combat_terms;
use crate::game::plan::ModelReach;
use crate::game::terms::terms_of;
use crate::rules::action::Action;
use crate::rules::close_combat::CombatMove;
use crate::rules::ids::ModelId;
use crate::table::paths::ReachArea;
use crate::ui::axes;
use crate::ui::drafts::draft::{Draft, Drafting, Purpose};
use crate::ui::drafts::selection::Selection;
use crate::ui::frame::inputs::inputs;
use crate::ui::overlays::legend::Row;
use crate::ui::overlays::overlay::{MeshLook, MeshOverlay, Overlay, OverlayFrame, OverlayMeshes};
use crate::ui::overlays::overlay_painter::OverlayPainter;
use crate::ui::overlays::signs::{Face, Rank, Sign, Usual};
use crate::ui::playback::Playback;
use crate::ui::questions::move_planner::{MovePlans, Subject};
use crate::ui::questions::retreat::RetreatPreview;
use crate::ui::scene::cutaway::Cutaway;
use crate::ui::session::open_game::OpenGame;
use crate::ui::turn_flow::question_waits::question_waits;

/// An area of a kind that is smaller than this is not in the legend, square inches.
const MIN_AREA: f32 = 0.5;

/// The area within reach that is shown.
pub(in crate::ui::overlays) struct Reach;

inputs! {
    /// Inputs of the overlay.
    pub(in crate::ui::overlays) struct Inputs {
        plans: MovePlans, retreat_preview: RetreatPreview, drafting: Drafting, playback: Playback,
        opened: OpenGame,
    }
}

impl Inputs<'_> {
    /// The area to show. A retreat preview hides it, unless a unit is dragged; so does a fight that is shown, and a
    /// question that waits. Who falls back may not go where it likes: it has none.
    pub fn shown(&self) -> Option<(ModelId, &ModelReach)> {
        let draft = self.drafting.0.as_ref();
        let is_hidden = match draft {
            Some(draft) => draft.action() == Some(Action::FallBack),
            None => self.retreat_preview.shown.is_some(),
        };
        let waits = self.playback.shows_fight() || question_waits(&self.opened, &self.playback);
        self.plans.reach().filter(|_| !is_hidden && !waits)
    }
}

/// Manner in which a place is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReachKind {
    /// Without crossing difficult ground.
    Around,
    /// Only across difficult ground.
    Through,
}

impl ReachKind {
    const fn rgb(self) -> [u8; 3] {
        match self {
            Self::Around => [158, 230, 255],
            Self::Through => [255, 158, 64],
        }
    }

    /// Its colour.
    fn ink(self) -> Color32 {
        let [r, g, b] = self.rgb();
        Color32::from_rgb(r, g, b)
    }

    fn colour(self) -> Color {
        let [r, g, b] = self.rgb();
        Color::srgb_u8(r, g, b)
    }

    /// The density of a row of the shading: one kind is even, the other has stripes, so that both can be told apart
    /// without colours.
    fn density(self, row: i32) -> f32 {
        match self {
            Self::Around => 0.20,
            Self::Through if row.rem_euclid(3) == 0 => 0.60,
            Self::Through => 0.08,
        }
    }
}

/// The kinds of reach that the meshes show.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::ui::overlays) struct ShownKinds(Vec<ReachKind>);

pub(in crate::ui::overlays) fn plugin(app: &mut App) {
    app.init_resource::<ShownKinds>();
}

impl MeshOverlay for Reach {
    type Inputs =
        (Inputs<'static>, Res<'static, OpenGame>, Res<'static, Cutaway>, ResMut<'static, ShownKinds>);
    type Key = (ModelId, Option<Subject>, Tick);

    fn key((inputs, _, cutaway, _): &SystemParamItem<Self::Inputs>) -> Option<Self::Key> {
        let (model, _) = inputs.shown()?;
        Some((model, inputs.plans.subject(), cutaway.last_changed()))
    }

    fn build(
        meshes: &mut OverlayMeshes,
        _: &Self::Key,
        (inputs, opened, cutaway, kinds): &mut SystemParamItem<Self::Inputs>,
    ) {
        kinds.0.clear();
        let Some((_, reach)) = inputs.shown() else { return };
        let view = opened.game.battle().view();
        for (areas, kind) in [(&reach.around, ReachKind::Around), (&reach.through, ReachKind::Through)] {
            let nearer: &[ReachArea] = if kind == ReachKind::Through { &reach.around } else { &[] };
            let [fill, rim] = shading::meshes(view.terrain(), cutaway, areas, nearer, kind);
            // What is too small to be seen is not explained.
            if fill.area() > MIN_AREA {
                kinds.0.push(kind);
            }
            meshes.add(fill, MeshLook::Translucent);
            meshes.add(rim, MeshLook::Translucent);
        }
    }
}

impl Overlay for Reach {
    type Inputs =
        (Inputs<'static>, Res<'static, OpenGame>, Res<'static, Selection>, Res<'static, ShownKinds>);

    fn paint(frame: &mut OverlayFrame, (inputs, opened, selection, kinds): &SystemParamItem<Self::Inputs>) {
        let by = inputs.drafting.0.as_ref().and_then(|draft| match draft.purpose {
            Purpose::Combat(by) => Some(by),
            Purpose::Move(_) | Purpose::Deploy => None,
        });
        if let (Some((model, _)), Some(by)) = (inputs.shown(), by) {
            frame.legend.extend(combat_legend(&opened.game.battle().view(), model, by));
        }
        let action = inputs.drafting.0.as_ref().map_or(Some(selection.action), Draft::action);
        if let (Some((model, _)), Some(action)) = (inputs.shown(), action) {
            let view = opened.game.battle().view();
            frame.legend.extend(legend(&view, model, action, &kinds.0));
            if inputs.drafting.0.is_none() {
                name_leader(frame, &view, model);
            }
        }
    }
}

/// Says who the leader is of whom the legend speaks: its reach is measured from him.
fn name_leader(frame: &mut OverlayFrame, view: &View, model: ModelId) {
    let is_one_of_several = view.leader(model.unit).is_some_and(|leader| leader.id == model)
        && view.standing(model.unit).count() > 1;
    let Some(leader) = view.model(model).filter(|_| is_one_of_several) else { return };
    let painter = &frame.painter;
    let Some(at) = painter.scene(axes::place_in_scene(leader.pose.at)) else { return };
    let face = Face::small(painter, "leader", ReachKind::Around.ink());
    frame.signs.add(Sign::at(at, 8.0, Usual::Below, face).rank(Rank::Detail));
}

/// Legend of the shading for a move of a model by an action.
fn legend(view: &View, model: ModelId, action: Action, kinds: &[ReachKind]) -> Vec<Row> {
    let Some(unit) = view.unit(model.unit) else { return Vec::new() };
    let Some(terms) = terms_of(*view, unit, action) else { return Vec::new() };
    let text = |kind| match kind {
        ReachKind::Around => {
            format!("Where {} may go: {}, {}\"", subject(view, unit, model), action.name(), terms.allowance)
        }
        ReachKind::Through => format!("Only over difficult ground: {}\" (GO-3)", terms.on_difficult),
    };
    let row = |kind| Row::shading(text(kind), move |painter, rect| sample(painter, rect, kind));
    kinds.iter().map(|kind| row(*kind)).collect()
}

/// The same for a move in a close combat.
fn combat_legend(view: &View, model: ModelId, by: CombatMove) -> Option<Row> {
    let unit = view.unit(model.unit)?;
    let far = combat_terms(*view, unit, by).allowance;
    let text = format!("Where {} may go: {far}\"", subject(view, unit, model));
    Some(Row::shading(text, move |painter, rect| sample(painter, rect, ReachKind::Around)))
}

/// Subject of the move: a unit of one model by its name, else its leader or a model of it.
fn subject(view: &View, unit: UnitView, model: ModelId) -> String {
    let name = &unit.start.name;
    match view.leader(unit.id) {
        _ if unit.start.models.len() == 1 => name.clone(),
        Some(leader) if leader.id == model => format!("the leader of {name}"),
        _ => format!("{model} of {name}"),
    }
}

/// A sample of the shading: even, or in stripes.
fn sample(painter: &OverlayPainter, rect: egui::Rect, kind: ReachKind) {
    let ink = kind.ink();
    match kind {
        ReachKind::Around => {
            painter.egui.rect_filled(rect, CornerRadius::ZERO, ink.gamma_multiply(0.45));
        }
        ReachKind::Through => {
            for row in [0.15, 0.5, 0.85] {
                let y = rect.top() + row * rect.height();
                let stroke = Stroke::new(2.4_f32, ink.gamma_multiply(0.8));
                painter.egui.line_segment([pos2(rect.left(), y), pos2(rect.right(), y)], stroke);
            }
        }
    }
    painter.egui.rect_stroke(rect, CornerRadius::ZERO, Stroke::new(1.0_f32, ink), StrokeKind::Inside);
}
