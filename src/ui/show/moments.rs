//! Moments: the facts of a command in the parts in which a show tells them, each with what happens in it, where, and the line
//! that says so.

use std::ops::Range;

use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::narration::commentary::remarks;
use crate::game::narration::names::Ids;
use crate::game::narration::paragraph::of_facts;
use crate::game::narration::{Passage, Rolls, Sentence, Weight, passages};
use crate::game::phases::close_combat::kinds::Fact as CombatFact;
use crate::game::phases::deployment::kinds::Fact as DeploymentFact;
use crate::game::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
use crate::game::phases::shooting::kinds::{Fact as ShootingFact, VolleyRolled};
use crate::game::phases::turn::kinds::Fact as TurnFact;
use crate::game::phases::word::kinds::Fact as WordFact;
use crate::level::director_file::EventKind;
use crate::level::setup::Setup;
use crate::rules::ids::{Side, UnitId};
use crate::rules::measures::Place;
use crate::rules::shooting::HitRoll;
use crate::rules::turn::Phase;
use crate::ui::camera::ShotSubject;
use crate::ui::playback::subtitle::SubtitleLine;

/// A part of what a command brings about.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Moment {
    /// The most interesting thing in it.
    pub kind: EventKind,
    /// Subject that has to be in the picture.
    pub subject: ShotSubject,
    /// Unit whose fate it is about.
    pub unit: Option<UnitId>,
    /// Its facts, by their places among those of the command.
    pub facts: Range<usize>,
    /// Its line, of dice their result; `None` where it is not worth one.
    pub line: Option<SubtitleLine>,
    /// Lines while its dice have still to decide, each with the number of facts of the command after which it comes.
    pub stages: Vec<(usize, SubtitleLine)>,
    /// Whether its line would tell what its dice have still to show.
    pub suspense: RevealDelay,
}

impl Moment {
    /// Way in its line; empty without one.
    pub fn way(&self) -> &[Place] {
        self.line.as_ref().map_or(&[], |line| &line.way)
    }
}

/// Whether a line would tell too early what dice show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RevealDelay {
    /// It waits until they lie.
    Dice,
    /// Nothing is rolled.
    None,
}

/// Dice that a line has room for.
const MAX_DICE: usize = 14;

/// The moments of a command's facts, in order; facts that nobody would look at are left out.
pub(super) fn moments(setup: &Setup, side: Side, facts: &[Fact]) -> Vec<Moment> {
    passages(setup, facts).into_iter().filter_map(|passage| moment(setup, side, passage, facts)).collect()
}

fn moment(setup: &Setup, side: Side, passage: Passage, all: &[Fact]) -> Option<Moment> {
    let facts = &all[passage.facts.clone()];
    let kind = facts.iter().filter_map(kind_of).min()?;
    let is_rolled = |fact: &Fact| {
        matches!(
            fact,
            Fact::Shooting(ShootingFact::SalvoFired { .. })
                | Fact::Unit(UnitFact::LeadershipTested { .. })
                | Fact::Deployment(DeploymentFact::RollOffHeld { .. })
        )
    };
    let suspense = if facts.iter().any(is_rolled) { RevealDelay::Dice } else { RevealDelay::None };
    let subject = subject_of(facts);
    let marked =
        |line: SubtitleLine| SubtitleLine { arrow: arrow_of(&subject), way: leaders_way(facts), ..line };
    let mut stages: Vec<(usize, SubtitleLine)> = Vec::new();
    let mut line = line_of(setup, side, &passage.sentences, facts);
    if suspense == RevealDelay::Dice {
        let by = acts(facts, side);
        let said = remarks(setup, all, &passage).into_iter().map(|said| {
            let line = SubtitleLine::new(setup, by, &said.text, Ids::Hidden);
            (said.after, SubtitleLine { rule: of_facts(facts), ..line })
        });
        stages = said.map(|(after, line)| (after, marked(line))).collect();
        if let Some((_, outcome)) = stages.pop() {
            let faces = line.map(|line| line.faces).unwrap_or_default();
            line = Some(SubtitleLine { faces, ..outcome });
        }
    }
    Some(Moment {
        kind,
        unit: fate_of(facts).or(unit_of(&subject)),
        line: line.map(&marked),
        stages,
        suspense,
        facts: passage.facts,
        subject,
    })
}

