//! The card of the close combats that a move would lead to, or that are fought.

use bevy_egui::egui::{Color32, RichText, Ui};

use super::column_layout::Importance;
use super::head::Head;
use super::{PanelContext, style};
use crate::rules::turn::Phase;
use crate::ui::background::computing::Task;
use crate::ui::questions::combat::card::{card_ui, says, title};

pub(super) fn head(cx: &PanelContext) -> Option<Head> {
    // The battle is past a fight that is still shown: what would come of it is no news yet.
    if cx.playback.shows_fight() {
        return None;
    }
    let view = cx.opened.game.battle().view();
    let is_computing = cx.computing.shows(Task::CombatForecast);
    let Some((asked, forecast)) = cx.combat_odds.shown() else {
        let has_links = cx.combat_links.shown().is_some_and(|(_, groups)| !groups.is_empty());
        return (is_computing && has_links).then(|| Head {
            title: "Close combat".to_owned(),
            side: None,
            says: Task::CombatForecast.text().to_owned(),
            ink: style::FAINT,
            importance: Importance::Decides,
        });
    };
    if let Some(refused) = asked.mover().and_then(|_| refused(cx)) {
        return Some(Head {
            title: "Close combat, if it were allowed".to_owned(),
            side: asked.mover().map(|unit| unit.side),
            says: refused,
            ink: style::WRONG,
            importance: Importance::Decides,
        });
    }
    let decides = asked.mover().is_some() || view.turn().phase == Phase::CloseCombat;
    Some(Head {
        title: title(&view, asked).to_owned(),
        side: asked.mover().map(|unit| unit.side),
        says: says(&view, asked, forecast),
        ink: Color32::WHITE,
        importance: if decides { Importance::Decides } else { Importance::Asked },
    })
}

/// Why the order that is drafted is not allowed: that comes before all that it would bring.
pub(super) fn refused(cx: &PanelContext) -> Option<String> {
    let refusal = cx.draft_check.0.as_ref()?.answer.as_ref().err()?;
    Some(format!("Not allowed: {}", refusal.text()))
}

pub(super) fn body_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let Some((asked, forecast)) = cx.combat_odds.shown() else { return };
    let mut open = None;
    let view = cx.opened.game.battle().view();
    if asked.mover().is_some() && refused(cx).is_some() {
        let if_it_were = format!("If it were allowed: {}", says(&view, asked, forecast));
        ui.label(RichText::new(if_it_were).color(style::FAINT));
    }
    card_ui(ui, &view, forecast, &mut open);
    if cx.computing.shows(Task::CombatForecast) {
        ui.label(RichText::new(Task::CombatForecast.text()).small().color(style::FAINT));
    }
    if open.is_some() {
        cx.screen.rule = open;
    }
}
