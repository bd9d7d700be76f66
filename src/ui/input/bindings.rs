//! The table of keys and mouse gestures.
//!
//! It is the single source: `keys`, `nudge` and `dice_keys` look up here what a key does, the F1 help shows
//! its rows, and the table in docs/keys.md is generated from it.

use bevy::prelude::{KeyCode, Message, World};

use super::cancel::CancelKey;
use super::keyboard::{Keyboard, american_character};
use super::screenshot::TakePicture;
use crate::rules::action::Action;
use crate::ui::camera::unit_view::ViewKey;
use crate::ui::drafts::by_word::TellKey;
use crate::ui::drafts::order_keys::{OrderKey, Turn};
use crate::ui::drafts::targets::Cycle;
use crate::ui::questions::combat::CombatKey;
use crate::ui::questions::move_planner::CoherencyKey;
use crate::ui::questions::retreat::RetreatKey;
use crate::ui::questions::sight::SightKey;
use crate::ui::scene::cutaway::CutawayKey;
use crate::ui::session::open_game::HistoryKey;
use crate::ui::session::open_notes::NoteKey;
use crate::ui::session::page_request::ReportKey;
use crate::ui::session::screen::{ColumnKey, ScreenKey};
use crate::ui::session::settings::SettingKey;
use crate::ui::session::toggled_overlays::OverlayKey;
use crate::ui::timeline::TimelineKey;
use crate::ui::timeline::gains::GainsKey;
use crate::ui::timeline::ribbon::{Stride, Way};
use crate::ui::turn_flow::computer_players::ComputerKey;

/// One row: what to press, and what that does.
pub(in crate::ui) struct Binding {
    /// Its heading.
    pub group: Group,
    /// Keys and the action of each.
    keys: &'static [(Chord, KeyAction)],
    /// What to do with the mouse, or with a key and the mouse.
    mouse: &'static str,
    /// What it does, in one sentence.
    pub text: &'static str,
}

/// The headings of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Group {
    Look,
    Inspect,
    Move,
    Fire,
    Dice,
    Record,
    Time,
    Game,
}

impl Group {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 8] =
        [Self::Look, Self::Inspect, Self::Move, Self::Fire, Self::Dice, Self::Record, Self::Time, Self::Game];

    pub fn title(self) -> &'static str {
        match self {
            Self::Look => "Look around",
            Self::Inspect => "Inspect",
            Self::Move => "Move",
            Self::Fire => "Fire",
            Self::Dice => "Real dice",
            Self::Record => "Real table",
            Self::Time => "Look back",
            Self::Game => "Game",
        }
    }

    /// Its rows.
    pub fn bindings(self) -> impl Iterator<Item = &'static Binding> {
        BINDINGS.iter().filter(move |binding| binding.group == self)
    }
}

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chord {
    key: Key,
    shift: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    /// As it lies on an American keyboard: `Keyboard` says which key of another one stands for it.
    Place(KeyCode),
    /// With Ctrl, likewise.
    CtrlPlace(KeyCode),
    /// With Ctrl, by the letter printed on it.
    CtrlLetter(char),
}

/// When a key is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Always, even in a dialog.
    Always,
    /// While the table has the keys, also when dice are asked for.
    View,
    /// While the table has the keys.
    Play,
    /// While the battle asks whether to fire.
    Question,
    /// While dice are asked for.
    Dice,
}

/// What a key does: a typed event that its feature observes, or what the input itself hears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyAction {
    Cancel,
    MoveView(Direction),
    TurnView(Turn),
    ZoomIn,
    ZoomOut,
    View(ViewKey),
    Cutaway(CutawayKey),
    Setting(SettingKey),
    Screen(ScreenKey),
    Column(ColumnKey),
    Computer(ComputerKey),
    Picture(TakePicture),
    Sight(SightKey),
    /// Who would see a model under the pointer, as long as the key is down.
    ShowObservers,
    Retreat(RetreatKey),
    Combat(CombatKey),
    Overlay(OverlayKey),
    Order(OrderKey),
    Nudge(Direction, StepSize),
    Coherency(CoherencyKey),
    /// The unit with this number, from 0.
    Answer(usize),
    HoldFire,
    EnterDie(u8),
    RemoveDie,
    AcceptDice,
    History(HistoryKey),
    Timeline(TimelineKey),
    Gains(GainsKey),
    Note(NoteKey),
    Report(ReportKey),
    Tell(TellKey),
}

/// A direction as the player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Left,
    Right,
    Up,
    Down,
}

/// How far one press moves a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepSize {
    Coarse,
    Fine,
}

impl KeyAction {
    fn mode(self) -> Mode {
        match self {
            Self::Cancel => Mode::Always,
            Self::MoveView(_)
            | Self::TurnView(_)
            | Self::ZoomIn
            | Self::ZoomOut
            | Self::View(_)
            | Self::Cutaway(CutawayKey::Further | CutawayKey::Back)
            | Self::Setting(SettingKey::CameraFollows | SettingKey::QuietCamera)
            | Self::Screen(
                ScreenKey::Score
                | ScreenKey::Computers
                | ScreenKey::Brief
                | ScreenKey::Help
                | ScreenKey::Settings
                | ScreenKey::Tell
                | ScreenKey::Start,
            )
            | Self::Tell(_)
            | Self::Column(_)
            | Self::Computer(_)
            | Self::Timeline(_)
            | Self::Gains(_)
            | Self::Note(_)
            | Self::Picture(_) => Mode::View,
            Self::Answer(_) | Self::HoldFire => Mode::Question,
            Self::EnterDie(_) | Self::RemoveDie | Self::AcceptDice => Mode::Dice,
            Self::Cutaway(CutawayKey::Floors(_))
            | Self::Setting(_)
            | Self::Screen(ScreenKey::Save | ScreenKey::Load)
            | Self::Sight(_)
            | Self::ShowObservers
            | Self::Retreat(_)
            | Self::Combat(_)
            | Self::Overlay(_)
            | Self::Order(_)
            | Self::Nudge(..)
            | Self::Coherency(_)
            | Self::Report(_)
            | Self::History(_) => Mode::Play,
        }
    }

