//! What the camera goes to by itself: the question that the battle asks, the fight in play, what the computer does and what it
//! advises. It goes to each once, so that the player may look elsewhere then, and comes back when it is over. With the quiet
//! camera it goes nowhere.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::EguiContexts;

use super::computer_players::ComputerPlayers;
use crate::game::dispatch::{self, acting, drafted};
use crate::game::engine::agenda::Choice;
use crate::game::engine::command::Command;
use crate::game::engine::subject::Subject;
use crate::game::engine::view::View;
use crate::game::phases::close_combat::groups::units_in;
use crate::game::phases::drafted::Drafted;
use crate::game::prompt::Prompt;
use crate::rules::ids::{Side, UnitId};
use crate::ui::axes;
use crate::ui::camera::free_area::line_at_foot;
use crate::ui::camera::points::points_round;
use crate::ui::camera::viewport::{TableViewport, WindowLayout};
use crate::ui::camera::{GoToView, ShotSubject, Size, Visit};
use crate::ui::drafts::draft::Draft;
use crate::ui::drafts::offered_actions::OfferedActions;
use crate::ui::frame::frame_order::{CameraSystems, InputSystems};
use crate::ui::playback::Playback;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{BattleState, Commander, OpenGame};
use crate::ui::session::settings::{CameraMoves, Settings};
use crate::ui::session::shown_battle::ShownBattle;
use crate::ui::turn_flow::asked_areas::{DICE, open_areas};

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Event {
    /// A combat: the round of the battle, whose turn, and its number in the turn.
    Fight(u8, Side, u8),
    /// A question, by the state of the battle in which it is asked.
    Question(BattleState),
    /// A command that the computer announces, by the state of the battle in which it is given.
    Command(BattleState),
    /// Advice, by the state of the battle that it is about.
    Advice(BattleState),
}

/// What the camera is to do about it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cue {
    /// It stays with what it is at: the computer thinks, or what happened is still being shown.
    Stay,
    /// It goes to this.
    To(Event),
    /// Nothing is going on: it goes back.
    Back,
}

/// What is shown round the models that a command leads to, inches.
const ROUND_AN_END: f32 = 1.5;
/// Enemies so near to where a command leads belong to what it is about, inches.
const MEETS: f32 = 3.0;

/// Frames after which a panel has its place.
const LAID_OUT: u32 = 3;

/// What the camera attends to.
#[derive(Default)]
struct Attention {
    /// What it has gone to, or is about to.
    event: Option<Event>,
    /// Frames since, until it goes.
    waited: Option<u32>,
    /// The player who is asked by it.
    asked: Option<Side>,
    /// Visits so far: not all shots are alike.
    visits: u32,
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.add_systems(Update, attend.after(InputSystems).before(CameraSystems));
}

/// All that may be going on.
#[derive(SystemParam)]
struct Happenings<'w> {
    opened: Res<'w, OpenGame>,
    shown: Res<'w, ShownBattle>,
    playback: Res<'w, Playback>,
    choices: Res<'w, OfferedActions>,
    computers: Res<'w, ComputerPlayers>,
}

