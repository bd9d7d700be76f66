//! What a frame of the window costs the processor, beside a frame of an empty scene of as
//! many meshes: `cargo run --release --example frame_cost`; `… -- memory` and `… -- start` measure what it takes of memory
//! in the long run, and the time to its first frame; `… -- levels` measures all three for each level of the picture.
//!
//! Both draw into an image, so no display is needed, only a Vulkan driver. The stages of
//! Bevy's main schedule and the extract schedule are timed one by one; drawing is not, and
//! only one frame of many is drawn.
//! Every schedule runs on one thread, so that what is timed is what is computed, and the
//! two take turns frame by frame, so that what else the machine does hits both alike.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::app::{MainScheduleOrder, SubApps, TaskPoolOptions, TaskPoolPlugin};
use bevy::ecs::schedule::{Schedules, SingleThreadedExecutor};
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKey};
use bevy::input::mouse::MouseButtonInput;
use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::window::{CursorMoved, PrimaryWindow, WindowEvent};

use warstrike::game::engine::play::{DiceChoice, Game};
use warstrike::level::data_folder::{DataFolder, load_level};
use warstrike::level::generator::{STRESS_SEED, StressSize, stress_level_of};
use warstrike::ui::offscreen::{
    Census, bare_engine, census, dice_on_table, rolling_dice, throw_dice, whole_window, whole_window_at,
};
use warstrike::ui::scene::camera::top_view_pixel;

/// Pixels of both pictures.
const SIZE: (u32, u32) = (1280, 800);

/// Frames before anything is timed: by then all has been compiled and has arrived.
const WARM_UP: u32 = 150;

/// One frame of so many is drawn.
const DRAWN: u32 = 15;

/// Frames of which the median counts.
const FRAMES: usize = 300;

/// What a frame of the window may cost, in frames of the empty scene.
const BUDGET: f64 = 1.3;

/// The same while something goes on.
const BUSY_BUDGET: f64 = 1.6;

/// Dice that roll.
const DICE: usize = 40;

/// Frames of a throw that are timed, before it is thrown again.
const FRAMES_OF_A_THROW: usize = 15;

/// The levels of the picture, the cheapest first.
const LEVELS: [&str; 4] = ["software", "low", "good", "fine"];

/// Units of ten models on each side of the tables.
const UNITS: [u8; 2] = [10, 50];

/// Frames after which the program may take no more memory than before.
const LONG: u32 = 10_000;

/// The least that a scene has.
const ONE_MESH: Census =
    Census { entities: 1, shadowless: 0, hidden: 0, children: 0, meshes: 1, materials: 1 };

/// What to measure: frames, which is done without an argument; memory; one start of the window or of the empty scene;
/// several of them in turn.
fn main() -> Result<(), Box<dyn Error>> {
    let options = TaskPoolOptions::with_num_threads(1);
    match std::env::args().nth(1).as_deref() {
        None => {
            TaskPoolPlugin { task_pool_options: options }.build(&mut App::empty());
            let missed: Vec<String> = UNITS
                .into_iter()
                .filter_map(|units| frames(units).err())
                .map(|why| why.to_string())
                .collect();
            if missed.is_empty() { Ok(()) } else { Err(missed.join("; ").into()) }
        }
        Some("memory") => {
            TaskPoolPlugin { task_pool_options: options }.build(&mut App::empty());
            memory()
        }
        Some("window") => first_frame(|| Ok(whole_window(stress_game(UNITS[0])?, SIZE))),
        Some("empty") => first_frame(|| Ok(empty_scene(ONE_MESH))),
        Some("start") => starts(),
        Some("levels") => levels(),
        Some("level") => {
            TaskPoolPlugin { task_pool_options: options }.build(&mut App::empty());
            level(&std::env::args().nth(2).ok_or("level needs its name")?)
        }
        Some(other) => Err(format!("{other}: memory, start, levels, window, empty, or nothing").into()),
    }
}

