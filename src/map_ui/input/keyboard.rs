//! Keys, by what is printed on them.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use tabletop_counters::OnHexes;

use crate::map_ui::choosing::Choosing;
use crate::map_ui::panels::{Advice, LookAt, Panels, Sheet, Wish, Wished};
use crate::map_ui::scene;
use crate::map_ui::session::{DiceAct, Hands, Pace, Shown, Stage, Table};
use crate::map_ui::settings::MapSettings;
use crate::ui::input::keyboard::Keyboard;

/// A key that is held longer than this is held, not tapped, seconds.
const TAP: f32 = 0.35;

/// For so long after something was shown Space ends nothing, seconds: it was meant to show the rest.
const AFTER_SHOW: f32 = 0.7;

/// How L lifts the counters.
#[derive(Default)]
pub struct Lift {
    pressed_at: f32,
    /// Lifted by a tap until the next.
    stays: bool,
}

/// What keys change.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Context<'w, G: OnHexes> {
    table: ResMut<'w, Table<G>>,
    choosing: ResMut<'w, Choosing<G>>,
    panels: ResMut<'w, Panels>,
    settings: ResMut<'w, MapSettings>,
    hands: ResMut<'w, Hands>,
    shown: Res<'w, Shown<G>>,
    time: Res<'w, Time<Real>>,
    looks: MessageWriter<'w, LookAt>,
    views: MessageWriter<'w, scene::LookAt>,
    wishes: MessageWriter<'w, Wished>,
    exit: MessageWriter<'w, AppExit>,
}

/// Handles every key of the frame, in order.
pub fn keys<G: OnHexes>(
    mut pressed: MessageReader<KeyboardInput>,
    (held, keyboard): (Res<ButtonInput<KeyCode>>, Res<Keyboard>),
    mut cx: Context<G>,
    mut lift: Local<Lift>,
    mut shown_at: Local<f32>,
) {
    let now = cx.time.elapsed_secs();
    if cx.table.is_showing() {
        *shown_at = now;
    }
    let ctrl = held.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    for key in pressed.read() {
        let key = &as_known(key, &keyboard);
        if let Key::Character(text) = &key.logical_key
            && text.eq_ignore_ascii_case("l")
            && !ctrl
            && cx.table.remarks.draft.is_none()
        {
            lift_counters(&mut cx.hands, key, &mut lift, now);
            continue;
        }
        if key.state != ButtonState::Pressed || key.repeat && !is_repeated(&key.logical_key) {
            continue;
        }
        match &key.logical_key {
            _ if is_taken(&mut cx, &key.logical_key, ctrl) => {}
            Key::Character(text) if ctrl => with_ctrl(&mut cx, text),
            Key::Character(text) => letter(&mut cx, text),
            Key::Space => space(&mut cx, now - *shown_at),
            named => named_key(&mut cx, named),
        }
    }
}

/// A key as the table of keys knows it: digits that are written with Shift, and letters of other scripts, by their place.
fn as_known(key: &KeyboardInput, keyboard: &Keyboard) -> KeyboardInput {
    let mut key = key.clone();
    let stands_for = keyboard.stands_for(key.key_code, &key.logical_key);
    if let (Key::Character(text), Some(stands_for)) = (&key.logical_key, stands_for)
        && (!text.is_ascii() || stands_for.is_ascii_digit())
    {
        key.logical_key = Key::Character(stands_for.to_string().into());
    }
    key
}

/// Keys while a note is written, the window is handed over, or dice are asked for; whether they take this one.
fn is_taken<G: OnHexes>(cx: &mut Context<G>, key: &Key, ctrl: bool) -> bool {
    if cx.table.remarks.draft.is_some() {
        match key {
            Key::Enter => cx.table.keep_note(),
            Key::Escape => cx.table.remarks.draft = None,
            _ => {}
        }
        return true;
    }
    if cx.table.curtain().is_some() {
        if *key == Key::Enter && cx.panels.sheet == Sheet::None {
            cx.table.lift_curtain();
            return true;
        }
        let of_window = |text: &str| ctrl && ["q", "+", "=", "-"].contains(&text.to_lowercase().as_str());
        return match key {
            Key::Character(text) => !of_window(text),
            Key::F1 | Key::F10 => false,
            Key::Escape | Key::Enter => cx.panels.sheet == Sheet::None,
            _ => true,
        };
    }
    if cx.table.hand().is_none() || cx.panels.sheet != Sheet::None {
        return false;
    }
    let act = match key {
        Key::Character(text) if !ctrl => text.parse().ok().map(DiceAct::Lay),
        Key::Backspace => Some(DiceAct::RemoveLast),
        Key::Space => Some(DiceAct::RollMissing),
        Key::Enter => Some(DiceAct::GoOn),
        Key::Escape => Some(DiceAct::TakeBack),
        _ => None,
    };
    let Some(act) = act else { return false };
    cx.table.do_with_dice(act);
    true
}

