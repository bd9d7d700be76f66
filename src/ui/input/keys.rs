//! Does what the pressed keys mean, by the table in `bindings`.
//!
//! `Keyboard` says which key of that table a key stands for. A key that has no effect now says why.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

use super::bindings::{self, KeyAction, Mode, Turn};
use super::choices::Choices;
use super::draft::{Draft, Drafting, Ends, Hold, Purpose};
use super::draft_check::{DraftCheck, check};
use super::keyboard::Keyboard;
use super::placing::{Measure, Placing, TokenKind};
use super::presses::presses;
use super::ruler::Ruler;
use super::{Dialog, HoveredModel, Screen, Selection, Sheet, orders, pointer_input, screenshot};
use crate::game::engine::command::Command;
use crate::game::phases::close_combat::groups::groups;
use crate::game::prompt::Form;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::ui::attention::points_round;
use crate::ui::combat_preview::CombatPreview;
use crate::ui::computer_players::ComputerPlayers;
use crate::ui::cutaway::Cutaway;
use crate::ui::events::{UiEvent, emit};
use crate::ui::hand_dice::{DiceRequest, HandDice};
use crate::ui::move_planner::RestoreCoherency;
use crate::ui::open_game::{GameRequest, Notice, OpenGame};
use crate::ui::playback::Playback;
use crate::ui::question_waits::question_waits;
use crate::ui::retreat_preview::{RetreatPreview, RetreatPreviewQuery, next_ruleset};
use crate::ui::scene::camera::{GoToView, ModelEyes};
use crate::ui::settings::{Outlines, Settings};
use crate::ui::sight_overlay::{ExposureMapRequest, SightOverlay, SpotKey, When};
use crate::ui::text_size::TextSize;
use crate::ui::toggled_overlays::ToggledOverlays;

/// Degrees that one press turns.
const TURN_DEGREES: f64 = 15.0;

/// What is shown round the models of a unit that is looked at, inches.
const FRAMED_INCHES: f32 = 3.0;

const NO_UNIT: &str = "Select a unit first.";
const NO_DRAFT: &str = "Drag a unit first.";
const OVER: &str = "The battle is over: look around, undo, or load another game.";
const COMPUTER_DECIDES: &str =
    "The computer has to decide now. Y shows who plays each side: you can take over there.";

/// Keys by which a sheet or an announcement is put away, and that then do nothing else.
const PUT_AWAY: [KeyCode; 4] = [KeyCode::Escape, KeyCode::Enter, KeyCode::NumpadEnter, KeyCode::Space];

/// What keys read and change.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct KeyContext<'w, 's> {
    opened: ResMut<'w, OpenGame>,
    dice: Res<'w, HandDice>,
    drafting: ResMut<'w, Drafting>,
    draft_check: Res<'w, DraftCheck>,
    choices: Res<'w, Choices>,
    placing: ResMut<'w, Placing>,
    selection: ResMut<'w, Selection>,
    hovered: Res<'w, HoveredModel>,
    screen: ResMut<'w, Screen>,
    keyboard: ResMut<'w, Keyboard>,
    cutaway: ResMut<'w, Cutaway>,
    ruler: ResMut<'w, Ruler>,
    sight_overlay: ResMut<'w, SightOverlay>,
    retreat_preview: ResMut<'w, RetreatPreview>,
    previews: Res<'w, RetreatPreviewQuery>,
    combat_preview: ResMut<'w, CombatPreview>,
    playback: Res<'w, Playback>,
    overlays: ResMut<'w, ToggledOverlays>,
    settings: ResMut<'w, Settings>,
    computers: ResMut<'w, ComputerPlayers>,
    requests: MessageWriter<'w, GameRequest>,
    views: MessageWriter<'w, GoToView>,
    eyes: ResMut<'w, ModelEyes>,
    restore_coherency: MessageWriter<'w, RestoreCoherency>,
    commands: Commands<'w, 's>,
}