/// Ends of the arrow that is shown meanwhile: the acting unit and its targets.
fn arrow_of(subject: &ShotSubject) -> Option<(UnitId, Vec<UnitId>)> {
    match subject {
        ShotSubject::Fire { from, at } => Some((*from, vec![*at])),
        ShotSubject::Way { unit, .. } => Some((*unit, Vec::new())),
        ShotSubject::Units(units) => units.first().map(|unit| (*unit, Vec::new())),
        ShotSubject::Fight(units) => {
            let first = *units.first()?;
            Some((first, units.iter().copied().filter(|unit| unit.side != first.side).collect()))
        }
        ShotSubject::Table => None,
    }
}

/// The longest way of a model of the first unit that moves.
fn leaders_way(facts: &[Fact]) -> Vec<Place> {
    let paths = facts.iter().filter_map(|fact| match fact {
        Fact::Unit(UnitFact::ModelMoved { model, path, .. }) => Some((model.unit, path)),
        _ => None,
    });
    let paths: Vec<(UnitId, &Vec<Place>)> = paths.collect();
    let first = paths.first().map(|(unit, _)| *unit);
    let length = |path: &[Place]| -> f64 { path.windows(2).map(|leg| leg[0].ground_distance(leg[1])).sum() };
    let of_unit = paths.iter().filter(|(unit, _)| Some(*unit) == first).map(|(_, path)| *path);
    of_unit.max_by(|a, b| length(a).total_cmp(&length(b))).cloned().unwrap_or_default()
}

/// Kind of event that a fact is worth looking at for. The kinds are in the order of their interest.
fn kind_of(fact: &Fact) -> Option<EventKind> {
    Some(match fact {
        Fact::FallBack(FallBackFact::UnitLeftTable { .. }) => EventKind::Rout,
        Fact::FallBack(FallBackFact::FallBackForced { goes, .. }) => match goes {
            Goes::Routs { .. } => EventKind::Rout,
            Goes::Nowhere => EventKind::LastModel,
            Goes::Stays { .. } | Goes::StaysInCover => EventKind::Test,
            _ => EventKind::FallBack,
        },
        Fact::CloseCombat(CombatFact::CombatLapsed { .. }) => EventKind::Test,
        Fact::CloseCombat(_) => EventKind::CloseCombat,
        Fact::Shooting(ShootingFact::SalvoFired { .. } | ShootingFact::UnitSnapFired { .. }) => {
            EventKind::Fire
        }
        Fact::Turn(TurnFact::ForceWavered { .. } | TurnFact::BattleEnded(_)) => EventKind::Objective,
        Fact::Turn(TurnFact::PhaseBegan { turn }) if turn.phase == Phase::Starting => EventKind::Test,
        Fact::Turn(TurnFact::ObjectivesCounted { .. }) => EventKind::Test,
        Fact::Deployment(_) | Fact::Word(WordFact::UnitBrought { .. }) => EventKind::Deploy,
        Fact::Word(WordFact::UnitSet { .. }) => EventKind::Move,
        Fact::Word(_) => EventKind::Test,
        Fact::Unit(UnitFact::UnitWipedOut { .. }) => EventKind::LastModel,
        Fact::Unit(UnitFact::HitDieRaised { .. } | UnitFact::SuppressionMarkersGained { .. }) => {
            EventKind::Suppressed
        }
        Fact::Unit(UnitFact::ModelLost { .. }) => EventKind::Kill,
        Fact::Unit(UnitFact::LeadershipTested { .. }) => EventKind::Test,
        Fact::Unit(UnitFact::UnitActivated { action, .. }) => match action {
            crate::rules::action::Action::AtTheDouble => EventKind::Run,
            _ => EventKind::Move,
        },
        Fact::Unit(UnitFact::ModelMoved { .. }) => EventKind::Move,
        _ => return None,
    })
}

fn subject_of(facts: &[Fact]) -> ShotSubject {
    let fire = facts.iter().find_map(|fact| match fact {
        Fact::Shooting(
            ShootingFact::SalvoFired { unit: from, at, .. }
            | ShootingFact::UnitSnapFired { unit: from, at, .. },
        ) => Some(ShotSubject::Fire { from: *from, at: *at }),
        _ => None,
    });
    fire.or_else(|| way_of(facts)).unwrap_or_else(|| {
        let mut units: Vec<UnitId> = facts.iter().flat_map(units_of).collect();
        units.sort();
        units.dedup();
        let is_fight = facts.iter().any(|fact| matches!(fact, Fact::CloseCombat(_)));
        match units.first() {
            None => ShotSubject::Table,
            Some(first) if is_fight && units.iter().any(|unit| unit.side != first.side) => {
                ShotSubject::Fight(units)
            }
            Some(_) => ShotSubject::Units(units),
        }
    })
}

