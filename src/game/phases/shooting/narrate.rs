//! Salvos in sentences: who fired at whom, what came of it, and shot by shot why.

use super::kinds::{AimedShot, Fact, Save, SaveRolled, ThrowRolled, VolleyRolled};
use super::snap_fire::when;
use crate::game::engine::fact::{Fact as AnyFact, UnitFact};
use crate::game::engine::unit_fact::NerveFor;
use crate::game::narration::words::{count, counted, dice_count, unit};
use crate::game::narration::{Narrated, Sentence};
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::movement::arcs::Arc;
use crate::rules::salvo::{Manner, Rank};
use crate::rules::sight::SightState;

pub(in crate::game) fn narrate(setup: &Setup, fact: &Fact, facts: &[AnyFact]) -> Narrated {
    match fact {
        Fact::UnitSnapFired { unit: id, at, moment } => {
            let text = format!("{} reacts to {} {}.", unit(setup, *id), unit(setup, *at), when(*moment));
            Narrated::one(Sentence::line(*id, text))
        }
        Fact::SalvoFired { unit: from, at, manner, shots, volleys, throws } => {
            let results = facts[1..].iter().take_while(|fact| suffered(fact).is_some()).count();
            let mut sentences = vec![fired(setup, (*from, *at, *manner), shots, volleys, throws)];
            for facts in facts[1..=results].chunk_by(|one, next| suffered(one) == suffered(next)) {
                if let Some(unit) = facts.first().and_then(suffered) {
                    sentences.push(harm(setup, unit, facts));
                }
            }
            Narrated { sentences, facts: 1 + results }
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

fn fired(
    setup: &Setup,
    (from, at, manner): (UnitId, UnitId, Manner),
    shots: &[AimedShot],
    volleys: &[VolleyRolled],
    throws: &[ThrowRolled],
) -> Sentence {
    let dice: usize = volleys.iter().map(|volley| volley.faces.len()).sum();
    let hits: u32 = volleys.iter().map(|volley| volley.hits).sum();
    let verb = match manner {
        Manner::OpenFire | Manner::SnapInOpenFire => "opens fire on",
        Manner::Advance => "fires at",
        Manner::OnMyTarget => "fires On My Target at",
        Manner::AfterRunning => "fires after its run at",
        Manner::SnapFire => "snap fires at",
        Manner::FallingBack => "stays and fires at",
        Manner::CloseFire => "fires in close combat at",
        Manner::Melee => "fights",
    };
    let text = format!(
        "{} {verb} {}: {}, {}, {}.",
        unit(setup, from),
        unit(setup, at),
        count(shots.len()),
        dice_count(dice),
        counted(hits as usize, "hit")
    );
    let mut details: Vec<String> = shots.iter().map(|one| shot(setup, one)).collect();
    details.extend(throws.iter().map(landed));
    Sentence { details, ..Sentence::line(from, text) }
}

/// One shot, with all that makes its number.
fn shot(setup: &Setup, shot: &AimedShot) -> String {
    let AimedShot { from, at, weapon, dice, needs, hard_cover, .. } = shot;
    let armour = needs.armour.map_or("no save".to_owned(), |face| format!("{face}+ saves"));
    let toughness = needs.toughness.map_or("no toughness test".to_owned(), |face| format!("{face}+ stands"));
    let cover = hard_cover.as_ref().map_or(String::new(), |piece| format!(", hard cover of \"{piece}\""));
    format!(
        "{from}, {weapon}, at {at}: {}, {} to hit ({}), {armour}, {toughness}{cover}",
        dice_count(usize::from(*dice)),
        needs.hit,
        number(setup, shot),
    )
}

/// What the number of a shot is made of: Ev part by part, against the shooter's BS or Th; of a blow both WS.
pub(in crate::game) fn number(setup: &Setup, shot: &AimedShot) -> String {
    let AimedShot { skill, evasion, enemy_skill, state, arc, .. } = shot;
    let Some(evasion) = evasion else {
        return format!("WS {skill} against WS {}", enemy_skill.unwrap_or_default());
    };
    let mut parts = vec![format!("Ev {}", evasion.card)];
    let mut add = |points: u8, why: &str| {
        if points > 0 {
            parts.push(format!("+{points} {why}"));
        }
    };
    add(evasion.sight, &sight_words(setup, *state, evasion.sight));
    add(evasion.posture, "down");
    if evasion.pavement > 0 {
        parts.push(format!("−{} on pavement", evasion.pavement));
    }
    if *arc == Arc::Flank {
        parts.push("from the flank".to_owned());
    }
    let against = match shot.thrown_at {
        Some(point) => format!("Th {skill}, thrown at {point}"),
        None => format!("BS {skill}"),
    };
    format!("{}; {against}", parts.join(" "))
}

/// What of the sight of a target makes it harder to hit, by so many points.
fn sight_words(setup: &Setup, state: SightState, points: u8) -> String {
    let rules = &setup.ruleset.sight;
    let (word, by_state) = match state {
        SightState::Clear => ("", 0),
        SightState::Obscured => ("obscured", rules.obscured_evasion),
        SightState::Concealed => ("concealed", rules.concealed_evasion),
        SightState::Hidden => ("hidden", rules.hidden_evasion),
    };
    match (word, points > by_state) {
        ("", _) => "beyond Aw".to_owned(),
        (word, true) => format!("{word} and beyond Aw"),
        (word, false) => word.to_owned(),
    }
}

fn landed(throw: &ThrowRolled) -> String {
    let how = match throw.deviation[..] {
        [] => "lands where it was aimed".to_owned(),
        _ => format!("misses {} and lands at {}", throw.aimed, throw.at),
    };
    let hit: Vec<String> = throw.hit.iter().map(ToString::to_string).collect();
    let hit = if hit.is_empty() { "no model".to_owned() } else { hit.join(", ") };
    format!("the throw of {} {how}: it hits {hit}", throw.by)
}

/// What a unit suffered: first its state and its losses, then how they came about.
///
/// Rule: SUP-2, SUP-3, ACT-7, SHO-5, NRV-1, NRV-2.
fn harm(setup: &Setup, id: UnitId, facts: &[AnyFact]) -> Sentence {
    let (mut state, mut causes) = (Vec::new(), Vec::new());
    let by_die = facts.iter().any(|fact| matches!(fact, AnyFact::Unit(UnitFact::HitDieRaised { .. })));
    for fact in facts {
        match fact {
            // Where the hit-die shows it, the hits need not be counted again.
            AnyFact::Unit(UnitFact::HitsTaken { hits, .. }) if !by_die => {
                causes.push(format!("takes {}", counted(*hits as usize, "hit")));
            }
            AnyFact::Unit(UnitFact::HitDieRaised { shows, shaken, .. }) => {
                state.push(if *shaken { "is shaken" } else { "is suppressed" }.to_owned());
                causes.push(format!("its hit-die shows {shows}"));
            }
            AnyFact::Unit(UnitFact::SuppressionMarkersGained { gained, now, .. }) => {
                state.push("is suppressed".to_owned());
                let markers = counted(usize::from(*gained), "suppression marker");
                causes.push(format!("gets {markers} ({now} now)"));
            }
            AnyFact::Shooting(Fact::SavesRolled { on, rolls, .. }) => causes.push(saves(*on, rolls)),
            AnyFact::Unit(UnitFact::NerveMarkersGained { gained, now, reason, .. }) => {
                let why = match reason {
                    NerveFor::Hits => "being hit",
                    NerveFor::FailedSave => "failed saves",
                };
                let markers = counted(usize::from(*gained), "nerve marker");
                causes.push(format!("gets {markers} for {why} ({now} now)"));
            }
            _ => {}
        }
    }
    let wounded =
        facts.iter().filter(|fact| matches!(fact, AnyFact::Unit(UnitFact::ModelWounded { .. }))).count();
    if wounded > 0 {
        state.push(format!("has {} wounded", count(wounded)));
    }
    let is_gone = facts.iter().any(|fact| matches!(fact, AnyFact::Unit(UnitFact::UnitWipedOut { .. })));
    if is_gone {
        state.clear();
    }
    state.extend(losses(facts));
    let who = unit(setup, id);
    let text = match (&state[..], &causes[..]) {
        ([], causes) => format!("{who} {}.", causes.join("; ")),
        (state, []) => format!("{who} {}.", state.join(" and ")),
        ([gone], causes) if is_gone => format!("{who} {gone}; {}.", causes.join("; ")),
        (state, causes) => format!("{who} {}: {}.", state.join(" and "), causes.join("; ")),
    };
    Sentence::line(id, text)
}

fn saves(on: Save, rolls: &[SaveRolled]) -> String {
    let (of, failed) = rolls.iter().fold((0, 0), |(of, failed), roll| (of + roll.of, failed + roll.failed));
    let what = match on {
        Save::Armour => "armour save",
        Save::Toughness => "toughness test",
    };
    match (of, failed) {
        (1, 0) => format!("passes its {what}"),
        (1, _) => format!("fails its {what}"),
        (2, 0) => format!("passes both {what}s"),
        (2, 2) => format!("fails both {what}s"),
        (of, 0) => format!("passes all {of} {what}s"),
        (of, failed) if failed == of => format!("fails all {of} {what}s"),
        (of, failed) => format!("fails {failed} of {of} {what}s"),
    }
}

pub(in crate::game) fn losses(facts: &[AnyFact]) -> Option<String> {
    let lost = facts.iter().filter_map(|fact| match fact {
        AnyFact::Unit(UnitFact::ModelLost { model, rank, .. }) => Some((*model, *rank)),
        _ => None,
    });
    let lost: Vec<_> = lost.collect();
    if lost.is_empty() {
        return None;
    }
    if facts.iter().any(|fact| matches!(fact, AnyFact::Unit(UnitFact::UnitWipedOut { .. }))) {
        return Some(format!("is wiped out: it loses {}", count(lost.len())));
    }
    let names: Vec<String> = lost.iter().map(|(model, _)| model.to_string()).collect();
    let leader = match (lost.iter().any(|(_, rank)| *rank == Rank::Leader), lost.len()) {
        (false, _) => "",
        (true, 1) => ", its leader",
        (true, _) => ", its leader among them",
    };
    Some(format!("loses {} ({}){leader}", count(lost.len()), names.join(", ")))
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
        for (on, rolls, text) in [
            (Save::Armour, vec![of(1, 0)], "passes its armour save"),
            (Save::Toughness, vec![of(1, 1)], "fails its toughness test"),
            (Save::Armour, vec![of(2, 0), of(1, 0)], "passes all 3 armour saves"),
            (Save::Armour, vec![of(2, 2)], "fails both armour saves"),
            (Save::Toughness, vec![of(2, 1), of(1, 0)], "fails 1 of 3 toughness tests"),
        ] {
            assert_eq!(saves(on, &rolls), text);
        }
    }

    /// Rule: SUP-2, SHO-5, NRV-2. What has become of the unit comes before how.
    #[test]
    fn a_result_says_the_state_first() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = load_level("street", &data, None).unwrap();
        let id: UnitId = "B1".parse().unwrap();
        let raised = |shaken| AnyFact::Unit(UnitFact::HitDieRaised { unit: id, shows: 6, shaken });
        let rolled = |on, failed| {
            let rolls = vec![SaveRolled { needs: Some(4), model: None, of: 2, faces: Vec::new(), failed }];
            AnyFact::Shooting(Fact::SavesRolled { unit: id, on, rolls })
        };
        let lost =
            |number, rank| AnyFact::Unit(UnitFact::ModelLost { model: id.model(number), rank, why: None });
        let gone = AnyFact::Unit(UnitFact::UnitWipedOut { unit: id });
        for (facts, text) in [
            (
                vec![raised(false), rolled(Save::Armour, 0)],
                "Gate guard (B1) is suppressed: its hit-die shows 6; passes both armour saves.",
            ),
            (
                vec![raised(true), rolled(Save::Armour, 2), lost(1, Rank::Leader)],
                "Gate guard (B1) is shaken and loses 1 model (B1.1), its leader: its hit-die shows 6; fails both armour saves.",
            ),
            (vec![rolled(Save::Armour, 1)], "Gate guard (B1) fails 1 of 2 armour saves."),
            (vec![lost(1, Rank::File), gone], "Gate guard (B1) is wiped out: it loses 1 model."),
        ] {
            assert_eq!(harm(&setup, id, &facts).text, text);
        }
    }
}
