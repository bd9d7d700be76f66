//! The sight gallery: it has booths for every paragraph of chapter 7, and what is seen in each is what was worked out by
//! hand; and the hill gallery, a small one with pieces on hills.
//!
//! `tests/games/sight-gallery.sights` and `hill-gallery.sights` hold comments and rows; a row names an observer and a
//! target and gives the result.
//! `WARSTRIKE_REGENERATE=1 cargo test --no-default-features gallery` rewrites the rows but not the comments, which must
//! then be worked out again by hand.

use std::fmt::Write as _;

use warstrike::game::engine::play::Match;
use warstrike::game::measure::Mark;
use warstrike::game::sight::{Observation, sight, target_choices};
use warstrike::level::rulebook::rulebook;
use warstrike::rules::ids::UnitId;
use warstrike::rules::sight::Mutual;

use crate::support::{game, root, setup};

/// The name of its level and of the file with its rows.
const GALLERY: &str = "sight-gallery";

/// The observations of a row, given its two marks: a model looks at a model or at a unit.
fn observe(game: &Match, marks: &str) -> Vec<Observation> {
    let (from, to) = marks.split_once(' ').unwrap_or_else(|| panic!("{marks}: expected observer and target"));
    let mark = |text: &str| text.parse::<Mark>().unwrap();
    sight(game.battle().view(), &mark(from), &mark(to)).unwrap()
}

/// The row of a pair.
fn pair_row(game: &Match, seen: &Observation) -> String {
    let name = |piece: usize| &game.battle().view().terrain().pieces[piece].id;
    let mut row = format!("{} {}: {:?}", seen.from, seen.to, seen.state);
    if seen.judged.state != seen.state {
        write!(row, " (alone {:?})", seen.judged.state).unwrap();
    }
    let can = if seen.sighting.mutual == Mutual::Open { "can see" } else { "cannot see" };
    write!(row, "; {:.3} in view, {can}", seen.sighting.in_view).unwrap();
    for reason in &seen.judged.reasons {
        let piece = reason.piece.map(|piece| format!(" {}", name(piece))).unwrap_or_default();
        write!(row, "; {:?} {:.3}{piece}", reason.why, reason.measured).unwrap();
    }
    let line = seen.line(game.battle().view().terrain());
    match line.blocked {
        Some((piece, share)) => {
            write!(row, "; line cut by {} after {:.3}", name(piece), share * line.length)
        }
        None => write!(row, "; line free"),
    }
    .unwrap();
    let [exposed, may] =
        [if seen.exposed { "exposed, " } else { "" }, if seen.state_allows_fire { "may" } else { "may not" }];
    write!(
        row,
        "; gap {:.3}, {exposed}Aw {}, {may} be shot at; Ev +{}",
        seen.gap, seen.awareness, seen.shot.evasion.sight
    )
    .unwrap();
    row
}

/// The row of one shooter and a whole unit: what it needs to hit each model or what bars the shot, and which model it
/// takes.
fn choice_row(marks: &str, pairs: &[Observation], unit: UnitId) -> String {
    let mut row = format!("{marks}:");
    for seen in pairs {
        match seen.shot.barred {
            Some(barred) => write!(row, " {} {barred:?};", seen.to),
            None => write!(row, " {} needs {};", seen.to, seen.shot.roll),
        }
        .unwrap();
    }
    let choices = target_choices(pairs, unit);
    assert_eq!(choices.len(), 1, "{marks}: a row has one shooter");
    match choices[0].takes {
        Some(taken) => write!(row, " takes {} on {}", taken.model, taken.roll),
        None => write!(row, " takes none"),
    }
    .unwrap();
    row
}

/// Rule: VIS-1, VIS-2, VIS-3, VIS-4, VIS-5, VIS-6, SHO-2, SHO-3, FAC-5, BAS-1, BAS-10. Every row exactly, to the
/// thousandth; every share that is neither all nor nothing is worked out above its row.
#[test]
fn the_gallery_shows_what_was_worked_out_by_hand() {
    check_rows(GALLERY);
}

/// Rule: HIL-3. The same for a wall, a rock, a wood, a ruin, a house, a field and a roof on hills.
#[test]
fn on_hills_the_same_is_seen() {
    check_rows("hill-gallery");
}

