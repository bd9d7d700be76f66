//! The camera by keys and mouse: it moves, turns, comes nearer and stops before things, looks at units and through the eyes
//! of models, and comes back from what it went to by itself.

use bevy::math::{Vec2, Vec3};

use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::measure::Mark;
use warstrike::game::sight::sight;
use warstrike::rules::ids::{ModelId, UnitId};
use warstrike::ui::session::events::UiEvent;

use super::driver::{Display, Window, pixel};
use super::{root, scratch, setup};

/// Where the camera has come to rest: inches over the table, and which way it looks.
#[derive(Clone, Copy, Debug)]
struct Rest {
    at: Vec3,
    yaw: f32,
    pitch: f32,
}

/// Where the camera rests, if an event says so.
fn rest(event: &UiEvent) -> Option<Rest> {
    let UiEvent::CameraRests { at, yaw, pitch } = event else { return None };
    let at = Vec3::from_array(at.map(|axis| axis as f32));
    Some(Rest { at, yaw: *yaw as f32, pitch: *pitch as f32 })
}

/// Waits until the camera rests as it should.
fn rest_that(window: &mut Window, is_meant: impl Fn(&Rest) -> bool) -> Rest {
    window.wait_until(|event| rest(event).filter(&is_meant))
}

fn is_near(a: f32, b: f32, within: f32) -> bool {
    (a - b).abs() < within
}

/// Drags with a button from one pixel to another.
fn drag(display: &Display, button: &str, from: Vec2, to: Vec2) {
    display.move_to(from);
    display.hand(&["mousedown", button]);
    for step in 1..=3 {
        display.move_to(from.lerp(to, step as f32 / 3.0));
    }
    display.hand(&["mouseup", button]);
}

#[test]
fn the_view_follows_keys_and_mouse() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    let game = Match::start(setup("street"), DiceChoice::Seed(7)).unwrap();
    window.begin(&display);
    display.hand(&["key", "t"]);
    let top = rest_that(&mut window, |rest| is_near(rest.pitch, 1.571, 0.01));

    // Moved by keys and by hand: what is gripped stays under the pointer.
    display.hand(&["key", "Right"]);
    let right = rest_that(&mut window, |rest| rest.at.x > top.at.x + 1.0);
    display.hand(&["key", "ctrl+Up"]);
    rest_that(&mut window, |rest| rest.at.y > right.at.y + 1.0);
    display.hand(&["key", "t"]);
    rest_that(&mut window, |rest| rest.at.distance(top.at) < 0.05);
    let [from, to] = [[6.0, 2.0], [1.0, -3.0]].map(|at| pixel(&game, at));
    drag(&display, "2", from, to);
    rest_that(&mut window, |rest| rest.at.distance(top.at + Vec3::new(5.0, 5.0, 0.0)) < 0.2);

    // Turned by keys, and by the positions of the pointer.
    display.hand(&["key", "h"]);
    let home = rest_that(&mut window, |rest| is_near(rest.pitch, 0.89, 0.07));
    display.hand(&["key", "a"]);
    let turned = rest_that(&mut window, |rest| rest.yaw > home.yaw + 0.1);
    display.hand(&["key", "d"]);
    rest_that(&mut window, |rest| is_near(rest.yaw, home.yaw, 0.005) && turned.yaw > rest.yaw);
    let middle = pixel(&game, [0.0, 0.0]);
    drag(&display, "3", middle, middle + Vec2::new(150.0, 30.0));
    rest_that(&mut window, |rest| {
        is_near(rest.yaw, -0.6, 0.02) && is_near(rest.pitch, home.pitch + 0.12, 0.02)
    });

    // Nearer to a roof and no farther than up to it, out again and no farther than the whole table needs.
    let terrain = game.battle().view().terrain();
    let (roof, height) = (-20..20)
        .flat_map(|x| (-14..14).map(move |y| [f64::from(x), f64::from(y)]))
        .filter_map(|at| Some((at, terrain.heights_at(at).last()?.inches())))
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap();
    assert!(height > 1.0, "there is something to fly into: {height}");
    display.hand(&["key", "t"]);
    rest_that(&mut window, |rest| rest.at.distance(top.at) < 0.05);
    let away = 1.0 - height as f32 / top.at.z;
    display.move_to(pixel(&game, roof.map(|axis| axis / f64::from(away))));
    display.hand(&["click", "--repeat", "60", "--delay", "20", "4"]);
    let near = rest_that(&mut window, |rest| rest.at.z < height as f32 + 3.5);
    assert!(near.at.z > height as f32 + 1.0, "into the roof at {height}: {near:?}");
    display.hand(&["click", "--repeat", "90", "--delay", "20", "5"]);
    let far = rest_that(&mut window, |rest| rest.at.z > 1.2 * top.at.z);
    assert!(far.at.z < 2.0 * top.at.z, "{far:?}");
}

