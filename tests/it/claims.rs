//! Oracle: whatever a sentence about a battle claims holds in the facts that it is about. Who falls and in what state a unit is,
//! how far models go and where to, is worked out here anew, by other means.

use std::collections::BTreeMap;

use warstrike::ai::ComputerPlayer;
use warstrike::game::engine::fact::{Fact, UnitFact};
use warstrike::game::engine::play::Match;
use warstrike::game::narration::commentary::remarks;
use warstrike::game::narration::names::{Ids, parts};
use warstrike::game::narration::way::{self, Way};
use warstrike::game::narration::{Passage, passages, words};
use warstrike::game::phases::close_combat::kinds::Fact as CombatFact;
use warstrike::game::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
use warstrike::game::phases::shooting::kinds::{Fact as ShootingFact, Save};
use warstrike::level::setup::Setup;
use warstrike::level::styles::Styles;
use warstrike::rules::ids::UnitId;
use warstrike::table::shape::Shape;

use super::support::{data, game, root};

/// What was claimed, and how often.
type Claims = BTreeMap<&'static str, usize>;

/// Recorded battles and battles of computer players, to their end or as far as they get in so many commands.
#[test]
fn no_sentence_claims_what_the_facts_do_not_hold() {
    let mut claims = Claims::new();
    for save in ["format-3-patrol", "format-4-street"] {
        let path = root().join("tests/saves").join(save).with_extension("jsonl");
        let game = Match::load(&path).unwrap().game;
        check_game(&game, &mut claims);
    }
    for (level, seed, commands) in [
        ("street", 1, 200),
        ("street", 5, 200),
        ("mid-battle", 2, 200),
        ("chapel", 3, 120),
        ("patrol", 4, 200),
    ] {
        check_game(&played(level, seed, commands), &mut claims);
    }
    for claim in [
        "one falls",
        "some fall",
        "nobody is left",
        "suppressed",
        "shaken",
        "nothing hits",
        "length",
        "into",
        "out of",
        "up to",
        "reaching",
        "toward",
        "over",
        "charge",
        "so many hit",
        "armour",
    ] {
        assert!(claims.contains_key(claim), "nobody ever claimed \"{claim}\": {claims:?}");
    }
}

fn played(level: &str, seed: u64, commands: usize) -> Match {
    let own = root().join(format!("tests/games/{level}.ron"));
    let level = if own.exists() { own.display().to_string() } else { level.to_owned() };
    let mut game = game(&level, seed);
    let mut players = [seed, seed + 1].map(|seed| {
        let style = Styles::load("swift", &data()).unwrap();
        ComputerPlayer::new(game.setup(), style, seed).unwrap()
    });
    for _ in 0..commands {
        let Some(decision) = game.battle().decision() else { break };
        let chosen = players[decision.player.index()].choose(game.battle()).unwrap();
        game.submit(chosen.command).unwrap();
    }
    game
}

fn check_game(game: &Match, claims: &mut Claims) {
    let setup = game.setup();
    for entry in game.history().line() {
        let facts = &entry.outcome.facts;
        for passage in passages(setup, facts) {
            let of_passage = &facts[passage.facts.clone()];
            let texts: Vec<&str> = passage.sentences.iter().map(|sentence| sentence.text.as_str()).collect();
            for text in &texts {
                check_text(setup, text);
            }
            if let Some(Fact::Shooting(ShootingFact::SalvoFired { at, .. })) = of_passage.first() {
                check_salvo(texts[0], *at, of_passage, claims);
            }
            check_remarks(setup, facts, &passage, claims);
            check_moves(setup, &texts, of_passage, claims);
            check_charge(&texts, of_passage, claims);
        }
    }
}

