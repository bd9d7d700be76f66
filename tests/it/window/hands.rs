//! What a hand takes hold of, and how far it gets: a unit by its models, its tag and its block; a drag that stops at the limit; a
//! refusal that goes with the next input; a turn by keys alone.

use std::path::Path;
use std::thread::sleep;

use bevy::math::Vec2;

use warstrike::game::engine::command::Order;
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::phases::moving;
use warstrike::game::phases::moving::kinds::{AdvanceUnit, ModelMove};
use warstrike::game::plan::{PlanQuality, UnitPlanner};
use warstrike::rules::action::Action;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::{Facing, Place};
use warstrike::table::plane::distance;
use warstrike::ui::session::events::{DraftResult, UiEvent};

use super::driver::{Display, PAUSE, Window, pixel};
use super::{check_same_without_window, scratch, setup};

/// The same game in the test and in the window, seen from above.
fn open(display: &Display, saves: &Path, level: &str) -> (Match, Window) {
    let mut window = Window::open(display, saves, &[level, "--seed", "7"]);
    let game = Match::start(setup(level), DiceChoice::Seed(7)).unwrap();
    window.begin_from_above(display);
    (game, window)
}

/// The units of several models that may act, or the enemies of those.
fn units(game: &Match, own: bool) -> Vec<UnitId> {
    let view = game.battle().view();
    let player = game.battle().decision().unwrap().player;
    let side = if own { player } else { player.other() };
    let of_side = view.units().map(|unit| unit.id).filter(|unit| unit.side == side);
    of_side.filter(|unit| view.standing(*unit).count() > 2).collect()
}

/// The tag of a unit, once all lie where they stay.
fn tag(display: &Display, window: &mut Window, of: UnitId) -> Vec2 {
    sleep(PAUSE * 3);
    // Whatever was reported before this key has been heard with it.
    display.hand(&["key", "1"]);
    window.wait_for(&UiEvent::ActionChosen { action: Action::Advance });
    window.shown_or_next(|event| match event {
        UiEvent::TagsLie { tags } => {
            tags.iter().find(|(unit, _)| *unit == of).map(|(_, [x, y])| Vec2::new(*x, *y))
        }
        _ => None,
    })
}

/// A point between the models of a unit that no base is near, inches.
fn gap(game: &Match, of: UnitId) -> [f64; 2] {
    let view = game.battle().view();
    let own: Vec<[f64; 2]> = view.standing(of).map(|model| model.pose.at.ground()).collect();
    let pairs = own.iter().enumerate().flat_map(|(index, a)| own[..index].iter().map(move |b| (a, b)));
    let middles = pairs.map(|(a, b)| [f64::midpoint(a[0], b[0]), f64::midpoint(a[1], b[1])]);
    let all = || view.units().flat_map(|unit| view.standing(unit.id));
    let room = |at: &[f64; 2]| {
        let gaps = all().map(|model| distance(model.pose.at.ground(), *at) - model.card.base.radius());
        gaps.fold(f64::INFINITY, f64::min)
    };
    // Beyond that it would be a hole in the unit.
    let near = middles.filter(|at| room(at) < 1.2);
    let widest = near.max_by(|a, b| room(a).total_cmp(&room(b))).unwrap();
    assert!(room(&widest) > 0.2, "{of} stands too densely for this test: {}", room(&widest));
    widest
}

fn point_at(display: &Display, window: &mut Window, at: Vec2, unit: UnitId) {
    display.move_to(at);
    window.wait_for(&UiEvent::PointedAt { unit: Some(unit) });
}

