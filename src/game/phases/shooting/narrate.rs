//! Salvos in sentences: who fired at whom and what came of it; then the numbers, and shot by shot why.

use super::kinds::{AimedShot, Fact, Save, SaveRolled, ThrowRolled, VolleyRolled};
use super::shots_in_words::shots_in_words;
use super::snap_fire::when;
use crate::game::engine::fact::{Fact as AnyFact, UnitFact};
use crate::game::engine::unit_fact::NerveFor;
use crate::game::narration::models::{faces, models};
use crate::game::narration::who::Who;
use crate::game::narration::words::{self, count, counted, dice_count, unit};
use crate::game::narration::{Narrated, Sentence};
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::salvo::{Manner, Rank};

pub(in crate::game) fn narrate(setup: &Setup, fact: &Fact, facts: &[AnyFact]) -> Narrated {
    match fact {
        Fact::UnitSnapFired { unit: id, at, moment } => {
            let reacts = Who::unit(setup, *id).does(["reacts", "react"]);
            let text = format!("{reacts} to {} {}.", unit(setup, *at), when(*moment));
            Narrated::one(Sentence::line(*id, text))
        }
        Fact::SalvoFired { unit: from, at, manner, shots, volleys, throws } => {
            let results = facts[1..].iter().take_while(|fact| suffered(fact).is_some()).count();
            let mut salvo = fired(setup, (*from, *at, *manner), shots, volleys, throws);
            let (mut outcome, mut harm, mut others) = (None, Vec::new(), Vec::new());
            for facts in facts[1..=results].chunk_by(|one, next| suffered(one) == suffered(next)) {
                match facts.first().and_then(suffered) {
                    Some(unit) if unit == *at => {
                        harm.push(numbers(setup, unit, facts));
                        outcome = Some(came_of(setup, unit, facts));
                    }
                    Some(unit) => {
                        let who = Who::unit(setup, unit);
                        let hit = who.does(["is hit as well", "are hit as well"]);
                        let text = format!("{hit}: {}.", came_of(setup, unit, facts));
                        let details = vec![numbers(setup, unit, facts)];
                        others.push(Sentence { details, ..Sentence::line(unit, text) });
                    }
                    None => {}
                }
            }
            let missed = if *manner == Manner::Melee { "no blow hits" } else { "no shot hits" };
            let outcome = outcome.unwrap_or_else(|| missed.to_owned());
            salvo.text = format!("{}: {outcome}.", salvo.text);
            salvo.details.splice(1..1, harm);
            Narrated { sentences: std::iter::once(salvo).chain(others).collect(), facts: 1 + results }
        }
        Fact::SavesRolled { .. } => Narrated::none(),
    }
}

/// On My Target needs no sentence of its own: its salvo has one.
pub(in crate::game) fn narrate_action(
    _: &Setup,
    _: UnitId,
    action: Action,
    _: &[AnyFact],
) -> Option<Narrated> {
    (action == Action::OnMyTarget).then(|| Narrated { sentences: Vec::new(), facts: 0 })
}

/// The unit that a fact of a salvo's harm is about.
fn suffered(fact: &AnyFact) -> Option<UnitId> {
    match fact {
        AnyFact::Shooting(Fact::SavesRolled { unit, .. }) => Some(*unit),
        AnyFact::Unit(
            UnitFact::HitsTaken { unit, .. }
            | UnitFact::HitDieRaised { unit, .. }
            | UnitFact::SuppressionMarkersGained { unit, .. }
            | UnitFact::UnitWipedOut { unit }
            | UnitFact::NerveMarkersGained { unit, .. },
        ) => Some(*unit),
        AnyFact::Unit(UnitFact::ModelWounded { model, .. } | UnitFact::ModelLost { model, .. }) => {
            Some(model.unit)
        }
        _ => None,
    }
}

/// Opening of a salvo, before its dice have decided: "First rifles (A1) open fire on Gate guard (B1)".
pub(in crate::game) fn opening(setup: &Setup, from: UnitId, at: UnitId, manner: Manner) -> String {
    let verb = match manner {
        Manner::OpenFire | Manner::SnapInOpenFire => ["opens fire on", "open fire on"],
        Manner::Advance => ["fires at", "fire at"],
        Manner::OnMyTarget => ["fires On My Target at", "fire On My Target at"],
        Manner::AfterRunning => ["fires after its run at", "fire after their run at"],
        Manner::SnapFire => ["snap fires at", "snap fire at"],
        Manner::FallingBack => ["stays and fires at", "stay and fire at"],
        Manner::CloseFire => ["fires in close combat at", "fire in close combat at"],
        Manner::Melee => ["fights", "fight"],
    };
    format!("{} {}", Who::unit(setup, from).does(verb), unit(setup, at))
}