#[test]
fn a_unit_is_looked_at_and_looked_through() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7"]);
    let game = Match::start(setup("street"), DiceChoice::Seed(7)).unwrap();
    let view = game.battle().view();
    let unit: UnitId = "B1".parse().unwrap();
    let model: ModelId = "B1.3".parse().unwrap();
    window.begin(&display);
    display.hand(&["key", "t"]);
    let top = rest_that(&mut window, |rest| is_near(rest.pitch, 1.571, 0.01));
    display.move_to(pixel(&game, view.model(model).unwrap().pose.at.ground()));
    display.hand(&["key", "u"]);
    window.wait_for(&UiEvent::ThroughEyes { model });

    // It sees what the battle says.
    let lines = window.wait_until(|event| match event {
        UiEvent::SightLines { lines } if lines.iter().all(|line| line.from == model) => Some(lines.clone()),
        _ => None,
    });
    let seen = sight(view, &Mark::Model(model), &Mark::Side(unit.side.other())).unwrap();
    assert_eq!(lines.len(), seen.len());
    for (line, seen) in lines.iter().zip(&seen) {
        assert_eq!((line.to, line.state), (seen.to, seen.state));
        assert!((line.in_view - seen.sighting.in_view).abs() < 1e-9, "{line:?}");
    }
    assert!(seen.iter().any(|seen| seen.is_seen_alone()) && !seen.iter().all(|seen| seen.is_seen_alone()));

    // From the height of its eyes, along its facing; one looks round, and goes back.
    let body = view.model(model).unwrap().sight_body();
    let [x, y] = body.foot.ground();
    let eyes = Vec3::new(x as f32, y as f32, (body.foot.z.inches() + body.eyes.inches()) as f32);
    let ahead = rest_that(&mut window, |rest| rest.at.distance(eyes) < 0.01);
    let facing = view.model(model).unwrap().facing().degrees().to_radians() as f32;
    let apart = (ahead.yaw + std::f32::consts::FRAC_PI_2 - facing).rem_euclid(std::f32::consts::TAU);
    assert!(!(0.01..=std::f32::consts::TAU - 0.01).contains(&apart), "{ahead:?}, {facing}");
    let middle = pixel(&game, [0.0, 0.0]);
    drag(&display, "3", middle, middle + Vec2::new(100.0, 0.0));
    rest_that(&mut window, |rest| is_near(rest.yaw, ahead.yaw + 0.4, 0.01) && rest.at == ahead.at);
    display.hand(&["key", "Escape"]);
    window.wait_for(&UiEvent::EyesClosed);
    rest_that(&mut window, |rest| rest.at.distance(top.at) < 0.01);

    // The unit under the pointer fills the picture.
    display.move_to(pixel(&game, view.model(model).unwrap().pose.at.ground()));
    display.hand(&["key", "z"]);
    let framed = rest_that(&mut window, |rest| rest.at.z < 0.8 * top.at.z);
    assert!((35.0..41.0).contains(&framed.pitch.to_degrees()), "figures, not hats: {framed:?}");
    let places: Vec<Vec2> = view
        .standing(unit)
        .map(|model| Vec2::from_array(model.pose.at.ground().map(|axis| axis as f32)))
        .collect();
    let (low, high) =
        places.iter().fold((places[0], places[0]), |(low, high), at| (low.min(*at), high.max(*at)));
    assert!(looked_at(&framed).distance((low + high) / 2.0) < 3.0, "{framed:?}: {low} {high}");
}

/// The point of the table top in the middle of the picture, inches.
fn looked_at(rest: &Rest) -> Vec2 {
    let ahead = Vec2::new(-rest.yaw.sin(), rest.yaw.cos());
    rest.at.truncate() + ahead * (rest.at.z / rest.pitch.tan())
}

