//! The first turn, taught on the real table: five steps that say what to do now and show it, ticked by what happened.
//!
//! `steps.rs` knows the steps and what ticks them, `set_up.rs` what to do while the battle is set up before; `card.rs` shows them
//! in a corner in which no model stands (`corner.rs`); `ghost_hand.rs` shows on the table how it is done, with a move and a shot
//! that an order could make (`ghost_move.rs`, `ghost_shot.rs`). It is on at the very first game, off for good with one click, and
//! offered again by the help and the settings. It gives no orders and changes nothing of the battle.

mod card;
mod corner;
mod ghost_hand;
mod ghost_move;
mod ghost_shot;
mod set_up;
mod steps;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use self::steps::{Happening, Lesson, happenings};
use crate::rules::turn::Phase;
use crate::ui::background::background_query::AppQueryExt;
use crate::ui::camera::Steer;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::frame::frame_order::PanelSystems;
use crate::ui::frame::paint_layers::OverlayPass;
use crate::ui::session::open_game::{GameChanged, GameSystems, OpenGame};
use crate::ui::session::screen::{BriefSheet, Screen};
use crate::ui::session::settings::{FirstTurn, Settings};
use crate::ui::session::shown_battle::ShownBattle;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Lesson>()
        .init_resource::<ghost_hand::Demonstration>()
        .add_query::<ghost_move::GhostMove>()
        .add_query::<ghost_shot::GhostShot>()
        .add_systems(PreUpdate, (begin, follow_game).chain().after(GameSystems))
        .add_systems(Update, (follow_player, keep_progress).chain())
        .add_systems(EguiPrimaryContextPass, card::show_card.after(PanelSystems))
        .add_systems(OverlayPass, ghost_hand::paint_hand);
}

/// What says whether the first turn is on the table.
#[derive(SystemParam)]
struct Stage<'w> {
    settings: Res<'w, Settings>,
    layout: Res<'w, WindowLayout>,
    opened: Res<'w, OpenGame>,
    shown: Res<'w, ShownBattle>,
    screen: Res<'w, Screen>,
}

impl Stage<'_> {
    /// Whether there is a turn to teach, or a battle to set up for it: people play, and nothing lies over the table.
    fn is_set(&self) -> bool {
        let view = self.shown.view(&self.opened);
        self.settings.first_turn == FirstTurn::Shown
            && *self.layout == WindowLayout::WithPanels
            && view.turn().phase != Phase::Over
            && self.screen.dialog.is_none()
            && self.screen.brief == BriefSheet::Hidden
    }
}

/// Begins anew when it is asked for again, and finds out in every game whose turn it teaches.
fn begin(
    settings: Res<Settings>,
    opened: Res<OpenGame>,
    mut changes: MessageReader<GameChanged>,
    mut lesson: ResMut<Lesson>,
    mut before: Local<Option<FirstTurn>>,
) {
    let now = settings.first_turn;
    match before.replace(now) {
        None => lesson.resume(settings.learnt),
        Some(FirstTurn::Off) if now == FirstTurn::Shown => *lesson = Lesson::default(),
        Some(_) => {}
    }
    if changes.read().any(|change| matches!(change, GameChanged::Opened)) {
        lesson.learner = None;
    }
    if lesson.learner.is_none() && opened.asks_to_act() {
        lesson.learner = opened.prompt().map(|prompt| prompt.player);
    }
}

/// Ticks what the game says has happened. Whoever plays on has read the farewell.
fn follow_game(
    mut changes: MessageReader<GameChanged>,
    mut lesson: ResMut<Lesson>,
    mut settings: ResMut<Settings>,
) {
    for change in changes.read() {
        if let GameChanged::Played { facts, .. } = change {
            let is_over = lesson.step().is_none() && settings.first_turn == FirstTurn::Shown;
            if is_over && happenings(facts).into_iter().any(|happening| lesson.is_own(happening)) {
                settings.first_turn = FirstTurn::Off;
            }
            happenings(facts).into_iter().for_each(|happening| note(&mut lesson, happening));
        }
    }
}

/// Ticks what the player did that is no order.
fn follow_player(mut steers: MessageReader<Steer>, mut lesson: ResMut<Lesson>) {
    if steers.read().count() > 0 {
        note(&mut lesson, Happening::LookedAround);
    }
}

/// Keeps how far it has come with the other choices.
fn keep_progress(lesson: Res<Lesson>, mut settings: ResMut<Settings>) {
    let learnt = lesson.learnt();
    if settings.learnt != learnt {
        settings.learnt = learnt;
    }
}

/// Notes what happened, and that something is new only if it is.
fn note(lesson: &mut ResMut<Lesson>, happening: Happening) {
    if lesson.bypass_change_detection().note(happening) {
        lesson.set_changed();
    }
}