/// Whether a key is pressed, or was a moment ago.
pub(super) fn are_used(places: Res<ButtonInput<KeyCode>>, events: MessageReader<KeyboardInput>) -> bool {
    !events.is_empty() || places.get_pressed().len() > 0 || places.get_just_released().len() > 0
}

/// Does what the pressed keys mean.
pub(super) fn keys(
    places: Res<ButtonInput<KeyCode>>,
    mut events: MessageReader<KeyboardInput>,
    mut cx: KeyContext,
) {
    let events: Vec<KeyboardInput> = events.read().cloned().collect();
    let presses = presses(&events, &places);
    if cx.screen.brief == Sheet::Shown && cx.put_brief_away(&places) {
        return;
    }
    // A fight that is played back has all keys: each goes on to its next stage. To save or undo it need not be over.
    if cx.playback.shows_fight() && !presses.iter().any(|press| press.ctrl) {
        return;
    }
    for place in places.get_just_pressed() {
        let cancels = bindings::action(Mode::Always, *place, false) == Some(KeyAction::Cancel);
        if cancels && (cx.screen.dialog.is_some() || !cx.only_goes_on(*place, false)) {
            cx.cancel();
        }
    }
    let table_has_keys = !cx.screen.typing && cx.screen.dialog.is_none();
    let spot_held =
        table_has_keys && places.get_pressed().any(|place| cx.is_key_of(KeyAction::ShowObservers, *place));
    let spot = if spot_held { SpotKey::Down } else { SpotKey::Up };
    if cx.sight_overlay.spot != spot {
        cx.sight_overlay.spot = spot;
    }
    if !table_has_keys {
        return;
    }
    for press in presses {
        let key = cx.keyboard.key(press.place, &press.key);
        if !press.ctrl || cx.dice.0.is_some() {
            cx.press(key, press.shift);
            continue;
        }
        let printed = match &press.key {
            Key::Character(letter) => Some(letter.as_str()),
            _ => None,
        };
        if let Some(action) = bindings::action_with_ctrl(printed, key, press.shift) {
            cx.perform(action);
        }
    }
}

impl KeyContext<'_, '_> {
    /// Any key puts the brief away. Returns whether that was all it was meant for.
    fn put_brief_away(&mut self, places: &ButtonInput<KeyCode>) -> bool {
        let Some(pressed) = places.get_just_pressed().next() else { return false };
        self.screen.brief = Sheet::Away;
        self.is_key_of(KeyAction::ToggleBrief, *pressed) || PUT_AWAY.contains(pressed)
    }

    /// Whether the key at a place stands for one of an action.
    fn is_key_of(&self, action: KeyAction, place: KeyCode) -> bool {
        let key = self.keyboard.key_at(place);
        bindings::keys_of(action).any(|known| known == key)
    }

    fn press(&mut self, place: KeyCode, shift: bool) {
        let find = |mode| bindings::action(mode, place, shift);
        if let Some(action) = find(Mode::View) {
            self.perform(action);
        } else if self.only_goes_on(place, shift) {
            // `playback` hears it.
        } else if self.dice.0.is_some() {
            // `dice_keys` hears the keys of the dice.
            if find(Mode::Dice).is_none() && find(Mode::Play).is_some() {
                self.ignore("Enter the dice first, or cancel the order with Esc.");
            }
        } else if let Some(command) = find(Mode::Question).and_then(|action| self.answer(action)) {
            self.submit(command);
        } else if find(Mode::Question).is_some() && self.lists_answers() {
            self.ignore("No answer has this key.");
        } else if let Some(action) = find(Mode::Play) {
            self.perform(action);
        } else if find(Mode::Question).is_some() {
            self.ignore("There is no question to answer with this key.");
        } else if bindings::is_typed(place) && find(Mode::Always).is_none() {
            self.ignore("This key does nothing here; F1 lists all keys.");
        }
    }