/// The way of the first unit that moves.
fn way_of(facts: &[Fact]) -> Option<ShotSubject> {
    let moved = |fact: &Fact| match fact {
        Fact::Unit(UnitFact::ModelMoved { model, path, .. }) => Some((model.unit, path.clone())),
        _ => None,
    };
    let (unit, _) = facts.iter().find_map(moved)?;
    let of_unit = facts.iter().filter_map(moved).filter(|(of, _)| *of == unit);
    Some(ShotSubject::Way { unit, path: of_unit.flat_map(|(_, path)| path).collect() })
}

/// The units that a fact names, where it is about a spot on the table.
fn units_of(fact: &Fact) -> Vec<UnitId> {
    match fact {
        Fact::Unit(
            UnitFact::UnitActivated { unit, .. }
            | UnitFact::LeadershipTested { unit, .. }
            | UnitFact::HitDieRaised { unit, .. }
            | UnitFact::HitDieRemoved { unit, .. }
            | UnitFact::UnitWipedOut { unit },
        ) => vec![*unit],
        Fact::Unit(UnitFact::ModelLost { model, .. }) => vec![model.unit],
        Fact::FallBack(
            FallBackFact::FallBackForced { unit, .. } | FallBackFact::UnitLeftTable { unit, .. },
        ) => vec![*unit],
        Fact::CloseCombat(
            CombatFact::CombatStarted { attackers, defenders, .. }
            | CombatFact::CombatJoined { attackers, defenders, .. },
        ) => attackers.iter().chain(defenders).copied().collect(),
        Fact::CloseCombat(CombatFact::CombatRoundBegan { fighters, .. }) => {
            fighters.iter().map(|model| model.unit).collect()
        }
        Fact::CloseCombat(CombatFact::UnitDefended { unit, at, .. }) => vec![*unit, *at],
        Fact::CloseCombat(CombatFact::UnitLeftCombat { unit, .. }) => vec![*unit],
        _ => Vec::new(),
    }
}

/// Unit whose fate the facts decide: one that falls back, else one that is hit.
fn fate_of(facts: &[Fact]) -> Option<UnitId> {
    facts.iter().find_map(|fact| match fact {
        Fact::FallBack(FallBackFact::FallBackForced { unit, .. })
        | Fact::Unit(UnitFact::HitDieRaised { unit, .. } | UnitFact::UnitWipedOut { unit }) => Some(*unit),
        Fact::Unit(UnitFact::ModelLost { model, .. }) => Some(model.unit),
        _ => None,
    })
}

fn unit_of(subject: &ShotSubject) -> Option<UnitId> {
    match subject {
        ShotSubject::Table => None,
        ShotSubject::Units(units) | ShotSubject::Fight(units) => units.first().copied(),
        ShotSubject::Fire { at, .. } => Some(*at),
        ShotSubject::Way { unit, .. } => Some(*unit),
    }
}

/// The sentences of the log in one line, with the paragraph and the faces of the dice.
fn line_of(setup: &Setup, side: Side, sentences: &[Sentence], facts: &[Fact]) -> Option<SubtitleLine> {
    let worth = |sentence: &&Sentence| {
        matches!(sentence.weight, Weight::Heading | Weight::Line)
            || matches!(sentence.rolls, Rolls::RollOff(_))
    };
    let said: Vec<&Sentence> = sentences.iter().filter(worth).collect();
    let first = said.first()?;
    let texts: Vec<&str> = said.iter().map(|sentence| sentence.text.trim_end_matches('.')).collect();
    let mut line = SubtitleLine::of_sentence(setup, side, first, &in_short(&texts), of_facts(facts));
    if line.faces.is_empty() {
        line.faces = facts.iter().flat_map(to_hit).collect();
    }
    if line.faces.len() > MAX_DICE {
        line.faces.clear();
    }
    Some(line)
}

