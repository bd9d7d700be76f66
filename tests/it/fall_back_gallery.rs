//! The gallery of falling back: it has situations for every paragraph on where a unit goes, and in each of them every
//! unit does what was worked out by hand.
//!
//! `tests/games/fall-back-gallery.retreats` has a heading for each level of `levels/fall-back-gallery/`, the
//! calculation as a comment, and rows with the results. A row is about a unit (FB-1 to FB-5, ROU-1, OFB), forced by an
//! action or, with `CloseCombat` after its id, by close combat; or about one of its models.
//! `WARSTRIKE_REGENERATE=1 cargo test --no-default-features fall_back_gallery` rewrites rows that differ but not the
//! comments: work those out again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::phases::fall_back::retreat;
use warstrike::game::phases::fall_back::retreat::{
    DrawsFire, Edge, ModelEnd, ModelRetreat, Retreat, RetreatOutcome, SafePosition,
};
use warstrike::game::terms::terms_of;
use warstrike::level::data_folder::{DataFolder, load_level};
use warstrike::level::rulebook::rulebook;
use warstrike::rules::action::Action;
use warstrike::rules::falling_back::{MoveLimit, Occasion};
use warstrike::rules::ids::{ModelId, UnitId};
use warstrike::rules::measures::Place;

use crate::support::{game, root};

/// The folder of its levels, and the name of its file.
const GALLERY: &str = "fall-back-gallery";

/// Tolerances of rows: lengths and places in inches, headings in degrees. Around a corner a length is found to about
/// 0.03. Paths that differ by 0.005 count as equally long (BAS-10): along a straight boundary of safety 17.5 away
/// that moves the place by 0.42.
const LENGTH_TOLERANCE: f64 = 0.03;
const PLACE_TOLERANCE: f64 = 0.45;
const HEADING_TOLERANCE: f64 = 0.1;

fn rows_file() -> std::path::PathBuf {
    root().join("tests/games").join(GALLERY).with_extension("retreats")
}

/// The names of its levels.
fn levels() -> BTreeSet<String> {
    let files = std::fs::read_dir(root().join("levels").join(GALLERY)).unwrap();
    files.map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned()).collect()
}

fn opened(level: &str) -> Match {
    game(&root().join("levels").join(GALLERY).join(format!("{level}.ron")).display().to_string(), 1)
}

