//! What the camera goes to by itself: the question that the battle asks, the fight in play, and what the computer advises. It
//! goes to each once, so that the player may look elsewhere then, and comes back when it is over. The panels lie beside what
//! they speak about.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::EguiContexts;

use super::computer_players::ComputerPlayers;
use crate::game::dispatch::acting;
use crate::game::engine::command::Command;
use crate::game::engine::subject::Subject;
use crate::game::engine::view::View;
use crate::game::phases::close_combat::groups::units_in;
use crate::rules::ids::{Side, UnitId};
use crate::ui::axes;
use crate::ui::camera::unit_view::points_round;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::camera::{GoToView, Visit};
use crate::ui::drafts::draft::Draft;
use crate::ui::drafts::offered_actions::OfferedActions;
use crate::ui::frame::frame_order::InputSystems;
use crate::ui::playback::Playback;
use crate::ui::session::open_game::{BattleState, OpenGame};
use crate::ui::turn_flow::asked_areas::{ADVICE, DICE, FIGHT, QUESTION, open_areas};

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Event {
    /// A combat: the round of the battle, whose turn, and its number in the turn.
    Fight(u8, Side, u8),
    /// A question, by the state of the battle in which it is asked.
    Question(BattleState),
    /// Advice, by the state of the battle that it is about.
    Advice(BattleState),
}

/// What is shown round the models of a fight, inches.
const ROUND_A_FIGHT: f32 = 5.0;
/// What is shown round the models of a question, inches.
const ROUND_A_MODEL: f32 = 1.5;

/// Frames after which a panel has its place, and after which none is waited for.
const LAID_OUT: u32 = 3;
const LAID_OUT_AT_MOST: u32 = 12;

/// What the camera attends to.
#[derive(Default)]
struct Attention {
    /// What it has gone to, or is about to.
    event: Option<Event>,
    /// Frames since, until it goes.
    waited: Option<u32>,
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.add_systems(Update, attend.after(InputSystems).before(crate::ui::frame::frame_order::CameraSystems));
}

fn attend(
    opened: Res<OpenGame>,
    playback: Res<Playback>,
    choices: Res<OfferedActions>,
    computers: Res<ComputerPlayers>,
    layout: Res<WindowLayout>,
    mut contexts: EguiContexts,
    mut views: MessageWriter<GoToView>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut attention: Local<Attention>,
) {
    // A picture has the view that was asked for.
    let is_idle = !opened.is_changed()
        && !playback.is_changed()
        && !computers.is_changed()
        && attention.waited.is_none();
    if is_idle || *layout != WindowLayout::WithPanels {
        return;
    }
    let view = opened.game.battle().view();
    let played = playback.fight_stage().and_then(|stage| stage.combat).map(|(combat, _)| combat);
    if played.is_none() && playback.runs() {
        // The question after what is played back has time.
        return;
    }
    let prompt = opened.prompt();
    let asked = prompt.as_ref().filter(|prompt| prompt.is_question());
    let combat = || view.unit(prompt.as_ref()?.about?.unit())?.activity.combat.map(|combat| combat.number);
    let turn = view.turn();
    let advice = computers.advice.as_ref().filter(|(about, _)| *about == opened.state());
    let advised = advice.and_then(|(_, advice)| Some(&advice.as_ref().ok()?.command));
    let event = match (advised, played.or_else(combat)) {
        (Some(_), _) => Some(Event::Advice(opened.state())),
        (None, Some(number)) => Some(Event::Fight(turn.round, turn.side, number)),
        (None, None) => asked.map(|_| Event::Question(opened.state())),
    };
    if attention.event != event {
        *attention = Attention { event, waited: event.map(|_| 0) };
        if event.is_none() {
            views.write(GoToView::Back);
        }
    }
    let (Some(event), Some(waited)) = (event, attention.waited) else { return };
    let areas = contexts.ctx_mut().map(|context| open_areas(context, &[QUESTION, DICE, FIGHT, ADVICE]));
    let covers = areas.unwrap_or_default();
    let is_laid_out = waited >= LAID_OUT && !covers.is_empty();
    if !is_laid_out && waited < LAID_OUT_AT_MOST {
        attention.waited = Some(waited + 1);
        redraw.write(RequestRedraw);
        return;
    }
    attention.waited = None;
    let points = match event {
        Event::Fight(_, _, number) => {
            points_round(view, units_in(view, number).map(|unit| unit.id), ROUND_A_FIGHT)
        }
        Event::Question(_) => {
            let named = choices.answers.iter().filter_map(|answer| answer.about);
            let units: BTreeSet<UnitId> =
                named.chain(asked.and_then(|prompt| prompt.about)).map(Subject::unit).collect();
            points_round(view, units, ROUND_A_MODEL)
        }
        Event::Advice(_) => advised.map_or_else(Vec::new, |command| points_of(view, command)),
    };
    if !points.is_empty() {
        let corner = |at: bevy_egui::egui::Pos2| Vec2::new(at.x, at.y);
        let covers = covers.into_iter().map(|rect| Rect { min: corner(rect.min), max: corner(rect.max) });
        let closer = matches!(event, Event::Fight(..));
        views.write(GoToView::Visit(Visit { points, covers: covers.collect(), closer }));
    }
}

/// Where a command's unit stands, and where it leads.
fn points_of(view: View, command: &Command) -> Vec<Vec3> {
    let mut points = points_round(view, acting(&command.order), ROUND_A_MODEL);
    let moves = Draft::of_command(&view, command).and_then(|draft| draft.moves_of_all().ok());
    let ends = moves.into_iter().flatten().filter_map(|one| one.path.last().copied());
    points.extend(ends.map(axes::place_in_scene));
    points
}