/// Side of the unit that acts at the beginning of some facts.
fn acts(facts: &[Fact], side: Side) -> Side {
    let of = facts.iter().find_map(|fact| match fact {
        Fact::Shooting(ShootingFact::SalvoFired { unit, .. })
        | Fact::Unit(UnitFact::LeadershipTested { unit, .. }) => Some(unit.side),
        _ => None,
    });
    of.unwrap_or(side)
}

/// Letters that a line has room for.
const MAX_LETTERS: usize = 150;

/// Some sentences as one line: whole sentences and parts of them, as many as there is room for.
fn in_short(texts: &[&str]) -> String {
    let mut line = String::new();
    for (index, part) in texts.iter().flat_map(|text| text.split_inclusive("; ")).enumerate() {
        if index > 0 && line.len() + part.len() > MAX_LETTERS {
            break;
        }
        if index > 0 && !line.ends_with("; ") {
            line.push_str(". ");
        }
        line.push_str(part);
    }
    line.trim_end_matches("; ").to_owned()
}

/// The dice to hit of a salvo, each with whether it did.
fn to_hit(fact: &Fact) -> Vec<(u8, bool)> {
    let Fact::Shooting(ShootingFact::SalvoFired { volleys, .. }) = fact else { return Vec::new() };
    let face = |volley: &VolleyRolled, face: u8| match volley.needs {
        HitRoll::Needs(needed) => (face, face >= needed),
        HitRoll::TwoSixes => (face, face == 6),
    };
    volleys.iter().flat_map(|volley| volley.faces.iter().map(move |one| face(volley, *one))).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::command::{Command, Order};
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::game::phases::moving::kinds::{OpenFire, Order as Moving};
    use crate::game::phases::shooting::kinds::FireAt;
    use crate::level::data_folder::{DataFolder, load_level};

    /// A salvo is one moment: the camera sees both ends of it, its line names paragraph and dice, and waits for them.
    #[test]
    fn a_salvo_is_one_moment_with_the_words_of_the_log() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = Arc::new(load_level("mid-battle", &data, None).unwrap());
        let mut game = Match::start(setup, DiceChoice::Seed(7)).unwrap();
        let (unit, at) = ("A1".parse().unwrap(), "B3".parse().unwrap());
        let fire = vec![FireAt { at, by: None }];
        let order = Order::Moving(Moving::OpenFire(OpenFire { unit, moves: vec![], fire }));
        let facts = game.submit(Command { player: Side::A, order }).unwrap().outcome.facts.clone();
        let found = moments(game.setup(), Side::A, &facts);
        let salvo = found.iter().find(|one| one.subject == ShotSubject::Fire { from: unit, at }).unwrap();
        assert!(salvo.kind <= EventKind::Suppressed, "it hits: {:?}", salvo.kind);
        assert_eq!((salvo.unit, salvo.suspense), (Some(at), RevealDelay::Dice));
        let line = salvo.line.as_ref().unwrap();
        assert_eq!(in_short(&["one; two", "three"]), "one; two. three");
        assert!(in_short(&[&"x".repeat(150), &"y".repeat(80)]).ends_with('x'), "no half sentence");
        let said = crate::game::narration::sentences(game.setup(), &facts[salvo.facts.clone()]);
        let (begins, ends) = said[0].text.split_once(": ").unwrap();
        let (numbers, came_of) = line
            .words()
            .split_once(": ")
            .unwrap()
            .1
            .split_once(". ")
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .unwrap();
        assert_eq!(came_of.to_lowercase(), ends.trim_end_matches('.').to_lowercase());
        assert!(numbers.contains("hit"), "{numbers}");
        let opening = &salvo.stages[0].1;
        assert!(opening.words().contains(" dice, "), "what is rolled: {opening:?}");
        assert_eq!(opening.arrow, Some((unit, vec![at])), "from the actor to the target, from the start");
        assert_eq!(line.arrow, opening.arrow, "to the end");
        assert!(begins.starts_with("First rifles (A1) open fire on"), "{begins}");
        assert!(opening.words().starts_with("First rifles open fire on"), "no ids, and no outcome");
        assert!(opening.text[0].side == Some(Side::A), "{opening:?}");
        assert_eq!(line.rule.map(|rule| rule.0), Some("ACT-1"));
        let mut last = 0;
        for one in &found {
            assert!(one.facts.start >= last && one.facts.end <= facts.len(), "in order, none twice");
            last = one.facts.end;
        }
    }
}