/// Games and retreats computed so far; rows of the same unit share them.
#[derive(Default)]
struct Results {
    games: BTreeMap<String, Match>,
    retreats: BTreeMap<(String, UnitId, &'static str), Retreat>,
}

impl Results {
    /// The row that should stand for "LEVEL UNIT [OCCASION]" or "LEVEL MODEL".
    fn row(&mut self, about: &str) -> String {
        let words: Vec<&str> = about.split(' ').collect();
        let (level, id) = (words[0], words[1]);
        let (name, occasion) = match words.get(2) {
            None => ("Action", Occasion::Action),
            Some(&"CloseCombat") => ("CloseCombat", Occasion::CloseCombat),
            Some(other) => panic!("{about}: {other} is no occasion"),
        };
        let game = self.games.entry(level.to_owned()).or_insert_with(|| opened(level));
        let view = game.battle().view();
        let model: Option<ModelId> = id.parse().ok();
        let unit: UnitId = model.map_or_else(|| id.parse().unwrap(), |model| model.unit);
        let compute = || retreat(view, unit, occasion).unwrap();
        let retreat = self.retreats.entry((level.to_owned(), unit, name)).or_insert_with(compute);
        let text = match model {
            None => unit_text(retreat),
            Some(model) => {
                let run = retreat.outcome.retreats().iter().find(|run| run.model == model).unwrap();
                model_text(run, view.model(model).unwrap().pose.at)
            }
        };
        format!("{about}: {text}")
    }
}

/// A unit's strength, what that forces it to, where it goes, and which models stand afterwards.
fn unit_text(retreat: &Retreat) -> String {
    let mut text =
        format!("{} of {}, {:?}", retreat.strength.standing, retreat.strength.started, retreat.forced);
    match &retreat.outcome {
        RetreatOutcome::Destroyed => return text,
        RetreatOutcome::FallBack { safe_position, .. } => {
            write!(text, "; {}", safe_position_text(safe_position))
        }
        RetreatOutcome::Rout { .. } => write!(text, "; rout"),
        RetreatOutcome::FireOrCrawl => return text + "; fire or crawl",
        RetreatOutcome::StayInCover => return text + "; stays in cover",
        RetreatOutcome::RunForCover { safe_position, draws, .. } => {
            let fire = if *draws == DrawsFire::SnapFire { ", under snap fire" } else { "" };
            write!(text, "; to cover{fire}, {}", safe_position_text(safe_position))
        }
        RetreatOutcome::RunForEdge { edge: Edge::At { at, length, .. }, .. } => {
            write!(text, "; to the edge {} to {}", number(length.0), place(*at))
        }
        RetreatOutcome::RunForEdge { edge: Edge::Unreachable, .. } => write!(text, "; edge unreachable"),
    }
    .unwrap();
    let retreats = retreat.outcome.retreats();
    write!(text, "; {} leads", retreats[0].model).unwrap();
    let standing = retreats.iter().filter(|run| matches!(run.end, ModelEnd::Stands { .. })).count();
    write!(text, ", {standing} together").unwrap();
    for run in retreats {
        match run.end {
            ModelEnd::Stands { .. } => {}
            ModelEnd::Leaves => write!(text, ", {} leaves", run.model).unwrap(),
            ModelEnd::Apart { .. } => write!(text, ", {} apart", run.model).unwrap(),
            ModelEnd::Lost { why } => write!(text, ", {} lost {why:?}", run.model).unwrap(),
        }
    }
    text
}

/// A safe position: within the limits or not, the length of the path, its place, and why it is safe.
fn safe_position_text(safe_position: &SafePosition) -> String {
    let mut text = format!(
        "{:?} {} to {}",
        safe_position.reachability,
        number(safe_position.length.0),
        place(safe_position.at)
    );
    for watcher in &safe_position.watchers {
        write!(text, ", {:?} to {}", watcher.state, watcher.model).unwrap();
    }
    text
}

/// A model's heading if it routs, how far it goes, where to, and how it ends.
fn model_text(run: &ModelRetreat, start: Place) -> String {
    let mut text = String::new();
    if let Some(rout_heading) = &run.rout_heading {
        let from: Vec<String> = rout_heading.from.iter().map(ModelId::to_string).collect();
        let from = if from.is_empty() { "nobody".to_owned() } else { from.join(" ") };
        write!(text, "from {from}, away {}°, ", number(rout_heading.away)).unwrap();
        write!(text, "heads {}°, ", number(rout_heading.heading)).unwrap();
    }
    let halved = if run.limit == MoveLimit::Halved { " halved" } else { "" };
    let end = run.path.last().copied().unwrap_or(start);
    write!(text, "{}{halved} to {}, ", number(run.length.0), place(end)).unwrap();
    match run.end {
        ModelEnd::Stands { .. } => write!(text, "stands"),
        ModelEnd::Leaves => write!(text, "leaves"),
        ModelEnd::Apart { .. } => write!(text, "apart"),
        ModelEnd::Lost { why } => write!(text, "lost {why:?}"),
    }
    .unwrap();
    text
}

/// A place, with its height unless that is 0.
fn place(at: Place) -> String {
    let ([x, y], z) = (at.ground(), at.z.inches());
    let height = if z == 0.0 { String::new() } else { format!(" {}", number(z)) };
    format!("({} {}{height})", number(x), number(y))
}

/// A number with at most two decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The number in a word of a row, and its tolerance.
fn as_number(word: &str) -> Option<(f64, f64)> {
    let tolerance = match word {
        _ if word.contains('°') => HEADING_TOLERANCE,
        _ if word.contains(['(', ')']) => PLACE_TOLERANCE,
        _ => LENGTH_TOLERANCE,
    };
    let bare = word.trim_matches(['(', ')', ',', ';', '°']);
    bare.contains(char::is_numeric).then(|| bare.parse().ok()).flatten().map(|value| (value, tolerance))
}

/// Whether a row agrees with the result.
fn agrees(row: &str, found: &str) -> bool {
    let (row, found): (Vec<&str>, Vec<&str>) = (row.split(' ').collect(), found.split(' ').collect());
    row.len() == found.len()
        && row.iter().zip(found).all(|(by_hand, found)| match (as_number(by_hand), as_number(found)) {
            (Some((a, tolerance)), Some((b, _))) => (a - b).abs() <= tolerance + 1e-9,
            _ => *by_hand == found,
        })
}

/// Rule: FB-1, FB-2, FB-3, FB-4, FB-5, ROU-1, ROU-2, ROU-3, OFB-1, OFB-2, OFB-3, OFB-4, OFB-5, OFB-6, OFB-7,
/// BAS-6, BAS-7. Every row; its numbers with decimals must occur in the calculation above it.
#[test]
fn the_gallery_plays_as_worked_out_by_hand() {
    let text = std::fs::read_to_string(rows_file()).unwrap();
    let (mut found, mut wrong, mut reasoning) = (String::new(), String::new(), String::new());
    let mut all = Results::default();
    for line in text.lines() {
        if line.is_empty() || line.starts_with("//") {
            // The calculation of a row is between it and the level's heading.
            reasoning = if line.is_empty() { String::new() } else { reasoning + line };
            writeln!(found, "{line}").unwrap();
            continue;
        }
        let (about, _) = line.split_once(": ").unwrap();
        let row = all.row(about);
        let is_right = agrees(line, &row);
        if !is_right {
            writeln!(wrong, "by hand {line}\n  found {row}").unwrap();
        }
        let calculated: Vec<&str> = numbers(&reasoning);
        for number in numbers(line).iter().filter(|number| number.contains('.')) {
            if !calculated.contains(number) {
                writeln!(wrong, "{about}: {number} is not in the calculation above it").unwrap();
            }
        }
        writeln!(found, "{}", if is_right { line } else { &row }).unwrap();
    }
    if std::env::var_os("WARSTRIKE_REGENERATE").is_some() && !wrong.is_empty() {
        println!("{wrong}");
        std::fs::write(rows_file(), found).unwrap();
    } else {
        assert!(wrong.is_empty(), "\n{wrong}");
    }
}

/// The numbers in a text without their signs. Ids such as A1.2 do not count.
fn numbers(text: &str) -> Vec<&str> {
    text.split(|sign: char| !(sign.is_ascii_alphanumeric() || sign == '.'))
        .map(|word| word.trim_matches('.'))
        .filter(|word| word.parse::<f64>().is_ok())
        .collect()
}

/// Each level has its heading and rows, and each paragraph on where a unit goes has a level named after it.
#[test]
fn every_paragraph_on_where_a_unit_goes_has_situations() {
    let rows = std::fs::read_to_string(rows_file()).unwrap();
    let headings: Vec<&str> =
        rows.lines().filter(|line| line.starts_with("// ") && line.contains(". levels/")).collect();
    let chapter = rulebook().unwrap().chapters.iter().find(|chapter| chapter.number == 6).unwrap();
    let mut named = BTreeSet::new();
    assert_eq!(headings.len(), levels().len());
    for (number, heading) in (1..).zip(headings) {
        let level = heading.split_once(&format!("{GALLERY}/")).unwrap().1.split_once(": ").unwrap().0;
        assert!(levels().contains(level), "no level {level}");
        let game = opened(level);
        let name = &game.setup().level.name;
        assert_eq!(heading, format!("// {number}. levels/{GALLERY}/{level}: {name}."));
        assert!(rows.lines().any(|row| row.starts_with(&format!("{level} A1"))), "no row for {level}");
        let rule = name.split(' ').next().unwrap();
        assert!(chapter.paragraphs.iter().any(|paragraph| paragraph.id == rule), "{name}");
        named.insert(rule.to_owned());
    }
    for rule in [
        "FB-1", "FB-2", "FB-3", "FB-4", "FB-5", "ROU-1", "ROU-2", "ROU-3", "OFB-2", "OFB-3", "OFB-5", "OFB-6",
    ] {
        assert!(named.contains(rule), "no situation for {rule}");
    }
}

/// Rule: FB-1, FB-4, FB-5, ROU-2, ROU-3, VIS-2. Every possible outcome of a unit, leader or follower occurs.
#[test]
fn the_gallery_shows_every_outcome_of_a_retreat() {
    let rows = std::fs::read_to_string(rows_file()).unwrap();
    let text: String = rows.lines().filter(|line| !line.starts_with("//")).collect::<Vec<_>>().join("\n");
    for word in [
        ", MoveOrFire",
        ", Move;",
        ", Destroyed",
        "; InRange",
        "; TooNear",
        "; Here",
        "; TooFar",
        "; rout",
        ", stands",
        ", apart",
        "lost OffTable",
        "lost NoWayOut",
        "lost LeftBehind",
        "from nobody",
        "stays in cover",
        "fire or crawl",
        "to cover, InRange",
        "to cover, under snap fire",
        "to the edge",
        ", leaves",
        " halved ",
        "Obscured",
        "Concealed",
        "Hidden",
    ] {
        assert!(text.contains(word), "no row has: {word}");
    }
}

/// Rule: FB-5, COH-1. A follower's distance from the leader's end, centre to centre, and its height, where several
/// places are equally good and no row could name one.
#[test]
fn followers_end_as_near_as_possible() {
    for (level, model, [min, max], height, reason) in [
        ("up-with-leader", "A1.2", [0.99, 1.02], 3.0, "beside the leader on the floor, not 3 below it"),
        ("chain", "A1.2", [1.99, 2.75], 0.0, "a link: as near as it can be and hold the third, not 3 away"),
        ("two-links", "A1.2", [1.99, 2.3], 0.0, "the first of two links, with 1 to spare"),
        ("way-down", "A1.3", [5.43, 5.8], 0.0, "at the foot of the hill, not nearer on top of it"),
    ] {
        let [_, own, leaders] = ends(level, model);
        let distance = own.ground_distance(leaders);
        assert!(distance >= min && distance <= max, "{level}, {reason}: {distance} from {leaders}, at {own}");
        assert_eq!(own.z.inches(), height, "{level}, {reason}");
    }
}

/// Rule: FB-5 (at least Mv). A1.2 stands less than 6 from its leader's end: it goes straight past it, no farther than
/// it must.
#[test]
fn a_follower_goes_no_farther_than_it_must() {
    let [start, own, leaders] = ends("past-leader", "A1.2");
    let beyond = own.ground_distance(leaders) - (6.0 - start.ground_distance(leaders));
    assert!(beyond.abs() < 0.01, "{own} is {beyond} farther from {leaders} than it must be");
}

/// Rule: FB-5, OFB-1, OFB-2. How far the player may move a model of the unit: only a unit that could fire instead
/// crawls (OFB-1).
#[test]
fn only_a_unit_that_could_fire_instead_crawls() {
    for (level, unit, max, reason) in [
        ("wood", "A1", 12.0, "FB-1 move or fire: 2 × Mv 6"),
        ("to-edge", "A1", 12.0, "OFB-2 move: 2 × Mv 6"),
        ("outline", "A3", 3.0, "OFB-1 move or fire: half of Mv 6"),
    ] {
        let game = opened(level);
        let view = game.battle().view();
        let led = terms_of(view, view.unit(unit.parse().unwrap()).unwrap(), Action::FallBack).unwrap();
        assert!((led.allowance - max).abs() < 0.01, "{level}, {reason}: {}", led.allowance);
    }
}

/// Rule: FB-4 (ties), BAS-10. Of two fields the eastern one is nearer to the enemy at (3 20). From Mv to 2 ×
/// Mv: the path to the eastern one, around (8 0), is 0.01 shorter than to the western one, around (−8.01 0),
/// more than the 0.005 of `combined`: east. If the ruleset allows 0.1, both are equally long, and the one
/// farther from the enemy counts: west. Below Mv: the eastern one, around (3.01 0), has the longer path by
/// 0.01: east, and west again with 0.1.
#[test]
fn the_ruleset_says_which_paths_count_as_equally_long() {
    let folder = tempfile::tempdir().unwrap();
    for part in ["assets/cards", "assets/rulesets", "levels"] {
        std::fs::create_dir_all(folder.path().join(part)).unwrap();
        for file in std::fs::read_dir(root().join(part)).unwrap().map(Result::unwrap) {
            if file.path().is_file() {
                std::fs::copy(file.path(), folder.path().join(part).join(file.file_name())).unwrap();
            }
        }
    }
    let wide = "Ruleset(name: \"wide\", about: \"A wide allowance.\", on: \"combined\", set: (basics: (allowance: 0.1)))";
    std::fs::write(folder.path().join("assets/rulesets/wide.ron"), wide).unwrap();
    let data = DataFolder::find(Some(folder.path())).unwrap();
    for (level, [from, to], [exact, allowed], reason) in [
        ("tie-enemy", ["(-8.0, 0.0)", "(-8.01, 0.0)"], [6.555, -6.57], "from Mv to 2 × Mv"),
        ("nearer-tie-enemy", ["(3.0, 0.0)", "(3.01, 0.0)"], [4.455, -4.44], "below Mv"),
    ] {
        let text = std::fs::read_to_string(root().join("levels").join(GALLERY).join(format!("{level}.ron")));
        let text = text.unwrap();
        assert_eq!(text.matches(from).count(), 1, "{level}");
        let path = folder.path().join("levels").join(format!("{level}.ron"));
        std::fs::write(&path, text.replace(from, to)).unwrap();
        for (ruleset, expected) in [("combined", exact), ("wide", allowed)] {
            let setup = load_level(&path.display().to_string(), &data, Some(ruleset));
            let setup = setup.unwrap_or_else(|faults| panic!("{faults}"));
            let game = Match::start(Arc::new(setup), DiceChoice::Seed(1)).unwrap();
            let found = retreat(game.battle().view(), "A1".parse().unwrap(), Occasion::Action).unwrap();
            let RetreatOutcome::FallBack { safe_position, .. } = found.outcome else {
                panic!("{:?}", found.outcome)
            };
            let x = safe_position.at.x.inches();
            assert!((x - expected).abs() < 0.3, "{level}, {ruleset}, {reason}: {}", safe_position.at);
        }
    }
}

/// Where a model stands, where it ends, and where its leader does.
fn ends(level: &str, model: &str) -> [Place; 3] {
    let game = opened(level);
    let view = game.battle().view();
    let model: ModelId = model.parse().unwrap();
    let found = retreat(view, model.unit, Occasion::Action).unwrap();
    let start = |id: ModelId| view.model(id).unwrap().pose.at;
    let end = |id: ModelId| {
        let run = found.outcome.retreats().iter().find(|run| run.model == id).unwrap();
        run.end_from(start(id)).unwrap()
    };
    [start(model), end(model), end(found.leader)]
}