/// A game on a table like the level `stress`.
fn stress_game(units: u8) -> Result<Game, Box<dyn Error>> {
    let data = DataFolder::find(None)?;
    let folder = tempfile::tempdir()?;
    let level = folder.path().join("stress.ron");
    let size = StressSize { units, ..StressSize::SHIPPED };
    std::fs::write(&level, stress_level_of(size, STRESS_SEED))?;
    let setup = load_level(&level.display().to_string(), &data, None).map_err(|faults| faults.to_string())?;
    Ok(Game::start(Arc::new(setup), DiceChoice::Seed(1))?)
}

/// What frames of a table with so many units on each side cost.
fn frames(units: u8) -> Result<(), Box<dyn Error>> {
    let game = stress_game(units)?;
    let grip = a_model(&game).ok_or("no unit may act")?;
    let mut window = Timed::new(whole_window(game, SIZE));
    window.run(WARM_UP);
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
    press_key(&mut window, KeyCode::KeyT);
    window.run(WARM_UP);
    let circle = |nth: usize| Vec2::from_angle(nth as f32 * 0.3);
    let ratio = compare("the mouse moves over the table", &mut window, &mut empty, |window, nth| {
        move_mouse(window, grip + 60.0 * circle(nth));
    });
    note("mouse", ratio, BUSY_BUDGET);
    let ratio = compare("forty dice roll", &mut window, &mut empty, |window, nth| {
        if nth.is_multiple_of(FRAMES_OF_A_THROW) {
            throw_dice(window.apps.main.world_mut(), DICE);
            while rolling_dice(window.apps.main.world()) < DICE {
                window.run(1);
            }
        }
    });
    note("dice", ratio, BUSY_BUDGET);
    // Until the dice have gone.
    while dice_on_table(window.apps.main.world()) > 0 {
        window.run(1);
    }
    move_mouse(&mut window, grip);
    window.run(1);
    press(&mut window, ButtonState::Pressed);
    window.run(1);
    for step in 1..=8 {
        move_mouse(&mut window, grip + step as f32 * Vec2::new(0.0, -3.0));
        window.run(1);
    }
    window.run(WARM_UP);
    compare("a unit is held in the air", &mut window, &mut empty, |_, _| ());
    let ratio = compare("a unit is dragged", &mut window, &mut empty, |window, nth| {
        move_mouse(window, grip + Vec2::new(0.0, -24.0) + 8.0 * circle(nth));
    });
    note("drag", ratio, BUSY_BUDGET);
    if dear.is_empty() { Ok(()) } else { Err(dear.join("; ").into()) }
}

/// The memory that the program takes, before many frames and after, with throws of dice among them.
fn memory() -> Result<(), Box<dyn Error>> {
    let mut window = Timed::new(whole_window(stress_game(UNITS[0])?, SIZE));
    // Everything that comes once has come after a first throw.
    throw_dice(window.apps.main.world_mut(), DICE);
    window.run(4 * WARM_UP);
    let before = resident_mebibytes()?;
    for tenth in 1..=10 {
        throw_dice(window.apps.main.world_mut(), DICE);
        window.run(LONG / 10);
        println!("after {} frames: {:.1} MiB, before: {before:.1}", tenth * LONG / 10, resident_mebibytes()?);
    }
    Ok(())
}

/// What of the program is in memory.
fn resident_mebibytes() -> Result<f64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    let kibibytes: f64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kibibytes / 1024.0)
}

/// The time from the start of the program to the end of its first frame, in milliseconds.
fn first_frame(app: impl FnOnce() -> Result<App, Box<dyn Error>>) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let mut app = app()?;
    app.finish();
    app.cleanup();
    app.update();
    println!("{:.0}", start.elapsed().as_secs_f64() * 1000.0);
    Ok(())
}

