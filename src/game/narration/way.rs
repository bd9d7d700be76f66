//! Destinations of moves, by the names of things on the table: "out of the garden, over the hedge and up to the wreck".
//!
//! Only what holds for all models of a move is said of its unit; where it holds for more than half of them, "most".

use super::words;
use crate::game::engine::fact::{Fact, UnitFact};
use crate::level::scenario::Objective;
use crate::level::setup::Setup;
use crate::rules::ids::UnitId;
use crate::rules::measures::Place;
use crate::table::piece::{Kind, Piece};
use crate::table::plane::Leg;
use crate::table::region::Region;
use crate::table::shape::Point;

/// The way of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Number of models that move.
    pub models: usize,
    /// The longest of their paths, inches.
    pub longest: f64,
    /// Ground crossed, and destination; empty where the table has no name for it.
    pub places: String,
}

impl Way {
    /// Length and destination: `6" across the street and into the garden`.
    pub fn in_words(&self) -> String {
        let length = inches(self.longest);
        if self.places.is_empty() { length } else { format!("{length} {}", self.places) }
    }
}

/// Largest distance to a piece at which a base that approached it has come up to it, inches.
const UP_TO: f64 = 1.0;
/// Largest distance to a piece at which all models end near it, inches.
const NEAR: f64 = 4.0;
/// An objective is worth a word within so many inches, once so much of the way leads there.
const TOWARD_WITHIN: f64 = 18.0;
const TOWARD_SHARE: f64 = 0.7;

/// A model's path: its place before, then the corners.
struct Path<'a> {
    places: &'a [Place],
    radius: f64,
}

impl Path<'_> {
    fn start(&self) -> Point {
        self.places.first().map_or([0.0; 2], |place| place.ground())
    }

    fn end(&self) -> Point {
        self.places.last().map_or([0.0; 2], |place| place.ground())
    }

    fn enters(&self, region: &Region) -> bool {
        let legs = self.places.windows(2).map(|leg| Leg { from: leg[0].ground(), to: leg[1].ground() });
        legs.into_iter().any(|leg| !region.intervals_inside(leg, 0.0).is_empty())
    }
}

/// The way of a unit by the moves among some facts; `None` if no model of it moves.
pub fn of_unit(setup: &Setup, id: UnitId, facts: &[Fact]) -> Option<Way> {
    let radius = setup.unit(id).map_or(0.0, |start| setup.card(start).base.radius());
    let lost =
        |fact: &Fact, of| matches!(fact, Fact::Unit(UnitFact::ModelLost { model, .. }) if *model == of);
    let mut longest: f64 = 0.0;
    let paths: Vec<Path> = facts
        .iter()
        .filter_map(|fact| match fact {
            Fact::Unit(UnitFact::ModelMoved { model, path, length, .. }) if model.unit == id => {
                longest = longest.max(length.0);
                // Where one ends that is lost on the way nobody stands.
                let stands = !facts.iter().any(|fact| lost(fact, *model));
                Some((stands, Path { places: path, radius }))
            }
            _ => None,
        })
        .filter_map(|(stands, path)| stands.then_some(path))
        .collect();
    let moved = facts
        .iter()
        .filter(|fact| matches!(fact, Fact::Unit(UnitFact::ModelMoved { model, .. }) if model.unit == id));
    let models = moved.count();
    let places = if paths.is_empty() { String::new() } else { places(setup, &paths) };
    (models > 0).then_some(Way { models, longest, places })
}

/// So many inches, as players say it: 6", 2.8".
pub fn inches(length: f64) -> String {
    let text = format!("{length:.1}");
    format!("{}\"", text.strip_suffix(".0").unwrap_or(&text))
}

/// The pieces of terrain with the ground that they cover.
fn regions(setup: &Setup) -> Vec<(&Piece, Region)> {
    setup.level.terrain.pieces.iter().map(|piece| (piece, Region::new(piece.footprint.clone()))).collect()
}