/// What onlookers are told while dice roll tells nothing too early; in the end it has the numbers and the outcome.
///
/// Rule: SHO-3, SHO-5, SUP-2.
fn check_remarks(setup: &Setup, all: &[Fact], passage: &Passage, claims: &mut Claims) {
    let facts = &all[passage.facts.clone()];
    let said = remarks(setup, all, passage);
    let Some(Fact::Shooting(ShootingFact::SalvoFired { volleys, throws, .. })) = facts.first() else {
        return;
    };
    let (first, last) = (said.first().unwrap(), said.last().unwrap());
    assert_eq!([first.after, last.after], [passage.facts.start, passage.facts.end], "{said:?}");
    assert!(said.is_sorted_by_key(|remark| remark.after), "{said:?}");
    let is_suppressed = count(facts, |fact| {
        matches!(fact, UnitFact::HitDieRaised { .. } | UnitFact::SuppressionMarkersGained { .. })
    }) > 0;
    let is_gone = count(facts, |fact| matches!(fact, UnitFact::UnitWipedOut { .. })) > 0;
    for early in &said[..said.len() - 1] {
        for outcome in ["suppressed", "shaken", " fall", "nobody is left"] {
            assert!(!early.text.contains(outcome), "too early: {}", early.text);
        }
    }
    for remark in &said {
        let shown: String =
            parts(setup, &remark.text, Ids::Hidden).into_iter().map(|part| part.text).collect();
        for code in ["ACT-", "RE-1", "SUP-"] {
            assert!(!shown.contains(code), "a code in: {shown}");
        }
        // Only where two units have one name do ids tell them apart.
        for unit in setup.units() {
            let is_alone = setup.units().filter(|other| other.name == unit.name).count() == 1;
            let label = format!("{} ({})", unit.name, unit.id);
            assert!(!is_alone || !shown.contains(&label), "an id in: {shown}");
        }
    }
    if !is_gone {
        let says_so = last.text.contains("suppressed") || last.text.contains("shaken");
        assert_eq!(says_so, is_suppressed, "{}", last.text);
    }
    let (mut dice, mut hits) = (0, 0);
    for volley in volleys {
        dice += volley.faces.len();
        hits += volley.hits;
    }
    if throws.is_empty() && dice > 1 {
        assert!(first.text.contains(&format!("{dice} dice")), "{}", first.text);
        let counted = match hits as usize {
            0 => format!("none of {dice} hits"),
            1 => format!("1 of {dice} hits"),
            hits if hits == dice => format!("all {dice} hit"),
            hits => format!("{hits} of {dice} hit"),
        };
        assert!(last.text.contains(&counted), "{} has not: {counted}", last.text);
        *claims.entry("so many hit").or_default() += 1;
    }
    let saves = facts.iter().filter_map(|fact| match fact {
        Fact::Shooting(ShootingFact::SavesRolled { on: Save::Armour, rolls, .. }) => Some(rolls),
        _ => None,
    });
    let rolls: Vec<_> = saves.flatten().collect();
    let (of, failed) =
        (rolls.iter().map(|one| one.of).sum::<u32>(), rolls.iter().map(|one| one.failed).sum::<u32>());
    if of > 2 {
        assert_eq!(last.text.contains(&format!("armour stops all {of}")), failed == 0, "{}", last.text);
        *claims.entry("armour").or_default() += 1;
    }
}

/// A sentence ends as one, names nobody twice over, and keeps books of nothing.
fn check_text(setup: &Setup, text: &str) {
    for bookish in ["longest path", "models,", "  ", "..", " ,", ": :", "at ("] {
        assert!(!text.contains(bookish), "{text}");
    }
    let shown: String = parts(setup, text, Ids::Shown).iter().map(|part| part.text.as_str()).collect();
    assert_eq!(shown, text, "nothing is lost between names");
}

fn count(facts: &[Fact], test: impl Fn(&UnitFact) -> bool) -> usize {
    facts.iter().filter(|fact| matches!(fact, Fact::Unit(fact) if test(fact))).count()
}

/// Rule: SHO-6, SUP-2, SUP-3.
fn check_salvo(text: &str, at: UnitId, facts: &[Fact], claims: &mut Claims) {
    let mut claim = |what, is_said: bool, holds: bool| {
        assert_eq!(is_said, holds, "\"{what}\" in: {text}");
        if is_said {
            *claims.entry(what).or_default() += 1;
        }
    };
    let came_of = text.rsplit_once(": ").unwrap().1;
    let lost = count(facts, |fact| matches!(fact, UnitFact::ModelLost { model, .. } if model.unit == at));
    let gone = count(facts, |fact| matches!(fact, UnitFact::UnitWipedOut { unit } if *unit == at)) > 0;
    let alone = came_of == "it falls.";
    claim("nobody is left", came_of.contains("nobody is left") || alone, gone);
    let one = ["one falls", "the last one falls", "leader falls"].iter().any(|words| came_of.contains(words));
    claim("one falls", one || alone, lost == 1);
    let some = (2..=60).filter(|number| {
        let number = words::number(*number);
        came_of.starts_with(&format!("{number} fall"))
            || came_of.starts_with(&format!("the last {number} fall"))
    });
    let some: Vec<usize> = some.collect();
    claim("some fall", !some.is_empty(), lost > 1);
    assert!(some.is_empty() || some == [lost], "{text}: {lost} are lost");
    let raised = |is: bool| {
        count(facts, |fact| match fact {
            UnitFact::HitDieRaised { unit, shaken, .. } => *unit == at && *shaken == is,
            UnitFact::SuppressionMarkersGained { unit, .. } => *unit == at && !is,
            _ => false,
        }) > 0
    };
    claim("shaken", came_of.contains("shaken"), raised(true) && !gone);
    claim("suppressed", came_of.contains("suppressed"), raised(false) && !raised(true) && !gone);
    let hit = count(facts, |fact| matches!(fact, UnitFact::HitsTaken { unit, .. } if *unit == at)) > 0;
    claim("nothing hits", came_of.starts_with("no "), !hit);
    let leader = facts.iter().any(|fact| {
        matches!(fact, Fact::Unit(UnitFact::ModelLost { model, rank, .. })
            if model.unit == at && *rank == warstrike::rules::salvo::Rank::Leader)
    });
    assert!(leader || !came_of.contains("leader"), "{text}");
}