/// By its tag and between its models a unit is pointed at, looked at, selected, dragged and fired at; the bare table is none.
#[test]
fn a_unit_is_its_models_its_tag_and_its_block() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let (game, mut window) = open(&display, &saves, "street");
    let own = units(&game, true);
    let enemy = units(&game, false)[0];
    let step = pixel(&game, [0.0, 0.0]) - pixel(&game, [0.0, 1.0]);
    let forward = |unit: UnitId| {
        let [_, y] = game.battle().view().leader(unit).unwrap().pose.at.ground();
        if y > 0.0 { step } else { -step }
    };

    // Its tag.
    let on_tag = tag(&display, &mut window, own[0]);
    point_at(&display, &mut window, on_tag, own[0]);
    display.hand(&["key", "z"]);
    window.wait_for(&UiEvent::LooksAt { unit: own[0] });
    window.wait_for(&UiEvent::ViewAtRest);
    display.hand(&["key", "t"]);
    window.wait_for(&UiEvent::ViewAtRest);
    let on_tag = tag(&display, &mut window, own[0]);
    display.click(on_tag);
    window.wait_for(&UiEvent::Selected { unit: own[0] });
    let on_tag = tag(&display, &mut window, own[1]);
    display.drag(on_tag, on_tag + 2.0 * forward(own[1]));
    window.wait_for(&UiEvent::Selected { unit: own[1] });
    window.wait_for(&UiEvent::Dragging { unit: own[1] });
    window.wait_for(&UiEvent::PutDown);
    display.hand(&["key", "Escape"]);
    window.wait_for(&UiEvent::DraftDropped);
    let on_tag = tag(&display, &mut window, enemy);
    display.click(on_tag);
    let aimed = |event: &UiEvent| match event {
        UiEvent::Aimed { unit, at } => Some((*unit, at.unit)),
        _ => None,
    };
    assert_eq!(window.wait_until(aimed), (own[1], enemy));
    display.hand(&["key", "Escape"]);
    window.wait_for(&UiEvent::DraftDropped);

    // Its block.
    let between = pixel(&game, gap(&game, own[0]));
    point_at(&display, &mut window, between, own[0]);
    display.hand(&["key", "z"]);
    window.wait_for(&UiEvent::LooksAt { unit: own[0] });
    window.wait_for(&UiEvent::ViewAtRest);
    display.hand(&["key", "t"]);
    window.wait_for(&UiEvent::ViewAtRest);
    display.click(between);
    window.wait_for(&UiEvent::Selected { unit: own[0] });
    display.drag(between, between + 2.0 * forward(own[0]));
    window.wait_for(&UiEvent::Dragging { unit: own[0] });
    window.wait_for(&UiEvent::PutDown);
    display.hand(&["key", "Escape"]);
    window.wait_for(&UiEvent::DraftDropped);
    display.click(pixel(&game, gap(&game, enemy)));
    assert_eq!(window.wait_until(aimed), (own[0], enemy));
    display.hand(&["key", "Escape"]);
    window.wait_for(&UiEvent::DraftDropped);

    // The middle of the street is nobody's.
    point_at(&display, &mut window, between, own[0]);
    display.move_to(pixel(&game, [0.0, 0.0]));
    window.wait_for(&UiEvent::PointedAt { unit: None });
}

/// A unit and a direction in which its whole formation may go straight on for a distance, or may not.
fn a_way(game: &Match, inches: f64, is_free: bool) -> (UnitId, Place, [f64; 2]) {
    let battle = game.battle();
    let directions = (0..16).map(|index| Facing::from_degrees(f64::from(index) * 22.5).unwrap());
    let ways =
        units(game, true).into_iter().flat_map(|unit| directions.clone().map(move |facing| (unit, facing)));
    let half = game.setup().level.table;
    let [wide, deep] = [half.width.inches() / 2.0 - 4.0, half.depth.inches() / 2.0 - 4.0];
    let mut found = ways.filter_map(|(unit, facing)| {
        let leader = battle.view().leader(unit)?.pose.at;
        let direction = facing.direction();
        let at = |far: f64| {
            let [x, y] = leader.ground();
            [x + far * direction[0], y + far * direction[1]]
        };
        let [x, y] = at(inches);
        let pointer = at(inches + 4.0);
        let is_on_table = pointer[0].abs() < wide && pointer[1].abs() < deep;
        let goal =
            Place::from_inches(x, y, battle.view().terrain().height_near([x, y], leader.z).inches()).ok()?;
        let planner = UnitPlanner::new(battle, unit, Action::Advance).filter(|_| is_on_table)?;
        let trees = planner.path_trees();
        let plan = trees.plan_near(goal, 0.0)?;
        let is_straight = plan.command.order.drafted_action()?.moves.iter().all(|one| one.path.len() == 1);
        let fits = match is_free {
            true => plan.quality == PlanQuality::Formation && is_straight,
            false => {
                let [x, y] = pointer;
                let beyond = Place::from_inches(x, y, leader.z.inches()).ok()?;
                let toward = trees.plan_toward(beyond, 0.0);
                plan.quality == PlanQuality::Direction && toward.is_some()
            }
        };
        fits.then_some((unit, leader, pointer))
    });
    found.next().unwrap()
}

/// Drags a unit by its leader to a point far beyond its move, and waits until the draft is allowed; why it stops.
fn drag_beyond(
    display: &Display,
    window: &mut Window,
    game: &Match,
    way: (UnitId, Place, [f64; 2]),
) -> String {
    let (unit, from, to) = way;
    display.drag(pixel(game, from.ground()), pixel(game, to));
    window.wait_for(&UiEvent::Dragging { unit });
    window.wait_for(&UiEvent::PutDown);
    window.wait_until(|event| match event {
        UiEvent::DraftChecked { unit: of, result: DraftResult::Allowed, .. } => (*of == unit).then_some(()),
        _ => None,
    });
    window.shown_or_next(|event| match event {
        UiEvent::DraftStops { unit: of, why } => (*of == unit).then(|| why.clone()),
        _ => None,
    })
}

