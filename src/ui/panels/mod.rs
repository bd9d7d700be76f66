//! The panels around the table: the top bar with the turn, the column on the right with the unit and the log, the
//! strip of units below the table, the bar at the bottom with the orders.
//!
//! Panels read the battle and write [`GameRequest`]s. Besides, they change only the player's selection and draft.

mod action_bar;
mod advice;
mod at_rest;
mod brief;
mod by_word;
pub(crate) mod card_frame;
pub(crate) mod card_line;
mod column;
pub(crate) mod column_layout;
mod combat_panel;
mod computer;
mod condition;
mod decision;
mod dialogs;
mod dice_question;
pub(crate) mod die;
mod fight_panel;
mod head;
mod help;
pub(crate) mod laid_dice;
mod log;
mod looking_bar;
mod luck;
mod notice;
mod odds_panel;
mod order_hints;
mod paragraph;
mod question;
mod result;
mod retreat_panel;
mod score;
pub(super) mod setting_rows;
mod settings_sheet;
mod shooters;
mod sight_panel;
mod still_shown;
pub(crate) mod style;
mod top_bar;
mod tray;
mod unit_card;
mod unit_panel;
mod unit_strip;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use self::card_frame::{bar, whole_window};
use super::input::bindings::RowChosen;
use super::input::keyboard::Keyboard;
use super::playback::Playback;
use super::quality::PictureQuality;
use crate::ui::background::computing::Computing;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::camera::{ACTION_BAR, CURVES, GoToView, SIDE_COLUMN, TIME_LINE, TOP_BAR, unit_strip};
use crate::ui::drafts::draft::Drafting;
use crate::ui::drafts::draft_check::DraftCheck;
use crate::ui::drafts::offered_actions::OfferedActions;
use crate::ui::drafts::placing::Placing;
use crate::ui::drafts::pointed_unit::PointedUnit;
use crate::ui::drafts::ruler::Ruler;
use crate::ui::drafts::selection::{HoveredModel, Selection};
use crate::ui::frame::frame_order::PanelSystems;
use crate::ui::library::pictures::Pictures;
use crate::ui::library::shelf::Shelf;
use crate::ui::questions::combat::{CombatLinks, CombatOdds};
use crate::ui::questions::fire_odds::FireOdds;
use crate::ui::questions::retreat::{RetreatPreview, RetreatPreviewQuery};
use crate::ui::questions::sight::{SightOverlay, SightQuery};
use crate::ui::scene::cutaway::Cutaway;
use crate::ui::session::hand_dice::HandDice;
use crate::ui::session::open_game::{GameRequest, OpenGame};
use crate::ui::session::open_notes::OpenNotes;
use crate::ui::session::page_request::PageRequest;
use crate::ui::session::screen::{Screen, Sheet};
use crate::ui::session::settings::{Settings, TimeLine};
use crate::ui::session::shown_battle::ShownBattle;
use crate::ui::timeline::gains::{Gains, curve};
use crate::ui::timeline::{Timeline, strip};
use crate::ui::turn_flow::computer_players::ComputerPlayers;

/// What panels read and change.
#[derive(bevy::ecs::system::SystemParam)]
struct PanelContext<'w> {
    opened: ResMut<'w, OpenGame>,
    dice: Res<'w, HandDice>,
    selection: ResMut<'w, Selection>,
    hovered: Res<'w, HoveredModel>,
    drafting: ResMut<'w, Drafting>,
    draft_check: Res<'w, DraftCheck>,
    screen: ResMut<'w, Screen>,
    keyboard: Res<'w, Keyboard>,
    cutaway: ResMut<'w, Cutaway>,
    ruler: ResMut<'w, Ruler>,
    sight_overlay: ResMut<'w, SightOverlay>,
    sight_lines: Res<'w, SightQuery>,
    fire_odds: Res<'w, FireOdds>,
    combat_links: Res<'w, CombatLinks>,
    combat_odds: Res<'w, CombatOdds>,
    computing: Res<'w, Computing>,
    choices: Res<'w, OfferedActions>,
    placing: ResMut<'w, Placing>,
    playback: Res<'w, Playback>,
    shown: Res<'w, ShownBattle>,
    pointed: ResMut<'w, PointedUnit>,
    settings: ResMut<'w, Settings>,
    quality: ResMut<'w, PictureQuality>,
    computers: ResMut<'w, ComputerPlayers>,
    retreat_preview: Res<'w, RetreatPreview>,
    retreat_previews: Res<'w, RetreatPreviewQuery>,
    column: ResMut<'w, column::Column>,
    log: ResMut<'w, log::Log>,
    timeline: ResMut<'w, Timeline>,
    gains: ResMut<'w, Gains>,
    notes: Res<'w, OpenNotes>,
    layout: Res<'w, WindowLayout>,
    shelf: ResMut<'w, Shelf>,
    pictures: ResMut<'w, Pictures>,
    requests: MessageWriter<'w, GameRequest>,
    pages: MessageWriter<'w, PageRequest>,
    rows: MessageWriter<'w, RowChosen>,
    views: MessageWriter<'w, GoToView>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<log::Log>()
        .init_resource::<column::Column>()
        .add_observer(column::on_column_key)
        .add_systems(PostStartup, style::apply_style)
        .add_systems(EguiPrimaryContextPass, panels.in_set(PanelSystems));
}

