//! Close combats that would be fought: a line between the nearest models of every two linked units, the enemies that the
//! drafted unit would fight, and where units that are forced out would go.

use bevy::ecs::system::SystemParamItem;
use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, Frame, Margin, Order, Pos2, RichText, Shape, Stroke,
};

use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::{OverlayPainter, PLATE};
use super::signs::{Face, Rank, Sign, Usual};
use crate::game::combat_forecast::UnitForecast;
use crate::game::engine::view::View;
use crate::game::phases::close_combat::kinds::Link;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Place;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::drafts::draft::Drafting;
use crate::ui::frame::inputs::inputs;
use crate::ui::looks::combat_look::INK as COMBAT;
use crate::ui::looks::side_look;
use crate::ui::playback::Playback;
use crate::ui::questions::combat::card::{card_ui, says};
use crate::ui::questions::combat::{CombatLinks, CombatOdds, text};
use crate::ui::session::open_game::OpenGame;

/// Width of the card where there is no column for it, pixels.
const CARD: f32 = 320.0;

/// The links and the ways out.
pub(super) struct CombatOverlay;

inputs! {
    /// Inputs of the overlay.
    pub(super) struct Inputs {
        opened: OpenGame, drafting: Drafting, links: CombatLinks, odds: CombatOdds, layout: WindowLayout,
        playback: Playback,
    }
}

impl Overlay for CombatOverlay {
    type Inputs = Inputs<'static>;

    /// Not while the models that are linked are still on their way, nor before what led to the fight has been told.
    fn is_shown(inputs: &SystemParamItem<Self::Inputs>) -> bool {
        !inputs.playback.plays() && (inputs.drafting.0.is_some() || !inputs.playback.runs())
    }

    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>) {
        let view = inputs.opened.game.battle().view();
        if let Some((asked, groups)) = inputs.links.shown() {
            for group in groups {
                for link in &group.links {
                    let is_own = asked.mover().is_none_or(|unit| link.attacker.unit == unit);
                    paint_link(&frame.painter, &view, inputs, *link, is_own);
                }
                if let Some(unit) = asked.mover().filter(|unit| group.attackers.contains(unit)) {
                    paint_tag(frame, inputs, &text::tag(view.setup(), group, unit), unit);
                }
            }
        }
        let Some((asked, forecast)) = inputs.odds.shown() else { return };
        for unit in forecast.combats.iter().flat_map(|combat| &combat.units) {
            if Some(unit.unit) != asked.mover() {
                paint_way_out(frame, &view, unit);
            }
        }
        if *inputs.layout == WindowLayout::TableOnly {
            let room = frame.painter.egui.clip_rect().shrink(8.0);
            let plate = Frame::new()
                .fill(PLATE.to_opaque())
                .stroke(Stroke::new(1.2_f32, COMBAT))
                .corner_radius(CornerRadius::same(6))
                .inner_margin(Margin::symmetric(10, 8));
            let area = egui::Area::new("combat".into()).order(Order::Middle).pivot(Align2::RIGHT_TOP);
            area.fixed_pos(room.right_top()).show(frame.context, |ui| {
                plate.show(ui, |ui| {
                    ui.set_width(CARD);
                    let says = RichText::new(says(&view, asked, forecast)).size(15.0).strong();
                    ui.label(says.color(Color32::WHITE));
                    card_ui(ui, &view, forecast, &mut frame.open_rule);
                });
            });
        }
    }
}

/// Shown place of a model: that of its ghost, else its own.
fn place_of(view: &View, inputs: &Inputs, id: ModelId) -> Option<Place> {
    let drafted = inputs.drafting.0.as_ref().filter(|draft| draft.unit == id.unit);
    let ghost = drafted.and_then(|draft| draft.models.iter().find(|one| one.model == id));
    ghost.and_then(|one| one.end().ok()).or_else(|| Some(view.model(id)?.pose.at))
}

/// A line between two linked models: thick for links of the unit that moves, dashed for those that it draws in.
fn paint_link(painter: &OverlayPainter, view: &View, inputs: &Inputs, link: Link, is_own: bool) {
    let end = |id: ModelId| {
        let (at, height) = (place_of(view, inputs, id)?, view.model(id)?.card.base.height.inches());
        painter.point(at.ground(), at.z.inches() + height * 0.55)
    };
    let (Some(from), Some(to)) = (end(link.attacker), end(link.defender)) else { return };
    for (width, ink) in [(6.0_f32, Color32::from_black_alpha(150)), (2.8, COMBAT)] {
        let stroke = Stroke::new(width, ink);
        match is_own {
            true => drop(painter.egui.line_segment([from, to], stroke)),
            false => painter.egui.extend(Shape::dashed_line(&[from, to], stroke, 7.0, 5.0)),
        }
    }
    for at in [from, to] {
        painter.egui.circle(at, 4.5, COMBAT, Stroke::new(1.5_f32, Color32::from_black_alpha(190)));
    }
}

/// The enemies that the unit fights, over its ghosts.
fn paint_tag(frame: &mut OverlayFrame, inputs: &Inputs, text: &str, unit: UnitId) {
    let drafted = inputs.drafting.0.as_ref().filter(|draft| draft.unit == unit);
    let painter = &frame.painter;
    let ghosts: Vec<Pos2> = drafted
        .iter()
        .flat_map(|draft| &draft.models)
        .filter_map(|model| painter.point(model.at, model.height.inches() + 1.4))
        .collect();
    let Some(top) = ghosts.iter().map(|at| at.y).reduce(f32::min) else { return };
    let across = ghosts.iter().map(|at| at.x).sum::<f32>() / ghosts.len() as f32;
    let face = Face::text(painter, text, Color32::WHITE, Some(COMBAT));
    let sign = Sign::at(Pos2::new(across, top), 6.0, Usual::Above, face);
    frame.signs.add(sign.rank(Rank::Order).anywhere());
}

/// The way of a unit's leader if it is forced out, with what it would do.
fn paint_way_out(frame: &mut OverlayFrame, view: &View, unit: &UnitForecast) {
    let painter = &frame.painter;
    let Some(retreat) = &unit.retreat else { return };
    let Some(run) = retreat.outcome.retreats().first() else { return };
    let Some(start) = view.model(run.model) else { return };
    let corners = std::iter::once(start.pose.at).chain(run.path.iter().copied());
    let points: Vec<Pos2> =
        corners.filter_map(|at| painter.point(at.ground(), at.z.inches() + 0.05)).collect();
    let ink = side_look::light_ink(unit.unit.side);
    for (width, ink) in [(4.6_f32, Color32::from_black_alpha(130)), (2.0, ink)] {
        painter.egui.extend(Shape::dashed_line(&points, Stroke::new(width, ink), 9.0, 6.0));
    }
    let [.., before, end] = points.as_slice() else { return };
    let along = (*end - *before).normalized();
    let wing = |turn: f32| *end - along * 11.0 + along.rot90() * 5.5 * turn;
    let rim = Stroke::new(1.0_f32, Color32::from_black_alpha(150));
    painter.egui.add(Shape::convex_polygon(vec![*end, wing(1.0), wing(-1.0)], ink, rim));
    let out = unit.fates.routs + unit.fates.falls_back;
    let words = format!("{}: {}", unit.unit, text::out_chance(out));
    frame.signs.add(Sign::at(*end, 6.0, Usual::Right, Face::small(painter, &words, ink)));
}