impl Happenings<'_> {
    fn have_changed(&self) -> bool {
        self.opened.is_changed() || self.playback.is_changed() || self.computers.is_changed()
    }

    /// The combat whose rounds are played back.
    fn played(&self) -> Option<u8> {
        let stage = self.playback.fight_stage()?;
        stage.combat.map(|(combat, _)| combat)
    }

    /// The command that the computer advises.
    fn advised(&self) -> Option<&Command> {
        let advice = self.computers.advice.as_ref().filter(|(about, _)| *about == self.opened.state())?;
        advice.1.as_ref().ok().map(|advice| &advice.command)
    }

    fn cue(&self, prompt: Option<&Prompt>) -> Cue {
        let played = self.played();
        if played.is_none() && self.playback.runs() {
            // What comes after what is played back has time.
            return Cue::Stay;
        }
        let view = self.opened.game.battle().view();
        let of =
            |about: Option<Subject>| view.unit(about?.unit())?.activity.combat.map(|combat| combat.number);
        // Also where the computer decides in it: the camera stays with the fight, and does not swing to each of its commands.
        let decided = || {
            let decision = self.opened.game.battle().decision().filter(|_| !self.opened.is_looking())?;
            matches!(decision.choice, Choice::CloseCombat(_))
                .then(|| dispatch::prompt(view, decision).about)?
        };
        let combat = || of(prompt.and_then(|prompt| prompt.about)).or_else(|| of(decided()));
        let turn = view.turn();
        if self.advised().is_some() {
            return Cue::To(Event::Advice(self.opened.state()));
        }
        if let Some(number) = played.or_else(combat) {
            return Cue::To(Event::Fight(turn.round, turn.side, number));
        }
        if prompt.is_some_and(Prompt::is_question) {
            return Cue::To(Event::Question(self.opened.state()));
        }
        if self.computers.decides(&self.opened).is_none() {
            return Cue::Back;
        }
        match self.computers.announced(&self.opened) {
            Some(said) if said.since.is_some() && !said.thought.announcement.text.is_empty() => {
                Cue::To(Event::Command(self.opened.state()))
            }
            _ => Cue::Stay,
        }
    }

    /// What is to be seen of something, and more of what has to be in the picture.
    fn subject(&self, event: Event, prompt: Option<&Prompt>) -> Option<(ShotSubject, Vec<Vec3>)> {
        let view = self.opened.game.battle().view();
        match event {
            Event::Fight(_, _, number) => {
                let stage = self.playback.fight_stage().map(|stage| stage.fighting.clone());
                let fighting = stage.filter(|fighting| !fighting.is_empty());
                let of_battle =
                    || units_in(self.shown.view(&self.opened), number).map(|unit| unit.id).collect();
                let mut units = fighting.unwrap_or_else(of_battle);
                units.extend(prompt.and_then(|prompt| prompt.about).map(Subject::unit));
                // Both units whole, not only those of them who strike.
                let whole = points_round(self.shown.view(&self.opened), units.iter().copied(), ROUND_AN_END);
                Some((ShotSubject::Fight(units), whole))
            }
            Event::Question(_) => {
                let named = self.choices.answers.iter().filter_map(|answer| answer.about);
                let about = prompt.and_then(|prompt| prompt.about).map(Subject::unit);
                about_units(view, about, named.map(Subject::unit).collect())
            }
            Event::Command(_) => {
                let thought = &self.computers.announced(&self.opened)?.thought;
                about_command(view, &thought.advice.command, &thought.announcement.targets)
            }
            Event::Advice(_) => {
                let command = self.advised()?;
                let fire = match drafted(&command.order) {
                    Some(Drafted::Action(action)) => action.fire.iter().map(|fire| fire.at).collect(),
                    _ => Vec::new(),
                };
                about_command(view, command, &fire)
            }
        }
    }
}

fn attend(
    happenings: Happenings,
    (settings, layout): (Res<Settings>, Res<WindowLayout>),
    viewport: TableViewport,
    mut contexts: EguiContexts,
    mut views: MessageWriter<GoToView>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut attention: Local<Attention>,
) {
    // A picture has the view that was asked for, and a show has a camera of its own.
    if *layout != WindowLayout::WithPanels || settings.camera == CameraMoves::Never {
        attention.event = None;
        return;
    }
    if !happenings.have_changed() && !settings.is_changed() && attention.waited.is_none() {
        return;
    }
    let prompt = happenings.opened.prompt();
    let event = match happenings.cue(prompt.as_ref()) {
        Cue::Stay => return,
        Cue::To(event) => Some(event),
        Cue::Back => None,
    };
    if attention.event != event {
        let player = prompt.as_ref().map(|prompt| prompt.player);
        let asked = player.filter(|_| matches!(event, Some(Event::Question(_) | Event::Fight(..))));
        let before = attention.asked;
        *attention = Attention { event, asked, waited: event.map(|_| 0), ..*attention };
        if hands_back(before, player, happenings.opened.commanders) {
            emit(&UiEvent::CameraReturns);
            views.write(GoToView::HandBack);
        } else if event.is_none() {
            emit(&UiEvent::CameraReturns);
            views.write(GoToView::Back);
        }
    }
    let (Some(event), Some(waited)) = (event, attention.waited) else { return };
    let areas = contexts.ctx_mut().map(|context| open_areas(context, &[DICE]));
    let corner = |at: bevy_egui::egui::Pos2| Vec2::new(at.x, at.y);
    let areas = areas.unwrap_or_default().into_iter();
    let mut covers: Vec<Rect> =
        areas.map(|area| Rect { min: corner(area.min), max: corner(area.max) }).collect();
    if matches!(event, Event::Command(_)) {
        // What it does is told at the foot.
        covers.push(line_at_foot(viewport.free()));
    } else if waited < LAID_OUT {
        attention.waited = Some(waited + 1);
        redraw.write(RequestRedraw);
        return;
    }
    attention.waited = None;
    let Some((subject, also)) = happenings.subject(event, prompt.as_ref()) else { return };
    attention.visits += 1;
    emit(&UiEvent::CameraVisits { what: name(event).to_owned() });
    let by = prompt.filter(|_| !matches!(event, Event::Command(_))).map(|prompt| prompt.player);
    let size = if matches!(event, Event::Fight(..)) { Size::Large } else { Size::Seen };
    views.write(GoToView::Visit(Visit { subject, also, covers, by, size, number: attention.visits }));
}