fn fired(
    setup: &Setup,
    (from, at, manner): (UnitId, UnitId, Manner),
    shots: &[AimedShot],
    volleys: &[VolleyRolled],
    throws: &[ThrowRolled],
) -> Sentence {
    let dice: usize = volleys.iter().map(|volley| volley.faces.len()).sum();
    let text = opening(setup, from, at, manner);
    let hits: u32 = volleys.iter().map(|volley| volley.hits).sum();
    let numbers = format!("{}, {}, {}", count(shots.len()), dice_count(dice), counted(hits as usize, "hit"));
    let shots = shots_in_words(setup, shots, volleys);
    let details = std::iter::once(numbers).chain(shots).chain(throws.iter().map(landed)).collect();
    Sentence { details, ..Sentence::line(from, text) }
}

/// Effect of a salvo on its target, the losses first: "two fall, the rest are suppressed".
///
/// Rule: SHO-6, SUP-2, SUP-3.
fn came_of(setup: &Setup, id: UnitId, facts: &[AnyFact]) -> String {
    let who = Who::unit(setup, id);
    let count = |test: &dyn Fn(&UnitFact) -> bool| {
        facts.iter().filter(|fact| matches!(fact, AnyFact::Unit(fact) if test(fact))).count()
    };
    let fallen = count(&|fact| matches!(fact, UnitFact::ModelLost { .. }));
    let leader = count(&|fact| matches!(fact, UnitFact::ModelLost { rank: Rank::Leader, .. }));
    let wounded = count(&|fact| matches!(fact, UnitFact::ModelWounded { .. }));
    if count(&|fact| matches!(fact, UnitFact::UnitWipedOut { .. })) > 0 {
        let alone = setup.unit(id).is_some_and(|start| start.models.len() == 1);
        return match fallen {
            _ if alone => format!("{} falls", who.it()),
            1 => "the last one falls, and nobody is left".to_owned(),
            several => format!("the last {} fall, and nobody is left", words::number(several)),
        };
    }
    let shaken = count(&|fact| matches!(fact, UnitFact::HitDieRaised { shaken: true, .. })) > 0;
    let marked = count(&|fact| {
        matches!(fact, UnitFact::HitDieRaised { .. } | UnitFact::SuppressionMarkersGained { .. })
    }) > 0;
    let state = if shaken { Some("shaken") } else { marked.then_some("suppressed") };
    let mut lost = Vec::new();
    match (fallen, leader) {
        (0, _) => {}
        (1, 0) => lost.push("one falls".to_owned()),
        (1, _) => lost.push(format!("{} leader falls", who.its())),
        (some, 0) => lost.push(format!("{} fall", words::number(some))),
        (some, _) => lost.push(format!("{} fall, {} leader among them", words::number(some), who.its())),
    }
    match wounded {
        0 => {}
        1 => lost.push("one is wounded".to_owned()),
        some => lost.push(format!("{} are wounded", words::number(some))),
    }
    match (lost.join(" and "), state) {
        (lost, None) if lost.is_empty() => format!("{} {} hit, but nobody falls", who.it(), who.is()),
        (lost, None) => lost,
        (lost, Some(state)) if lost.is_empty() => {
            format!("nobody falls, but {} {} {state}", who.it(), who.is())
        }
        (lost, Some(state)) => format!("{lost}, and {} {} {state}", who.it(), who.is()),
    }
}

fn landed(throw: &ThrowRolled) -> String {
    let how = match throw.deviation[..] {
        [] => "lands where it was aimed".to_owned(),
        _ => format!("misses {} and lands at {}{}", throw.aimed, throw.at, faces(&throw.deviation)),
    };
    let hit: Vec<String> = throw.hit.iter().map(ToString::to_string).collect();
    let hit = if hit.is_empty() { "no model".to_owned() } else { hit.join(", ") };
    format!("the throw of {} {how}: it hits {hit}", throw.by)
}

/// Damage of a unit in numbers: its losses, then their causes.
///
/// Rule: SUP-2, SUP-3, ACT-7, SHO-5, NRV-1, NRV-2.
fn numbers(setup: &Setup, id: UnitId, facts: &[AnyFact]) -> String {
    let mut parts: Vec<String> = losses(facts).into_iter().collect();
    let by_die = facts.iter().any(|fact| matches!(fact, AnyFact::Unit(UnitFact::HitDieRaised { .. })));
    for fact in facts {
        match fact {
            // Where the hit-die shows it, the hits need not be counted again.
            AnyFact::Unit(UnitFact::HitsTaken { hits, .. }) if !by_die => {
                parts.push(counted(*hits as usize, "hit"));
            }
            AnyFact::Unit(UnitFact::HitDieRaised { shows, .. }) => {
                parts.push(format!("the hit-die shows {shows}"));
            }
            AnyFact::Unit(UnitFact::SuppressionMarkersGained { gained, now, .. }) => {
                let markers = counted(usize::from(*gained), "suppression marker");
                parts.push(format!("{markers} ({now} now)"));
            }
            AnyFact::Shooting(Fact::SavesRolled { on, rolls, .. }) => parts.push(saves(*on, rolls)),
            AnyFact::Unit(UnitFact::NerveMarkersGained { gained, now, reason, .. }) => {
                let why = match reason {
                    NerveFor::Hits => "being hit",
                    NerveFor::FailedSave => "failed saves",
                };
                let markers = counted(usize::from(*gained), "nerve marker");
                parts.push(format!("{markers} for {why} ({now} now)"));
            }
            _ => {}
        }
    }
    format!("{}: {}", unit(setup, id), parts.join("; "))
}