    fn perform(&mut self, action: KeyAction) {
        match action {
            KeyAction::ViewFromAbove => drop(self.views.write(GoToView::Top)),
            KeyAction::ViewAtSlant => drop(self.views.write(GoToView::Home)),
            KeyAction::FrameUnit => self.frame_unit(),
            KeyAction::LookThroughEyes => self.look_through_eyes(),
            KeyAction::LookInside => self.cutaway.look_further(),
            KeyAction::LookLessInside => self.cutaway.look_higher(1),
            KeyAction::ToggleCameraFollows => {
                let follows = !self.settings.camera_follows;
                self.settings.camera_follows = follows;
                emit(&UiEvent::CameraFollows { follows });
                let what = if follows { "swings" } else { "no longer swings" };
                let text = format!("The view {what} to the side whose turn begins.");
                self.opened.notice = Some(Notice::Done(text));
            }
            KeyAction::ToggleScore => {
                self.screen.score.toggle();
                emit(&UiEvent::ScoreShown { shown: self.screen.score == Sheet::Shown });
            }
            KeyAction::ToggleComputers => self.screen.computers.toggle(),
            KeyAction::PauseComputers => self.pause_computers(),
            KeyAction::HurryComputer => self.hurry_computer(),
            KeyAction::ToggleBrief if self.opened.game.battle().view().result().is_some() => {
                self.screen.dialog = Some(Dialog::Result);
            }
            KeyAction::ToggleBrief => self.screen.brief = Sheet::Shown,
            KeyAction::Help => {
                // The layout may have been switched.
                self.keyboard.ask();
                self.screen.dialog = Some(Dialog::Help);
            }
            KeyAction::Screenshot => screenshot::take_picture(&mut self.commands, &mut self.opened),
            KeyAction::LevelUp => self.change_level(1),
            KeyAction::LevelDown => self.change_level(-1),
            KeyAction::ToggleSightLines => self.toggle_sight_lines(),
            KeyAction::ReverseSightLines if self.unit_in_question().is_none() => self.ignore(NO_UNIT),
            KeyAction::ReverseSightLines => self.sight_overlay.reverse(),
            KeyAction::ToggleExposureMap => {
                let is_shown = self.sight_overlay.map.is_some();
                self.sight_overlay.map = if is_shown { None } else { Some(self.next_map()) };
            }
            KeyAction::NextExposureMap => self.sight_overlay.map = Some(self.next_map()),
            KeyAction::ToggleRetreatPreview => self.toggle_retreat_preview(),
            KeyAction::PreviewNextSide => {
                let side = self.side_in_question();
                self.retreat_preview.show_next_side(side);
            }
            KeyAction::PinPreview => self.pin_preview(),
            KeyAction::ToggleCombatPreview => self.toggle_combat_preview(),
            KeyAction::NextRuleset => self.compare_with_next_ruleset(),
            KeyAction::ToggleRuler => {
                self.ruler.toggle();
                emit(&UiEvent::Ruler { out: self.ruler.is_out() });
            }
            KeyAction::NextTags => self.settings.tags = self.settings.tags.next(),
            KeyAction::ToggleOutlines => {
                self.settings.outlines = self.settings.outlines.toggled();
                let text = match self.settings.outlines {
                    Outlines::Shown => "Outlines of hidden models are shown.",
                    Outlines::Off => "Outlines of hidden models are off.",
                };
                self.opened.notice = Some(Notice::Done(text.to_owned()));
            }
            KeyAction::LargerText => self.settings.text = self.settings.text.larger(),
            KeyAction::SmallerText => self.settings.text = self.settings.text.smaller(),
            KeyAction::UsualText => self.settings.text = TextSize::default(),
            KeyAction::ToggleOverlay(name) => self.overlays.toggle(name),
            KeyAction::NextUnit => self.select_next_unit(),
            KeyAction::Choose(action) => self.choose(action),
            KeyAction::FixCorner => self.fix_corner(),
            KeyAction::RemoveCorner => self.remove_corner(),
            KeyAction::HoldEnds => self.hold_ends(),
            KeyAction::PlaceRest => self.place_rest(),
            KeyAction::Turn(turn) => self.turn(turn, Draft::turn),
            KeyAction::Wheel(turn) => self.turn(turn, Draft::wheel),
            // `nudge` hears it, or `view_keys`.
            KeyAction::Nudge(..) if self.unit_in_question().is_none() => {}
            KeyAction::Nudge(..) if !self.can_be_drafted() => self.ignore(self.nothing_to_turn()),
            KeyAction::RestoreCoherency if self.unit_in_question().is_none() => self.ignore(NO_UNIT),
            KeyAction::RestoreCoherency => drop(self.restore_coherency.write(RestoreCoherency)),
            KeyAction::Confirm => self.confirm(),
            KeyAction::GetDown => {
                let drafting = &self.drafting;
                let order = |unit| orders::get_down(&self.opened, unit, drafting.0.as_ref());
                self.order_selected(self.selection.unit.and_then(order));
            }
            KeyAction::FinishTheRest => self.finish_the_rest(),
            KeyAction::EndPhase => self.end_phase(),
            KeyAction::Stay => self.order_selected(self.selection.unit.map(orders::stay)),
            KeyAction::FallBack => self.fall_back(),
            KeyAction::Undo => self.request(GameRequest::Undo),
            KeyAction::Redo => self.request(GameRequest::Redo),
            KeyAction::Save => {
                self.screen.dialog = Some(Dialog::Save { name: screenshot::suggested_name(&self.opened) });
            }
            KeyAction::Load => self.screen.dialog = Some(Dialog::Load),
            KeyAction::Cancel
            | KeyAction::MoveView(_)
            | KeyAction::TurnView(_)
            | KeyAction::ZoomIn
            | KeyAction::ZoomOut
            | KeyAction::ShowObservers
            | KeyAction::Nudge(..)
            | KeyAction::Answer(_)
            | KeyAction::HoldFire
            | KeyAction::EnterDie(_)
            | KeyAction::RemoveDie
            | KeyAction::AcceptDice => {}
        }
    }