fn check_rows(gallery: &str) {
    let path = root().join("tests/games").join(gallery).with_extension("sights");
    let text = std::fs::read_to_string(&path).unwrap();
    let game = game(gallery, 1);
    let (mut found, mut wrong, mut reasoning) = (String::new(), String::new(), String::new());
    for line in text.lines() {
        if line.is_empty() || line.starts_with("//") {
            // The working stands between the booth's heading and the row.
            reasoning = if line.is_empty() { String::new() } else { reasoning + line };
            writeln!(found, "{line}").unwrap();
            continue;
        }
        let (marks, _) = line.split_once(": ").unwrap();
        let pairs = observe(&game, marks);
        let row = match marks.split(' ').next_back().unwrap().parse() {
            Ok(unit) => choice_row(marks, &pairs, unit),
            Err(_) => pair_row(&game, &pairs[0]),
        };
        if row != line {
            writeln!(wrong, "by hand {line}\n  found {row}").unwrap();
        }
        for share in pairs.iter().map(|seen| format!("{:.3}", seen.sighting.in_view)) {
            if share != "0.000" && share != "1.000" && !reasoning.contains(&share) {
                writeln!(wrong, "{marks}: {share} is not worked out above it").unwrap();
            }
        }
        writeln!(found, "{row}").unwrap();
    }
    if std::env::var_os("WARSTRIKE_REGENERATE").is_some() && !wrong.is_empty() {
        println!("{wrong}");
        std::fs::write(&path, found).unwrap();
    } else {
        assert!(wrong.is_empty(), "\n{wrong}");
    }
}

/// Each booth has a floor, an observing unit and a target unit, all three named after one paragraph; each paragraph has a
/// booth, and each booth has a heading among the rows.
#[test]
fn every_paragraph_of_chapter_7_has_its_booths() {
    let setup = setup(GALLERY);
    let chapter = rulebook().unwrap().chapters.iter().find(|chapter| chapter.number == 7).unwrap();
    let [observers, targets] = &setup.level.forces;
    let rows =
        std::fs::read_to_string(root().join("tests/games").join(GALLERY).with_extension("sights")).unwrap();
    assert_eq!(observers.units.len(), targets.units.len());
    for (number, (observer, target)) in (1..).zip(observers.units.iter().zip(&targets.units)) {
        assert_eq!((observer.id.number, target.id.number), (number, number));
        assert_eq!(observer.name, target.name);
        let rule = observer.name.split(' ').next().unwrap();
        assert!(chapter.paragraphs.iter().any(|paragraph| paragraph.id == rule), "{}", observer.name);
        let floor = format!("{}-{number}", rule.to_lowercase());
        assert!(setup.level.terrain.pieces.iter().any(|piece| piece.id == floor), "no floor {floor}");
        let heading = format!("// {number}. {}.\n", observer.name);
        assert!(rows.contains(&heading), "no heading for {}", observer.name);
    }
    for paragraph in &chapter.paragraphs {
        let of_it = |name: &str| name.starts_with(&format!("{} ", paragraph.id));
        assert!(observers.units.iter().any(|unit| of_it(&unit.name)), "no booth for {}", paragraph.id);
    }
}

/// Rule: VIS-1, VIS-2.
#[test]
fn the_gallery_shows_every_state_and_every_reason() {
    let game = game(GALLERY, 1);
    let mut shown = String::new();
    for number in 1..=setup(GALLERY).level.forces[0].units.len() {
        for marks in [format!("A{number} B{number}"), format!("B{number} A{number}")] {
            for seen in observe(&game, &marks) {
                writeln!(shown, "{:?} {:?}", seen.state, seen.judged).unwrap();
            }
        }
    }
    let states = ["Clear", "Obscured", "Concealed", "Hidden"];
    let reasons = [
        "NothingInView",
        "OnlyALine",
        "HalfInView",
        "PartlyInView",
        "ThroughWoods",
        "BehindEdge",
        "WoodEdge",
        "InLowGrowth",
        "Higher",
    ];
    for state in states {
        assert!(shown.lines().any(|line| line.starts_with(state)), "no model is {state}");
    }
    for reason in reasons {
        assert!(shown.contains(&format!("why: {reason}")), "no model has the reason {reason}");
    }
}
