//! What is written over the table, measured without a picture: in windows of every size, over shipped levels and battles under
//! way, no text covers another, and none leaves the picture.

use std::path::PathBuf;

use warstrike::ai::random::RandomPlayer;
use warstrike::game::engine::command::{Command, Order};
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::phases::moving::kinds::Order as Moving;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::ui::output::unseen::{UnseenTable, WrittenSign};
use warstrike::ui::{
    Outlines, PictureExposure, PictureFallBack, PictureOptions, PictureSight, PictureView, Quality, Tags,
};

use super::super::support::{deployed, root, setup};

/// From the smallest window to a 4K screen.
const SIZES: [(u32, u32); 4] = [(960, 600), (1440, 900), (1920, 1200), (3840, 2160)];

fn options(size: (u32, u32)) -> PictureOptions {
    PictureOptions {
        out: PathBuf::new(),
        size,
        view: PictureView::Slant,
        select: None,
        sight: None,
        exposure: None,
        fall_back: None,
        combat: Vec::new(),
        tags: Tags::Signs,
        outlines: Outlines::Off,
        quality: Quality::Software,
    }
}

/// A battle that random players have fought for so many commands.
fn fought(level: &str, seed: u64, commands: usize) -> Match {
    let mut game = deployed(level, seed);
    let mut player = RandomPlayer::new(seed);
    for _ in 0..commands {
        let Some(command) = player.command(game.battle()) else { break };
        game.submit(command).unwrap();
    }
    game
}

/// Units of a side that stand on the table.
fn standing(game: &Match, side: Side) -> Vec<UnitId> {
    let view = game.battle().view();
    let on_table = |unit: &UnitId| view.standing(*unit).next().is_some();
    view.units().map(|unit| unit.id).filter(|unit| unit.side == side).filter(on_table).collect()
}

/// Everything that can be asked about the table, each as a player may see it together with other things.
fn questions(game: &Match, size: (u32, u32)) -> Vec<(String, PictureOptions)> {
    let mut found = vec![("tags".to_owned(), options(size))];
    let mut ask = |what: String, options: PictureOptions| found.push((what, options));
    ask("names".to_owned(), PictureOptions { tags: Tags::Names, ..options(size) });
    ask(
        "from above".to_owned(),
        PictureOptions { view: PictureView::Top, tags: Tags::Names, ..options(size) },
    );
    for side in Side::BOTH {
        let fall_back = Some(PictureFallBack::Side(side));
        ask(format!("all of {side} fall back"), PictureOptions { fall_back, ..options(size) });
        let exposure = Some(PictureExposure::Now(side));
        ask(format!("exposed to {side}"), PictureOptions { exposure, ..options(size) });
        for unit in standing(game, side).into_iter().take(3) {
            let (sight, select) = (Some(PictureSight { from: unit, to: None }), Some(unit));
            ask(
                format!("what {unit} sees"),
                PictureOptions { sight, select, tags: Tags::Names, ..options(size) },
            );
            let fall_back = Some(PictureFallBack::Unit(unit));
            ask(format!("{unit} falls back"), PictureOptions { fall_back, select, ..options(size) });
        }
    }
    found
}

/// The texts that cover another, or leave the picture.
fn faults(signs: &[WrittenSign], (width, height): (u32, u32)) -> Vec<String> {
    let mut found = Vec::new();
    for (index, sign) in signs.iter().enumerate() {
        let [left, top, right, bottom] = sign.at;
        if left < 0.0 || top < 0.0 || right > width as f32 || bottom > height as f32 {
            found.push(format!("{sign:?} leaves the picture"));
        }
        let covered = signs[..index].iter().filter(|other| sign.shared(other) > 0.0);
        found.extend(covered.map(|other| format!("{sign:?} covers {other:?}")));
    }
    found
}

/// How much is written in all.
fn check(level: &str, game: Match, size: (u32, u32)) -> usize {
    let questions = questions(&game, size);
    let mut table = UnseenTable::new(game, options(size));
    let mut written = 0;
    for (what, options) in questions {
        let signs = table.signs(options);
        let faults = faults(&signs, size);
        assert!(faults.is_empty(), "{level} at {size:?}, {what}: {faults:#?}");
        written += signs.len();
    }
    written
}

#[test]
fn no_text_over_the_table_covers_another() {
    let battles = [("street", 3, 20), ("watermill", 5, 60), ("chapel", 2, 40), ("crash-site", 4, 30)];
    for (level, seed, commands) in battles {
        for size in SIZES {
            let written = check(level, fought(level, seed, commands), size);
            assert!(written > 60, "{level} at {size:?}: only {written} texts");
        }
    }
}

