//! The condition of the selected unit: markers, changed characteristics and what changed them, each with its rule in small print.

use bevy_egui::egui::{Color32, RichText, Sense, TextStyle, Ui, vec2};

use super::unit_card::{Marker, MarkerKind};
use super::{style, unit_card};
use crate::game::engine::components::Posture;
use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::{has_to_fall_back, has_to_test, terms_to_act, test_terms};
use crate::game::narration::words;
use crate::game::phases::fall_back::may_fire_instead;
use crate::game::phases::shooting::snap_fire::may_snap_fire;
use crate::game::phases::turn::may_still_act;
use crate::game::unit_summary::StayedToFire;
use crate::rules::action::Action;
use crate::rules::falling_back::Occasion;
use crate::rules::leadership::is_shaken;
use crate::rules::turn::Phase;
use crate::ui::looks::rule_link::rule_link;
use crate::ui::questions::sight::text::per_cent;

/// A line of the panel, with its rule.
struct Line {
    rule: &'static str,
    text: String,
    ink: Color32,
    /// The badge on the unit's tag and card that the line explains, if there is one.
    badge: Option<Marker>,
}

fn line(rule: &'static str, text: String, ink: Color32) -> Line {
    Line { rule, text, ink, badge: None }
}

impl Line {
    fn with_badge(self, kind: MarkerKind, count: u8) -> Self {
        Self { badge: Some(Marker { kind, count }), ..self }
    }
}

pub(super) fn condition_ui(ui: &mut Ui, view: &View, unit: &UnitView, open: &mut Option<String>) {
    ui.spacing_mut().item_spacing.y = 2.0;
    for Line { rule, text, ink, badge } in lines(view, unit) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            if let Some(badge) = badge {
                let (rect, _) = ui.allocate_exact_size(vec2(17.0, 15.0), Sense::hover());
                unit_card::marker(ui.painter(), rect, badge, 11.5);
            }
            ui.label(RichText::new(text).color(ink));
            ui.style_mut().override_text_style = Some(TextStyle::Small);
            rule_link(ui, rule, open);
        });
    }
}

fn lines(view: &View, unit: &UnitView) -> Vec<Line> {
    let (left, began) = (view.standing(unit.id).count(), unit.start.models.len());
    let strength = match per_cent(left as f64 / began.max(1) as f64) {
        _ if view.waits(unit.id) => words::count(began),
        _ if left == began => format!("{left} of {began} models"),
        share => format!("{left} of {began} models: strength {share}"),
    };
    let mut lines = vec![line("BAS-6", strength, style::INK)];
    lines.extend(wounds(view, unit));
    lines.extend(suppression(view, unit));
    if left > 0 {
        lines.extend(leadership(view, unit));
    }
    lines.extend(posture(view, unit));
    lines.extend(snap_fire(view, unit));
    lines
}

/// Rule: BAS-9 (wounds).
fn wounds(view: &View, unit: &UnitView) -> Option<Line> {
    let wounded = view.standing(unit.id).find(|model| model.condition.wounds_lost > 0)?;
    let (lost, all) = (wounded.condition.wounds_lost, unit.card.wounds);
    Some(line("BAS-9", format!("{} has lost {lost} of {all} wounds", wounded.id), style::WRONG))
}

/// Rule: SUP-2, SUP-3, ACT-7 (marked).
fn suppression(view: &View, unit: &UnitView) -> Option<Line> {
    if unit.morale.suppression_markers > 0 {
        let markers = words::counted(usize::from(unit.morale.suppression_markers), "marker");
        let badge = (MarkerKind::Suppression, unit.morale.suppression_markers);
        let text = format!("Suppressed: {markers}");
        return Some(line("ACT-7", text, style::WRONG).with_badge(badge.0, badge.1));
    }
    let hits = words::counted(usize::from(unit.morale.hit_die), "hit");
    if is_shaken(unit.morale, unit.card, &view.setup().ruleset.leadership) {
        let shaken = line("SUP-3", format!("Suppressed and shaken: {hits}"), style::WRONG);
        return Some(shaken.with_badge(MarkerKind::Hits, unit.morale.hit_die));
    }
    let suppressed = || line("SUP-2", format!("Suppressed: {hits}"), style::WRONG);
    unit.morale.suppressed().then(|| suppressed().with_badge(MarkerKind::Hits, unit.morale.hit_die))
}

