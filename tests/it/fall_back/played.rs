//! What the preview promises is what is played: `retreat` is asked first, then the order is given, and every
//! model's way and end, who is lost and why, markers and facts are held against the promise.
//!
//! A hundred and fifty in every run, a thousand with `WARSTRIKE_TABLES=1000`.

use warstrike::game::battle::Battle;
use warstrike::game::command::{Command, FallBack, Order};
use warstrike::game::components::{Activity, Condition, Fate, Pose};
use warstrike::game::fact::{Fact, Goes};
use warstrike::game::fall_back::retreat;
use warstrike::game::fall_back::retreat::{Course, Flight, LostFor, Retreat, Run, RunEnd};
use warstrike::game::snapshot::{ModelState, Snapshot, UnitState};
use warstrike::rules::action::Action;
use warstrike::rules::falling_back::Occasion;
use warstrike::rules::ids::ModelId;
use warstrike::rules::measures::{Facing, Place};

use super::tables::{Ground, UNIT, draft_on};
use super::{first_table, tables};
use crate::paths::everywhere;

/// One fall back: as it was promised, and as it was played.
struct Play {
    promise: Retreat,
    before: Snapshot,
    facts: Vec<Fact>,
    after: Snapshot,
}

/// The play of a random table; none where nobody stands who has to fall back. Every second is open, and markers and
/// hits are not the same on all.
fn play(number: u64) -> Option<Play> {
    let ground = if number.is_multiple_of(2) { Ground::Crowded } else { Ground::Open };
    let draft = draft_on(ground, 70_000 + number);
    let mut battle: Battle = draft.battle_with(1 + (number % 6) as u8, (number % 4) as u8);
    let promise = retreat(battle.view(), UNIT, Occasion::Action)?;
    let before = battle.snapshot();
    let command = Command { player: UNIT.side, order: Order::FallBack(FallBack::of(UNIT)) };
    let outcome = battle.submit(&command).unwrap_or_else(|error| panic!("table {number}: {error}"));
    Some(Play { promise, before, facts: outcome.facts, after: battle.snapshot() })
}

impl Play {
    /// What was played otherwise than it was promised.
    fn broken(&self) -> Result<(), String> {
        self.models()?;
        self.units()?;
        self.told()
    }

    /// Everyone stands and looks as promised; nobody else has changed.
    ///
    /// Rule: FB-4, FB-5, ROU-2, FB-1.
    fn models(&self) -> Result<(), String> {
        for (before, after) in self.before.models.iter().zip(&self.after.models) {
            let expected = self.promised(before);
            if *after != expected {
                return Err(format!("{} is {after:?}, promised was {expected:?}", before.id));
            }
        }
        let same = self.before.models.len() == self.after.models.len();
        if same { Ok(()) } else { Err("models appear or vanish".to_owned()) }
    }

    fn promised(&self, before: &ModelState) -> ModelState {
        let lost = |pose| {
            let condition = Condition { fate: Fate::Lost, ..before.condition };
            ModelState { pose, condition, ..*before }
        };
        let stands = before.id.unit == UNIT && before.condition.fate == Fate::Standing;
        if self.promise.course == Course::Destroyed && stands {
            return lost(before.pose);
        }
        let Some(run) = self.promise.course.runs().iter().find(|run| run.model == before.id) else {
            return *before;
        };
        let at = run.path.last().copied().unwrap_or(before.pose.at);
        match run.end {
            RunEnd::Stands { facing } | RunEnd::Apart { facing } => {
                ModelState { pose: Pose { at, facing }, ..*before }
            }
            RunEnd::Lost { .. } => lost(Pose { at, ..before.pose }),
            RunEnd::Leaves => panic!("only units of the outline leave by their edge"),
        }
    }

    /// Rule: FB-6 (one marker, if anyone is left to drop it), TURN-3.
    fn units(&self) -> Result<(), String> {
        let left = |run: &Run| !matches!(run.end, RunEnd::Lost { .. });
        let anyone = self.promise.course.runs().iter().any(left);
        for (before, after) in self.before.units.iter().zip(&self.after.units) {
            let mut expected: UnitState = *before;
            if before.id == UNIT {
                let (acted, last_action) = (true, Some(Action::FallBack));
                expected.activity = Activity { acted, last_action, ..Activity::default() };
                expected.nerve_markers = before.nerve_markers.saturating_sub(u8::from(anyone));
            }
            if *after != expected {
                return Err(format!("{after:?}, not {expected:?}"));
            }
        }
        Ok(())
    }