/// Rule: CC-6.
fn check_charge(texts: &[&str], facts: &[Fact], claims: &mut Claims) {
    let charged = facts
        .iter()
        .filter(|fact| matches!(fact, Fact::CloseCombat(CombatFact::ModelCharged { .. })))
        .count();
    if charged > 0 {
        let reached = match charged {
            1 => "one reaches the enemy".to_owned(),
            some => format!("{} reach the enemy", words::number(some)),
        };
        assert!(texts[0].contains(&reached), "{texts:?}: {charged}");
        *claims.entry("charge").or_default() += 1;
    }
}

/// A model's way: where it begins and ends, and the corners between.
struct Walk {
    corners: Vec<[f64; 2]>,
    radius: f64,
}

impl Walk {
    fn start(&self) -> [f64; 2] {
        self.corners[0]
    }

    fn end(&self) -> [f64; 2] {
        self.corners[self.corners.len() - 1]
    }

    /// Points along it, a fiftieth of an inch apart.
    fn points(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        self.corners.windows(2).flat_map(|leg| {
            let [from, to] = [leg[0], leg[1]];
            let steps = (apart(from, to) * 50.0).ceil().max(1.0) as usize;
            (0..=steps).map(move |step| {
                let share = step as f64 / steps as f64;
                [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
            })
        })
    }
}

fn apart([x, y]: [f64; 2], [ox, oy]: [f64; 2]) -> f64 {
    let (dx, dy) = (x - ox, y - oy);
    (dx * dx + dy * dy).sqrt()
}

/// How deep a point lies in a shape; negative outside. By a ray to the right, and the distance to every edge.
fn depth(shape: &Shape, at: [f64; 2]) -> f64 {
    match shape {
        Shape::Circle { centre, radius } => radius - apart(*centre, at),
        Shape::Polygon(corners) => {
            let edges =
                (0..corners.len()).map(|index| (corners[index], corners[(index + 1) % corners.len()]));
            let (mut inside, mut near) = (false, f64::INFINITY);
            for ([ax, ay], [bx, by]) in edges {
                if (ay > at[1]) != (by > at[1]) && at[0] < (bx - ax) * (at[1] - ay) / (by - ay) + ax {
                    inside = !inside;
                }
                let (dx, dy) = (bx - ax, by - ay);
                let share = (((at[0] - ax) * dx + (at[1] - ay) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
                near = near.min(apart(at, [ax + share * dx, ay + share * dy]));
            }
            if inside { near } else { -near }
        }
    }
}

/// How far a unit went, and every place that is named.
fn check_moves(setup: &Setup, texts: &[&str], facts: &[Fact], claims: &mut Claims) {
    let moved = facts.iter().find_map(|fact| match fact {
        Fact::Unit(UnitFact::ModelMoved { model, .. }) => Some(model.unit),
        _ => None,
    });
    let Some(unit) = moved else { return };
    let Some(Way { longest, places, .. }) = way::of_unit(setup, unit, facts) else {
        panic!("{texts:?}: {unit} moves");
    };
    let lost =
        |id| count(facts, |fact| matches!(fact, UnitFact::ModelLost { model, .. } if *model == id)) > 0;
    let radius = setup.card(setup.unit(unit).unwrap()).base.radius();
    let mut walks = Vec::new();
    let mut length: f64 = 0.0;
    for fact in facts {
        let Fact::Unit(UnitFact::ModelMoved { model, path, length: own, .. }) = fact else { continue };
        if model.unit == unit {
            length = length.max(own.0);
            if !lost(*model) {
                walks.push(Walk { corners: path.iter().map(|place| place.ground()).collect(), radius });
            }
        }
    }
    assert_eq!(longest, length);
    // Whoever falls back to a place goes as far as its leader.
    let leader = facts.iter().find_map(|fact| match fact {
        Fact::FallBack(FallBackFact::FallBackForced {
            goes: Goes::ToSafePosition { leader, .. } | Goes::ToCover { leader, .. },
            ..
        }) => Some(*leader),
        _ => None,
    });
    let led = facts.iter().find_map(|fact| match fact {
        Fact::Unit(UnitFact::ModelMoved { model, length, .. }) if Some(*model) == leader => Some(length.0),
        _ => None,
    });
    let length = led.unwrap_or(length);
    // What fires or falls back may leave its length to another part of the sentence.
    let said = texts.iter().any(|text| text.contains(&way::inches(length)) && text.contains(&places));
    let is_charge =
        facts.iter().any(|fact| matches!(fact, Fact::CloseCombat(CombatFact::ModelCharged { .. })));
    assert!(
        said || is_charge || texts.iter().any(|text| text.contains("leader") || text.contains("table edge")),
        "{texts:?}: {length} {places}"
    );
    *claims.entry("length").or_default() += 1;
    for phrase in places.split(", ").flat_map(|part| part.split(" and ")).filter(|part| !part.is_empty()) {
        *claims.entry(check_place(setup, phrase, &walks)).or_default() += 1;
    }
}

/// A place that is named, such as "into the garden", and the kind of claim that it is.
fn check_place(setup: &Setup, phrase: &str, walks: &[Walk]) -> &'static str {
    let all = |test: &dyn Fn(&Walk) -> bool| walks.iter().all(test);
    let share = |test: &dyn Fn(&Walk) -> bool| {
        walks.iter().filter(|walk| test(walk)).count() as f64 / walks.len() as f64
    };
    let of = |prefix: &str| phrase.strip_prefix(prefix);
    let pieces = |name: &str| -> Vec<Shape> {
        let found = setup.level.terrain.pieces.iter().filter(|piece| words::terrain(piece) == name);
        found.map(|piece| piece.footprint.clone()).collect()
    };
    let any = |name: &str, test: &dyn Fn(&Shape) -> bool| {
        let found = pieces(name);
        assert!(!found.is_empty(), "nothing on the table is called \"{name}\": {phrase}");
        assert!(found.iter().any(test), "{phrase}");
    };
    let objective = |name: &str| {
        let found = setup.level.objectives.iter().find(|one| words::objective(setup, &one.id) == name);
        found.unwrap_or_else(|| panic!("no objective is called \"{name}\": {phrase}")).at.ground()
    };
    let reaches = |goal: [f64; 2]| {
        let reach = setup.ruleset.mission.holding_distance;
        let near = |walk: &Walk, at| apart(at, goal) - walk.radius <= reach + 1e-9;
        assert!(walks.iter().any(|walk| near(walk, walk.end())), "{phrase}");
        assert!(walks.iter().all(|walk| !near(walk, walk.start())), "{phrase}");
        "reaching"
    };
    let enters = |name: &str| {
        let (name, enough) = match name.strip_suffix(" with most of them") {
            Some(name) => (name, 0.500_001),
            None => (name, 1.0),
        };
        any(name, &|shape| {
            share(&|walk| depth(shape, walk.end()) >= 0.0) >= enough
                && all(&|walk| depth(shape, walk.start()) <= 0.0)
        });
        "into"
    };
    if let Some(name) = of("reaching ") {
        return reaches(objective(name));
    }
    if let Some(name) = of("toward ") {
        let goal = objective(name);
        assert!(all(&|walk| apart(walk.end(), goal) < apart(walk.start(), goal)), "{phrase}");
        return "toward";
    }
    if let Some(name) = of("up to ") {
        any(name, &|shape| {
            let near = |walk: &Walk, at| depth(shape, at) >= -(walk.radius + 1.0) - 1e-9;
            share(&|walk| near(walk, walk.end())) >= 0.5 && all(&|walk| !near(walk, walk.start()))
        });
        return "up to";
    }
    if let Some(name) = of("near ") {
        any(name, &|shape| all(&|walk| depth(shape, walk.end()) >= -4.0 - 1e-9));
        return "near";
    }
    if let Some(name) = of("out of ").or(of("down ")) {
        any(name, &|shape| {
            all(&|walk| depth(shape, walk.start()) >= 0.0) && all(&|walk| depth(shape, walk.end()) <= 0.0)
        });
        return "out of";
    }
    if let Some(name) = of("over ").or(of("across ")).or(of("through ")) {
        any(name, &|shape| all(&|walk| walk.points().any(|at| depth(shape, at) > -0.02)));
        return "over";
    }
    if let Some(name) = of("into ").or(of("onto ")).or(of("up ")) {
        return enters(name);
    }
    if let Some(name) = of("in ").or(of("on ")) {
        any(name, &|shape| {
            all(&|walk| depth(shape, walk.start()) >= 0.0) && all(&|walk| depth(shape, walk.end()) >= 0.0)
        });
        return "in";
    }
    if let Some(name) = of("to ") {
        return reaches(objective(name));
    }
    panic!("an unknown claim: {phrase}");
}