    /// Whether it only moves the view: one may look at what a refusal speaks of, and note it.
    pub fn only_looks(self) -> bool {
        matches!(
            self,
            Self::MoveView(_)
                | Self::TurnView(_)
                | Self::ZoomIn
                | Self::ZoomOut
                | Self::Column(_)
                | Self::Note(_)
        )
    }

    /// Tells the feature whose key it is. What is left is heard where keys are held or dice are entered.
    pub fn trigger(self, world: &mut World) {
        match self {
            Self::Cancel => world.trigger(CancelKey),
            Self::View(key) => world.trigger(key),
            Self::Cutaway(key) => world.trigger(key),
            Self::Setting(key) => world.trigger(key),
            Self::Screen(key) => world.trigger(key),
            Self::Column(key) => world.trigger(key),
            Self::Computer(key) => world.trigger(key),
            Self::Picture(key) => world.trigger(key),
            Self::Sight(key) => world.trigger(key),
            Self::Retreat(key) => world.trigger(key),
            Self::Combat(key) => world.trigger(key),
            Self::Overlay(key) => world.trigger(key),
            Self::Order(key) => world.trigger(key),
            Self::Nudge(..) => world.trigger(OrderKey::Nudge),
            Self::Coherency(key) => world.trigger(key),
            Self::History(key) => world.trigger(key),
            Self::Timeline(key) => world.trigger(key),
            Self::Gains(key) => world.trigger(key),
            Self::Note(key) => world.trigger(key),
            Self::Report(key) => world.trigger(key),
            Self::Tell(key) => world.trigger(key),
            Self::MoveView(_)
            | Self::TurnView(_)
            | Self::ZoomIn
            | Self::ZoomOut
            | Self::ShowObservers
            | Self::Answer(_)
            | Self::HoldFire
            | Self::EnterDie(_)
            | Self::RemoveDie
            | Self::AcceptDice => {}
        }
    }
}

/// What a key does in a mode. With Shift, a key without a meaning of its own means what it means without.
pub(super) fn action(mode: Mode, place: KeyCode, shift: bool) -> Option<KeyAction> {
    let key = Key::Place(off_the_numpad(place));
    with_modifier(mode, key, shift)
}

/// The step by which a key moves, turns or zooms the view; `arrows` where the arrow keys move it without Ctrl.
pub(super) fn view_step(place: KeyCode, [ctrl, shift]: [bool; 2], arrows: bool) -> Option<KeyAction> {
    let moves = with_modifier(Mode::View, Key::CtrlPlace(place), false).filter(|_| ctrl || arrows);
    moves.or_else(|| action(Mode::View, place, shift).filter(|_| !ctrl))
}

/// Whether a key writes a letter, a digit or a sign.
pub(super) fn is_typed(place: KeyCode) -> bool {
    let name = format!("{place:?}");
    american_character(place).is_some()
        || ["Numpad", "Unidentified"].iter().any(|kind| name.starts_with(kind))
}

/// What a key does together with Ctrl: by what is printed on it, else by the key that it stands for.
pub(super) fn action_with_ctrl(printed: Option<&str>, key: KeyCode, shift: bool) -> Option<KeyAction> {
    let by_key = || action_of_letter(&american_character(key)?.to_string(), shift);
    printed.and_then(|letter| action_of_letter(letter, shift)).or_else(by_key)
}

fn action_of_letter(letter: &str, shift: bool) -> Option<KeyAction> {
    let letter = match letter.to_lowercase().chars().next()? {
        // Plus without Shift, minus with it.
        '=' => '+',
        '_' => '-',
        letter => letter,
    };
    // With Ctrl, a letter means the same in every mode.
    let key = Key::CtrlLetter(letter);
    let exact = |shift| all_keys().find(|(chord, _)| *chord == Chord { key, shift });
    exact(shift).or_else(|| exact(false)).map(|(_, action)| *action)
}

/// The keys of an action.
pub(super) fn keys_of(action: KeyAction) -> impl Iterator<Item = KeyCode> {
    all_keys().filter(move |(_, known)| *known == action).filter_map(|(chord, _)| match chord.key {
        Key::Place(place) => Some(place),
        Key::CtrlPlace(_) | Key::CtrlLetter(_) => None,
    })
}

fn with_modifier(mode: Mode, key: Key, shift: bool) -> Option<KeyAction> {
    let find = |shift| {
        let mut keys = all_keys();
        keys.find(|(chord, action)| *chord == Chord { key, shift } && action.mode() == mode)
    };
    let found = find(shift).or_else(|| find(false));
    found.map(|(_, action)| *action)
}

/// The overlays that keys toggle, by name.
#[cfg(test)]
pub(in crate::ui) fn toggled_overlays() -> impl Iterator<Item = &'static str> {
    all_keys().filter_map(|(_, action)| match action {
        KeyAction::Overlay(OverlayKey(name)) => Some(*name),
        _ => None,
    })
}

fn all_keys() -> impl Iterator<Item = &'static (Chord, KeyAction)> {
    BINDINGS.iter().flat_map(|binding| binding.keys)
}

/// The same key of the main block, for one of the number pad.
fn off_the_numpad(place: KeyCode) -> KeyCode {
    const PAIRS: [(KeyCode, KeyCode); 13] = [
        (KeyCode::NumpadAdd, KeyCode::Equal),
        (KeyCode::NumpadSubtract, KeyCode::Minus),
        (KeyCode::NumpadEnter, KeyCode::Enter),
        (KeyCode::NumpadDecimal, KeyCode::Period),
        (KeyCode::Numpad1, KeyCode::Digit1),
        (KeyCode::Numpad2, KeyCode::Digit2),
        (KeyCode::Numpad3, KeyCode::Digit3),
        (KeyCode::Numpad4, KeyCode::Digit4),
        (KeyCode::Numpad5, KeyCode::Digit5),
        (KeyCode::Numpad6, KeyCode::Digit6),
        (KeyCode::Numpad7, KeyCode::Digit7),
        (KeyCode::Numpad8, KeyCode::Digit8),
        (KeyCode::Numpad9, KeyCode::Digit9),
    ];
    PAIRS.iter().find(|(pad, _)| *pad == place).map_or(place, |(_, main)| *main)
}