/// Whether the view goes from the player who was asked to the other one, who had it before: two people at one window.
fn hands_back(asked: Option<Side>, now: Option<Side>, commanders: [Commander; 2]) -> bool {
    commanders == [Commander::Person; 2] && asked.is_some_and(|asked| now.is_some_and(|now| now != asked))
}

fn name(event: Event) -> &'static str {
    match event {
        Event::Fight(..) => "fight",
        Event::Question(_) => "question",
        Event::Command(_) => "command",
        Event::Advice(_) => "advice",
    }
}

/// Who is asked, and whom the answers are about: one of the other side is looked at from behind the first.
fn about_units(
    view: View,
    about: Option<UnitId>,
    mut named: Vec<UnitId>,
) -> Option<(ShotSubject, Vec<Vec3>)> {
    named.sort();
    named.dedup();
    let enemy = about.and_then(|about| named.iter().copied().find(|unit| unit.side != about.side));
    if let (Some(from), Some(at)) = (about, enemy) {
        let others = named.into_iter().filter(|unit| *unit != at && *unit != from);
        return Some((ShotSubject::Fire { from, at }, points_round(view, others, ROUND_AN_END)));
    }
    named.extend(about);
    named.sort();
    named.dedup();
    (!named.is_empty()).then_some((ShotSubject::Units(named), Vec::new()))
}

/// Who acts, where to, and at whom.
fn about_command(view: View, command: &Command, targets: &[UnitId]) -> Option<(ShotSubject, Vec<Vec3>)> {
    let unit = acting(&command.order)?;
    let moves = Draft::of_command(&view, command).and_then(|draft| draft.moves_of_all().ok());
    let ends: Vec<_> = moves.into_iter().flatten().filter_map(|one| one.path.last().copied()).collect();
    if let Some(at) = targets.first() {
        let mut also = points_round(view, targets.iter().skip(1).copied(), ROUND_AN_END);
        also.extend(ends.into_iter().map(axes::place_in_scene));
        return Some((ShotSubject::Fire { from: unit, at: *at }, also));
    }
    if ends.is_empty() {
        return Some((ShotSubject::Units(vec![unit]), Vec::new()));
    }
    // Whom it charges is seen with it.
    let enemies = view.standing_of(unit.side.other()).map(|model| axes::place_in_scene(model.pose.at));
    let meets = |enemy: &Vec3| ends.iter().any(|end| axes::place_in_scene(*end).distance(*enemy) < MEETS);
    let also = enemies.filter(meets).map(|enemy| enemy + Vec3::Y).collect();
    Some((ShotSubject::Way { unit, path: ends }, also))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two at one window: who was asked hands the view back. Against a computer, and for the same player, it just comes back.
    #[test]
    fn the_view_is_handed_back_between_two_people_only() {
        use Commander::{Computer, Person};
        for (asked, now, commanders, expected) in [
            (Some(Side::B), Some(Side::A), [Person, Person], true),
            (Some(Side::A), Some(Side::A), [Person, Person], false),
            (None, Some(Side::A), [Person, Person], false),
            (Some(Side::B), None, [Person, Person], false),
            (Some(Side::B), Some(Side::A), [Computer, Person], false),
        ] {
            assert_eq!(hands_back(asked, now, commanders), expected, "{asked:?} {now:?} {commanders:?}");
        }
    }
}
