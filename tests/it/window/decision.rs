//! Dice or decision by mouse and keys: from the result to the turning points, and to the position before an order that could
//! have been better.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::math::Vec2;

use warstrike::analysis::{Analysis, Lesson, Part, lessons};
use warstrike::game::engine::play::Match;
use warstrike::level::data_folder::DataFolder;
use warstrike::level::judgement_file::Judgement;
use warstrike::level::styles::Styles;
use warstrike::rules::ids::Side;
use warstrike::ui::session::events::UiEvent;

use super::driver::{Display, Window};
use super::{root, scratch};

/// A battle that is over.
fn played() -> PathBuf {
    root().join("tests/saves/format-3-patrol.jsonl")
}

/// What its orders and dice gained, and the order that could have been most better.
fn worked_out() -> (Analysis, Lesson) {
    let game = Match::load(&played()).unwrap().game;
    let judgement = Judgement::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let analysis = Analysis::of(&game, &judgement).unwrap();
    let data = DataFolder::find(Some(root())).unwrap();
    let styles = Styles::load("cautious", &data).unwrap();
    let lessons = lessons(&game, &analysis, styles, &judgement).unwrap();
    (analysis, lessons[0].clone())
}

/// What the card shows once everything is worked out.
fn whole(event: &UiEvent) -> Option<UiEvent> {
    match event {
        UiEvent::GainsShow { done, of, .. } if done == of && *of > 0 => Some(event.clone()),
        _ => None,
    }
}

fn looked_at(event: &UiEvent) -> Option<(usize, bool, usize)> {
    match event {
        UiEvent::TimelineShows { entry, looking, line, .. } => Some((*entry, *looking, line.len())),
        _ => None,
    }
}

#[test]
fn from_the_result_to_a_turning_point_and_to_a_better_order() {
    let (analysis, lesson) = worked_out();
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[played().to_str().unwrap()]);
    window.begin(&display);
    // The result moves into the middle once its size is known.
    window.seen_or_next(|event| matches!(event, UiEvent::ViewAtRest).then_some(()));
    let button = window.now_or_next(|event| match event {
        UiEvent::ResultButtons { buttons } => {
            buttons.iter().find(|(name, _)| name == "DiceOrDecision").map(|(_, at)| Vec2::from(*at))
        }
        _ => None,
    });
    display.click(button);

    // Everything is worked out, and the list is that of the analysis.
    let UiEvent::GainsShow { rows, of, .. } = window.shown_or_next(whole) else { unreachable!() };
    let line = analysis.moments.last().unwrap().entry.0 + 1;
    assert_eq!(of, line - 1);
    let turning: Vec<usize> = [Part::Order, Part::Dice]
        .into_iter()
        .flat_map(|part| analysis.turning_points(part))
        .map(|moment| moment.entry.0)
        .collect();
    assert_eq!(rows.iter().map(|(entry, _)| *entry).collect::<Vec<_>>(), turning);

    // Each turning point is a dot on its curve, in the colour of the side that it favoured.
    let dots = window.shown_or_next(|event| match event {
        UiEvent::CurvesShow { dots } => (dots.len() == turning.len()).then(|| dots.clone()),
        _ => None,
    });
    display.move_to(Vec2::new(400.0, 300.0));
    std::thread::sleep(Duration::from_secs(2));
    let alone = dots.iter().filter(|(_, at, _)| {
        let near = |other: &[f32; 2]| Vec2::from(*at).distance(Vec2::from(*other)) < 8.0;
        dots.iter().filter(|(_, other, _)| near(other)).count() == 1
    });
    let mut seen = 0;
    for (entry, at, side) in alone {
        let [red, _, blue] = display.colour(Vec2::from(*at));
        let of = if blue > red { Side::A } else { Side::B };
        assert!(of == *side && red.abs_diff(blue) > 80, "{entry} at {at:?}: {red}, {blue}");
        seen += 1;
    }
    assert!(seen > 3, "{dots:?}");

    // One click goes to a turning point.
    let (entry, at) = rows[0];
    display.click(Vec2::from(at));
    window.shown_or_next(|event| looked_at(event).filter(|shown| *shown == (entry, true, line)));

    // The position before the order that cost most, with what came after it hidden, once it has been found.
    window.seen_or_next(|event| match event {
        UiEvent::GainsShow { lessons, .. } => (*lessons > 0).then_some(()),
        _ => None,
    });
    let learns = |event: &UiEvent| match event {
        UiEvent::GainsShow { before: Some(before), better, .. } => Some((*before, better.clone())),
        _ => None,
    };
    display.hand(&["key", "shift+F2"]);
    let (before, better) = window.shown_or_next(learns);
    assert_eq!(better, None, "nobody has asked for it yet");
    // The game has no other branch: numbers of entries are positions.
    let at = before - 1;
    window.shown_or_next(|event| looked_at(event).filter(|shown| *shown == (at, true, at + 1)));
    // Now it is asked for: it is said and drawn.
    display.hand(&["key", "shift+F2"]);
    let shown = window.shown_or_next(|event| learns(event).filter(|(_, better)| better.is_some()));
    if before == lesson.entry.0 {
        assert_eq!(shown, (before, Some(lesson.does.clone())));
    }
    // Back at the game everything is there again.
    display.hand(&["key", "F3"]);
    window.shown_or_next(|event| looked_at(event).filter(|shown| *shown == (line - 1, false, line)));
    display.hand(&["key", "shift+F3"]);
    display.hand(&["key", "shift+F3"]);
    let shown = window.shown_or_next(whole);
    assert!(matches!(shown, UiEvent::GainsShow { before: None, better: None, .. }), "{shown:?}");
}
