//! Finds what the pressed keys mean, by the table in `bindings`, and tells the features whose keys they are.
//!
//! `Keyboard` says which key of that table a key stands for. A key that has no effect now says why.

use bevy::ecs::system::{SystemParam, SystemState};
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

use super::bindings::{self, KeyAction, Mode, RowChosen};
use super::keyboard::Keyboard;
use super::presses::{Press, presses};
use crate::game::engine::command::Command;
use crate::game::prompt::Form;
use crate::ui::drafts::draft::Drafting;
use crate::ui::drafts::orders;
use crate::ui::drafts::placing::Placing;
use crate::ui::playback::Playback;
use crate::ui::questions::sight::{SightOverlay, SpotKey};
use crate::ui::session::hand_dice::HandDice;
use crate::ui::session::open_game::{GameRequest, OpenGame};
use crate::ui::session::screen::{BriefSheet, Screen, ScreenKey, Sheet};
use crate::ui::session::stage::Stage;
use crate::ui::turn_flow::question_waits::question_waits;

/// Keys by which a sheet or an announcement is put away, and that then do nothing else.
const PUT_AWAY: [KeyCode; 4] = [KeyCode::Escape, KeyCode::Enter, KeyCode::NumpadEnter, KeyCode::Space];

/// What a press means now.
enum Meaning {
    /// What a feature observes.
    Do(KeyAction),
    /// An answer to the battle's question.
    Answer(Command),
    /// Nothing, and why.
    Ignored(&'static str),
    /// Nothing here: somebody else hears it.
    Elsewhere,
}

/// What the meaning of a key hangs on.
#[derive(SystemParam)]
pub(super) struct KeyReader<'w> {
    opened: Res<'w, OpenGame>,
    dice: Res<'w, HandDice>,
    drafting: Res<'w, Drafting>,
    placing: Res<'w, Placing>,
    screen: Res<'w, Screen>,
    keyboard: Res<'w, Keyboard>,
    playback: Res<'w, Playback>,
}

/// Whether a key is pressed, or was a moment ago.
pub(super) fn are_used(places: Res<ButtonInput<KeyCode>>, events: MessageReader<KeyboardInput>) -> bool {
    !events.is_empty() || places.get_pressed().len() > 0 || places.get_just_released().len() > 0
}

/// Does what the pressed keys mean, one after the other: what one does may change the meaning of the next.
pub(super) fn keys(
    world: &mut World,
    input: &mut SystemState<(Res<ButtonInput<KeyCode>>, MessageReader<KeyboardInput>)>,
    reader: &mut SystemState<KeyReader>,
) -> Result {
    let (places, mut events) = input.get_mut(world)?;
    let events: Vec<KeyboardInput> = events.read().cloned().collect();
    let (places, presses) = (places.clone(), presses(&events, &places));
    if world.resource::<Stage>().is_start() {
        // The start screen has all keys.
        return Ok(());
    }
    let now = reader.get(world)?;
    let first = places.get_just_pressed().next().filter(|_| now.screen.brief != BriefSheet::Hidden);
    if let Some(pressed) = first.copied() {
        let puts_away = now.is_key_of(KeyAction::Screen(ScreenKey::Brief), pressed);
        world.resource_mut::<Screen>().brief = BriefSheet::Hidden;
        if puts_away || PUT_AWAY.contains(&pressed) {
            return Ok(());
        }
    }
    let now = reader.get(world)?;
    // A fight that is played back has all keys: each goes on to its next stage. To save or undo it need not be over.
    if now.playback.shows_fight() && !presses.iter().any(|press| press.ctrl) {
        return Ok(());
    }
    for place in places.get_just_pressed() {
        let now = reader.get(world)?;
        let cancels = bindings::action(Mode::Always, *place, false) == Some(KeyAction::Cancel);
        let is_over = now.screen.dialog.is_some() || now.screen.note == Sheet::Shown;
        if cancels && (is_over || !now.only_goes_on(*place, false)) {
            KeyAction::Cancel.trigger(world);
        }
    }
    let now = reader.get(world)?;
    let is_over = now.screen.dialog.is_some() || now.screen.note == Sheet::Shown;
    let table_has_keys = !now.screen.typing && !is_over;
    let is_held = places.get_pressed().any(|place| now.is_key_of(KeyAction::ShowObservers, *place));
    let spot = if table_has_keys && is_held { SpotKey::Down } else { SpotKey::Up };
    let mut overlay = world.resource_mut::<SightOverlay>();
    if overlay.spot != spot {
        overlay.spot = spot;
    }
    if !table_has_keys {
        return Ok(());
    }
    for press in presses {
        let meaning = reader.get(world)?.meaning(&press);
        carry_out(world, meaning);
    }
    Ok(())
}

