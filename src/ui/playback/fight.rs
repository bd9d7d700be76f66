//! A close combat as it is played back: stage by stage, each shown for as long as it takes to read it.

use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::engine::unit_fact::TestedFor;
use crate::game::narration::{Weight, sentences, words};
use crate::game::phases::close_combat::kinds::Fact as CombatFact;
use crate::game::phases::shooting::kinds::{Fact as ShootingFact, Save};
use crate::level::setup::Setup;
use crate::rules::ids::{Side, UnitId};
use crate::rules::salvo::Manner;
use crate::rules::shooting::HitRoll;

/// A part of a close combat: the beginning of a round, one unit's blows, a test, the end.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct FightStage {
    /// The combat's number in the turn, and its round, as far as they have been told.
    pub combat: Option<(u8, u8)>,
    /// Beginning of it in a sentence, as long as dice still roll.
    begins: String,
    /// Events, in sentences.
    lines: Vec<String>,
    /// The dice that are rolled.
    pub dice: Vec<DiceRow>,
    /// The place of its first fact among those that are played back.
    first: usize,
    /// The units that have taken part in the combat so far.
    pub fighting: Vec<UnitId>,
    /// The unit of each model that falls in it.
    pub lost: Vec<UnitId>,
    /// Seconds from the start of playback.
    pub(super) start: f32,
    pub(super) end: f32,
}

/// Dice that are rolled together.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct DiceRow {
    /// Side that rolls them.
    pub side: Side,
    /// Purpose: "to hit: 4 or more".
    pub what: String,
    /// The faces, each with whether it succeeds.
    pub faces: Vec<(u8, Success)>,
    /// The place of its fact in the stage.
    of: usize,
    /// Time at which it lies, seconds from the start of playback.
    lies: f32,
}

/// Whether a die does what it was rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Success {
    Yes,
    No,
}

impl Success {
    fn of(succeeds: bool) -> Self {
        if succeeds { Self::Yes } else { Self::No }
    }
}

/// Seconds for which a stage is shown at least: without dice, and what each row of dice adds.
const STAGE_SECONDS: f32 = 1.3;
const ROW_SECONDS: f32 = 0.7;
/// Seconds for which the outcome of dice stays at least.
const OUTCOME_SECONDS: f32 = 0.9;

impl FightStage {
    /// Says what has been seen of it by now: its outcome once its last dice lie.
    pub fn says(&self, elapsed: f32) -> &[String] {
        let all_lie = self.dice.iter().all(|row| row.lies <= elapsed);
        if all_lie { &self.lines } else { std::slice::from_ref(&self.begins) }
    }

    /// The dice that lie by now.
    pub fn dice_by(&self, elapsed: f32) -> impl Iterator<Item = &DiceRow> {
        self.dice.iter().filter(move |row| row.lies <= elapsed)
    }

    /// Each row of dice lies when its fact is shown; `times` are those of all facts.
    pub(super) fn set_times(&mut self, times: &[f32]) {
        for row in &mut self.dice {
            row.lies = times.get(self.first + row.of).copied().unwrap_or(self.start);
        }
    }

    /// Stays until something else ends, and until its outcome has been read.
    pub(super) fn last_until(&mut self, ends: f32) -> f32 {
        let outcome = if self.dice.is_empty() { 0.0 } else { OUTCOME_SECONDS };
        self.end = self.end.max(ends + outcome);
        self.end
    }
}

/// Beginning of a stage in a sentence.
fn beginning(setup: &Setup, fact: Option<&Fact>) -> String {
    match fact {
        Some(Fact::Shooting(ShootingFact::SalvoFired { unit, at, manner, .. })) => {
            let does = if *manner == Manner::Melee { "fights" } else { "fires at" };
            format!("{} {does} {}.", words::unit(setup, *unit), words::unit(setup, *at))
        }
        Some(Fact::Unit(UnitFact::LeadershipTested { unit, .. })) => {
            format!("{} tests whether it goes on fighting.", words::unit(setup, *unit))
        }
        _ => String::new(),
    }
}