/// A part of what to press.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::ui) enum Press {
    /// A key, as it is labelled.
    Key(String),
    /// A gesture, in words.
    Mouse(&'static str),
}

impl Binding {
    /// What to press on a keyboard: one of these.
    pub fn presses(&self, keyboard: &Keyboard) -> Vec<Press> {
        let is_arrow = |chord: &Chord| matches!(chord.key, Key::Place(place) | Key::CtrlPlace(place) if ARROWS.contains(&place));
        let mut presses: Vec<Press> = match self.keys {
            [(first, _), ..] if is_arrow(first) => vec![Press::Key(format!("{}Arrow keys", first.prefix()))],
            [(first, _), .., (last, _)] if self.keys.len() > 3 => {
                let ends = [first, last].map(|chord| chord.label(keyboard).unwrap_or_default());
                vec![Press::Key(ends.join(" … "))]
            }
            keys => keys.iter().filter_map(|(chord, _)| chord.label(keyboard).map(Press::Key)).collect(),
        };
        if !self.mouse.is_empty() {
            presses.push(Press::Mouse(self.mouse));
        }
        presses
    }
}

/// A row of the table was chosen in the help: its key is to do what it does.
#[derive(Message, Clone, Copy)]
pub(in crate::ui) struct RowChosen(pub &'static Binding);

impl Binding {
    /// The one thing that its keys do, with the first of them; `None` for rows of several things, for keys that are held, and for
    /// gestures.
    pub(super) fn deed(&self) -> Option<(Chord, KeyAction)> {
        let (chord, action) = *self.keys.first()?;
        let is_one = self.keys.iter().all(|(_, other)| *other == action);
        let is_done = !matches!(
            action,
            KeyAction::MoveView(_)
                | KeyAction::TurnView(_)
                | KeyAction::ZoomIn
                | KeyAction::ZoomOut
                | KeyAction::ShowObservers
                | KeyAction::Nudge(..)
                | KeyAction::Answer(_)
                | KeyAction::EnterDie(_)
                | KeyAction::RemoveDie
                | KeyAction::AcceptDice
                | KeyAction::Screen(ScreenKey::Help)
        );
        (is_one && is_done).then_some((chord, action))
    }

    /// Whether choosing the row does it.
    pub fn can_be_done(&self) -> bool {
        self.deed().is_some()
    }
}

const ARROWS: [KeyCode; 4] = [KeyCode::ArrowLeft, KeyCode::ArrowRight, KeyCode::ArrowUp, KeyCode::ArrowDown];

impl Chord {
    /// The key as it lies on an American keyboard, with Shift or not; `None` for one with Ctrl.
    pub(super) fn place(self) -> Option<(KeyCode, bool)> {
        match self.key {
            Key::Place(place) => Some((place, self.shift)),
            Key::CtrlPlace(_) | Key::CtrlLetter(_) => None,
        }
    }

    fn prefix(self) -> &'static str {
        match (self.key, self.shift) {
            (Key::Place(_), false) => "",
            (Key::Place(_), true) => "Shift+",
            (Key::CtrlPlace(_) | Key::CtrlLetter(_), false) => "Ctrl+",
            (Key::CtrlPlace(_) | Key::CtrlLetter(_), true) => "Ctrl+Shift+",
        }
    }

    /// "Shift+V", "Page Up", "Ctrl+Z"; `None` if no key of the keyboard does it.
    fn label(self, keyboard: &Keyboard) -> Option<String> {
        let key = match self.key {
            Key::CtrlLetter(letter) => letter.to_uppercase().to_string(),
            Key::Place(place) if american_character(place).is_some() => keyboard.label(place)?,
            Key::Place(KeyCode::PageUp) => "Page Up".to_owned(),
            Key::Place(KeyCode::PageDown) => "Page Down".to_owned(),
            Key::Place(KeyCode::Escape) => "Esc".to_owned(),
            Key::Place(place) | Key::CtrlPlace(place) => format!("{place:?}"),
        };
        Some(format!("{}{key}", self.prefix()))
    }
}

const fn key(place: KeyCode) -> Chord {
    Chord { key: Key::Place(place), shift: false }
}

const fn shift(place: KeyCode) -> Chord {
    Chord { key: Key::Place(place), shift: true }
}

const fn ctrl_place(place: KeyCode) -> Chord {
    Chord { key: Key::CtrlPlace(place), shift: false }
}

const fn ctrl(letter: char) -> Chord {
    Chord { key: Key::CtrlLetter(letter), shift: false }
}

const fn ctrl_shift(letter: char) -> Chord {
    Chord { key: Key::CtrlLetter(letter), shift: true }
}

const fn keys(group: Group, keys: &'static [(Chord, KeyAction)], text: &'static str) -> Binding {
    Binding { group, keys, mouse: "", text }
}

const fn mouse(group: Group, mouse: &'static str, text: &'static str) -> Binding {
    Binding { group, keys: &[], mouse, text }
}

use Direction::{Down, Left, Right, Up};
use Group::{Dice, Fire, Game, Inspect, Look, Move, Record, Time};
use KeyAction as Do;
use StepSize::{Coarse, Fine};

