//! Salvos in sentences: who fired at whom, what came of it, and shot by shot why.

use crate::game::engine::agenda::Moment;
use crate::game::engine::fact::{Fact, NerveFor, Save};
use crate::game::phases::shooting::aim::AimedShot;
use crate::game::phases::shooting::reaction::when;
use crate::game::phases::shooting::salvo::{SaveRolled, ThrowRolled, VolleyRolled};
use crate::level::setup::Setup;
use crate::rules::ids::UnitId;
use crate::rules::movement::arcs::Arc;
use crate::rules::salvo::{Manner, Rank};
use crate::rules::sight::SightState;

use super::words::{Rolls, Sentence, Weight, count, counted, unit, words_of_dice};

/// A salvo and all that came of it, from the facts that begin with it, and how many of them it tells.
pub(super) fn salvo(setup: &Setup, facts: &[Fact]) -> Option<(Vec<Sentence>, usize)> {
    let Some(Fact::SalvoFired { unit: from, at, manner, shots, volleys, throws }) = facts.first() else {
        return None;
    };
    let told = facts[1..].iter().take_while(|fact| suffered(fact).is_some()).count();
    let mut sentences = vec![fired(setup, (*from, *at, *manner), shots, volleys, throws)];
    for facts in facts[1..=told].chunk_by(|one, next| suffered(one) == suffered(next)) {
        if let Some(unit) = facts.first().and_then(suffered) {
            sentences.push(harm(setup, unit, facts));
        }
    }
    Some((sentences, 1 + told))
}

/// The unit that a fact of a salvo's harm is about.
fn suffered(fact: &Fact) -> Option<UnitId> {
    match fact {
        Fact::HitsTaken { unit, .. }
        | Fact::HitDieRaised { unit, .. }
        | Fact::SuppressionMarkersGained { unit, .. }
        | Fact::SavesRolled { unit, .. }
        | Fact::UnitWipedOut { unit }
        | Fact::NerveMarkersGained { unit, .. } => Some(*unit),
        Fact::ModelWounded { model, .. } | Fact::ModelLost { model, .. } => Some(model.unit),
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
        Manner::OpenFire | Manner::SnapInOpenFire => "opens fire at",
        Manner::Advance => "fires at",
        Manner::OnMyTarget => "fires, On My Target, at",
        Manner::AfterRunning => "fires after its run at",
        Manner::SnapFire => "snap fires at",
        Manner::FallingBack => "fires, falling back, at",
    };
    let text = format!(
        "{} {verb} {}: {}, {}, {}.",
        unit(setup, from),
        unit(setup, at),
        count(shots.len()),
        words_of_dice(dice),
        counted(hits as usize, "hit")
    );
    let mut details: Vec<String> = shots.iter().map(|one| shot(setup, one)).collect();
    details.extend(throws.iter().map(landed));
    Sentence { details, ..line(from, text) }
}

/// One shot, with all that makes its number.
fn shot(setup: &Setup, shot: &AimedShot) -> String {
    let AimedShot { from, at, weapon, dice, needs, hard_cover, .. } = shot;
    let face = |face: &Option<u8>| face.map_or("no".to_owned(), |face| format!("{face}+"));
    let cover = hard_cover.as_ref().map_or(String::new(), |piece| format!(", hard cover of \"{piece}\""));
    format!(
        "{from}, {weapon}, at {at}: {}, {} to hit ({}), {} saves, {} stands{cover}",
        words_of_dice(usize::from(*dice)),
        needs.hit,
        number(setup, shot),
        face(&needs.armour),
        face(&needs.toughness),
    )
}

/// What the number of a shot is made of: Ev part by part, against the shooter's BS or Th.
pub(super) fn number(setup: &Setup, shot: &AimedShot) -> String {
    let AimedShot { skill, evasion, state, arc, .. } = shot;
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
        [] => "comes down where it was aimed".to_owned(),
        _ => format!("misses {} and comes down at {}", throw.aimed, throw.at),
    };
    let hit: Vec<String> = throw.hit.iter().map(ToString::to_string).collect();
    let hit = if hit.is_empty() { "nobody".to_owned() } else { hit.join(", ") };
    format!("the throw of {} {how}: it hits {hit}", throw.by)
}

/// What a unit suffered, in one sentence.
fn harm(setup: &Setup, id: UnitId, facts: &[Fact]) -> Sentence {
    let mut parts = Vec::new();
    for fact in facts {
        match fact {
            Fact::HitDieRaised { shows, shaken, .. } => {
                let shaken = if *shaken { ", shaken" } else { "" };
                parts.push(format!("has {shows} on its hit-die{shaken}"));
            }
            Fact::SuppressionMarkersGained { hits, gained, now, .. } => {
                let hits = counted(*hits as usize, "hit");
                let markers = counted(usize::from(*gained), "suppression marker");
                parts.push(format!("takes {hits} and gets {markers} ({now} now)"));
            }
            Fact::HitsTaken { hits, .. } => parts.push(format!("takes {}", counted(*hits as usize, "hit"))),
            Fact::SavesRolled { on, rolls, .. } => parts.push(saves(*on, rolls)),
            Fact::NerveMarkersGained { gained, now, reason, .. } => {
                let why = match reason {
                    NerveFor::Hits => "being hit",
                    NerveFor::FailedSave => "failed saves",
                };
                let markers = counted(usize::from(*gained), "nerve marker");
                parts.push(format!("gets {markers} for {why} ({now} now)"));
            }
            _ => {}
        }
    }
    let wounded = facts.iter().filter(|fact| matches!(fact, Fact::ModelWounded { .. })).count();
    if wounded > 0 {
        parts.push(format!("has {} wounded", count(wounded)));
    }
    if let Some(lost) = losses(facts) {
        parts.push(lost);
    }
    line(id, format!("{} {}.", unit(setup, id), parts.join("; ")))
}

fn saves(on: Save, rolls: &[SaveRolled]) -> String {
    let (of, failed) = rolls.iter().fold((0, 0), |(of, failed), roll| (of + roll.of, failed + roll.failed));
    match on {
        Save::Armour => format!("fails {failed} of {}", counted(of as usize, "armour save")),
        Save::Toughness => format!("fails {failed} of {}", counted(of as usize, "toughness test")),
    }
}

pub(super) fn losses(facts: &[Fact]) -> Option<String> {
    let lost = facts.iter().filter_map(|fact| match fact {
        Fact::ModelLost { model, rank, .. } => Some((*model, *rank)),
        _ => None,
    });
    let lost: Vec<_> = lost.collect();
    if lost.is_empty() {
        return None;
    }
    if facts.iter().any(|fact| matches!(fact, Fact::UnitWipedOut { .. })) {
        return Some(format!("is wiped out: it loses {}", count(lost.len())));
    }
    let names: Vec<String> = lost.iter().map(|(model, _)| model.to_string()).collect();
    let leader =
        if lost.iter().any(|(_, rank)| *rank == Rank::Leader) { ", its leader among them" } else { "" };
    Some(format!("loses {} ({}){leader}", count(lost.len()), names.join(", ")))
}

/// That a unit answers a run.
pub(super) fn reaction(setup: &Setup, id: UnitId, at: UnitId, moment: Moment) -> Sentence {
    line(id, format!("{} reacts to {} {}.", unit(setup, id), unit(setup, at), when(moment)))
}

fn line(unit: UnitId, text: String) -> Sentence {
    Sentence { text, unit: Some(unit), rolls: Rolls::None, weight: Weight::Line, details: Vec::new() }
}