fn saves(on: Save, rolls: &[SaveRolled]) -> String {
    let (of, failed) = rolls.iter().fold((0, 0), |(of, failed), roll| (of + roll.of, failed + roll.failed));
    let what = match on {
        Save::Armour => "armour save",
        Save::Toughness => "toughness test",
    };
    let said = match (of, failed) {
        (1, 0) => format!("{what} passed"),
        (1, _) => format!("{what} failed"),
        (2, 0) => format!("both {what}s passed"),
        (2, 2) => format!("both {what}s failed"),
        (of, 0) => format!("all {of} {what}s passed"),
        (of, failed) if failed == of => format!("all {of} {what}s failed"),
        (of, failed) => format!("{failed} of {of} {what}s failed"),
    };
    format!("{said}{}", faces(rolls.iter().flat_map(|roll| &roll.faces)))
}

/// The models that are lost: "2 models lost (B1.3, B1.4)".
pub(in crate::game) fn losses(facts: &[AnyFact]) -> Option<String> {
    let lost = facts.iter().filter_map(|fact| match fact {
        AnyFact::Unit(UnitFact::ModelLost { model, .. }) => Some(*model),
        _ => None,
    });
    let lost: Vec<ModelId> = lost.collect();
    (!lost.is_empty()).then(|| format!("{} lost ({})", count(lost.len()), models(lost)))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::level::data_folder::{DataFolder, load_level};

    /// Rule: SHO-5.
    #[test]
    fn saves_read_as_players_say_them() {
        let of = |of, failed| SaveRolled { needs: Some(4), model: None, of, faces: Vec::new(), failed };
        let with = |faces: &[u8]| SaveRolled { faces: faces.to_vec(), ..of(2, 1) };
        for (on, rolls, text) in [
            (Save::Armour, vec![with(&[4, 1]), with(&[2, 6])], "2 of 4 armour saves failed [4, 1, 2, 6]"),
            (Save::Armour, vec![of(1, 0)], "armour save passed"),
            (Save::Toughness, vec![of(1, 1)], "toughness test failed"),
            (Save::Armour, vec![of(2, 0), of(1, 0)], "all 3 armour saves passed"),
            (Save::Armour, vec![of(2, 2)], "both armour saves failed"),
            (Save::Toughness, vec![of(2, 1), of(1, 0)], "1 of 3 toughness tests failed"),
        ] {
            assert_eq!(saves(on, &rolls), text);
        }
    }

    /// Rule: SUP-2, SHO-5, NRV-2. What has become of the unit is the sentence; how, in numbers, comes below.
    #[test]
    fn a_result_says_who_falls_and_the_state() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = load_level("street", &data, None).unwrap();
        let [guard, scouts, officer] = ["B1", "B2", "A3"].map(|id| id.parse::<UnitId>().unwrap());
        let raised = |unit, shaken| AnyFact::Unit(UnitFact::HitDieRaised { unit, shows: 6, shaken });
        let rolled = |unit, on, failed| {
            let rolls = vec![SaveRolled { needs: Some(4), model: None, of: 2, faces: Vec::new(), failed }];
            AnyFact::Shooting(Fact::SavesRolled { unit, on, rolls })
        };
        let lost = |unit: UnitId, number, rank| {
            AnyFact::Unit(UnitFact::ModelLost { model: unit.model(number), rank, why: None })
        };
        let gone = |unit| AnyFact::Unit(UnitFact::UnitWipedOut { unit });
        for (id, facts, text, below) in [
            (
                guard,
                vec![raised(guard, false), rolled(guard, Save::Armour, 0)],
                "nobody falls, but it is suppressed",
                "Gate guard (B1): the hit-die shows 6; both armour saves passed",
            ),
            (
                scouts,
                vec![raised(scouts, true), rolled(scouts, Save::Armour, 2), lost(scouts, 1, Rank::Leader)],
                "their leader falls, and they are shaken",
                "Hill scouts (B2): 1 model lost (B2.1); the hit-die shows 6; both armour saves failed",
            ),
            (
                scouts,
                vec![rolled(scouts, Save::Armour, 1)],
                "they are hit, but nobody falls",
                "Hill scouts (B2): 1 of 2 armour saves failed",
            ),
            (
                guard,
                vec![lost(guard, 1, Rank::Leader), lost(guard, 2, Rank::File)],
                "two fall, its leader among them",
                "Gate guard (B1): 2 models lost (B1.1, B1.2)",
            ),
            (
                guard,
                vec![lost(guard, 1, Rank::File), lost(guard, 2, Rank::File), gone(guard)],
                "the last two fall, and nobody is left",
                "Gate guard (B1): 2 models lost (B1.1, B1.2)",
            ),
            (
                officer,
                vec![lost(officer, 1, Rank::Leader), gone(officer)],
                "it falls",
                "LaansGuard officer (A3): 1 model lost (A3.1)",
            ),
        ] {
            assert_eq!(came_of(&setup, id, &facts), text);
            assert_eq!(numbers(&setup, id, &facts), below);
        }
    }
}