/// Does what was chosen in the help, as if its key had been pressed.
pub(super) fn do_chosen(
    world: &mut World,
    chosen: &mut SystemState<MessageReader<RowChosen>>,
    reader: &mut SystemState<KeyReader>,
) -> Result {
    let rows: Vec<RowChosen> = chosen.get_mut(world)?.read().copied().collect();
    for (chord, action) in rows.iter().filter_map(|row| row.0.deed()) {
        let now = reader.get(world)?;
        let meaning = match chord.place() {
            _ if action == KeyAction::Cancel => Meaning::Do(action),
            Some((place, shift)) => now.meaning_without_ctrl(place, shift),
            None if now.dice.0.is_some() => {
                Meaning::Ignored("Enter the dice first, or cancel the order with Esc.")
            }
            None => Meaning::Do(action),
        };
        carry_out(world, meaning);
    }
    Ok(())
}

fn carry_out(world: &mut World, meaning: Meaning) {
    match meaning {
        Meaning::Do(action) => {
            if !action.only_looks() {
                world.resource_mut::<OpenGame>().bypass_change_detection().drop_answered_notice();
            }
            action.trigger(world);
        }
        Meaning::Answer(command) => {
            world.write_message(GameRequest::Submit(vec![command]));
        }
        Meaning::Ignored(why) => world.resource_mut::<OpenGame>().ignore_key(why),
        Meaning::Elsewhere => {}
    }
}

impl KeyReader<'_> {
    fn meaning(&self, press: &Press) -> Meaning {
        let key = self.keyboard.key(press.place, &press.key);
        if !press.ctrl || self.dice.0.is_some() {
            return self.meaning_without_ctrl(key, press.shift);
        }
        let printed = match &press.key {
            Key::Character(letter) => Some(letter.as_str()),
            _ => None,
        };
        bindings::action_with_ctrl(printed, key, press.shift).map_or(Meaning::Elsewhere, Meaning::Do)
    }

    fn meaning_without_ctrl(&self, place: KeyCode, shift: bool) -> Meaning {
        let find = |mode| bindings::action(mode, place, shift);
        if let Some(action) = find(Mode::View) {
            Meaning::Do(action)
        } else if self.only_goes_on(place, shift) {
            // `playback` hears it.
            Meaning::Elsewhere
        } else if self.dice.0.is_some() {
            // `dice_keys` hears the keys of the dice.
            match find(Mode::Dice).is_none() && find(Mode::Play).is_some() {
                true => Meaning::Ignored("Enter the dice first, or cancel the order with Esc."),
                false => Meaning::Elsewhere,
            }
        } else if let Some(command) = find(Mode::Question).and_then(|action| self.answer(action)) {
            Meaning::Answer(command)
        } else if find(Mode::Question).is_some() && self.lists_answers() {
            Meaning::Ignored("No answer has this key.")
        } else if let Some(action) = find(Mode::Play) {
            Meaning::Do(action)
        } else if find(Mode::Question).is_some() {
            Meaning::Ignored("There is no question to answer with this key.")
        } else if bindings::is_typed(place) && find(Mode::Always).is_none() {
            Meaning::Ignored("This key does nothing here; F1 lists all keys.")
        } else {
            Meaning::Elsewhere
        }
    }

    /// Whether the key at a place stands for one of an action.
    fn is_key_of(&self, action: KeyAction, place: KeyCode) -> bool {
        let key = self.keyboard.key_at(place);
        bindings::keys_of(action).any(|known| known == key)
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
}