/// Every key and every gesture.
const BINDINGS: &[Binding] = &[
    keys(Look, &[(key(KeyCode::KeyT), Do::View(ViewKey::Above))], "Show the whole table from above."),
    keys(
        Look,
        &[(key(KeyCode::KeyH), Do::View(ViewKey::Slant)), (key(KeyCode::Home), Do::View(ViewKey::Slant))],
        "Show the whole table at an angle, from your own edge.",
    ),
    keys(
        Look,
        &[(shift(KeyCode::KeyH), Do::Setting(SettingKey::CameraFollows))],
        "Swing the view to the side whose turn begins: on or off.",
    ),
    mouse(Look, "Click a card below the table", "Select that unit and bring it into view."),
    mouse(Look, "Drag with the right button", "Turn the view."),
    mouse(Look, "Drag the table with the left button, or anywhere with the middle one", "Move the view."),
    mouse(Look, "Wheel", "Zoom in on what is under the pointer, or zoom out."),
    keys(
        Look,
        &[
            (ctrl_place(KeyCode::ArrowLeft), Do::MoveView(Left)),
            (ctrl_place(KeyCode::ArrowRight), Do::MoveView(Right)),
            (ctrl_place(KeyCode::ArrowUp), Do::MoveView(Up)),
            (ctrl_place(KeyCode::ArrowDown), Do::MoveView(Down)),
        ],
        "Move the view; with no unit selected, the arrow keys alone will do.",
    ),
    keys(
        Look,
        &[(key(KeyCode::KeyA), Do::TurnView(Turn::Left)), (key(KeyCode::KeyD), Do::TurnView(Turn::Right))],
        "Turn the view to the left or right.",
    ),
    keys(
        Look,
        &[(key(KeyCode::Equal), Do::ZoomIn), (key(KeyCode::Minus), Do::ZoomOut)],
        "Zoom in on the middle of the view, or zoom out.",
    ),
    keys(
        Look,
        &[(key(KeyCode::KeyZ), Do::View(ViewKey::Unit))],
        "Look at the unit under the pointer, or at the selected one.",
    ),
    keys(
        Look,
        &[(shift(KeyCode::KeyZ), Do::Setting(SettingKey::QuietCamera))],
        "Quiet camera: the view stays where you put it, or goes to what happens and comes back.",
    ),
    keys(
        Look,
        &[(key(KeyCode::KeyU), Do::View(ViewKey::Eyes))],
        "See the table through the eyes of the model under the pointer, or of the selected unit's leader; again: go back.",
    ),
    keys(
        Look,
        &[(key(KeyCode::KeyC), Do::Cutaway(CutawayKey::Further))],
        "Look one level further into buildings, and under trees.",
    ),
    keys(Look, &[(shift(KeyCode::KeyC), Do::Cutaway(CutawayKey::Back))], "Put one level back on."),
    keys(
        Look,
        &[(key(KeyCode::PageUp), Do::Cutaway(CutawayKey::Floors(1)))],
        "Show one more level; while you move models, lift them one floor.",
    ),
    keys(
        Look,
        &[(key(KeyCode::PageDown), Do::Cutaway(CutawayKey::Floors(-1)))],
        "Hide the top level shown; while you move models, lower them one floor.",
    ),
    keys(
        Inspect,
        &[(key(KeyCode::KeyV), Do::Sight(SightKey::Lines))],
        "Show or hide what the selected unit sees.",
    ),
    mouse(Inspect, "V over an enemy", "Keep the lines to that model, and the side view."),
    keys(
        Inspect,
        &[(shift(KeyCode::KeyV), Do::Sight(SightKey::Reverse))],
        "Show who sees the selected unit.",
    ),
    keys(
        Inspect,
        &[(key(KeyCode::KeyO), Do::Sight(SightKey::Map))],
        "Show or hide the exposure map: how well the enemy sees each place.",
    ),
    keys(
        Inspect,
        &[(shift(KeyCode::KeyO), Do::Sight(SightKey::NextMap))],
        "Switch the map: now, after an Advance, as your own side sees it.",
    ),
    keys(
        Inspect,
        &[(key(KeyCode::KeyW), Do::ShowObservers)],
        "While held: show who would see a model under the pointer.",
    ),
    keys(
        Inspect,
        &[(key(KeyCode::KeyF), Do::Retreat(RetreatKey::Preview))],
        "Show or hide where the selected unit would fall back; while you move, where the enemy would.",
    ),
    mouse(Inspect, "F over a unit", "Show where that unit would fall back."),
    keys(
        Inspect,
        &[(shift(KeyCode::KeyF), Do::Retreat(RetreatKey::NextSide))],
        "Show where every unit of one side would fall back; again: of the other side.",
    ),
    keys(
        Inspect,
        &[(key(KeyCode::KeyP), Do::Retreat(RetreatKey::Pin))],
        "Pin the fall-back preview, to compare; again: remove it.",
    ),
    keys(
        Inspect,
        &[(key(KeyCode::KeyJ), Do::Combat(CombatKey))],
        "Show or hide the close combats as things stand; while you move a unit they are shown anyway.",
    ),
    keys(
        Inspect,
        &[(shift(KeyCode::KeyP), Do::Retreat(RetreatKey::NextRuleset))],
        "Compare the preview with the next ruleset's.",
    ),
    keys(
        Inspect,
        &[(key(KeyCode::KeyR), Do::Order(OrderKey::Ruler))],
        "Take out or put away the ruler: click one thing, then another.",
    ),
    keys(
        Inspect,
        &[(key(KeyCode::KeyL), Do::Setting(SettingKey::Tags))],
        "Switch the units' tags: type and strength; name as well; markers only.",
    ),
    keys(
        Inspect,
        &[(shift(KeyCode::KeyU), Do::Setting(SettingKey::Outlines))],
        "Show or hide the outlines of models behind walls, under trees and under roofs.",
    ),
    keys(
        Inspect,
        &[(shift(KeyCode::KeyL), Do::Overlay(OverlayKey("solid shapes")))],
        "Show or hide the solid shapes of terrain and models, as the rules measure them.",
    ),
    keys(
        Inspect,
        &[(key(KeyCode::KeyS), Do::Screen(ScreenKey::Score))],
        "Show or hide the score: who holds what, the morale of each force, who would win now.",
    ),
    keys(
        Inspect,
        &[(key(KeyCode::KeyY), Do::Screen(ScreenKey::Computers))],
        "Show or hide the computer players: who plays each side, and what one would do here.",
    ),
    keys(
        Inspect,
        &[(key(KeyCode::KeyI), Do::Screen(ScreenKey::Brief))],
        "Show the brief: what the battle is about and how to win; once it is over, the result.",
    ),
    mouse(Inspect, "Click a rule id", "Read that rule."),
    keys(
        Inspect,
        &[(shift(KeyCode::F9), Do::Column(ColumnKey::NextCard))],
        "Open the next card on the right, to read and scroll it by keys; after the last, the log.",
    ),
    keys(
        Inspect,
        &[
            (shift(KeyCode::PageUp), Do::Column(ColumnKey::ScrollUp)),
            (shift(KeyCode::PageDown), Do::Column(ColumnKey::ScrollDown)),
        ],
        "Scroll the log, or the card that Shift+F9 has opened.",
    ),
    mouse(Move, "Click a unit", "Select it: by a model, its tag, or between its models."),
    keys(Move, &[(key(KeyCode::Tab), Do::Order(OrderKey::NextUnit))], "Select the next unit that may act."),
    keys(Move, &[(key(KeyCode::Digit1), Do::Order(OrderKey::Choose(Action::Advance)))], "Choose Advance."),
    keys(
        Move,
        &[(key(KeyCode::Digit2), Do::Order(OrderKey::Choose(Action::AtTheDouble)))],
        "Choose At The Double.",
    ),
    keys(Move, &[(key(KeyCode::Digit3), Do::Order(OrderKey::Choose(Action::OpenFire)))], "Choose Open Fire."),
    keys(
        Move,
        &[(key(KeyCode::Digit4), Do::Order(OrderKey::Choose(Action::OnMyTarget)))],
        "Choose On My Target.",
    ),
    mouse(
        Move,
        "Drag a unit",
        "Propose a move: each ghost is one model. It stops as far as it may go, and says why.",
    ),
    mouse(Move, "Ctrl and drag", "Move one model alone."),
    mouse(Move, "Ctrl and click", "Choose one model to move with the keys."),
    Binding {
        group: Move,
        keys: &[(key(KeyCode::Space), Do::Order(OrderKey::FixCorner))],
        mouse: "right click",
        text: "While you drag: add a corner to the path.",
    },
    keys(Move, &[(key(KeyCode::Backspace), Do::Order(OrderKey::RemoveCorner))], "Remove the last corner."),
    keys(
        Move,
        &[
            (key(KeyCode::KeyQ), Do::Order(OrderKey::Turn(Turn::Left))),
            (key(KeyCode::KeyE), Do::Order(OrderKey::Turn(Turn::Right))),
        ],
        "Turn each model to the left or right.",
    ),
    keys(
        Move,
        &[
            (shift(KeyCode::KeyQ), Do::Order(OrderKey::Wheel(Turn::Left))),
            (shift(KeyCode::KeyE), Do::Order(OrderKey::Wheel(Turn::Right))),
        ],
        "Wheel the whole formation.",
    ),
    mouse(Move, "Wheel while you drag", "Turn each model; with Shift, wheel the formation."),
    keys(
        Move,
        &[
            (key(KeyCode::ArrowLeft), Do::Nudge(Left, Coarse)),
            (key(KeyCode::ArrowRight), Do::Nudge(Right, Coarse)),
            (key(KeyCode::ArrowUp), Do::Nudge(Up, Coarse)),
            (key(KeyCode::ArrowDown), Do::Nudge(Down, Coarse)),
        ],
        "Move the models by 0.1\", on and on while the key is held; in deployment, a unit or what is to be placed.",
    ),
    keys(
        Move,
        &[
            (shift(KeyCode::ArrowLeft), Do::Nudge(Left, Fine)),
            (shift(KeyCode::ArrowRight), Do::Nudge(Right, Fine)),
            (shift(KeyCode::ArrowUp), Do::Nudge(Up, Fine)),
            (shift(KeyCode::ArrowDown), Do::Nudge(Down, Fine)),
        ],
        "Move them by 0.01\".",
    ),
    keys(
        Move,
        &[(key(KeyCode::KeyM), Do::Coherency(CoherencyKey))],
        "Bring the unit back into coherency (COH-1).",
    ),
    keys(
        Move,
        &[(key(KeyCode::KeyK), Do::Order(OrderKey::HoldEnds))],
        "Hold models exactly where you put them, legal or not; again: let them stop at the limit and slide to a legal place within half an inch.",
    ),
    keys(Move, &[(key(KeyCode::Enter), Do::Order(OrderKey::Confirm))], "Confirm the order."),
    mouse(
        Move,
        "Click a line in the list, or the table",
        "In deployment: pick a unit up; put an objective or an obstacle down; pick your edge.",
    ),
    keys(
        Move,
        &[(shift(KeyCode::Enter), Do::Order(OrderKey::PlaceRest))],
        "In deployment: let the program place the rest of your units.",
    ),
    keys(
        Move,
        &[(key(KeyCode::Escape), Do::Cancel)],
        "Cancel the order; without one, close what is open or deselect.",
    ),
    keys(Move, &[(key(KeyCode::KeyG), Do::Order(OrderKey::GetDown))], "Get Down."),
    keys(Move, &[(key(KeyCode::KeyX), Do::Order(OrderKey::Stay))], "Stay here."),
    keys(
        Move,
        &[(shift(KeyCode::KeyX), Do::Order(OrderKey::FinishTheRest))],
        "Finish the rest: every unit that may still act stays, or falls back if it must.",
    ),
    keys(
        Move,
        &[(key(KeyCode::End), Do::Order(OrderKey::EndPhase))],
        "End the phase, once every unit has acted.",
    ),
    keys(
        Move,
        &[(key(KeyCode::KeyB), Do::Order(OrderKey::FallBack))],
        "Fall back: shows the moves that the rules give, to confirm or change.",
    ),
    mouse(Fire, "Point at an enemy", "See who could fire at it, with all the odds."),
    mouse(Fire, "Click an enemy", "Fire at it; again: clear the target."),
    keys(
        Fire,
        &[
            (key(KeyCode::KeyN), Do::Order(OrderKey::Target(Cycle::Next))),
            (shift(KeyCode::KeyN), Do::Order(OrderKey::Target(Cycle::Previous))),
        ],
        "Aim at the next enemy that the selected unit can fire at, or at the one before; after the last, at none.",
    ),
    mouse(Fire, "Shift and click, Shift and drag", "Pick shooters one by one, or in a box."),
    mouse(Fire, "Shift and drag to an enemy", "Fire at that enemy with the picked models."),
    mouse(Fire, "Alt and click", "Throw at that point with the picked models."),
    keys(
        Fire,
        &[
            (key(KeyCode::Digit1), Do::Answer(0)),
            (key(KeyCode::Digit2), Do::Answer(1)),
            (key(KeyCode::Digit3), Do::Answer(2)),
            (key(KeyCode::Digit4), Do::Answer(3)),
            (key(KeyCode::Digit5), Do::Answer(4)),
            (key(KeyCode::Digit6), Do::Answer(5)),
            (key(KeyCode::Digit7), Do::Answer(6)),
            (key(KeyCode::Digit8), Do::Answer(7)),
            (key(KeyCode::Digit9), Do::Answer(8)),
        ],
        "Answer a question.",
    ),
    keys(Fire, &[(key(KeyCode::KeyN), Do::HoldFire)], "Answer a question: hold fire, or stay."),
    keys(
        Dice,
        &[
            (key(KeyCode::Digit1), Do::EnterDie(1)),
            (key(KeyCode::Digit2), Do::EnterDie(2)),
            (key(KeyCode::Digit3), Do::EnterDie(3)),
            (key(KeyCode::Digit4), Do::EnterDie(4)),
            (key(KeyCode::Digit5), Do::EnterDie(5)),
            (key(KeyCode::Digit6), Do::EnterDie(6)),
        ],
        "Enter the face of the next die.",
    ),
    keys(Dice, &[(key(KeyCode::Backspace), Do::RemoveDie)], "Remove the last die."),
    keys(Dice, &[(key(KeyCode::Enter), Do::AcceptDice)], "Go on, once all dice are entered."),
    mouse(Dice, "Esc", "Cancel the order that needs the dice."),
    mouse(
        Record,
        "Click a unit, then the table",
        "It stands there now, in its present formation: nothing is judged. Drag it instead to ask what the rules say.",
    ),
    keys(
        Record,
        &[(shift(KeyCode::KeyT), Do::Tell(TellKey::Happened))],
        "What the rules refuse happened on the table: record it by your word.",
    ),
    keys(
        Record,
        &[(key(KeyCode::Delete), Do::Tell(TellKey::TakeOff))],
        "The model under the pointer is gone.",
    ),
    keys(
        Record,
        &[(shift(KeyCode::KeyI), Do::Screen(ScreenKey::Tell))],
        "Say what else happened: objectives, the end of a phase, a turn or the battle.",
    ),
    mouse(
        Time,
        "Drag or turn the wheel on the time line",
        "Look back: the table follows at once, and no order is taken meanwhile.",
    ),
    mouse(Time, "Click a line of the log", "Look at that moment."),
    keys(
        Time,
        &[
            (key(KeyCode::F5), Do::Timeline(TimelineKey::Step(Stride::Command, Way::Back))),
            (key(KeyCode::F6), Do::Timeline(TimelineKey::Step(Stride::Command, Way::On))),
        ],
        "One command with its dice back or on.",
    ),
    keys(
        Time,
        &[
            (shift(KeyCode::F5), Do::Timeline(TimelineKey::Step(Stride::Order, Way::Back))),
            (shift(KeyCode::F6), Do::Timeline(TimelineKey::Step(Stride::Order, Way::On))),
        ],
        "One order of a unit back or on.",
    ),
    keys(
        Time,
        &[
            (key(KeyCode::F7), Do::Timeline(TimelineKey::Step(Stride::Player, Way::Back))),
            (key(KeyCode::F8), Do::Timeline(TimelineKey::Step(Stride::Player, Way::On))),
        ],
        "Back or on to where the other player begins to decide.",
    ),
    keys(
        Time,
        &[
            (shift(KeyCode::F7), Do::Timeline(TimelineKey::Step(Stride::Turn, Way::Back))),
            (shift(KeyCode::F8), Do::Timeline(TimelineKey::Step(Stride::Turn, Way::On))),
        ],
        "One turn back or on.",
    ),
    keys(
        Time,
        &[
            (shift(KeyCode::Home), Do::Timeline(TimelineKey::First)),
            (shift(KeyCode::End), Do::Timeline(TimelineKey::Last)),
        ],
        "To the beginning; to the last that has been played.",
    ),
    keys(
        Time,
        &[(key(KeyCode::F3), Do::Timeline(TimelineKey::Back))],
        "Back to where you were: to the game; from the game, to what you looked at last.",
    ),
    keys(
        Time,
        &[(key(KeyCode::F4), Do::Timeline(TimelineKey::Play))],
        "Play the passage from there, or stop.",
    ),
    keys(
        Time,
        &[(shift(KeyCode::F4), Do::Timeline(TimelineKey::PlayOn))],
        "Play on from there: what came after stays as another branch.",
    ),
    keys(
        Time,
        &[(key(KeyCode::F11), Do::Timeline(TimelineKey::NextBranch))],
        "To the end of the next branch.",
    ),
    keys(
        Time,
        &[(key(KeyCode::Insert), Do::Timeline(TimelineKey::HideRest))],
        "Hide what comes after the moment you look at, or show it.",
    ),
    keys(
        Time,
        &[(shift(KeyCode::Insert), Do::Timeline(TimelineKey::TryOuts))],
        "Try things out without a trace when you play on, or keep them as branches.",
    ),
    keys(
        Time,
        &[(ctrl_shift('s'), Do::Timeline(TimelineKey::SaveMoment))],
        "Save this moment as a level of your own: it waits on the start screen.",
    ),
    keys(Time, &[(shift(KeyCode::F11), Do::Timeline(TimelineKey::Fold))], "Fold the time line, or open it."),
    keys(
        Time,
        &[(shift(KeyCode::F3), Do::Gains(GainsKey::Show))],
        "Dice or decision: what the orders of each side gained and what the dice gave, with the turning points.",
    ),
    keys(
        Time,
        &[(shift(KeyCode::F2), Do::Gains(GainsKey::Learn))],
        "Learn from it: the position before an order that could have been better; again: the better order; again: the next.",
    ),
    keys(
        Game,
        &[(shift(KeyCode::KeyY), Do::Computer(ComputerKey::Pause))],
        "Pause the computer, or let it play on.",
    ),
    keys(
        Game,
        &[
            (key(KeyCode::Period), Do::Computer(ComputerKey::Hurry)),
            (key(KeyCode::F2), Do::Computer(ComputerKey::Hurry)),
        ],
        "Let the computer act at once; while it is paused: its next command.",
    ),
    keys(Game, &[(ctrl('z'), Do::History(HistoryKey::Undo))], "Undo."),
    keys(
        Game,
        &[(ctrl('y'), Do::History(HistoryKey::Redo)), (ctrl_shift('z'), Do::History(HistoryKey::Redo))],
        "Redo.",
    ),
    keys(Game, &[(ctrl('s'), Do::Screen(ScreenKey::Save))], "Save the game."),
    keys(Game, &[(ctrl('o'), Do::Screen(ScreenKey::Load))], "Saved games: open one."),
    keys(
        Game,
        &[(ctrl('r'), Do::Report(ReportKey))],
        "Write the battle report beside the save, a page to send; in a list of saves: that of the chosen one.",
    ),
    keys(
        Game,
        &[(key(KeyCode::F10), Do::Screen(ScreenKey::Start))],
        "Back to the start screen: the game is recorded and waits there.",
    ),
    keys(
        Game,
        &[
            (ctrl('+'), Do::Setting(SettingKey::LargerText)),
            (ctrl('-'), Do::Setting(SettingKey::SmallerText)),
            (ctrl('0'), Do::Setting(SettingKey::UsualText)),
        ],
        "Larger text, smaller text, text of the usual size.",
    ),
    keys(
        Game,
        &[(key(KeyCode::F9), Do::Screen(ScreenKey::Settings))],
        "Show the settings: dice, paces, tags, size of texts, picture.",
    ),
    mouse(Game, "Click the head of a card on the right", "Fold the card, or open it."),
    keys(Game, &[(key(KeyCode::F1), Do::Screen(ScreenKey::Help))], "Show this list."),
    keys(
        Game,
        &[(key(KeyCode::F12), Do::Picture(TakePicture))],
        "Save a picture of the window next to the saved games.",
    ),
    keys(
        Game,
        &[(key(KeyCode::Comma), Do::Note(NoteKey::Take))],
        "Take a note of this moment: one line, kept with its paragraph and a picture of the window.",
    ),
    keys(
        Game,
        &[(shift(KeyCode::F12), Do::Note(NoteKey::Pack))],
        "Pack the game with its notes and pictures into one page for the author of the rules.",
    ),
    mouse(Game, "Any key or click", "End an animation, or go on to the next announcement."),
];

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::path::Path;

    use super::*;

    const BEGIN: &str = "<!-- keys: made from src/ui/input/bindings.rs -->\n";
    const END: &str = "<!-- end of keys -->\n";

    /// The table as docs/keys.md has it.
    fn markdown() -> String {
        let mut table = "| | | |\n|---|---|---|\n".to_owned();
        for group in Group::ALL {
            for (row, binding) in group.bindings().enumerate() {
                let title = if row == 0 { format!("**{}**", group.title()) } else { String::new() };
                let presses = binding.presses(&Keyboard::default()).into_iter().map(|press| match press {
                    Press::Key(label) => format!("`{label}`"),
                    Press::Mouse(gesture) => gesture.to_owned(),
                });
                let presses = presses.collect::<Vec<_>>().join(" or ");
                writeln!(table, "| {title} | {presses} | {} |", binding.text).unwrap();
            }
        }
        table
    }

    /// `WARSTRIKE_REGENERATE=1 cargo test bindings` rewrites the table in docs/keys.md.
    #[test]
    fn the_document_lists_every_binding() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/keys.md");
        let text = std::fs::read_to_string(&path).unwrap();
        let (before, rest) = text.split_once(BEGIN).unwrap();
        let (_, after) = rest.split_once(END).unwrap();
        let expected = format!("{before}{BEGIN}{}{END}{after}", markdown());
        if std::env::var_os("WARSTRIKE_REGENERATE").is_some() {
            std::fs::write(&path, &expected).unwrap();
            return;
        }
        assert!(
            text == expected,
            "docs/keys.md is not up to date; WARSTRIKE_REGENERATE=1 cargo test bindings"
        );
    }

    #[test]
    fn no_two_actions_of_a_mode_share_a_key() {
        let keys: Vec<_> = all_keys().collect();
        for (index, (chord, action)) in keys.iter().enumerate() {
            for (other, same) in &keys[..index] {
                assert!(other != chord || same.mode() != action.mode(), "{chord:?}: {same:?}, {action:?}");
            }
        }
        // A key of the view is heard beside those of play.
        for (chord, looked) in keys.iter().filter(|(_, action)| action.mode() == Mode::View) {
            let played = keys.iter().find(|(other, same)| other == chord && same.mode() == Mode::Play);
            assert!(played.is_none(), "{chord:?}: {looked:?}, {played:?}");
        }
    }

    #[test]
    fn keys_are_found_by_mode_and_modifier() {
        for (mode, place, shift, expected, reason) in [
            (Mode::Play, KeyCode::KeyV, false, Some(KeyAction::Sight(SightKey::Lines)), "plain"),
            (Mode::Play, KeyCode::KeyV, true, Some(KeyAction::Sight(SightKey::Reverse)), "with Shift"),
            (
                Mode::Play,
                KeyCode::KeyG,
                true,
                Some(KeyAction::Order(OrderKey::GetDown)),
                "Shift without a meaning of its own",
            ),
            (
                Mode::Play,
                KeyCode::Numpad1,
                false,
                Some(KeyAction::Order(OrderKey::Choose(Action::Advance))),
                "number pad",
            ),
            (Mode::Question, KeyCode::Digit1, false, Some(KeyAction::Answer(0)), "a question"),
            (Mode::Dice, KeyCode::NumpadEnter, false, Some(KeyAction::AcceptDice), "dice"),
            (Mode::View, KeyCode::KeyG, false, None, "no key of the view"),
            (
                Mode::Play,
                KeyCode::Enter,
                true,
                Some(KeyAction::Order(OrderKey::PlaceRest)),
                "Enter with Shift",
            ),
            (Mode::Play, KeyCode::KeyY, false, None, "no key at all"),
            (Mode::View, KeyCode::KeyY, true, Some(KeyAction::Computer(ComputerKey::Pause)), "with Shift"),
            (Mode::View, KeyCode::NumpadAdd, false, Some(KeyAction::ZoomIn), "number pad"),
            (Mode::View, KeyCode::ArrowUp, false, None, "arrows move models"),
        ] {
            assert_eq!(action(mode, place, shift), expected, "{reason}");
        }
        let ahead = Some(KeyAction::MoveView(Direction::Up));
        for (modifiers, arrows, expected, reason) in [
            ([true, false], false, ahead, "with Ctrl"),
            ([false, false], true, ahead, "with nothing to move"),
            ([false, false], false, None, "a unit is moved"),
        ] {
            assert_eq!(view_step(KeyCode::ArrowUp, modifiers, arrows), expected, "{reason}");
        }
        assert_eq!(view_step(KeyCode::KeyA, [true, false], true), None, "letters with Ctrl are others");
        for (printed, key, shift, expected, reason) in [
            (Some("z"), KeyCode::KeyZ, false, Some(KeyAction::History(HistoryKey::Undo)), "as printed"),
            (Some("Z"), KeyCode::KeyZ, true, Some(KeyAction::History(HistoryKey::Redo)), "with Shift"),
            (
                Some("O"),
                KeyCode::KeyO,
                true,
                Some(KeyAction::Screen(ScreenKey::Load)),
                "Shift without a meaning of its own",
            ),
            (Some("+"), KeyCode::Equal, false, Some(KeyAction::Setting(SettingKey::LargerText)), "plus"),
            (
                Some("="),
                KeyCode::Equal,
                false,
                Some(KeyAction::Setting(SettingKey::LargerText)),
                "plus without Shift",
            ),
            (
                Some("-"),
                KeyCode::Digit6,
                false,
                Some(KeyAction::Setting(SettingKey::SmallerText)),
                "a French minus",
            ),
            (
                Some("à"),
                KeyCode::Digit0,
                false,
                Some(KeyAction::Setting(SettingKey::UsualText)),
                "a French 0",
            ),
            (Some("я"), KeyCode::KeyZ, false, Some(KeyAction::History(HistoryKey::Undo)), "a Russian Z"),
            (None, KeyCode::KeyZ, false, Some(KeyAction::History(HistoryKey::Undo)), "nothing printed"),
            (
                Some("S"),
                KeyCode::KeyS,
                true,
                Some(KeyAction::Timeline(TimelineKey::SaveMoment)),
                "with Shift, and of the time line",
            ),
            (Some("t"), KeyCode::KeyT, false, None, "keys without Ctrl are not heard with it"),
        ] {
            assert_eq!(action_with_ctrl(printed, key, shift), expected, "{reason}");
        }
    }

    /// F1 names the keys of the keyboard at hand.
    #[test]
    fn the_help_names_what_is_printed() {
        use super::super::keyboard::tests::keyboard;
        let row = |layout: &str, does: KeyAction| {
            let binding =
                BINDINGS.iter().find(|binding| binding.keys.iter().any(|(_, action)| *action == does));
            let presses = binding.unwrap().presses(&keyboard(layout)).into_iter().map(|press| match press {
                Press::Key(label) => label,
                Press::Mouse(gesture) => gesture.to_owned(),
            });
            presses.collect::<Vec<_>>().join(" or ")
        };
        for (layout, does, expected) in [
            ("us", KeyAction::Order(OrderKey::Turn(Turn::Left)), "Q or E"),
            ("fr", KeyAction::Order(OrderKey::Turn(Turn::Left)), "A or E"),
            ("fr", KeyAction::Order(OrderKey::Wheel(Turn::Left)), "Shift+A or Shift+E"),
            ("fr", KeyAction::TurnView(Turn::Left), "Q or D"),
            ("fr", KeyAction::ZoomIn, "+ or )"),
            ("fr", KeyAction::Answer(0), "1 … 9"),
            ("fr", KeyAction::Order(OrderKey::GetDown), "G"),
            ("de", KeyAction::Screen(ScreenKey::Computers), "Y"),
            ("de", KeyAction::ZoomIn, "+ or -"),
            ("dvorak", KeyAction::Order(OrderKey::Turn(Turn::Left)), "' or ."),
            ("dvorak", KeyAction::Computer(ComputerKey::Hurry), "F2"),
            ("dvorak", KeyAction::Order(OrderKey::GetDown), "G"),
            ("ru", KeyAction::Order(OrderKey::Turn(Turn::Left)), "Q or E"),
        ] {
            assert_eq!(row(layout, does), expected, "{layout}: {does:?}");
        }
    }
}