/// Whether a stage of a close combat begins with a fact.
pub(super) fn begins_stage(fact: &Fact) -> bool {
    match fact {
        Fact::CloseCombat(fact) => matches!(
            fact,
            CombatFact::CombatRoundBegan { .. }
                | CombatFact::CombatRoundEnded { .. }
                | CombatFact::UnitLeftCombat { .. }
                | CombatFact::CombatEnded { .. }
        ),
        Fact::Shooting(ShootingFact::SalvoFired { manner, .. }) => {
            matches!(manner, Manner::Melee | Manner::CloseFire)
        }
        Fact::Unit(UnitFact::LeadershipTested { purpose: TestedFor::CloseCombat, .. }) => true,
        _ => false,
    }
}

/// The stage that some facts make, beginning with the first, which comes after another stage.
pub(super) fn stage_of(
    setup: &Setup,
    facts: &[Fact],
    before: Option<&FightStage>,
    (first, start): (usize, f32),
) -> FightStage {
    let said = sentences(setup, facts);
    let lines = said.iter().filter(|sentence| sentence.weight == Weight::Line);
    let of_fact = |(of, fact)| rows_of(fact).into_iter().map(move |row| DiceRow { of, ..row });
    let dice: Vec<DiceRow> = facts.iter().enumerate().flat_map(of_fact).collect();
    let end = start + STAGE_SECONDS + ROW_SECONDS * dice.len() as f32;
    let numbered = facts.iter().find_map(|fact| match fact {
        Fact::CloseCombat(CombatFact::CombatRoundBegan { combat, round, .. }) => Some((*combat, *round)),
        Fact::CloseCombat(CombatFact::CombatRoundEnded { combat, round, .. }) => Some((*combat, *round)),
        Fact::CloseCombat(CombatFact::CombatEnded { combat, rounds, .. }) => Some((*combat, *rounds)),
        _ => None,
    });
    let combat = numbered.or_else(|| before.and_then(|stage| stage.combat));
    let number = |of: Option<(u8, u8)>| of.map(|(combat, _)| combat);
    // Combats are numbered turn by turn: the first round of one does not go on with another of its number.
    let opens =
        |fact: &Fact| matches!(fact, Fact::CloseCombat(CombatFact::CombatRoundBegan { round: 1, .. }));
    let same = before.filter(|stage| !facts.iter().any(opens) && number(stage.combat) == number(combat));
    let mut fighting = same.map_or_else(Vec::new, |stage| stage.fighting.clone());
    for fact in facts {
        match fact {
            Fact::CloseCombat(CombatFact::CombatRoundBegan { fighters, .. }) => {
                fighting.extend(fighters.iter().map(|fighter| fighter.unit));
            }
            Fact::Shooting(ShootingFact::SalvoFired { unit, at, .. }) => fighting.extend([*unit, *at]),
            _ => {}
        }
    }
    fighting.sort();
    fighting.dedup();
    let fallen = |fact: &Fact| match fact {
        Fact::Unit(UnitFact::ModelLost { model, .. }) => Some(model.unit),
        _ => None,
    };
    let lost = facts.iter().filter_map(fallen).collect();
    let lines = lines.map(|line| line.text.clone()).collect();
    let begins = beginning(setup, facts.first());
    FightStage { combat, begins, lines, dice, first, fighting, lost, start, end }
}

