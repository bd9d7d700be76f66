//! The sight gallery: that it has booths for every paragraph of chapter 7, and that what is seen in
//! each is what was worked out by hand.
//!
//! `tests/games/sight-gallery.sights` holds comments and rows: who looks at whom, and what of it.
//! `WARSTRIKE_REGENERATE=1 cargo test --no-default-features gallery` writes the rows anew, not the
//! comments: whoever does so works them out again.

use std::fmt::Write as _;

use warstrike::game::engine::play::Game;
use warstrike::game::measure::Mark;
use warstrike::game::sight::{Seen, choices, sight};
use warstrike::level::rulebook::rulebook;
use warstrike::rules::ids::UnitId;
use warstrike::rules::sight::Mutual;

use crate::support::{game, root, setup};

/// The name of its level, and of the file of its rows.
const GALLERY: &str = "sight-gallery";

/// Every model of the first of a row's marks looking at every model of the second: a model looks at a
/// model, or at a unit.
fn seen(game: &Game, marks: &str) -> Vec<Seen> {
    let (from, to) = marks.split_once(' ').unwrap_or_else(|| panic!("{marks}: who looks at whom?"));
    let mark = |text: &str| text.parse::<Mark>().unwrap();
    sight(game.battle().view(), &mark(from), &mark(to)).unwrap()
}

/// What a row tells of a pair.
fn told(game: &Game, seen: &Seen) -> String {
    let name = |piece: usize| &game.battle().view().terrain().pieces[piece].id;
    let mut told = format!("{} {}: {:?}", seen.from, seen.to, seen.state);
    if seen.judged.state != seen.state {
        write!(told, " (alone {:?})", seen.judged.state).unwrap();
    }
    let can = if seen.sighting.mutual == Mutual::Open { "can see" } else { "cannot see" };
    write!(told, "; {:.3} in view, {can}", seen.sighting.in_view).unwrap();
    for reason in &seen.judged.reasons {
        let piece = reason.piece.map(|piece| format!(" {}", name(piece))).unwrap_or_default();
        write!(told, "; {:?} {:.3}{piece}", reason.why, reason.measured).unwrap();
    }
    let line = seen.line(game.battle().view().terrain());
    match line.blocked {
        Some((piece, share)) => {
            write!(told, "; line cut by {} after {:.3}", name(piece), share * line.length)
        }
        None => write!(told, "; line free"),
    }
    .unwrap();
    let [exposed, may] =
        [if seen.exposed { "exposed, " } else { "" }, if seen.state_allows_fire { "may" } else { "may not" }];
    write!(
        told,
        "; gap {:.3}, {exposed}Aw {}, {may} be shot at; Ev +{}",
        seen.gap, seen.awareness, seen.shot.evasion.sight
    )
    .unwrap();
    told
}

/// What a row tells of one shooter and a whole unit: what he needs for each model, or what bars
/// the shot, and whom he takes.
fn chosen(marks: &str, pairs: &[Seen], unit: UnitId) -> String {
    let mut told = format!("{marks}:");
    for seen in pairs {
        match seen.shot.barred {
            Some(barred) => write!(told, " {} {barred:?};", seen.to),
            None => write!(told, " {} needs {};", seen.to, seen.shot.roll),
        }
        .unwrap();
    }
    let choices = choices(pairs, unit);
    assert_eq!(choices.len(), 1, "{marks}: a row tells of one shooter");
    match choices[0].takes {
        Some(taken) => write!(told, " takes {} on {}", taken.model, taken.roll),
        None => write!(told, " takes nobody"),
    }
    .unwrap();
    told
}

/// Rule: VIS-1, VIS-2, VIS-3, VIS-4, VIS-5, VIS-6, SHO-2, SHO-3, FAC-5, BAS-1, BAS-10. Every row as it stands, to the thousandth; the share of
/// each that is neither all nor nothing is worked out above it.
#[test]
fn what_is_seen_in_the_gallery_is_what_was_worked_out_by_hand() {
    let path = root().join("tests/games").join(GALLERY).with_extension("sights");
    let text = std::fs::read_to_string(&path).unwrap();
    let game = game(GALLERY, 1);
    let (mut found, mut wrong, mut reasoning) = (String::new(), String::new(), String::new());
    for line in text.lines() {
        if line.is_empty() || line.starts_with("//") {
            // What is worked out stands between this row and the booth's heading.
            reasoning = if line.is_empty() { String::new() } else { reasoning + line };
            writeln!(found, "{line}").unwrap();
            continue;
        }
        let (marks, _) = line.split_once(": ").unwrap();
        let pairs = seen(&game, marks);
        let row = match marks.split(' ').next_back().unwrap().parse() {
            Ok(unit) => chosen(marks, &pairs, unit),
            Err(_) => told(&game, &pairs[0]),
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

/// Each booth has its floor, one unit that looks and one that is looked at, all three named after
/// one paragraph; each paragraph has a booth, and each booth is told of.
#[test]
fn every_paragraph_of_chapter_7_has_its_booths() {
    let setup = setup(GALLERY);
    let chapter = rulebook().unwrap().chapters.iter().find(|chapter| chapter.number == 7).unwrap();
    let [lookers, targets] = &setup.level.forces;
    let rows =
        std::fs::read_to_string(root().join("tests/games").join(GALLERY).with_extension("sights")).unwrap();
    assert_eq!(lookers.units.len(), targets.units.len());
    for (nth, (looker, target)) in (1..).zip(lookers.units.iter().zip(&targets.units)) {
        assert_eq!((looker.id.number, target.id.number), (nth, nth));
        assert_eq!(looker.name, target.name);
        let rule = looker.name.split(' ').next().unwrap();
        assert!(chapter.paragraphs.iter().any(|paragraph| paragraph.id == rule), "{}", looker.name);
        let floor = format!("{}-{nth}", rule.to_lowercase());
        assert!(setup.level.terrain.pieces.iter().any(|piece| piece.id == floor), "no floor {floor}");
        let heading = format!("// {nth}. {}.\n", looker.name);
        assert!(rows.contains(&heading), "nothing is told of {}", looker.name);
    }
    for paragraph in &chapter.paragraphs {
        let of_it = |name: &str| name.starts_with(&format!("{} ", paragraph.id));
        assert!(lookers.units.iter().any(|unit| of_it(&unit.name)), "no booth for {}", paragraph.id);
    }
}

/// Rule: VIS-1, VIS-2. Every state is there, and every reason for one.
#[test]
fn the_gallery_shows_every_state_and_every_reason() {
    let game = game(GALLERY, 1);
    let mut shown = String::new();
    for nth in 1..=setup(GALLERY).level.forces[0].units.len() {
        for marks in [format!("A{nth} B{nth}"), format!("B{nth} A{nth}")] {
            for seen in seen(&game, &marks) {
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
        assert!(shown.lines().any(|line| line.starts_with(state)), "nobody is {state}");
    }
    for reason in reasons {
        assert!(shown.contains(&format!("why: {reason}")), "nobody is {reason}");
    }
}