/// Whether a held key does it again and again.
fn is_repeated(key: &Key) -> bool {
    matches!(key, Key::Character(text) if text == "," || text == ".")
}

fn lift_counters(hands: &mut Hands, key: &KeyboardInput, lift: &mut Lift, now: f32) {
    match key.state {
        ButtonState::Pressed if key.repeat => {}
        ButtonState::Pressed if lift.stays => {
            (lift.stays, hands.lifted) = (false, false);
            // Its release lifts nothing.
            lift.pressed_at = f32::NEG_INFINITY;
        }
        ButtonState::Pressed => (lift.pressed_at, hands.lifted) = (now, true),
        ButtonState::Released if !hands.lifted => {}
        ButtonState::Released if now - lift.pressed_at < TAP => lift.stays = true,
        ButtonState::Released => hands.lifted = false,
    }
}

fn with_ctrl<G: OnHexes>(cx: &mut Context<G>, text: &str) {
    match text.to_lowercase().as_str() {
        "z" => cx.table.undo(),
        "y" => cx.table.redo(),
        "+" | "=" => cx.settings.text = cx.settings.text.larger(),
        "-" => cx.settings.text = cx.settings.text.smaller(),
        "q" => {
            cx.exit.write(AppExit::Success);
        }
        _ => {}
    }
}

fn letter<G: OnHexes>(cx: &mut Context<G>, text: &str) {
    if let Some(number) = text.parse::<usize>().ok().filter(|number| *number > 0) {
        let pick = cx.choosing.listed().into_iter().nth(number - 1);
        if let Some(pick) = pick {
            cx.choosing.take(&pick, &mut cx.table, &cx.shown.scene);
        }
        return;
    }
    match text.to_lowercase().as_str() {
        "," => cx.table.look_on(-1),
        "." => cx.table.look_on(1),
        "h" if cx.choosing.decision().is_some() => cx.panels.advice = Advice::Awaited,
        "m" => drop(cx.views.write(scene::LookAt::Map)),
        "t" => drop(cx.views.write(scene::LookAt::Top)),
        "b" => drop(cx.views.write(scene::LookAt::Battle)),
        "n" if cx.table.stage == Stage::Playing => cx.table.begin_note(),
        "p" => next_pace(&mut cx.settings),
        _ => {}
    }
}

fn next_pace(settings: &mut MapSettings) {
    let at = Pace::ALL.iter().position(|(pace, _)| *pace == settings.pace).unwrap_or(0);
    settings.pace = Pace::ALL[(at + 1) % Pace::ALL.len()].0;
}

fn space<G: OnHexes>(cx: &mut Context<G>, since_show: f32) {
    if cx.table.is_showing() {
        cx.table.show_all();
    } else if since_show > AFTER_SHOW && cx.table.stage == Stage::Playing {
        cx.choosing.end(&mut cx.table);
    }
}

fn named_key<G: OnHexes>(cx: &mut Context<G>, key: &Key) {
    match key {
        Key::Enter => enter(cx),
        Key::Escape => escape(cx),
        Key::Tab => {
            let next = cx.choosing.next(&cx.table);
            let hex = next.and_then(|next| G::hex_of(cx.table.view(), next));
            if let Some(hex) = hex {
                cx.looks.write(LookAt(vec![hex]));
            }
        }
        Key::Home => cx.table.look_on(i64::from(i32::MIN)),
        Key::End => cx.table.look_back(),
        Key::F1 => toggle(&mut cx.panels, Sheet::Help),
        Key::F2 => {
            (cx.panels.saves, cx.panels.scenarios) = (None, None);
            toggle(&mut cx.panels, Sheet::Games);
        }
        Key::F10 => toggle(&mut cx.panels, Sheet::Settings),
        Key::F12 => {
            cx.wishes.write(Wished(Wish::Picture));
        }
        _ => {}
    }
}

fn toggle(panels: &mut Panels, sheet: Sheet) {
    panels.sheet = if panels.sheet == sheet { Sheet::None } else { sheet };
}

fn enter<G: OnHexes>(cx: &mut Context<G>) {
    if cx.panels.sheet != Sheet::None {
        cx.panels.sheet = Sheet::None;
    } else if cx.table.stage == Stage::Seating {
        let seats = cx.panels.seats.take().unwrap_or_else(|| cx.table.seats.clone());
        cx.table.begin(seats);
    } else if cx.table.is_looking() {
        cx.table.play_on();
    } else if let Some(pick) = cx.choosing.on_enter() {
        cx.choosing.take(&pick, &mut cx.table, &cx.shown.scene);
    }
}

fn escape<G: OnHexes>(cx: &mut Context<G>) {
    if cx.panels.sheet != Sheet::None {
        cx.panels.sheet = Sheet::None;
    } else if cx.table.is_looking() {
        cx.table.look_back();
    } else {
        cx.choosing.cancel(&mut cx.table);
    }
}