    /// Brings the unit under the pointer, or the one in question, into the picture.
    fn frame_unit(&mut self) {
        let hovered = self.hovered.unit();
        let points = hovered.or(self.unit_in_question()).map(|unit| {
            let view = self.opened.game.battle().view();
            points_round(view, [unit], FRAMED_INCHES)
        });
        match points.filter(|points| !points.is_empty()) {
            Some(points) => drop(self.views.write(GoToView::Frame(points))),
            None => self.ignore("Select a unit first, or point at one."),
        }
    }

    /// Looks through the eyes of the model under the pointer, or of the leader of the unit in question; or no longer.
    fn look_through_eyes(&mut self) {
        if self.eyes.0.is_some() {
            self.eyes.0 = None;
            return;
        }
        let view = self.opened.game.battle().view();
        let leader = || Some(view.leader(self.unit_in_question()?)?.id);
        let stands = |model: &ModelId| view.model(*model).is_some_and(|model| model.stands());
        match self.hovered.0.or_else(leader).filter(stands) {
            Some(model) => self.eyes.0 = Some(model),
            None => self.ignore("Point at a model first, or select a unit."),
        }
    }

    /// Ends the phase; where units have still to act, the battle's own refusal names the first.
    fn end_phase(&mut self) {
        match orders::end_phase(&self.opened).filter(|_| self.opened.asks_to_act()) {
            Some(command) => self.submit(command),
            None => self.ignore("There is no phase to end now."),
        }
    }

    fn finish_the_rest(&mut self) {
        let commands = orders::all_others_stay(&self.opened);
        match commands.is_empty() {
            true => self.ignore("No unit is left to act."),
            false => self.request(GameRequest::Submit(commands)),
        }
    }

