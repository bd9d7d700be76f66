//! What is done in the window while its frames are timed.

use std::error::Error;

use bevy::input::ButtonState;
use bevy::prelude::*;

use warstrike::game::engine::play::Match;
use warstrike::ui::camera::top_view_pixel;
use warstrike::ui::output::offscreen::{
    LONGEST_REST, asks_for_frame, census, dice_on_table, rolling_dice, throw_dice, whole_window,
};

use super::compare::{Stages, compare};
use super::empty_scene::empty_scene;
use super::input::{move_mouse, press, press_key};
use super::timed::Timed;
use super::{DICE, SIZE, UNITS, WARM_UP, stress_game};

/// What a frame of a usual table may take of the main thread, microseconds.
const BUDGET: f64 = 3000.0;

/// Frames of a throw that are timed, before it is thrown again.
const FRAMES_OF_A_THROW: usize = 15;

/// Times the frames of a table with so many units on each side. An error if one of a usual table is over the budget, or if the
/// window does not rest.
pub fn frames(units: u8) -> Result<(), Box<dyn Error>> {
    let (mut window, model) = window_from_above(units)?;
    let scene = census(window.apps.main.world_mut());
    println!("{} models: {scene:?}", 20 * u32::from(units));
    let mut empty = Timed::new(empty_scene(scene));
    empty.run(WARM_UP);

    let mut missed = Vec::new();
    let mut note = |doing: &str, cost: f64| {
        if units == UNITS[0] && cost > BUDGET {
            missed.push(format!("{doing}: {cost:.0} µs, budget {BUDGET}"));
        }
    };
    let mut asked = 0;
    let idle = compare("idle", &mut window, &mut empty, |window, _| {
        asked += u32::from(asks_for_frame(window.apps.main.world()));
    });
    note("idle", idle);
    println!(
        "at rest: {:.4} % of a core, a frame every {LONGEST_REST:?}",
        1e-4 * idle / LONGEST_REST.as_secs_f64()
    );
    let cost = compare("the mouse moves over the table", &mut window, &mut empty, |window, count| {
        move_mouse(window, model + 60.0 * circle(count));
    });
    note("mouse", cost);
    note("dice", compare("forty dice roll", &mut window, &mut empty, keep_throwing));
    while dice_on_table(window.apps.main.world()) > 0 {
        window.run(1);
    }
    let hand = pick_up(&mut window, model);
    compare("a unit is held in the air", &mut window, &mut empty, |_, _| ());
    let cost = compare("a unit is dragged", &mut window, &mut empty, |window, count| {
        move_mouse(window, hand + 8.0 * circle(count));
    });
    note("drag", cost);
    if asked > 0 {
        missed.push(format!("at rest the window asks for {asked} frames"));
    }
    if missed.is_empty() { Ok(()) } else { Err(missed.join("; ").into()) }
}

/// Does one thing for so many frames, for a profiler to look at, and prints what a frame costs.
pub fn profile(doing: &str, count: usize) -> Result<(), Box<dyn Error>> {
    let (mut window, model) = window_from_above(UNITS[0])?;
    let mut act: Box<dyn FnMut(&mut Timed, usize)> = match doing {
        "empty" => {
            window = Timed::new(empty_scene(census(window.apps.main.world_mut())));
            window.run(WARM_UP);
            Box::new(|_, _| ())
        }
        "idle" => Box::new(|_, _| ()),
        "mouse" => Box::new(|window, count| move_mouse(window, model + 60.0 * circle(count))),
        "dice" => Box::new(keep_throwing),
        "drag" => {
            let hand = pick_up(&mut window, model);
            Box::new(move |window, count| move_mouse(window, hand + 8.0 * circle(count)))
        }
        other => return Err(format!("{other}: empty, idle, mouse, dice or drag").into()),
    };
    let mut stages = Stages::default();
    for count in 0..count {
        act(&mut window, count);
        stages.add(window.frame());
    }
    println!("{doing}: {:.0} µs", stages.whole());
    for (stage, cost) in stages.parts() {
        println!("    {stage}: {cost:.0} µs");
    }
    Ok(())
}

/// The window, seen from above, and the pixel that shows a model which may be dragged.
fn window_from_above(units: u8) -> Result<(Timed, Vec2), Box<dyn Error>> {
    let game = stress_game(units)?;
    let model = a_model(&game).ok_or("no unit may act")?;
    let mut window = Timed::new(whole_window(game, SIZE));
    window.run(WARM_UP);
    press_key(&mut window, KeyCode::KeyT);
    window.run(WARM_UP);
    Ok((window, model))
}

fn a_model(game: &Match) -> Option<Vec2> {
    let view = game.battle().view();
    let side = game.battle().decision()?.player;
    let model =
        view.units().filter(|unit| unit.id.side == side).find_map(|unit| view.standing(unit.id).next())?;
    let size = Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
    Some(top_view_pixel(view.setup().level.table, size, model.pose.at.ground()))
}

fn circle(count: usize) -> Vec2 {
    Vec2::from_angle(count as f32 * 0.3)
}

/// Throws dice again before they lie still.
fn keep_throwing(window: &mut Timed, count: usize) {
    if count.is_multiple_of(FRAMES_OF_A_THROW) {
        throw_dice(window.apps.main.world_mut(), DICE);
        while rolling_dice(window.apps.main.world()) < DICE {
            window.run(1);
        }
    }
}

/// Picks up a model with its unit; gives where the pointer holds it.
fn pick_up(window: &mut Timed, model: Vec2) -> Vec2 {
    move_mouse(window, model);
    window.run(1);
    press(window, ButtonState::Pressed);
    window.run(1);
    for step in 1..=8 {
        move_mouse(window, model + step as f32 * Vec2::new(0.0, -3.0));
        window.run(1);
    }
    window.run(WARM_UP);
    model + Vec2::new(0.0, -24.0)
}
