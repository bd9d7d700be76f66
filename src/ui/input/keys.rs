//! Keys. Letters with Ctrl go by what is printed on them, the others by place.

use bevy::input::keyboard::Key;
use bevy::prelude::*;

use super::draft::{Draft, Drafting, Hold};
use super::ruler::Ruler;
use super::verdict::DraftCheck;
use super::{ACTIONS, Dialog, Screen, Selection, album, gesture, orders};
use crate::game::engine::agenda::Choice;
use crate::game::narration::words;
use crate::game::phases::shooting;
use crate::rules::action::Action;
use crate::rules::ids::ModelId;
use crate::ui::counsel::RestoreCoherency;
use crate::ui::cutaway::Cutaway;
use crate::ui::hand_dice::{DiceAsk, HandDice};
use crate::ui::open_game::{GameRequest, OpenGame};
use crate::ui::preview::{RetreatPreview, RetreatPreviewQuery, next_edition};
use crate::ui::reckoning::FireOdds;
use crate::ui::scene::camera::GoToView;
use crate::ui::watch::{MapWish, SightOverlay, SpotKey, When};

/// Degrees a key turns.
const TURN: f64 = 15.0;

/// The keys of answers, the first first.
const DIGITS: [KeyCode; 9] = [
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
    KeyCode::Digit9,
];

/// What keys can change.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct Desk<'w, 's> {
    opened: ResMut<'w, OpenGame>,
    dice: Res<'w, HandDice>,
    drafting: ResMut<'w, Drafting>,
    verdict: Res<'w, DraftCheck>,
    reckoning: Res<'w, FireOdds>,
    selection: ResMut<'w, Selection>,
    screen: ResMut<'w, Screen>,
    cutaway: ResMut<'w, Cutaway>,
    ruler: ResMut<'w, Ruler>,
    watch: ResMut<'w, SightOverlay>,
    foresight: ResMut<'w, RetreatPreview>,
    previews: Res<'w, RetreatPreviewQuery>,
    asks: MessageWriter<'w, GameRequest>,
    views: MessageWriter<'w, GoToView>,
    mends: MessageWriter<'w, RestoreCoherency>,
    commands: Commands<'w, 's>,
}