fn moves(game: &Match, entry: usize) -> Vec<ModelMove> {
    let line = game.history().line();
    let order = line[entry].command.as_ref().map(|command| &command.order);
    let Some(Order::Moving(moving::kinds::Order::AdvanceUnit(AdvanceUnit { moves, .. }))) = order else {
        panic!("no Advance was recorded: {line:?}")
    };
    moves.clone()
}

/// On free ground the whole formation stops where its move ends, and a release there is a legal draft.
#[test]
fn a_drag_past_the_limit_stops_there() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let (game, mut window) = open(&display, &saves, "street");
    let view = game.battle().view();
    let way = a_way(&game, 6.0, true);
    let why = drag_beyond(&display, &mut window, &game, way);
    assert_eq!(why, "Stops here: 6\" is as far as it may move (ACT-2)");
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    let loaded = window.saved(&display, &saves).game;
    let moves = moves(&loaded, 1);
    assert_eq!(moves.len(), view.standing(way.0).count());
    for one in &moves {
        let (from, [to]) = (view.model(one.model).unwrap().pose.at, &one.path[..]) else {
            panic!("{one:?} does not go straight")
        };
        assert!((from.ground_distance(*to) - 6.0).abs() < 0.005, "{one:?}");
    }
    check_same_without_window(game, &loaded);
}

/// Where something is in the way, it stops as near as it comes, and says what is in the way.
#[test]
fn a_drag_into_what_is_in_the_way_stops_before_it() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let (game, mut window) = open(&display, &saves, "street");
    let way = a_way(&game, 6.0, false);
    let why = drag_beyond(&display, &mut window, &game, way);
    assert!(why.starts_with("Stops here. Farther on: "), "{why}");
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    let loaded = window.saved(&display, &saves).game;
    assert!(moves(&loaded, 1).iter().any(|one| !one.path.is_empty()), "nobody moved");
    check_same_without_window(game, &loaded);
}

/// A notice that something is not allowed is there until a key does something, or a click.
#[test]
fn a_refusal_goes_with_the_next_input() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let (game, mut window) = open(&display, &saves, "street");
    let gone = UiEvent::NoticeShown { text: String::new() };
    display.hand(&["key", "Tab"]);
    window.wait_until(|event| matches!(event, UiEvent::Selected { .. }).then_some(()));
    let refuse = |window: &mut Window| {
        display.hand(&["key", "b"]);
        window.wait_until(|event| match event {
            UiEvent::NoticeShown { text } => (!text.is_empty()).then(|| text.clone()),
            _ => None,
        })
    };
    let first = refuse(&mut window);
    display.hand(&["key", "s"]);
    window.wait_for(&UiEvent::ScoreShown { shown: true });
    window.seen_or_next(|event| (*event == gone).then_some(()));
    display.hand(&["key", "s"]);
    window.wait_for(&UiEvent::ScoreShown { shown: false });
    // Refused again, it is there again; to look round is no answer to it.
    assert_eq!(refuse(&mut window), first);
    display.hand(&["key", "ctrl+Left"]);
    assert_eq!(refuse_again(&display, &mut window), None, "the notice went as the view moved");
    display.click(pixel(&game, [0.0, 0.0]));
    window.wait_for(&gone);
}

/// Whether a notice has come or gone by the time that another key is heard.
fn refuse_again(display: &Display, window: &mut Window) -> Option<String> {
    display.hand(&["key", "shift+F9"]);
    window.wait_until(|event| match event {
        UiEvent::NoticeShown { text } => Some(Some(text.clone())),
        UiEvent::CardRead { .. } => Some(None),
        _ => None,
    })
}