fn places(setup: &Setup, paths: &[Path]) -> String {
    let pieces = regions(setup);
    let count = |test: &dyn Fn(&Path) -> bool| paths.iter().filter(|path| test(path)).count();
    let (mut from, mut over, mut to) = (None, None, None);
    let mut rank_of = [u8::MAX; 2];
    for (piece, region) in &pieces {
        let Some(words) = Words::of(piece) else { continue };
        let began = count(&|path| region.contains(path.start(), 0.0));
        let ends = count(&|path| region.contains(path.end(), 0.0));
        let name = words::terrain(piece);
        if ends > 0 && rank_of[0] >= words.rank {
            let phrase = match (began, ends) {
                (0, ends) if ends == paths.len() => Some(format!("{} {name}", words.into)),
                (0, ends) if 2 * ends > paths.len() => {
                    Some(format!("{} {name} with most of them", words.into))
                }
                (began, ends) if began == paths.len() && ends == began => {
                    words.within.map(|within| format!("{within} {name}"))
                }
                _ => None,
            };
            if phrase.is_some() {
                (rank_of[0], to) = (words.rank, phrase);
            }
        }
        if let Some(out) = words.out_of.filter(|_| began == paths.len() && ends == 0) {
            from = Some((name.clone(), format!("{out} {name}")));
        }
        let crosses = |path: &Path| path.enters(region);
        if began == 0 && ends == 0 && count(&crosses) == paths.len() && rank_of[1] >= words.rank {
            (rank_of[1], over) = (words.rank, Some((name.clone(), format!("{} {name}", words.over))));
        }
    }
    let to = to.or_else(|| up_to(&pieces, paths));
    let goal = objective(setup, paths, to.is_some());
    let to = match (to, goal) {
        (to, Some(Goal::Reached(goal))) => Some(match to {
            Some(to) => format!("{to}, reaching {goal}"),
            None => format!("to {goal}"),
        }),
        (None, Some(Goal::Toward(goal))) => Some(format!("toward {goal}")),
        (to, _) => to,
    };
    // Of pieces that the level calls alike one is enough.
    let fresh =
        |(name, _): &(String, String)| !to.as_ref().is_some_and(|phrase| phrase.contains(name.as_str()));
    let over = over.filter(fresh).map(|(_, phrase)| phrase);
    let from = from.filter(|one| fresh(one) && (over.is_none() || to.is_none())).map(|(_, phrase)| phrase);
    let parts: Vec<String> = [from, over, to].into_iter().flatten().collect();
    if parts.is_empty() { near(&pieces, paths).unwrap_or_default() } else { words::listed(&parts) }
}

/// The wall or the like to which at least half of the models come up, none of which was there before.
fn up_to(pieces: &[(&Piece, Region)], paths: &[Path]) -> Option<String> {
    let near = |region: &Region, at: Point, radius: f64| region.contains(at, -(radius + UP_TO));
    let found = pieces.iter().filter_map(|(piece, region)| {
        if matches!(piece.kind, Kind::Ground | Kind::Pavement | Kind::Hill { .. }) {
            return None;
        }
        let ends = paths.iter().filter(|path| near(region, path.end(), path.radius)).count();
        let began = paths.iter().any(|path| near(region, path.start(), path.radius));
        let inside = paths.iter().any(|path| region.contains(path.end(), 0.0));
        (2 * ends >= paths.len() && !began && !inside).then_some((ends, *piece))
    });
    // The first of the level among those to which as many come.
    let best = found.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, piece)| format!("up to {}", words::terrain(piece)))
}