    /// Whether a key only goes on with what is shown: any key while a question waits; while something is announced or fought
    /// those that answer questions; and those by which anything is put away, unless an order is being made.
    fn only_goes_on(&self, place: KeyCode, shift: bool) -> bool {
        let answers = || bindings::action(Mode::Question, place, shift).is_some();
        let announced = || self.playback.caption().is_some() || self.playback.shows_fight();
        let drafts = || self.drafting.0.is_some() || self.placing.token.is_some();
        self.playback.runs()
            && (answers() && announced()
                || (PUT_AWAY.contains(&place) && !drafts())
                || question_waits(&self.opened, &self.playback))
    }

    /// Tells the player why a key has no effect.
    fn ignore(&mut self, why: &str) {
        emit(&UiEvent::KeyIgnored { why: why.to_owned() });
        self.opened.notice = Some(Notice::Hint(why.to_owned()));
    }

    fn request(&mut self, request: GameRequest) {
        self.requests.write(request);
    }

    fn submit(&mut self, command: Command) {
        self.request(GameRequest::Submit(vec![command]));
    }

    /// Closes the foremost thing that is open; else cancels; else deselects.
    fn cancel(&mut self) {
        let picked = self.drafting.0.as_mut().map(|draft| &mut draft.fire.picked);
        if self.screen.dialog.is_some() {
            self.screen.dialog = None;
        } else if self.dice.0.is_some() {
            self.request(GameRequest::Dice(DiceRequest::Cancel));
        } else if self.eyes.0.is_some() {
            self.eyes.0 = None;
        } else if let Some(picked) = picked.filter(|picked| !picked.is_empty()) {
            picked.clear();
        } else if self.placing.token.is_some() && self.placing.clear() {
            emit(&UiEvent::DraftDropped);
        } else if self.ruler.is_out() {
            *self.ruler = Ruler::Away;
        } else if self.sight_overlay.direction.is_some() && self.drafting.0.is_none() {
            self.sight_overlay.hide();
        } else if self.sight_overlay.map.is_some() && self.drafting.0.is_none() {
            self.sight_overlay.map = None;
        } else if self.retreat_preview.shown.is_some() && self.drafting.0.is_none() {
            self.retreat_preview.shown = None;
        } else if self.drafting.0.is_some() {
            self.drafting.0 = None;
            emit(&UiEvent::DraftDropped);
        } else if !self.overlays.is_empty() {
            self.overlays.clear();
        } else if self.opened.notice.is_some() {
            self.opened.notice = None;
        } else if self.screen.rule.is_some() {
            self.screen.rule = None;
        } else if self.selection.unit.is_some() {
            self.selection.unit = None;
        } else if self.drafting.0.is_none() && self.placing.token.is_none() {
            emit(&UiEvent::KeyIgnored { why: "Nothing is open or selected.".to_owned() });
        }
    }

    /// Whether the battle asks a question whose answers are listed.
    fn lists_answers(&self) -> bool {
        self.opened.prompt().is_some_and(|prompt| prompt.is_question() && prompt.form == Form::Options)
    }

    /// The command that answers the battle's question, if it asks one that this key answers.
    fn answer(&self, action: KeyAction) -> Option<Command> {
        match action {
            KeyAction::HoldFire => orders::other_answer(&self.opened),
            KeyAction::Answer(number) => orders::numbered_answer(&self.opened, number),
            _ => None,
        }
    }