/// Without the mouse, a whole turn: units are chosen, aimed and confirmed; one runs, the other side answers twice; the phase is
/// ended, the announcements put away, and the other player gives his first order; cards and log are read.
#[test]
fn a_whole_turn_is_played_by_keys() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let (game, mut window) = open(&display, &saves, "mid-battle");
    let player = game.battle().decision().unwrap().player;
    assert_eq!(player, Side::A);
    let [shooters, runner]: [UnitId; 2] = ["A1", "A4"].map(|id| id.parse().unwrap());
    let tab_to = |window: &mut Window, wanted: &dyn Fn(UnitId) -> bool| loop {
        display.hand(&["key", "Tab"]);
        let selected = window.wait_until(|event| match event {
            UiEvent::Selected { unit } => Some(*unit),
            _ => None,
        });
        if wanted(selected) {
            return selected;
        }
    };
    let asked = |window: &mut Window, expected: Side, what: &str| {
        window.seen_or_next(|event| match event {
            UiEvent::Asked { player, choice } if choice.to_string().contains(what) => {
                (*player == expected).then_some(())
            }
            _ => None,
        });
    };

    // Fire: the targets one after the other, then none, then the last again.
    tab_to(&mut window, &|unit| unit == shooters);
    display.hand(&["key", "3"]);
    window.wait_for(&UiEvent::ActionChosen { action: Action::OpenFire });
    let aimed = |window: &mut Window, key: &str| {
        display.hand(&["key", key]);
        window.wait_until(|event| match event {
            UiEvent::Aimed { unit, at } if *unit == shooters => Some(Some(at.unit)),
            UiEvent::AimCleared { unit } if *unit == shooters => Some(None),
            _ => None,
        })
    };
    let mut targets = Vec::new();
    while let Some(target) = aimed(&mut window, "n") {
        assert!(!targets.contains(&target), "{targets:?}, {target}");
        targets.push(target);
    }
    assert!(targets.contains(&"B3".parse().unwrap()), "{targets:?}");
    let last = targets.last().copied();
    assert_eq!(aimed(&mut window, "shift+n"), last, "backwards from the last");
    // The odds are read by keys.
    let read_next = |window: &mut Window| {
        display.hand(&["key", "shift+F9"]);
        window.wait_until(|event| match event {
            UiEvent::CardRead { card } => Some(card.clone()),
            _ => None,
        })
    };
    assert_eq!(read_next(&mut window).as_deref(), Some("Unit"));
    assert_eq!(read_next(&mut window).as_deref(), Some("Odds"));
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 1 });

    // A run: the key is held, and the unit goes on. The other player holds his fire before it, and fires after it.
    tab_to(&mut window, &|unit| unit == runner);
    display.hand(&["key", "2"]);
    window.wait_for(&UiEvent::ActionChosen { action: Action::AtTheDouble });
    display.hand(&["keydown", "Up"]);
    sleep(PAUSE * 6);
    display.hand(&["keyup", "Up"]);
    window.wait_until(|event| match event {
        UiEvent::DraftChecked { unit, result, .. } if *unit == runner => {
            (*result == DraftResult::MustAnnounce).then_some(())
        }
        _ => None,
    });
    sleep(PAUSE * 3);
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 2 });
    asked(&mut window, Side::B, "BeforeMove");
    display.hand(&["key", "n"]);
    window.wait_for(&UiEvent::Played { commands: 4 });
    asked(&mut window, Side::B, "AfterMove");
    display.hand(&["key", "1"]);
    window.wait_for(&UiEvent::Played { commands: 5 });
    window.seen_or_next(|event| (*event == UiEvent::LogFollows { entry: 5 }).then_some(()));

    // Nobody is left to act: the turn goes to the other side. Keys put the announcements away.
    display.hand(&["key", "End"]);
    window.seen_or_next(|event| matches!(event, UiEvent::HandedOver { to: Side::B, .. }).then_some(()));
    window.seen_or_next(|event| match event {
        UiEvent::CaptionShown { title, .. } => title.starts_with("Round").then_some(()),
        _ => None,
    });
    display.hand(&["key", "Escape"]);
    let other = tab_to(&mut window, &|unit| unit.side == Side::B);
    assert!(units(&game, false).contains(&other), "{other}");
    tab_to(&mut window, &|unit| unit == "B2".parse().unwrap());
    display.hand(&["key", "x"]);
    window.wait_for(&UiEvent::Played { commands: 7 });
    window.seen_or_next(|event| (*event == UiEvent::LogFollows { entry: 7 }).then_some(()));

    // What happened is read again, from the cards to the log. Where all of it is shown, the key says so.
    while read_next(&mut window).is_some() {}
    display.hand(&["key", "shift+Prior"]);
    window.wait_until(|event| match event {
        UiEvent::ColumnScrolled { .. } => Some(()),
        UiEvent::KeyIgnored { why } => why.starts_with("There is nothing to scroll").then_some(()),
        _ => None,
    });

    let loaded = window.saved(&display, &saves).game;
    let line = loaded.history().line();
    let players: Vec<Side> = line[1..].iter().map(|entry| entry.command.as_ref().unwrap().player).collect();
    use Side::{A, B};
    assert_eq!(players, [A, A, B, A, B, A, B]);
    let leader = |game: &Match| game.battle().view().model("A4.1".parse().unwrap()).unwrap().pose.at;
    let far = leader(&game).ground_distance(leader(&loaded));
    assert!(far > 0.15, "a tap moves 0.1\", and the key was held: {far}");
    check_same_without_window(game, &loaded);
}