    /// Rule: FB-1, FB-6.
    fn told(&self) -> Result<(), String> {
        let (told, promised) = (self.facts.iter().map(Told::of).collect::<Vec<_>>(), self.promised_facts());
        let first = told.iter().zip(&promised).position(|(told, promised)| told != promised);
        match first {
            Some(nth) => Err(format!("told {:?}, promised was {:?}", told[nth], promised[nth])),
            None if told.len() != promised.len() => Err(format!("{told:?}, not {promised:?}")),
            None => Ok(()),
        }
    }

    fn promised_facts(&self) -> Vec<Told> {
        let promise = &self.promise;
        let mut told = vec![Told::Activated, self.forced()];
        let of_unit = |model: &&ModelState| model.id.unit == UNIT && model.condition.fate == Fate::Standing;
        let standing = self.before.models.iter().filter(of_unit);
        if promise.course == Course::Destroyed {
            told.extend(standing.clone().map(|model| Told::Lost(model.id, Some(LostFor::Weakness))));
        }
        for run in promise.course.runs() {
            let pose = standing.clone().find(|model| model.id == run.model).map(|model| model.pose);
            let Some(pose) = pose else { continue };
            if run.path.last().is_some_and(|end| *end != pose.at) {
                let path = std::iter::once(pose.at).chain(run.path.iter().copied()).collect();
                told.push(Told::Moved(run.model, path, thousandths(run.length.0)));
            }
            match run.end {
                RunEnd::Stands { facing } | RunEnd::Apart { facing } if facing != pose.facing => {
                    told.push(Told::Turned(run.model, facing));
                }
                RunEnd::Lost { why } => told.push(Told::Lost(run.model, Some(why))),
                _ => {}
            }
        }
        let anyone = promise.course.runs().iter().any(|run| !matches!(run.end, RunEnd::Lost { .. }));
        let unit = self.before.units.iter().find(|unit| unit.id == UNIT);
        let markers = unit.map_or(0, |unit| unit.nerve_markers);
        match (anyone, markers) {
            (false, _) => told.push(Told::WipedOut),
            (true, 0) => {}
            (true, markers) => told.push(Told::Dropped(1, markers - 1)),
        }
        told.push(Told::Acted);
        told
    }

    fn forced(&self) -> Told {
        let promise = &self.promise;
        let goes = match &promise.course {
            Course::Destroyed => Goes::Nowhere,
            Course::FallBack { haven, .. } => Goes::ToHaven { leader: promise.leader, haven: haven.clone() },
            Course::Rout { runs } => {
                let flights = runs.iter().filter_map(|run| Some((run.model, run.flight.clone()?)));
                return Told::Routs(Box::new((promise.clone(), flights.collect())));
            }
            other => panic!("only units of the outline do this: {other:?}"),
        };
        Told::Forced(Box::new(Fact::FallBackForced {
            unit: UNIT,
            strength: promise.strength,
            forced: promise.forced,
            goes,
        }))
    }
}

/// What of a fact is held against the promise.
#[derive(Clone, Debug)]
enum Told {
    Activated,
    Forced(Box<Fact>),
    /// What was promised, and the flights.
    Routs(Box<(Retreat, Vec<(ModelId, Flight)>)>),
    Moved(ModelId, Vec<Place>, i64),
    Turned(ModelId, Facing),
    Lost(ModelId, Option<LostFor>),
    WipedOut,
    Dropped(u8, u8),
    Acted,
    Other(String),
}

impl PartialEq for Told {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Forced(fact), Self::Routs(promised)) => {
                let (promise, all) = promised.as_ref();
                matches!(fact.as_ref(), Fact::FallBackForced { strength, forced, goes: Goes::Routs { leader, flights }, .. }
                    if *strength == promise.strength && *forced == promise.forced && *leader == promise.leader
                    && flights.iter().map(|one| (one.model, one.flight.clone())).eq(all.iter().cloned()))
            }
            (Self::Forced(a), Self::Forced(b)) => a == b,
            (Self::Moved(a, way, long), Self::Moved(b, other, length)) => {
                (a, way, long) == (b, other, length)
            }
            (Self::Turned(a, facing), Self::Turned(b, other)) => (a, facing) == (b, other),
            (Self::Lost(a, why), Self::Lost(b, other)) => (a, why) == (b, other),
            (Self::Dropped(a, left), Self::Dropped(b, other)) => (a, left) == (b, other),
            (Self::Other(a), Self::Other(b)) => a == b,
            (Self::Activated, Self::Activated)
            | (Self::WipedOut, Self::WipedOut)
            | (Self::Acted, Self::Acted) => true,
            _ => false,
        }
    }
}