/// Starts of the window and of the empty scene in turn, each a program of its own.
fn starts() -> Result<(), Box<dyn Error>> {
    let program = std::env::current_exe()?;
    let time = |what: &str| -> Result<f64, Box<dyn Error>> {
        let output = std::process::Command::new(&program).arg(what).output()?;
        let text = String::from_utf8(output.stdout)?;
        let last = text.lines().last().ok_or("no time")?;
        Ok(last.trim().parse()?)
    };
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..5 {
        times[0].push(time("window")?);
        times[1].push(time("empty")?);
    }
    let [window, empty] = times.map(|all| median(&all));
    println!("first frame: {window:.0} ms, empty scene {empty:.0} ms, ratio {:.2}", window / empty);
    Ok(())
}

/// Every level of the picture, in a program of its own.
fn levels() -> Result<(), Box<dyn Error>> {
    let program = std::env::current_exe()?;
    for name in LEVELS {
        println!("{name}:");
        std::process::Command::new(&program).args(["level", name]).status()?;
    }
    Ok(())
}

/// What a level of the picture takes: to its first frame that is drawn, of memory, and of frames.
fn level(name: &str) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let app = whole_window_at(stress_game(UNITS[0])?, SIZE, name);
    let mut window = Timed::new(app.ok_or_else(|| format!("no level is called {name}"))?);
    println!("first frame: {:.0} ms", start.elapsed().as_secs_f64() * 1000.0);
    window.run(WARM_UP);
    println!("memory: {:.1} MiB", resident_mebibytes()?);
    let mut empty = Timed::new(empty_scene(census(window.apps.main.world_mut())));
    empty.run(WARM_UP);
    compare("idle", &mut window, &mut empty, |_, _| ());
    compare("the mouse moves over the table", &mut window, &mut empty, |window, nth| {
        let middle = Vec2::new(SIZE.0 as f32, SIZE.1 as f32) / 2.0;
        move_mouse(window, middle + 60.0 * Vec2::from_angle(nth as f32 * 0.3));
    });
    Ok(())
}

/// An app whose frames are timed.
struct Timed {
    apps: SubApps,
}

impl Timed {
    fn new(mut app: App) -> Self {
        if let Some(render) = app.get_sub_app_mut(RenderApp) {
            let some = |mut nth: Local<u32>| {
                *nth += 1;
                nth.is_multiple_of(DRAWN)
            };
            render.configure_sets(Render, RenderSystems::Render.run_if(some));
        }
        app.finish();
        app.cleanup();
        let mut apps = std::mem::take(app.sub_apps_mut());
        // Whatever only the first frame does.
        apps.update();
        one_thread(&mut apps);
        Self { apps }
    }

    fn run(&mut self, frames: u32) {
        for _ in 0..frames {
            self.frame();
        }
    }

    /// Runs one frame; gives how long its main and extract schedules took.
    fn frame(&mut self) -> Vec<(String, Duration)> {
        let mut took = Vec::new();
        let world = self.apps.main.world_mut();
        let order = world.resource::<MainScheduleOrder>().labels.clone();
        for label in order {
            let start = Instant::now();
            let _ = world.try_run_schedule(label);
            took.push((format!("{label:?}"), start.elapsed()));
        }
        for (_, apart) in self.apps.sub_apps.iter_mut() {
            let start = Instant::now();
            apart.extract(self.apps.main.world_mut());
            took.push(("extract".to_owned(), start.elapsed()));
            apart.update();
        }
        self.apps.main.world_mut().clear_trackers();
        took
    }
}

/// Every schedule on one thread, from the next frame on.
fn one_thread(apps: &mut SubApps) {
    for app in apps.iter_mut() {
        let mut schedules = app.world_mut().resource_mut::<Schedules>();
        for (_, schedule) in schedules.iter_mut() {
            schedule.set_executor(SingleThreadedExecutor::new());
        }
    }
}