/// Nerve and Leadership now, and the chance to pass a test.
///
/// Rule: LD-1, LD-2, LD-3, LD-4, ACT-7 (the test).
fn leadership(view: &View, unit: &UnitView) -> Vec<Line> {
    let (card, terms) = (unit.card.characteristics, test_terms(*view, *unit));
    let mut lines = Vec::new();
    let markers = unit.morale.nerve_markers;
    if markers > 0 {
        let what = words::counted(usize::from(markers), "marker");
        let now = unit.morale.nerve(card.nerve);
        let nerve = line("LD-2", format!("Nerve {} − {what} = {now}", card.nerve), style::ACCENT);
        lines.push(nerve.with_badge(MarkerKind::Nerve, markers));
    }
    if let Some(by) = terms.inspired_by {
        lines.push(line("LD-4", format!("Uses Nv {} of {by} nearby", terms.nerve), style::WELL));
    }
    if terms.dice < card.leadership {
        let lost = card.leadership - terms.dice;
        let text = format!("Ld {} − {lost} = {}: its leader is lost", card.leadership, terms.dice);
        lines.push(line("LD-3", text, style::ACCENT));
    }
    let dice = match terms.dice {
        1 => "1 die must".to_owned(),
        many => format!("one of {many} dice must"),
    };
    let text = format!("Test: {dice} be {} or less: {}", terms.nerve, per_cent(terms.chance()));
    lines.push(line("LD-1", text, style::FAINT));
    if has_to_test(*view, *unit) {
        let terms = terms_to_act(*view, *unit);
        let text = format!("Test to act: {} or less: {}", terms.nerve, per_cent(terms.chance()));
        lines.push(line("ACT-7", text, style::ACCENT));
    }
    lines
}

/// Rule: ACT-5, OFB-2.
fn posture(view: &View, unit: &UnitView) -> Option<Line> {
    let (card, ruleset) = (unit.card.characteristics, &view.setup().ruleset);
    let (rule, what, evasion, toughness) = match unit.activity.posture {
        Posture::Up => return None,
        Posture::Down => {
            ("ACT-5", "Down", ruleset.actions.get_down_evasion, ruleset.actions.get_down_toughness)
        }
        Posture::InCover => {
            ("OFB-2", "In cover", ruleset.outline.stay_evasion, ruleset.outline.stay_toughness)
        }
    };
    let text = format!(
        "{what}: Ev {} + {evasion} = {}, To {} + {toughness} = {} against shooting",
        card.evasion,
        card.evasion + evasion,
        card.toughness,
        card.toughness + toughness,
    );
    Some(line(rule, text, style::WELL))
}

/// For units whose last action lets them snap fire at runners, even if something else prevents it.
///
/// Rule: RE-1.
fn snap_fire(view: &View, unit: &UnitView) -> Option<Line> {
    let may_watch = matches!(unit.activity.last_action, Some(Action::OpenFire | Action::GetDown));
    if !may_watch || view.standing(unit.id).next().is_none() {
        return None;
    }
    Some(match may_snap_fire(*view, *unit) {
        Ok(()) => line("RE-1", "Ready to snap fire".to_owned(), style::WELL),
        Err(refusal) => line("RE-1", format!("No snap fire: {}", refusal.text()), style::FAINT),
    })
}

/// What it has done, and whether it may still act, given who stayed and fired.
///
/// Rule: FB-1 (either snap fire or a move).
pub(super) fn activity_words(view: &View, unit: &UnitView, stayed: &StayedToFire) -> String {
    let stays = stayed.has(unit.id);
    let last = unit.activity.last_action.map(|action| match action {
        Action::Advance if !unit.activity.has_moved => "Advance without a move",
        Action::FallBack if stays => STAYED,
        action => action.name(),
    });
    let turn = view.turn();
    if view.waits(unit.id) {
        return "Not placed yet".to_owned();
    }
    if turn.phase == Phase::Action && turn.side == unit.id.side {
        return match (may_still_act(*view, *unit), last) {
            (true, _) if has_to_fall_back(*view, *unit) => {
                match may_fire_instead(*view, unit.id, Occasion::Action) {
                    true => "Falls back this turn, or stays and snap fires".to_owned(),
                    false => "Must fall back this turn".to_owned(),
                }
            }
            (true, _) => "May act this turn".to_owned(),
            (false, Some(last)) if unit.activity.acted => format!("Has acted this turn: {last}"),
            (false, _) => "May not act this turn".to_owned(),
        };
    }
    // Whether it moved is remembered for its own turn only.
    let last = unit.activity.last_action.map(|action| if stays { STAYED } else { action.name() });
    last.map_or("Has not acted yet".to_owned(), |last| format!("Last action: {last}"))
}

/// In place of the name of a fall back that was none.
const STAYED: &str = "stayed and snap fired";

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::level::data_folder::{DataFolder, load_level};

    /// Rule: SUP-2, LD-2. Each badge that a tag or card shows stands beside the words that explain it.
    #[test]
    fn every_badge_stands_beside_its_words() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = Arc::new(load_level("mid-battle", &data, None).unwrap());
        let game = Match::start(setup, DiceChoice::Seed(7)).unwrap();
        let view = game.battle().view();
        let mut seen = 0;
        for unit in view.units().filter(|unit| view.standing(unit.id).next().is_some()) {
            let badges: Vec<Marker> = lines(&view, &unit).into_iter().filter_map(|line| line.badge).collect();
            for (kind, count) in
                [(MarkerKind::Hits, unit.morale.hit_die), (MarkerKind::Nerve, unit.morale.nerve_markers)]
            {
                assert_eq!(badges.contains(&Marker { kind, count }), count > 0, "{}: {kind:?}", unit.id);
                seen += usize::from(count > 0);
            }
        }
        assert!(seen > 3, "{seen}");
    }
}