/// The camera goes to a fight by itself, and back to where it was once there is none.
#[test]
fn the_camera_goes_to_a_fight_and_comes_back() {
    let level = root().join("tests/games/fights/charge.ron").display().to_string();
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[&level, "--seed", "7"]);
    window.begin(&display);
    display.hand(&["key", "t"]);
    let top = rest_that(&mut window, |rest| is_near(rest.pitch, 1.571, 0.01));
    display.hand(&["key", "End"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    window.wait_until(|event| matches!(event, UiEvent::Asked { .. }).then_some(()));
    display.hand(&["key", "n"]);
    window.wait_for(&UiEvent::Played { commands: 2 });
    // It has gone there with the first question or with the first that is about the fight itself.
    window.seen_or_next(|event| match event {
        UiEvent::CameraRests { at, pitch, .. } => {
            (*pitch < 1.06 && (at[2] as f32) < 0.5 * top.at.z).then_some(())
        }
        _ => None,
    });
    // The charge is undone, and with it the fight.
    for _ in 0..2 {
        display.hand(&["key", "ctrl+z"]);
    }
    rest_that(&mut window, |rest| rest.at.distance(top.at) < 0.05 && is_near(rest.pitch, top.pitch, 0.01));
}

/// With the quiet camera the same fight moves nothing.
#[test]
fn the_quiet_camera_stands_still() {
    let level = root().join("tests/games/fights/charge.ron").display().to_string();
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[&level, "--seed", "7"]);
    window.begin(&display);
    display.hand(&["key", "t"]);
    let top = rest_that(&mut window, |rest| is_near(rest.pitch, 1.571, 0.01));
    display.hand(&["key", "shift+z"]);
    window.wait_for(&UiEvent::CameraQuiet { quiet: true });
    display.hand(&["key", "End"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    window.wait_until(|event| matches!(event, UiEvent::Asked { .. }).then_some(()));
    display.hand(&["key", "n"]);
    window.wait_for(&UiEvent::Played { commands: 2 });
    window.wait_until(|event| matches!(event, UiEvent::Asked { .. }).then_some(()));
    // The next that moves the view is the player.
    display.hand(&["key", "a"]);
    let turned = rest_that(&mut window, |_| true);
    assert!(is_near(turned.at.z, top.at.z, 0.05) && turned.yaw > top.yaw + 0.05, "{turned:?}, {top:?}");
    display.hand(&["key", "shift+z"]);
    window.wait_for(&UiEvent::CameraQuiet { quiet: false });
    drop(window);
    let settings = std::fs::read_to_string(saves.join("window.json")).unwrap();
    assert!(settings.contains(r#""camera": "ByItself""#), "{settings}");
}

/// The computer's moves are watched from nearby, and then the view is where the player had it.
#[test]
fn the_view_comes_back_from_the_computers_move() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    // With this seed B, whom the computer plays, has the first turn.
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7", "--computer", "B=random"]);
    window.begin(&display);
    let home = window.seen_or_next(|event| rest(event).filter(|rest| rest.at.y < 0.0));
    assert!(is_near(home.pitch, 0.89, 0.07), "{home:?}");
    // The computer waits until the brief is read.
    display.hand(&["key", "Return"]);
    window.seen_or_next(|event| match event {
        UiEvent::CameraVisits { what } => (what == "command").then_some(()),
        _ => None,
    });
    let near = window.seen_or_next(|event| rest(event).filter(|rest| rest.at.z < 0.7 * home.at.z));
    assert!((35.0..61.0).contains(&near.pitch.to_degrees()), "{near:?}");
    assert!(near.at.y < looked_at(&near).y, "from the player's side: {near:?}");
    window.seen_or_next(|event| matches!(event, UiEvent::CameraReturns).then_some(()));
    let back = window.wait_until(rest);
    assert!(back.at.distance(home.at) < 0.05 && is_near(back.yaw, home.yaw, 0.01), "{back:?}, {home:?}");
}

/// Who plays the northern force has the northern edge near.
#[test]
fn the_players_edge_is_near() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["street", "--seed", "7", "--computer", "A=quick"]);
    window.wait_for(&UiEvent::Ready);
    window.seen_or_next(|event| match event {
        UiEvent::CameraRests { at, yaw, .. } => (at[1] > 5.0 && yaw.abs() > 3.1).then_some(()),
        _ => None,
    });
}