/// Surroundings of a point: "in the garden", "near the wreck"; `None` where the table has no name for it.
pub fn spot(setup: &Setup, at: Place) -> Option<String> {
    let pieces = regions(setup);
    let inside = pieces.iter().filter(|(_, region)| region.contains(at.ground(), 0.0));
    let within = |piece: &Piece| Words::of(piece).and_then(|words| Some((words.rank, words.within?)));
    let best =
        inside.filter_map(|(piece, _)| Some((within(piece)?, *piece))).min_by_key(|((rank, _), _)| *rank);
    match best {
        Some(((_, within), piece)) => Some(format!("{within} {}", words::terrain(piece))),
        None => near(&pieces, &[Path { places: &[at], radius: 0.0 }]),
    }
}

/// Piece that all models end beside, where nothing else can be said.
fn near(pieces: &[(&Piece, Region)], paths: &[Path]) -> Option<String> {
    let beside = |region: &Region| paths.iter().all(|path| region.contains(path.end(), -NEAR));
    let worth = |piece: &Piece| Words::of(piece).filter(|words| words.rank < 4).map(|words| words.rank);
    let found = pieces.iter().filter(|(_, region)| beside(region));
    let best = found.filter_map(|(piece, _)| Some((worth(piece)?, *piece))).min_by_key(|(rank, _)| *rank);
    best.map(|(_, piece)| format!("near {}", words::terrain(piece)))
}

enum Goal {
    Reached(String),
    Toward(String),
}

/// The objective that a move leads to.
///
/// Rule: MIS-4 (how near one has to be to hold it).
fn objective(setup: &Setup, paths: &[Path], has_place: bool) -> Option<Goal> {
    let reach = setup.ruleset.mission.holding_distance;
    let apart = |[x, y]: Point, one: &Objective| {
        let [ox, oy] = one.at.ground();
        libm::hypot(x - ox, y - oy)
    };
    let name = |one: &Objective| words::objective(setup, &one.id);
    let objectives = &setup.level.objectives;
    let reached = objectives.iter().find(|one| {
        let near = |path: &Path, at: Point| apart(at, one) - path.radius <= reach;
        paths.iter().any(|path| near(path, path.end())) && !paths.iter().any(|path| near(path, path.start()))
    });
    if let Some(one) = reached {
        return Some(Goal::Reached(name(one)));
    }
    if has_place {
        return None;
    }
    let nearer = objectives.iter().filter(|one| {
        paths.iter().all(|path| {
            let (before, after) = (apart(path.start(), one), apart(path.end(), one));
            let [x, y] = path.start();
            let [ex, ey] = path.end();
            after < TOWARD_WITHIN && before - after >= TOWARD_SHARE * libm::hypot(ex - x, ey - y)
        })
    });
    let far = |one: &Objective| paths.first().map_or(f64::INFINITY, |path| apart(path.end(), one));
    nearer.min_by(|a, b| far(a).total_cmp(&far(b))).map(|one| Goal::Toward(name(one)))
}

/// Words for moves and a piece.
struct Words {
    /// The lower, the more it says.
    rank: u8,
    into: &'static str,
    within: Option<&'static str>,
    out_of: Option<&'static str>,
    over: &'static str,
}

impl Words {
    /// `None` for what is not worth a word.
    fn of(piece: &Piece) -> Option<Self> {
        let inside =
            |rank, over| Self { rank, into: "into", within: Some("in"), out_of: Some("out of"), over };
        Some(match &piece.kind {
            Kind::Structure { .. } | Kind::Ruin { .. } => inside(0, "through"),
            Kind::Wood { .. } | Kind::Bog | Kind::Field { .. } => inside(1, "through"),
            Kind::Hill { .. } => {
                Self { rank: 3, into: "up", within: Some("on"), out_of: Some("down"), over: "over" }
            }
            Kind::Linear { .. } | Kind::Point { .. } => {
                Self { rank: 2, into: "onto", within: None, out_of: None, over: "over" }
            }
            Kind::Ground if piece.going.is_none() => return None,
            Kind::Pavement | Kind::Ground => {
                Self { rank: 4, into: "onto", within: None, out_of: None, over: "across" }
            }
        })
    }
}