/// The dice of a fact.
fn rows_of(fact: &Fact) -> Vec<DiceRow> {
    match fact {
        Fact::Shooting(ShootingFact::SalvoFired { unit, volleys, .. }) => volleys
            .iter()
            .flat_map(|volley| {
                let first = |face: u8| match volley.needs {
                    HitRoll::Needs(needed) => face >= needed,
                    HitRoll::TwoSixes => face == 6,
                };
                let what = match volley.needs {
                    HitRoll::Needs(needed) => format!("to hit, {needed}+"),
                    HitRoll::TwoSixes => "hard to hit: a six, and a six again".to_owned(),
                };
                let row = |what: String, faces: &[u8], hits: &dyn Fn(u8) -> bool| DiceRow {
                    side: unit.side,
                    what,
                    faces: faces.iter().map(|face| (*face, Success::of(hits(*face)))).collect(),
                    of: 0,
                    lies: 0.0,
                };
                let again = row("the second six".to_owned(), &volley.again, &|face| face == 6);
                [row(what, &volley.faces, &first), again]
            })
            .filter(|row| !row.faces.is_empty())
            .collect(),
        Fact::Shooting(ShootingFact::SavesRolled { unit, on, rolls }) => rolls
            .iter()
            .filter(|roll| !roll.faces.is_empty())
            .map(|roll| {
                let on = match on {
                    Save::Armour => "armour",
                    Save::Toughness => "toughness",
                };
                let needed = roll.needs.unwrap_or(7);
                let what = format!("{on}, {needed}+: {} of {} fail", roll.failed, roll.of);
                let faces = roll.faces.iter().map(|face| (*face, Success::of(*face >= needed))).collect();
                DiceRow { side: unit.side, what, faces, of: 0, lies: 0.0 }
            })
            .collect(),
        Fact::Unit(UnitFact::LeadershipTested { unit, faces, nerve, .. }) => {
            let what = format!("to stand, {nerve} or less");
            let faces = faces.iter().map(|face| (*face, Success::of(face <= nerve))).collect();
            vec![DiceRow { side: unit.side, what, faces, of: 0, lies: 0.0 }]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::phases::close_combat::kinds::LeftFor;

    /// Rule: CC-7. A test has its own stage, with its dice.
    #[test]
    fn a_stage_has_its_dice() {
        let unit = "B2".parse().unwrap();
        let test = Fact::Unit(UnitFact::LeadershipTested {
            unit,
            purpose: TestedFor::CloseCombat,
            faces: vec![2, 5],
            nerve: 3,
            inspired_by: None,
            passed: true,
        });
        let left = Fact::CloseCombat(CombatFact::UnitLeftCombat { unit, why: LeftFor::FailedTest });
        let dropped = Fact::Unit(UnitFact::NerveMarkersDropped { unit, dropped: 1, left: 0 });
        assert!(begins_stage(&test) && begins_stage(&left) && !begins_stage(&dropped));
        let expected = DiceRow {
            side: Side::B,
            what: "to stand, 3 or less".to_owned(),
            faces: vec![(2, Success::Yes), (5, Success::No)],
            of: 0,
            lies: 0.0,
        };
        assert_eq!(rows_of(&test), [expected]);
        assert_eq!(rows_of(&dropped), []);
    }

    /// As long as dice roll, the card shows neither those that come later nor what comes of them.
    #[test]
    fn a_stage_tells_its_outcome_once_its_dice_lie() {
        let row = |of: usize| DiceRow {
            side: Side::A,
            what: of.to_string(),
            faces: vec![(6, Success::Yes)],
            of,
            lies: 0.0,
        };
        let mut stage = FightStage {
            combat: None,
            begins: "They fight.".to_owned(),
            lines: vec!["One falls.".to_owned()],
            dice: vec![row(0), row(2)],
            first: 1,
            fighting: vec![],
            lost: vec![],
            start: 2.0,
            end: 3.0,
        };
        stage.set_times(&[1.0, 4.0, 5.0, 6.0]);
        for (elapsed, dice, says) in
            [(2.0, 0, "They fight."), (4.0, 1, "They fight."), (6.0, 2, "One falls.")]
        {
            assert_eq!(
                (stage.dice_by(elapsed).count(), stage.says(elapsed)[0].as_str()),
                (dice, says),
                "{elapsed}"
            );
        }
        assert!(stage.last_until(6.0) > 6.5, "long enough to be read");
    }
}