fn panels(mut contexts: EguiContexts, mut cx: PanelContext) -> Result {
    if *cx.layout == WindowLayout::Show {
        return Ok(());
    }
    lay_out_panels(contexts.ctx_mut()?, &mut cx);
    Ok(())
}

/// All panels of a frame.
fn lay_out_panels(context: &egui::Context, cx: &mut PanelContext) {
    let mut whole = whole_window(context);
    bar(TOP_BAR, egui::Panel::top("top"))
        .frame(style::bar())
        .show(&mut whole, |ui| top_bar::top_bar_ui(ui, cx));
    // Below the column as well: in a small window its buttons need the full width.
    bar(ACTION_BAR, egui::Panel::bottom("actions")).frame(style::bar()).show(&mut whole, |ui| {
        match cx.opened.is_looking() {
            true => looking_bar::looking_bar_ui(ui, cx),
            false => waiting_ui(ui, cx, action_bar::action_bar_ui),
        }
    });
    bar(SIDE_COLUMN, egui::Panel::right("side"))
        .frame(style::column())
        .show(&mut whole, |ui| column::column_ui(ui, cx));
    let window = context.viewport_rect().size();
    let (size, height) = unit_strip(Vec2::new(window.x, window.y));
    bar(height, egui::Panel::bottom("units"))
        .frame(style::strip())
        .show(&mut whole, |ui| unit_strip::unit_strip_ui(ui, cx, size));
    if cx.settings.time_line == TimeLine::Shown {
        bar(TIME_LINE, egui::Panel::bottom("time line")).frame(style::strip().inner_margin(0)).show(
            &mut whole,
            |ui| {
                strip::strip_ui(
                    ui,
                    cx.timeline.bypass_change_detection(),
                    (&cx.opened, &cx.playback),
                    &cx.notes,
                )
            },
        );
        if cx.screen.gains == Sheet::Shown {
            let panel = bar(CURVES, egui::Panel::bottom("curves")).frame(style::strip().inner_margin(0));
            let timeline = cx.timeline.bypass_change_detection();
            panel.show(&mut whole, |ui| curve::curve_ui(ui, timeline, &cx.gains, (&cx.opened, &cx.notes)));
        }
    }
    if !cx.dice.asks_for_opening() {
        brief::brief_ui(context, cx);
    }
    notice::notice_ui(context, cx);
    dice_question::question_ui(context, cx);
    dialogs::dialogs_ui(context, cx);
    settings_sheet::settings_ui(context, cx);
    let typing = context.text_edit_focused();
    if !typing && cx.screen.dialog.is_none() {
        leave_keys_to_table(context);
    }
    if cx.screen.typing != typing {
        cx.screen.typing = typing;
    }
}

/// Tab, arrow keys, Enter and Space belong to the table: no button takes them.
pub(crate) fn leave_keys_to_table(context: &egui::Context) {
    context.memory_mut(|memory| {
        if let Some(focused) = memory.focused() {
            memory.surrender_focus(focused);
        }
    });
}

/// Content that gives orders: disabled while the battle waits for dice, and hidden before the opening has them.
fn waiting_ui(ui: &mut egui::Ui, cx: &mut PanelContext, content: fn(&mut egui::Ui, &mut PanelContext)) {
    if cx.dice.asks_for_opening() {
        return;
    }
    ui.scope(|ui| {
        if cx.dice.0.is_some() {
            ui.disable();
        }
        content(ui, cx);
    });
}

#[cfg(test)]
mod laid_out;
