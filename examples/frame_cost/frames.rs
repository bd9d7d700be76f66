//! What is done in the window while its frames are timed.

use std::error::Error;

use bevy::input::ButtonState;
use bevy::prelude::*;

use warstrike::game::engine::play::Match;
use warstrike::ui::offscreen::{census, dice_on_table, rolling_dice, throw_dice, whole_window};
use warstrike::ui::scene::camera::top_view_pixel;

use super::compare::{Stages, compare};
use super::empty_scene::empty_scene;
use super::input::{move_mouse, press, press_key};
use super::timed::Timed;
use super::{DICE, SIZE, WARM_UP, stress_game};

/// What a frame of the window may cost, in frames of the empty scene.
const BUDGET: f64 = 1.3;

/// The same while something goes on.
const BUSY_BUDGET: f64 = 1.6;

/// Frames of a throw that are timed, before it is thrown again.
const FRAMES_OF_A_THROW: usize = 15;

/// Times the frames of a table with so many units on each side.
pub fn frames(units: u8) -> Result<(), Box<dyn Error>> {
    let (mut window, model) = window_from_above(units)?;
    let scene = census(window.apps.main.world_mut());
    println!("{} models: {scene:?}", 20 * u32::from(units));
    let mut empty = Timed::new(empty_scene(scene));
    empty.run(WARM_UP);

    let mut dear = Vec::new();
    let mut note = |doing: &str, ratio: f64, budget: f64| {
        if ratio > budget {
            dear.push(format!("{doing}: {ratio:.2} times an empty scene, budget {budget}"));
        }
    };
    note("idle", compare("idle", &mut window, &mut empty, |_, _| ()), BUDGET);
    let ratio = compare("the mouse moves over the table", &mut window, &mut empty, |window, count| {
        move_mouse(window, model + 60.0 * circle(count));
    });
    note("mouse", ratio, BUSY_BUDGET);
    note("dice", compare("forty dice roll", &mut window, &mut empty, keep_throwing), BUSY_BUDGET);
    while dice_on_table(window.apps.main.world()) > 0 {
        window.run(1);
    }
    let hand = pick_up(&mut window, model);
    compare("a unit is held in the air", &mut window, &mut empty, |_, _| ());
    let ratio = compare("a unit is dragged", &mut window, &mut empty, |window, count| {
        move_mouse(window, hand + 8.0 * circle(count));
    });
    note("drag", ratio, BUSY_BUDGET);
    if dear.is_empty() { Ok(()) } else { Err(dear.join("; ").into()) }
}

/// Does one thing for so many frames, for a profiler to look at, and prints what a frame costs.
pub fn profile(doing: &str, count: usize) -> Result<(), Box<dyn Error>> {
    let (mut window, model) = window_from_above(super::UNITS[0])?;
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