/// Does what the pressed keys mean.
pub(super) fn keys(places: Res<ButtonInput<KeyCode>>, letters: Res<ButtonInput<Key>>, mut desk: Desk) {
    if places.just_pressed(KeyCode::Escape) {
        desk.step_back();
    }
    let hears = !desk.screen.typing && desk.screen.dialog.is_none();
    let spot = if hears && places.pressed(KeyCode::KeyW) { SpotKey::Down } else { SpotKey::Up };
    if desk.watch.spot != spot {
        desk.watch.spot = spot;
    }
    if !hears {
        return;
    }
    let shift = held(&places, [KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    if desk.dice.0.is_some() {
        // The dice are laid by keys of their own; the table can be looked at meanwhile.
        places.get_just_pressed().for_each(|place| desk.looking(*place, shift));
        return;
    }
    if held(&places, [KeyCode::ControlLeft, KeyCode::ControlRight]) {
        for letter in letters.get_just_pressed() {
            desk.with_control(letter, shift);
        }
        return;
    }
    for place in places.get_just_pressed() {
        desk.plain(*place, shift);
    }
}

/// Whether a key is held, or was until within this frame: on a slow machine a whole chord can lie
/// between two frames.
fn held(places: &ButtonInput<KeyCode>, keys: [KeyCode; 2]) -> bool {
    places.any_pressed(keys) || places.any_just_released(keys)
}

impl Desk<'_, '_> {
    /// Esc: closes, else cancels, else deselects.
    fn step_back(&mut self) {
        let picked = self.drafting.0.as_mut().map(|draft| &mut draft.fire.picked);
        if self.screen.dialog.is_some() {
            self.screen.dialog = None;
        } else if self.dice.0.is_some() {
            self.ask(GameRequest::Dice(DiceAsk::Withdraw));
        } else if let Some(picked) = picked.filter(|picked| !picked.is_empty()) {
            picked.clear();
        } else if self.ruler.is_out() {
            *self.ruler = Ruler::Away;
        } else if self.watch.way.is_some() && self.drafting.0.is_none() {
            self.watch.put_away();
        } else if self.watch.map.is_some() && self.drafting.0.is_none() {
            self.watch.map = None;
        } else if self.foresight.shown.is_some() && self.drafting.0.is_none() {
            self.foresight.shown = None;
        } else if self.drafting.0.is_some() {
            self.drafting.0 = None;
            info!("the proposal is dropped");
        } else if self.opened.notice.is_some() {
            self.opened.notice = None;
        } else if self.screen.rule.is_some() {
            self.screen.rule = None;
        } else {
            self.selection.unit = None;
        }
    }

    fn with_control(&mut self, letter: &Key, shift: bool) {
        let Key::Character(letter) = letter else { return };
        match (letter.to_lowercase().as_str(), shift) {
            ("z", false) => self.ask(GameRequest::Undo),
            ("z", true) | ("y", _) => self.ask(GameRequest::Redo),
            ("s", _) => self.screen.dialog = Some(Dialog::Save { name: album::suggested_name(&self.opened) }),
            ("o", _) => self.screen.dialog = Some(Dialog::Load),
            _ => {}
        }
    }

    fn plain(&mut self, key: KeyCode, shift: bool) {
        if self.answers(key) {
            return;
        }
        match key {
            KeyCode::Enter | KeyCode::NumpadEnter => self.confirm(),
            KeyCode::KeyQ => self.turn(TURN, shift),
            KeyCode::KeyE => self.turn(-TURN, shift),
            KeyCode::Space => self.with_draft(gesture::fix_corner),
            KeyCode::Backspace => self.with_draft(Draft::drop_corner),
            KeyCode::Tab => self.next_unit(),
            KeyCode::PageUp => self.higher(1),
            KeyCode::PageDown => self.higher(-1),
            KeyCode::Digit1 | KeyCode::Numpad1 => self.choose(ACTIONS[0]),
            KeyCode::Digit2 | KeyCode::Numpad2 => self.choose(ACTIONS[1]),
            KeyCode::Digit3 | KeyCode::Numpad3 => self.choose(ACTIONS[2]),
            KeyCode::Digit4 | KeyCode::Numpad4 => self.choose(ACTIONS[3]),
            KeyCode::KeyR => {
                self.ruler.toggle();
                info!("the ruler is {}", if self.ruler.is_out() { "taken up" } else { "put away" });
            }
            KeyCode::KeyV if shift => self.watch.turn_round(),
            KeyCode::KeyV => self.sight_lines(),
            KeyCode::KeyO if shift => self.watch.map = Some(self.next_map()),
            KeyCode::KeyO => {
                self.watch.map = if self.watch.map.is_some() { None } else { Some(self.next_map()) };
            }
            KeyCode::KeyF if shift => self.previews_of_a_side(),
            KeyCode::KeyF => self.preview(),
            KeyCode::KeyP if shift => self.next_edition(),
            KeyCode::KeyP => {
                let preview = self.previews.of_one();
                self.foresight.pin(preview);
                let pinned = self.foresight.pinned.as_ref();
                info!("pinned: {}", pinned.map_or("nothing".to_owned(), |one| one.retreat.unit.to_string()));
            }
            KeyCode::KeyM => drop(self.mends.write(RestoreCoherency)),
            KeyCode::KeyG => self.get_down(),
            KeyCode::KeyB => self.fall_back(),
            KeyCode::KeyX => self.stay(),
            _ => self.looking(key, shift),
        }
    }

    /// Keys that change nothing but what is seen.
    fn looking(&mut self, key: KeyCode, shift: bool) {
        match key {
            KeyCode::KeyT => self.look(GoToView::Top),
            KeyCode::KeyH | KeyCode::Home => self.look(GoToView::Home),
            KeyCode::KeyC if shift => self.cutaway.look_higher(1),
            KeyCode::KeyC => self.cutaway.look_further(),
            KeyCode::F1 => self.screen.dialog = Some(Dialog::Help),
            KeyCode::F12 => album::take_picture(&mut self.commands, &self.opened),
            _ => {}
        }
    }

    /// Answers the battle's question, if it asks one and the key is one of its answers.
    fn answers(&mut self, key: KeyCode) -> bool {
        let asks = self.opened.game.battle().decision().is_some_and(|decision| {
            matches!(
                decision.choice,
                Choice::Shooting(shooting::kinds::Choice::SnapFire { .. })
                    | Choice::Shooting(shooting::kinds::Choice::FireAfterRunning { .. })
            )
        });
        if !asks {
            return false;
        }
        let command = if key == KeyCode::KeyN {
            orders::hold_fire(&self.opened)
        } else {
            let nth = DIGITS.iter().position(|digit| *digit == key);
            nth.and_then(|nth| orders::answer(&self.opened, self.reckoning.options().nth(nth)?))
        };
        let answered = command.is_some();
        self.asks.write_batch(command.map(|command| GameRequest::Submit(vec![command])));
        answered
    }

    fn ask(&mut self, ask: GameRequest) {
        self.asks.write(ask);
    }

    fn look(&mut self, view: GoToView) {
        self.views.write(view);
    }

    /// Submits the draft; what is wrong with it the battle says again.
    fn confirm(&mut self) {
        if let Some(judged) = &self.verdict.0
            && self.drafting.0.is_some()
        {
            self.asks.write(GameRequest::Submit(vec![judged.command.clone()]));
        }
    }

    /// Chooses by which action the draft, or the next one, moves.
    fn choose(&mut self, action: Action) {
        // In the middle of an action it is chosen.
        if orders::asked_to_move(&self.opened).is_some() {
            return;
        }
        info!("action {}", words::action(action));
        self.selection.action = action;
        if let Some(draft) = &mut self.drafting.0 {
            draft.set_action(action);
        }
    }

    /// Takes up a unit that has to fall back, with the ways that the rules give it.
    fn fall_back(&mut self) {
        let unit = self.selection.unit.filter(|unit| orders::falls_back(&self.opened, *unit));
        let Some(unit) = unit else { return };
        info!("{unit} is taken up to fall back");
        self.drafting.0 = orders::draft_of(&self.opened, unit, self.selection.action);
        if self.drafting.0.is_none() {
            // It is destroyed where it stands.
            self.ask(GameRequest::Submit(vec![orders::fall_back(unit)]));
        }
    }

    /// Lifts the draft by floors; without one, what is looked at.
    fn higher(&mut self, floors: i32) {
        match &mut self.drafting.0 {
            Some(draft) => draft.raise(floors),
            None => {
                self.cutaway.look_higher(floors);
                info!("looking at: {}", self.cutaway.words());
            }
        }
    }

    fn with_draft(&mut self, change: fn(&mut Draft)) {
        if let Some(draft) = &mut self.drafting.0 {
            change(draft);
        }
    }

    /// Turns the draft; without one, the selected unit where it stands.
    fn turn(&mut self, degrees: f64, wheel: bool) {
        if self.drafting.0.is_none() {
            let Some(unit) = self.selection.unit else { return };
            self.drafting.0 = orders::draft_of(&self.opened, unit, self.selection.action);
        }
        if let Some(draft) = &mut self.drafting.0 {
            if draft.hold == Hold::Resting {
                draft.hold_all();
            }
            if wheel { draft.wheel(degrees) } else { draft.turn(degrees) }
        }
    }

    /// Selects the next unit that still has to be placed or may still act.
    fn next_unit(&mut self) {
        let mut waiting = orders::still_to_place(&self.opened);
        waiting.extend(orders::still_to_act(&self.opened));
        let here = self.selection.unit.and_then(|unit| waiting.iter().position(|one| *one == unit));
        let next = here.map_or(0, |at| (at + 1) % waiting.len().max(1));
        if let Some(unit) = waiting.get(next) {
            self.selection.unit = Some(*unit);
            self.drafting.0 = None;
        }
    }

    /// Shows or puts away the lines of sight; over an enemy, those to it.
    fn sight_lines(&mut self) {
        let own = self.drafting.0.as_ref().map(|draft| draft.unit).or(self.selection.unit);
        let enemy = |model: &ModelId| own.is_some_and(|unit| unit.side != model.unit.side);
        self.watch.toggle(self.selection.hovered.filter(enemy));
    }

    /// Shows or puts away where the unit would fall back; over another unit, where that would.
    fn preview(&mut self) {
        let own = self.drafting.0.as_ref().map(|draft| draft.unit).or(self.selection.unit);
        let hovered = self.selection.hovered.map(|model| model.unit);
        self.foresight.toggle(hovered.filter(|unit| own.is_some_and(|own| own != *unit)));
    }

    /// By the next of other rules, too; after the last by none.
    fn next_edition(&mut self) {
        let present = &self.opened.game.setup().ruleset;
        let data = self.opened.data.as_deref();
        let shown = self.foresight.edition.as_deref();
        let next = data.and_then(|data| next_edition(data, present, shown));
        info!("compared with: {}", next.as_ref().map_or("nothing", |edition| edition.name.as_str()));
        self.foresight.edition = next;
    }

    /// Where all units of a side would: first those of the unit in question, or of whose turn it is.
    fn previews_of_a_side(&mut self) {
        let unit = self.drafting.0.as_ref().map(|draft| draft.unit).or(self.selection.unit);
        let side = unit.map_or(self.opened.game.battle().view().turn().side, |unit| unit.side);
        self.foresight.turn_to_side(side);
    }

    /// The exposure map after the one that is shown; first that to the enemies of the unit in
    /// question, or of the side whose turn it is.
    fn next_map(&self) -> MapWish {
        let unit = self.drafting.0.as_ref().map(|draft| draft.unit).or(self.selection.unit);
        let side = unit.map_or(self.opened.game.battle().view().turn().side, |unit| unit.side);
        let first = MapWish { by: side.other(), when: When::Now };
        self.watch.map.map_or(first, MapWish::next)
    }

    fn get_down(&mut self) {
        let Some(unit) = self.selection.unit else { return };
        if let Some(command) = orders::get_down(&self.opened, unit, self.drafting.0.as_ref()) {
            self.asks.write(GameRequest::Submit(vec![command]));
        }
    }

    fn stay(&mut self) {
        if let Some(unit) = self.selection.unit {
            self.asks.write(GameRequest::Submit(vec![orders::stay(unit)]));
        }
    }
}