impl Told {
    fn of(fact: &Fact) -> Self {
        match fact {
            Fact::UnitActivated { unit: UNIT, action: Action::FallBack } => Self::Activated,
            Fact::FallBackForced { unit: UNIT, .. } => Self::Forced(Box::new(fact.clone())),
            Fact::ModelMoved { model, path, length, .. } => {
                Self::Moved(*model, path.clone(), thousandths(length.0))
            }
            Fact::ModelTurned { model, facing } => Self::Turned(*model, *facing),
            Fact::ModelLost { model, why, .. } => Self::Lost(*model, *why),
            Fact::UnitWipedOut { unit: UNIT } => Self::WipedOut,
            Fact::NerveMarkersDropped { unit: UNIT, dropped, left } => Self::Dropped(*dropped, *left),
            Fact::UnitActed { unit: UNIT } => Self::Acted,
            _ => Self::Other(format!("{fact:?}")),
        }
    }
}

fn thousandths(length: f64) -> i64 {
    (length * 1000.0).round() as i64
}

/// Rule: FB-1, FB-4, FB-5, FB-6, ROU-1, ROU-2.
#[test]
fn what_is_promised_is_played() {
    let first = first_table();
    let played = everywhere(tables(150), |nth| play(first + nth));
    let mut counts = std::collections::BTreeMap::new();
    let mut wrong = Vec::new();
    for (nth, play) in played.iter().filter_map(|(nth, play)| Some((first + nth, play.as_ref()?))) {
        let case = match &play.promise.course {
            Course::Destroyed => "destroyed",
            Course::FallBack { .. } => "falls back",
            Course::Rout { .. } => "routs",
            other => panic!("only units of the outline do this: {other:?}"),
        };
        *counts.entry(case).or_insert(0) += 1;
        wrong.extend(play.broken().err().map(|why| format!("table {nth}: {why}")));
    }
    println!("{counts:?}");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(std::env::var_os("WARSTRIKE_TABLES").is_some() || counts.len() > 1, "{counts:?}");
}

/// A promise, a little other than what was played; none where it cannot be changed so.
type Change = fn(&mut Retreat) -> Option<()>;

fn runs(retreat: &mut Retreat) -> Option<&mut Vec<Run>> {
    match &mut retreat.course {
        Course::FallBack { runs, .. } | Course::Rout { runs } => Some(runs),
        _ => None,
    }
}

const PLANTED: [(&str, Change); 8] = [
    ("an end a thousandth aside", |retreat| {
        runs(retreat)?.iter_mut().find_map(|run| run.path.last_mut())?.x.0 += 1;
        Some(())
    }),
    ("another corner on the way", |retreat| {
        let path = &mut runs(retreat)?.iter_mut().find(|run| !run.path.is_empty())?.path;
        let mut corner = *path.first()?;
        corner.y.0 += 700;
        path.insert(0, corner);
        Some(())
    }),
    ("another facing", |retreat| {
        let turned = |run: &mut Run| match &mut run.end {
            RunEnd::Stands { facing } | RunEnd::Apart { facing } => {
                *facing = Facing::toward(Place::flat(0, 0), Place::flat(777, 123))?;
                Some(())
            }
            RunEnd::Lost { .. } | RunEnd::Leaves => None,
        };
        runs(retreat)?.iter_mut().find_map(turned)
    }),
    ("one more lost", |retreat| {
        let stands = |run: &&mut Run| !matches!(run.end, RunEnd::Lost { .. });
        runs(retreat)?.iter_mut().find(stands)?.end = RunEnd::Lost { why: LostFor::NoWayOut };
        Some(())
    }),
    ("lost for another reason", |retreat| {
        let lost = |run: &&mut Run| matches!(run.end, RunEnd::Lost { why } if why != LostFor::LeftBehind);
        runs(retreat)?.iter_mut().find(lost)?.end = RunEnd::Lost { why: LostFor::LeftBehind };
        Some(())
    }),
    ("another order", |retreat| {
        let runs = runs(retreat).filter(|runs| runs.len() > 1)?;
        runs.reverse();
        Some(())
    }),
    ("another haven", |retreat| match &mut retreat.course {
        Course::FallBack { haven, .. } => {
            haven.at.x.0 += 1;
            Some(())
        }
        _ => None,
    }),
    ("another strength", |retreat| {
        retreat.strength.standing += 1;
        Some(())
    }),
];

/// Every little change of a promise is noticed, on every table on which it can be made.
#[test]
fn another_promise_is_noticed() {
    let mut noticed = [0; PLANTED.len()];
    for mut play in (0..24).filter_map(play) {
        assert_eq!(play.broken(), Ok(()));
        let kept = play.promise.clone();
        for ((what, change), noticed) in PLANTED.iter().zip(&mut noticed) {
            play.promise = kept.clone();
            if change(&mut play.promise).is_some() {
                assert!(play.broken().is_err(), "{what}: {:?}", play.promise);
                *noticed += 1;
            }
        }
    }
    assert!(noticed.iter().all(|count| *count > 0), "{noticed:?}");
}