/// Where nothing covers anything, the test must still be able to find out.
#[test]
fn a_covered_text_would_be_found() {
    let sign = |words: &str, at| WrittenSign { words: words.to_owned(), at };
    let signs = [
        sign("one", [0.0, 0.0, 50.0, 18.0]),
        sign("other", [49.0, 17.0, 90.0, 30.0]),
        sign("outside", [900.0, 0.0, 970.0, 18.0]),
        sign("beside", [0.0, 18.0, 40.0, 30.0]),
    ];
    assert_eq!(faults(&signs, (960, 600)).len(), 2);
}

/// A unit that falls back less than 4" has its path and its ghosts, and no word at the end; farther away one sign says what comes
/// of it.
#[test]
fn a_short_fall_back_has_no_sign() {
    let open = |level: &str| {
        let file = root().join(format!("levels/fall-back-gallery/{level}.ron"));
        Match::start(setup(&file.display().to_string()), DiceChoice::Seed(1)).unwrap()
    };
    let size = SIZES[1];
    let signs = |level: &str, unit: &str| {
        let unit = unit.parse().unwrap();
        let mut table = UnseenTable::new(open(level), options(size));
        let fall_back = Some(PictureFallBack::Unit(unit));
        let without = table.signs(options(size));
        let signs = table.signs(PictureOptions { fall_back, ..options(size) });
        let is_new = |sign: &&WrittenSign| !without.iter().any(|other| other.words == sign.words);
        signs.iter().filter(is_new).map(|sign| sign.words.clone()).collect::<Vec<_>>()
    };
    let way = "A1, ribbon: way of its leader, brighter beyond its minimum move";
    let long = [way, "safe here · 6.0\""];
    for (level, unit, expected) in
        [("rounding", "A1", &[][..]), ("difficult", "A1", &[]), ("deep", "A1", &long)]
    {
        assert_eq!(signs(level, unit), expected, "{level}");
    }
}

/// Orders of a battle by which units move, each with how many commands come before it.
fn moves(level: &str, seed: u64, wanted: usize) -> Vec<(usize, Command)> {
    let mut game = deployed(level, seed);
    let mut player = RandomPlayer::new(seed);
    let (mut found, mut commands) = (Vec::new(), 0);
    while found.len() < wanted && commands < 200 {
        let Some(command) = player.command(game.battle()) else { break };
        let moves = match &command.order {
            Order::Moving(Moving::AdvanceUnit(order)) => order.moves.len(),
            Order::Moving(Moving::OpenFire(order)) => order.moves.len(),
            _ => 0,
        };
        if moves > 0 && game.battle().check(&command).is_ok() {
            found.push((commands, command.clone()));
        }
        game.submit(command).unwrap();
        commands += 1;
    }
    found
}

/// While a move is drawn, its length and the names of what it crosses cover no text, and no model or ghost: at every size of a
/// window, in battles that are fought. Where there is no clear place for a name, it is left out.
#[test]
fn the_labels_of_a_move_hide_nobody() {
    let (mut lengths, mut names) = (0, 0);
    for (level, seed) in [("street", 3), ("watermill", 5), ("crash-site", 4)] {
        for (commands, command) in moves(level, seed, 3) {
            for size in SIZES {
                let mut table = UnseenTable::new(fought(level, seed, commands), options(size));
                let before = table.signs(options(size));
                let (signs, spared) = table.signs_of_draft(&command, options(size));
                let found = faults(&signs, size);
                assert!(found.is_empty(), "{level} at {size:?}, {command:?}: {found:#?}");
                let of_move = signs.iter().filter(|sign| {
                    let is_length = sign.words.contains("\" used, ");
                    let is_name = ["slow", "difficult"].iter().any(|word| sign.words.starts_with(word));
                    (is_length || is_name) && !before.iter().any(|other| other.words == sign.words)
                });
                for sign in of_move {
                    let hides =
                        |at: &&[f32; 4]| sign.shared(&WrittenSign { words: String::new(), at: **at }) > 0.5;
                    let hidden = spared.iter().filter(hides).count();
                    assert_eq!(hidden, 0, "{level} at {size:?}: {sign:?} hides {hidden} models");
                    let is_length = sign.words.contains(" used, ");
                    lengths += usize::from(is_length);
                    names += usize::from(!is_length);
                }
            }
        }
    }
    assert!(lengths > 20 && names > 4, "{lengths} lengths, {names} names of what is crossed");
}