/// Frames of both in turn; prints the medians, stage by stage, and gives their ratio.
fn compare(
    doing: &str,
    window: &mut Timed,
    empty: &mut Timed,
    mut act: impl FnMut(&mut Timed, usize),
) -> f64 {
    let (mut ours, mut bare) = (Stages::default(), Stages::default());
    // Rings, ghosts and shades come and go with what is done.
    fill_up(empty.apps.main.world_mut(), census(window.apps.main.world_mut()).entities);
    empty.run(2);
    for nth in 0..FRAMES {
        act(window, nth);
        ours.add(window.frame());
        bare.add(empty.frame());
    }
    let (cost, floor) = (ours.whole(), bare.whole());
    // Of neighbours in time: a machine that others use is not as quick at every moment.
    let pairs: Vec<f64> = ours.frames.iter().zip(&bare.frames).map(|(cost, floor)| cost / floor).collect();
    let ratio = median(&pairs);
    let mean = mean(&ours.frames) / mean(&bare.frames);
    println!("{doing}: {cost:.0} µs, empty scene {floor:.0} µs, ratio {ratio:.2}, of the means {mean:.2}");
    for (stage, cost) in ours.parts() {
        let floor = bare.parts().iter().find(|(other, _)| *other == stage).map_or(0.0, |(_, floor)| *floor);
        if cost > 20.0 || floor > 20.0 {
            println!("    {stage}: {cost:.0} µs, {floor:.0} µs");
        }
    }
    ratio
}

/// How long frames took, and each of their stages.
#[derive(Default)]
struct Stages {
    frames: Vec<f64>,
    stages: Vec<(String, Vec<f64>)>,
}

impl Stages {
    fn add(&mut self, frame: Vec<(String, Duration)>) {
        let micros = |took: Duration| took.as_secs_f64() * 1e6;
        self.frames.push(frame.iter().map(|(_, took)| micros(*took)).sum());
        for (stage, took) in frame {
            match self.stages.iter_mut().find(|(known, _)| *known == stage) {
                Some((_, all)) => all.push(micros(took)),
                None => self.stages.push((stage, vec![micros(took)])),
            }
        }
    }

    fn whole(&self) -> f64 {
        median(&self.frames)
    }

    fn parts(&self) -> Vec<(String, f64)> {
        self.stages.iter().map(|(stage, all)| (stage.clone(), median(all))).collect()
    }
}