    /// Submits the draft. If it is not allowed, the battle refuses it and says why.
    fn confirm(&mut self) {
        let checked = match &self.drafting.0 {
            Some(draft) if draft.hold != Hold::Resting => check(self.opened.game.battle(), draft),
            Some(_) => self.draft_check.0.clone(),
            None => None,
        };
        // What is refused says so on the table already.
        if let Some(why) = checked.as_ref().and_then(|checked| checked.answer.as_ref().err()) {
            emit(&UiEvent::KeyIgnored { why: why.text() });
            return;
        }
        let drafted = checked.map(|checked| checked.command.clone());
        if let Some(command) = drafted.or_else(|| self.placing.command(&self.opened)) {
            return self.submit(command);
        }
        match self.choices.barred(Action::Advance).cloned() {
            Some(refusal) if self.selection.unit.is_some() => {
                self.opened.notice = Some(Notice::Refused(refusal));
            }
            _ => self.ignore(self.nothing_to_confirm()),
        }
    }

    /// Why no player is asked anything.
    fn nobody_asked(&self) -> &'static str {
        if self.opened.awaits_computer() { COMPUTER_DECIDES } else { OVER }
    }

    /// The computer waits, or plays on.
    fn pause_computers(&mut self) {
        if self.computers.sides.iter().all(Option::is_none) {
            return self.ignore("The computer plays no side: Y shows who plays.");
        }
        self.computers.is_paused = !self.computers.is_paused;
        emit(&UiEvent::ComputerPaused { paused: self.computers.is_paused });
    }

    /// The computer does at once what it is about to do.
    fn hurry_computer(&mut self) {
        match self.computers.decides(&self.opened) {
            Some(_) => self.computers.go_on(),
            None => self.ignore("The computer has nothing to decide now."),
        }
    }

    /// Why there is nothing to confirm.
    fn nothing_to_confirm(&self) -> &'static str {
        let form = self.opened.prompt().map(|prompt| prompt.form);
        match form {
            None => self.nobody_asked(),
            _ if self.placing.token.is_some() => "First click the table where it should go.",
            Some(Form::PlaceUnit) => "There is nothing to confirm: put a unit on its zone first.",
            Some(Form::Options) => "Choose one of the answers; its key is beside it.",
            Some(Form::MoveUnit { .. }) => {
                "There is nothing to confirm: drag the unit to where it should go."
            }
            Some(Form::ActivateUnit) => {
                "There is no order to confirm: drag a unit, or click an enemy to fire at."
            }
        }
    }

    fn order_selected(&mut self, command: Option<Command>) {
        match command {
            Some(command) => self.submit(command),
            None => self.ignore(NO_UNIT),
        }
    }

    /// Chooses by which action the draft, or the next one, moves.
    fn choose(&mut self, action: Action) {
        let why = match self.opened.prompt().map(|prompt| prompt.form) {
            None => Some(self.nobody_asked()),
            Some(Form::PlaceUnit) => Some("Units are being placed: their actions follow in the first turn."),
            Some(Form::MoveUnit { .. }) => Some("The unit is in the middle of its action."),
            Some(Form::Options) => Some("Answer the question first."),
            Some(Form::ActivateUnit) => None,
        };
        if let Some(why) = why {
            return self.ignore(why);
        }
        emit(&UiEvent::ActionChosen { action });
        self.selection.action = action;
        if let Some(draft) = &mut self.drafting.0 {
            draft.set_action(action);
        }
        if let Some(refusal) = self.choices.barred(action) {
            self.opened.notice = Some(Notice::Refused(refusal.clone()));
        }
    }

    /// Drafts the moves that the rules give a unit that has to fall back.
    fn fall_back(&mut self) {
        let Some(unit) = self.selection.unit else { return self.ignore(NO_UNIT) };
        if !orders::falls_back(&self.opened, unit) {
            match self.choices.barred(Action::FallBack) {
                Some(refusal) => self.opened.notice = Some(Notice::Refused(refusal.clone())),
                None => self.ignore("This unit need not fall back now."),
            }
            return;
        }
        emit(&UiEvent::FallBackDrafted { unit });
        self.drafting.0 = orders::draft_of(&self.opened, unit, self.selection.action);
        if self.drafting.0.is_none() {
            // It is destroyed where it stands.
            self.submit(orders::fall_back(unit));
        }
    }

    /// Moves the draft by floors; without one, changes how many levels of buildings are shown.
    fn change_level(&mut self, floors: i32) {
        let terrain = self.opened.game.battle().view().terrain();
        let has_floors = |draft: &Draft| draft.models.iter().any(|one| terrain.heights_at(one.at).len() > 1);
        match &mut self.drafting.0 {
            Some(draft) if !has_floors(draft) => {
                self.ignore("There is no other floor where these models are.")
            }
            Some(draft) => draft.raise(floors),
            None => {
                self.cutaway.look_higher(floors);
                emit(&UiEvent::LookedInside { level: self.cutaway.words() });
            }
        }
    }

    fn fix_corner(&mut self) {
        match &mut self.drafting.0 {
            Some(draft) if draft.purpose == Purpose::Deploy => {
                self.ignore("A unit being placed has no path, so it has no corners.");
            }
            Some(draft) => pointer_input::fix_corner(draft),
            None => self.ignore(NO_DRAFT),
        }
    }

    fn remove_corner(&mut self) {
        match &mut self.drafting.0 {
            Some(draft) if draft.models.iter().all(|model| model.corners.is_empty()) => {
                self.ignore("The paths have no corner to remove.");
            }
            Some(draft) => draft.drop_corner(),
            None => self.ignore(NO_DRAFT),
        }
    }

    /// Lets ends slide to a legal place nearby, or holds them exactly where they are put.
    fn hold_ends(&mut self) {
        let Some(draft) = &mut self.drafting.0 else { return self.ignore(NO_DRAFT) };
        draft.ends = match draft.ends {
            Ends::Slide => Ends::Exact,
            Ends::Exact => Ends::Slide,
        };
        let exact = draft.ends == Ends::Exact;
        if exact {
            draft.restore_drawn();
        }
        emit(&UiEvent::EndsHeld { exact });
    }

    /// Leaves the rest of the deploying side's units to the program.
    fn place_rest(&mut self) {
        match orders::still_to_place(&self.opened).first() {
            Some(unit) => {
                self.drafting.0 = None;
                self.placing.leave_rest(unit.side);
            }
            None => self.ignore("No unit is waiting to be placed."),
        }
    }

    /// Turns the draft; without one, the selected unit where it stands.
    fn turn(&mut self, turn: Turn, change: fn(&mut Draft, f64)) {
        let degrees = match turn {
            Turn::Left => TURN_DEGREES,
            Turn::Right => -TURN_DEGREES,
        };
        if self.placing.token.as_ref().is_some_and(|token| matches!(token.kind, TokenKind::Obstacle(_))) {
            return self.resize(turn);
        }
        if self.drafting.0.is_none() {
            let Some(unit) = self.selection.unit else { return self.ignore(NO_UNIT) };
            self.drafting.0 = orders::draft_of(&self.opened, unit, self.selection.action);
            if self.drafting.0.is_none() {
                return self.ignore(self.nothing_to_turn());
            }
        }
        if let Some(draft) = &mut self.drafting.0 {
            if draft.hold == Hold::Resting {
                draft.hold_all();
            }
            change(draft, degrees);
        }
    }

    /// Makes the obstacle that is being placed smaller or larger.
    fn resize(&mut self, turn: Turn) {
        let rules = &self.opened.game.setup().ruleset.mission;
        self.placing.resize(Measure::Radius, if turn == Turn::Left { -1.0 } else { 1.0 }, rules);
    }

    /// Whether there is a draft, or the selected unit can have one.
    fn can_be_drafted(&self) -> bool {
        let action = self.selection.action;
        let of_selected = |unit| orders::draft_of(&self.opened, unit, action);
        self.drafting.0.is_some() || self.selection.unit.and_then(of_selected).is_some()
    }

    /// Why the selected unit cannot be turned.
    fn nothing_to_turn(&self) -> &'static str {
        match self.opened.prompt().map(|prompt| prompt.form) {
            None => self.nobody_asked(),
            Some(Form::PlaceUnit) => "Pick the unit up from the list on the right first.",
            _ => "This unit may not move now.",
        }
    }

    /// Selects the next unit that still has to be placed or may still act.
    fn select_next_unit(&mut self) {
        let mut waiting = orders::still_to_place(&self.opened);
        waiting.extend(orders::still_to_act(&self.opened));
        let current = self.selection.unit.and_then(|unit| waiting.iter().position(|one| *one == unit));
        let next = current.map_or(0, |index| (index + 1) % waiting.len().max(1));
        match waiting.get(next) {
            Some(unit) => {
                self.selection.unit = Some(*unit);
                self.drafting.0 = None;
            }
            None => self.ignore("No unit is waiting for orders."),
        }
    }

    /// The unit of the draft, else the selected one.
    fn unit_in_question(&self) -> Option<UnitId> {
        self.drafting.0.as_ref().map(|draft| draft.unit).or(self.selection.unit)
    }

    /// Its side; without one, the side whose turn it is.
    fn side_in_question(&self) -> Side {
        let unit = self.unit_in_question();
        unit.map_or_else(|| self.opened.game.battle().view().turn().side, |unit| unit.side)
    }

    /// Shows or hides the lines of sight; with the pointer over an enemy, those to it.
    fn toggle_sight_lines(&mut self) {
        let own = self.unit_in_question();
        if own.is_none() {
            return self.ignore(NO_UNIT);
        }
        let is_enemy = |model: &ModelId| own.is_some_and(|unit| unit.side != model.unit.side);
        self.sight_overlay.toggle(self.hovered.0.filter(is_enemy));
    }

    /// Shows or hides where the unit would fall back; with the pointer over another unit, where that one would.
    fn toggle_retreat_preview(&mut self) {
        let own = self.unit_in_question();
        if own.is_none() && self.hovered.0.is_none() && self.retreat_preview.shown.is_none() {
            return self.ignore("Select a unit first, or point at one.");
        }
        let hovered = self.hovered.unit();
        self.retreat_preview.toggle(hovered.filter(|unit| own.is_some_and(|own| own != *unit)));
    }

    /// Shows or hides the close combats as things stand.
    fn toggle_combat_preview(&mut self) {
        let battle = self.opened.game.battle();
        if !self.combat_preview.as_things_stand && groups(battle.view()).is_empty() {
            return self.ignore("No unit that has moved is near enough to an enemy to fight (CC-1).");
        }
        self.combat_preview.as_things_stand = !self.combat_preview.as_things_stand;
    }

    fn pin_preview(&mut self) {
        let preview = self.previews.of_one();
        if preview.is_none() && self.retreat_preview.pinned.is_none() {
            return self.ignore("There is no preview to pin: show one with F first.");
        }
        self.retreat_preview.pin(preview);
        let unit = self.retreat_preview.pinned.as_ref().map(|preview| preview.retreat.unit);
        emit(&UiEvent::PreviewPinned { unit });
    }

    /// After the last ruleset, with none.
    fn compare_with_next_ruleset(&mut self) {
        if self.retreat_preview.shown.is_none() {
            return self.ignore("There is no preview to compare: show one with F first.");
        }
        let present = &self.opened.game.setup().ruleset;
        let data = self.opened.data.as_deref();
        let shown = self.retreat_preview.ruleset.as_deref();
        let next = data.and_then(|data| next_ruleset(data, present, shown));
        emit(&UiEvent::RulesetCompared { name: next.as_ref().map(|ruleset| ruleset.name.clone()) });
        self.retreat_preview.ruleset = next;
    }

    /// The exposure map after the one that is shown; first, exposure to the enemy.
    fn next_map(&self) -> ExposureMapRequest {
        let first = ExposureMapRequest { by: self.side_in_question().other(), when: When::Now };
        self.sight_overlay.map.map_or(first, ExposureMapRequest::next)
    }
}
