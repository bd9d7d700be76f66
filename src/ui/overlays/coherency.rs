//! Coherency of a draft: a line between neighbours, dashed where the gap is too wide.

use bevy::ecs::system::SystemParamItem;
use bevy::math::Vec3;
use bevy::prelude::Res;
use bevy_egui::egui::{Color32, Shape, Stroke};

use super::overlay::{Overlay, OverlayFrame};
use super::paths::REFUSED;
use super::signs::{Face, Rank, Sign, Usual};
use crate::game::engine::view::View;
use crate::game::placement::coherency_distance;
use crate::rules::basics::Disc;
use crate::rules::movement::coherency::{coherency_gap, level_relation};
use crate::ui::axes;
use crate::ui::drafts::draft::{Draft, Drafting};
use crate::ui::drafts::draft_check::DraftCheck;
use crate::ui::session::open_game::OpenGame;

/// The colour of neighbours in coherency, and of a gap that forbids nothing now: coherency is tested after moves only (COH-3).
const COHERENT: Color32 = Color32::from_rgb(126, 231, 135);
const ONLY_APART: Color32 = Color32::from_rgb(250, 210, 120);

/// The coherency of the draft.
pub(super) struct Coherency;

impl Overlay for Coherency {
    type Inputs = (Res<'static, OpenGame>, Res<'static, Drafting>, Res<'static, DraftCheck>);

    fn paint(frame: &mut OverlayFrame, (opened, drafting, check): &SystemParamItem<Self::Inputs>) {
        if let Some(draft) = &drafting.0 {
            let is_allowed = check.0.as_ref().is_some_and(|check| check.answer.is_ok());
            paint(frame, &opened.game.battle().view(), draft, if is_allowed { ONLY_APART } else { REFUSED });
        }
    }
}

/// Two neighbours and the gap between them.
struct Link {
    ends: [Disc; 2],
    gap: f64,
}

/// Links every model of a draft, starting at the leader, to the nearest that is linked already; gaps have their own colour.
fn paint(frame: &mut OverlayFrame, view: &View, draft: &Draft, apart: Color32) {
    let painter = &frame.painter;
    let Some(unit) = view.unit(draft.unit) else { return };
    let limit = coherency_distance(*view, unit);
    let rule = if unit.card.spread().is_some() { "COH-2" } else { "COH-1" };
    for link in links(view, draft) {
        let [from, to] = link.ends.map(|end| painter.scene(axes::place_in_scene(end.at) + Vec3::Y * 0.05));
        let (Some(from), Some(to)) = (from, to) else { continue };
        if view.allowance().at_most(link.gap, limit) {
            painter.egui.line_segment([from, to], Stroke::new(1.2_f32, COHERENT.gamma_multiply(0.65)));
        } else {
            painter.egui.extend(Shape::dashed_line(&[from, to], Stroke::new(2.4_f32, apart), 5.0, 5.0));
            let text = apart_words(link.gap, (apart == REFUSED).then_some((limit, rule)));
            let sign = Sign::at(from + (to - from) / 2.0, 0.0, Usual::On, Face::small(painter, &text, apart));
            frame.signs.add(sign.rank(Rank::Detail));
        }
    }
}

/// `2.6" apart, more than 2" (COH-1)`; where that forbids nothing, `2.6" apart`.
fn apart_words(gap: f64, forbidden: Option<(f64, &str)>) -> String {
    match forbidden {
        Some((limit, rule)) => format!("{gap:.1}\" apart, more than {limit}\" ({rule})"),
        None => format!("{gap:.1}\" apart"),
    }
}

fn links(view: &View, draft: &Draft) -> Vec<Link> {
    let Some(unit) = view.unit(draft.unit) else { return Vec::new() };
    let radius = unit.card.base.radius();
    let placed = draft.models.iter().filter_map(|model| Some((model.model, model.end().ok()?)));
    let leads = view.leader(draft.unit).map_or(unit.start.leader, |leader| leader.id.number);
    let (ids, discs): (Vec<_>, Vec<Disc>) =
        placed.map(|(model, at)| (model.number, Disc { at, radius })).unzip();
    let terrain = view.terrain();
    let levels: Vec<_> = discs.iter().map(|disc| terrain.level_at(disc.at.ground(), disc.at.z)).collect();
    let gap = |a: usize, b: usize| coherency_gap(discs[a], discs[b], level_relation(levels[a], levels[b]));
    let first = ids.iter().position(|number| *number == leads).unwrap_or(0);
    // For each model that is not linked yet: the linked one nearest to it, and the gap between them.
    let mut free: Vec<(usize, usize, f64)> = (0..discs.len())
        .filter(|index| *index != first)
        .map(|index| (index, first, gap(first, index)))
        .collect();
    let mut found = Vec::new();
    while let Some(nearest) = (0..free.len()).min_by(|a, b| free[*a].2.total_cmp(&free[*b].2)) {
        let (to, from, gap_to_nearest) = free.remove(nearest);
        found.push(Link { ends: [discs[from], discs[to]], gap: gap_to_nearest });
        for (other, by, known) in &mut free {
            let new = gap(to, *other);
            if new < *known {
                (*by, *known) = (to, new);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rule: COH-1. Words first, the paragraph after them.
    #[test]
    fn a_gap_is_said_in_words() {
        assert_eq!(apart_words(2.64, Some((2.0, "COH-1"))), "2.6\" apart, more than 2\" (COH-1)");
        assert_eq!(apart_words(2.64, None), "2.6\" apart", "an order that is allowed is warned of nothing");
    }
}