fn median(all: &[f64]) -> f64 {
    let mut sorted = all.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

fn mean(all: &[f64]) -> f64 {
    all.iter().sum::<f64>() / all.len().max(1) as f64
}

/// As many meshes and materials, spread over a table; a camera and a sun.
fn empty_scene(wanted: Census) -> App {
    let mut app = bare_engine(SIZE);
    app.add_systems(
        Startup,
        move |mut commands: Commands,
              mut meshes: ResMut<Assets<Mesh>>,
              mut materials: ResMut<Assets<StandardMaterial>>| {
            let meshes: Vec<Handle<Mesh>> = (0..wanted.meshes)
                .map(|nth| meshes.add(Cuboid::from_length(0.5 + nth as f32 * 0.001)))
                .collect();
            let materials: Vec<Handle<StandardMaterial>> = (0..wanted.materials)
                .map(|nth| materials.add(Color::hsl(nth as f32 * 9.0, 0.5, 0.5)))
                .collect();
            let mut like = LikeKinds::of(wanted);
            let mut parent = None;
            for nth in 0..wanted.entities {
                let at =
                    Transform::from_xyz((nth % 40) as f32 * 2.0 - 40.0, 0.0, (nth / 40) as f32 * 2.0 - 20.0);
                let look = (
                    Mesh3d(meshes[nth % meshes.len()].clone()),
                    MeshMaterial3d(materials[nth % materials.len()].clone()),
                );
                parent = Some(like.spawn(&mut commands, (look, at), parent));
            }
            commands.spawn((
                Camera3d::default(),
                Transform::from_xyz(0.0, 90.0, 60.0).looking_at(Vec3::ZERO, Vec3::Y),
            ));
            let sun = DirectionalLight { shadow_maps_enabled: true, ..default() };
            commands.spawn((sun, Transform::from_xyz(-34.0, 58.0, 26.0).looking_at(Vec3::ZERO, Vec3::Y)));
        },
    );
    app
}

/// How many of each kind are still to be spawned.
struct LikeKinds(Census);

impl LikeKinds {
    fn of(wanted: Census) -> Self {
        Self(wanted)
    }

    /// Spawns one more; it hangs on a parent, casts no shadow and is hidden as long as such are wanted.
    fn spawn(&mut self, commands: &mut Commands, bundle: impl Bundle, parent: Option<Entity>) -> Entity {
        let mut take = |count: fn(&mut Census) -> &mut usize| {
            let left = count(&mut self.0);
            let is_wanted = *left > 0;
            *left = left.saturating_sub(1);
            is_wanted
        };
        let mut entity = commands.spawn(bundle);
        if take(|left| &mut left.shadowless) {
            entity.insert(NotShadowCaster);
        }
        if take(|left| &mut left.hidden) {
            entity.insert(Visibility::Hidden);
        }
        match parent.filter(|_| take(|left| &mut left.children)) {
            // A family of one level, as rings have round figures.
            Some(parent) => {
                entity.insert(ChildOf(parent));
                parent
            }
            None => entity.id(),
        }
    }
}

/// Spawns copies of a mesh until there are so many.
fn fill_up(world: &mut World, wanted: usize) {
    let mut shown = world.query::<(&Mesh3d, &MeshMaterial3d<StandardMaterial>)>();
    let first = shown.iter(world).next().map(|(mesh, material)| (mesh.clone(), material.clone()));
    let missing = wanted.saturating_sub(shown.iter(world).count());
    if let Some(look) = first {
        world.spawn_batch(std::iter::repeat_n((look.0, look.1, Transform::default()), missing));
    }
}

/// Where the view from above shows a model that may be dragged.
fn a_model(game: &Game) -> Option<Vec2> {
    let view = game.battle().view();
    let side = game.battle().decision()?.player;
    let model =
        view.units().filter(|unit| unit.id.side == side).find_map(|unit| view.standing(unit.id).next())?;
    let size = Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
    Some(top_view_pixel(view.setup().level.table, size, model.pose.at.ground()))
}

fn window_of(timed: &mut Timed) -> Entity {
    let world = timed.apps.main.world_mut();
    let mut windows = world.query_filtered::<Entity, With<PrimaryWindow>>();
    windows.iter(world).next().unwrap_or(Entity::PLACEHOLDER)
}

/// A message as the system would send it, alone and among the window's events.
fn send<M: Message + Clone + Into<WindowEvent>>(timed: &mut Timed, message: M) {
    let world = timed.apps.main.world_mut();
    world.write_message::<WindowEvent>(message.clone().into());
    world.write_message(message);
}

fn move_mouse(timed: &mut Timed, position: Vec2) {
    let window = window_of(timed);
    if let Some(mut window) = timed.apps.main.world_mut().get_mut::<Window>(window) {
        window.set_cursor_position(Some(position));
    }
    send(timed, CursorMoved { window, position, delta: None });
}

fn press(timed: &mut Timed, state: ButtonState) {
    let window = window_of(timed);
    send(timed, MouseButtonInput { button: MouseButton::Left, state, window });
}

fn press_key(timed: &mut Timed, key_code: KeyCode) {
    let window = window_of(timed);
    for state in [ButtonState::Pressed, ButtonState::Released] {
        let key = KeyboardInput {
            key_code,
            logical_key: Key::Unidentified(NativeKey::Unidentified),
            state,
            text: None,
            repeat: false,
            window,
        };
        send(timed, key);
    }
}
