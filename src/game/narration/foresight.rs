//! Forecasts in one sentence: the end of a fall back, the result of a fight or of some fire. Numbers and rules come after the sentence,
//! wherever it appears.

use super::words::{count, counted, per_cent};
use crate::game::phases::close_combat::groups::CombatGroup;
use crate::game::phases::fall_back::retreat::{
    DrawsFire, Edge, Leaves, ModelEnd, ModelRetreat, Reachability, Retreat, RetreatOutcome, SafePosition,
};
use crate::game::phases::fall_back::threat::ThreatAssessment;
use crate::game::phases::shooting::odds::Odds;
use crate::level::setup::Setup;
use crate::rules::ids::{Side, UnitId};
use crate::rules::odds::mean;

/// Enemies that may do harm to a unit at its destination.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Danger {
    /// Those that can shoot at it there.
    pub threats: ThreatAssessment,
    /// Those that can charge it there.
    pub chargers: Vec<UnitId>,
}

impl Danger {
    /// Whether no enemy can do it any harm.
    pub fn is_none(&self) -> bool {
        self.threats.threats.is_empty() && self.chargers.is_empty()
    }
}

/// Outcome of a forced fall back: destination, losses, and the enemies that can do it harm there, as far as they are known:
/// `Falls back 3" to safety: nobody lost, nobody can shoot at it or charge it there`.
///
/// Rule: FB-1, FB-4, ROU-1, OFB-1, OFB-2, OFB-3, OFB-6 (in a sentence).
pub fn retreat(retreat: &Retreat, there: Option<&Danger>) -> String {
    let retreats = retreat.outcome.retreats();
    let gone = retreats.first().map_or(0.0, |run| run.length.0);
    let goes = match &retreat.outcome {
        RetreatOutcome::Destroyed => return "Too weak to fall back: it is destroyed".to_owned(),
        RetreatOutcome::FireOrCrawl => "Fires at half rate, or moves up to half its Mv".to_owned(),
        RetreatOutcome::StayInCover => return "Stays in cover, and is harder to hit".to_owned(),
        RetreatOutcome::FallBack { safe_position, .. } => to_safety(safe_position, gone, Shelter::of(there)),
        RetreatOutcome::Rout { .. } => format!("Routs {}: no safe position in reach", inches(gone)),
        RetreatOutcome::RunForCover { safe_position, draws, .. } => {
            let fire = match draws {
                DrawsFire::SnapFire => ", under snap fire",
                DrawsFire::No => "",
            };
            format!("{}{fire}", to_cover(safe_position, gone))
        }
        RetreatOutcome::RunForEdge { leaves: Leaves::Table, .. } => {
            return "Leaves the table over its own edge".to_owned();
        }
        RetreatOutcome::RunForEdge { edge: Edge::Unreachable, .. } => {
            "Has no way out: its leader stays".to_owned()
        }
        RetreatOutcome::RunForEdge { .. } => {
            format!("Runs {} for its own table edge, under snap fire", inches(gone))
        }
    };
    if retreats.is_empty() {
        return goes;
    }
    // What has a colon already goes on with a semicolon.
    let stop = if goes.contains(':') { ";" } else { ":" };
    let fate = [Some(lost(retreats)), there.map(enemies)];
    format!("{goes}{stop} {}", fate.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

/// Whether enemies can shoot at a unit where it ends, or charge it: the rules call a place safe by its leader, and by how much of him
/// they see.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shelter {
    FromAll,
    FromSome,
}

impl Shelter {
    fn of(there: Option<&Danger>) -> Self {
        if there.is_some_and(|there| !there.is_none()) { Self::FromSome } else { Self::FromAll }
    }
}

fn to_safety(safe_position: &SafePosition, gone: f64, shelter: Shelter) -> String {
    let safety = match shelter {
        Shelter::FromAll => "safety",
        // A safe position by FB-2; to call it safe beside who can harm it there would contradict itself.
        Shelter::FromSome => "where no enemy sees it clearly",
    };
    match safe_position.reachability {
        Reachability::Here if shelter == Shelter::FromSome => {
            "Stays where it is: no enemy sees it clearly".to_owned()
        }
        Reachability::Here => "Stays where it is, in safety".to_owned(),
        Reachability::InRange | Reachability::TooNear => format!("Falls back {} to {safety}", inches(gone)),
        Reachability::TooFar => {
            let short = safe_position.length.0 - gone;
            format!("Falls back {} toward safety, {} short of it", inches(gone), inches(short))
        }
    }
}

fn to_cover(safe_position: &SafePosition, gone: f64) -> String {
    match safe_position.reachability {
        Reachability::Here => "Gathers in cover".to_owned(),
        Reachability::InRange | Reachability::TooNear => format!("Runs {} to cover", inches(gone)),
        Reachability::TooFar => {
            let short = safe_position.length.0 - gone;
            format!("Runs {} toward cover, {} short of it", inches(gone), inches(short))
        }
    }
}

/// Losses on the way.
fn lost(retreats: &[ModelRetreat]) -> String {
    let lost = retreats.iter().filter(|run| matches!(run.end, ModelEnd::Lost { .. })).count();
    match lost {
        0 => "nobody lost".to_owned(),
        all if all == retreats.len() => "all lost".to_owned(),
        some => format!("{} lost", count(some)),
    }
}

/// Enemies that can shoot at a unit at its destination, and those that can charge it.
fn enemies(there: &Danger) -> String {
    let shooters: Vec<UnitId> = there.threats.threats.iter().map(|threat| threat.unit).collect();
    match (shooters.as_slice(), there.chargers.as_slice()) {
        ([], []) => "nobody can shoot at it or charge it there".to_owned(),
        (shooters, []) => format!("{} can still shoot at it there", some_units(shooters)),
        ([], chargers) => format!("{} can charge it there", some_units(chargers)),
        (shooters, chargers) if shooters == chargers => {
            format!("{} can still shoot at it there, and charge it", some_units(shooters))
        }
        (shooters, chargers) => format!(
            "{} can still shoot at it there, {} can charge it",
            some_units(shooters),
            some_units(chargers)
        ),
    }
}

fn some_units(units: &[UnitId]) -> String {
    match units {
        [only] => only.to_string(),
        [first, second] => format!("{first} and {second}"),
        many => counted(many.len(), "enemy unit"),
    }
}

/// Likely effect of the present fire on a unit that stays.
pub fn if_it_stays(suppressed: f64) -> String {
    format!("If it stays: {} to be suppressed at its next activation", per_cent(suppressed))
}

/// Chances of a close combat for the side of the unit whose move leads to it: "Knights charge: likely to win, 65 %". Without a mover, for
/// the side that is likelier to win.
///
/// Rule: CC-1, CC-8 (in a sentence).
pub fn combat(setup: &Setup, group: &CombatGroup, wins: [f64; 2], mover: Option<UnitId>) -> String {
    let undecided = 1.0 - wins[0] - wins[1];
    if let Some(mover) = mover {
        let does = verb(setup, mover, "charges", "charge");
        let chance = wins[mover.side.index()];
        let how = if undecided > chance.max(0.5) {
            format!("likely to end undecided, {}", per_cent(undecided))
        } else {
            format!("{}, {}", likely(chance, "win"), per_cent(chance))
        };
        return format!("{} {does}: {how}", name(setup, mover));
    }
    let sides = format!("{} against {}", names(setup, &group.attackers), names(setup, &group.defenders));
    let ahead = if wins[1] > wins[0] { Side::B } else { Side::A };
    let chance = wins[ahead.index()];
    if undecided > chance {
        return format!("{sides}: likely to end undecided, {}", per_cent(undecided));
    }
    let force = setup.force_name(ahead);
    format!("{sides}: {force} {}, {}", likely(chance, "win"), per_cent(chance))
}

/// Likely effect of some fire: "First rifles fire at Gate guard: likely to suppress it, 67 %"; against a unit that is suppressed already,
/// the chance of a lost model.
///
/// Rule: SHO-3, SHO-6, SUP-2 (in a sentence).
pub fn fire(setup: &Setup, from: UnitId, at: UnitId, odds: &Odds, is_suppressed: bool) -> String {
    let (who, whom) = (name(setup, from), name(setup, at));
    if odds.shots.is_empty() {
        return format!("No model of {who} can fire at {whom}");
    }
    let does = verb(setup, from, "fires", "fire");
    let (chance, what) = chance_of_fire(odds, is_suppressed);
    format!("{who} {does} at {whom}: {}, {}", likely(chance, what), per_cent(chance))
}

/// What fire may do to a unit, in a few words: "likely to suppress it, 67 %; 3.2 hits on average".
///
/// Rule: SHO-3, SHO-6, SUP-2 (in a few words).
pub fn fire_in_short(odds: &Odds, is_suppressed: bool) -> String {
    let (chance, what) = chance_of_fire(odds, is_suppressed);
    format!("{}, {}; {:.1} hits on average", likely(chance, what), per_cent(chance), mean(&odds.hits))
}

/// How likely fire does what it is for: a unit that is suppressed already is to lose a model.
fn chance_of_fire(odds: &Odds, is_suppressed: bool) -> (f64, &'static str) {
    match is_suppressed {
        true => (odds.lost.iter().skip(1).sum(), "cost it a model"),
        false => (odds.will.suppressed, "suppress it"),
    }
}

/// Likelihood in words, followed by the chance in per cent.
fn likely(chance: f64, what: &str) -> String {
    let how = match chance {
        chance if chance <= 0.0 => "unable",
        chance if chance >= 1.0 => "certain",
        chance if chance >= 0.95 => "almost certain",
        chance if chance >= 0.6 => "likely",
        chance if chance >= 0.4 => "as likely as not",
        chance if chance >= 0.1 => "unlikely",
        _ => "very unlikely",
    };
    format!("{how} to {what}")
}

/// The first clause of a reason: what is said at once, the rest on demand.
pub fn short_reason(why: &str) -> &str {
    let ends = ["; ", ". ", ", though ", " (", ", and "];
    let end = ends.iter().filter_map(|end| why.find(end)).min().unwrap_or(why.len());
    why[..end].trim_end_matches(['.', ';', ','])
}

fn name(setup: &Setup, unit: UnitId) -> String {
    setup.unit(unit).map_or_else(|| unit.to_string(), |start| start.name.clone())
}

fn names(setup: &Setup, units: &[UnitId]) -> String {
    match units {
        [] => "nobody".to_owned(),
        [only] => name(setup, *only),
        [first, second] => format!("{} and {}", name(setup, *first), name(setup, *second)),
        [first, rest @ ..] => format!("{} and {} more", name(setup, *first), rest.len()),
    }
}

/// Verb in the singular for a unit of one model, else in the plural.
fn verb(setup: &Setup, unit: UnitId, one: &'static str, many: &'static str) -> &'static str {
    let models = setup.unit(unit).map_or(2, |start| start.models.len());
    if models == 1 { one } else { many }
}

/// `3"`, `3.4"`.
fn inches(length: f64) -> String {
    let text = format!("{length:.1}");
    format!("{}\"", text.strip_suffix(".0").unwrap_or(&text))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::game::engine::unit_fact::Length;
    use crate::game::phases::fall_back::retreat as real_retreat;
    use crate::game::phases::fall_back::threat::{Snap, Threat, assess_threat};
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::rules::basics::Strength;
    use crate::rules::falling_back::{Forced, LostFor, MoveLimit, Occasion};
    use crate::rules::measures::{Facing, Place};

    fn model(number: usize, length: f64, end: ModelEnd) -> ModelRetreat {
        ModelRetreat {
            model: format!("A1.{number}").parse().unwrap(),
            path: Vec::new(),
            length: Length(length),
            limit: MoveLimit::Full,
            end,
            rout_heading: None,
        }
    }

    fn forced(outcome: RetreatOutcome) -> Retreat {
        Retreat {
            unit: "A1".parse().unwrap(),
            strength: Strength { standing: 2, started: 2 },
            forced: Forced::Move,
            leader: "A1.1".parse().unwrap(),
            outcome,
        }
    }

    fn safe(length: f64, reachability: Reachability) -> SafePosition {
        let (at, path, length) = (Place::default(), Vec::new(), Length(length));
        SafePosition { at, path, length, reachability, watchers: Vec::new() }
    }

    fn danger(shoot: &[&str], charge: &[&str]) -> Danger {
        let chargers = charge.iter().map(|unit| unit.parse().unwrap()).collect();
        Danger { threats: threats(shoot), chargers }
    }

    fn threats(units: &[&str]) -> ThreatAssessment {
        let one = |unit: &&str| Threat {
            unit: unit.parse().unwrap(),
            dice: 4,
            hits: 1.0,
            hit: 0.5,
            snap: Snap::Free,
        };
        ThreatAssessment { threats: units.iter().map(one).collect(), odds: None }
    }

    /// The sentence that a player reads for each way in which a retreat may end.
    ///
    /// Rule: FB-1, FB-4, ROU-1, OFB-3, OFB-6.
    #[test]
    fn a_retreat_is_one_sentence() {
        let stands = ModelEnd::Stands { facing: Facing::default() };
        let lost = ModelEnd::Lost { why: LostFor::NoWayOut };
        let two = |length: f64, end| vec![model(1, length, stands), model(2, length, end)];
        let rows = [
            (
                RetreatOutcome::FallBack {
                    safe_position: safe(3.0, Reachability::InRange),
                    retreats: two(3.0, stands),
                },
                Some(vec![]),
                "Falls back 3\" to safety: nobody lost, nobody can shoot at it or charge it there",
            ),
            (
                RetreatOutcome::FallBack {
                    safe_position: safe(14.5, Reachability::TooFar),
                    retreats: two(12.0, lost),
                },
                Some(vec!["B1", "B3"]),
                "Falls back 12\" toward safety, 2.5\" short of it: 1 model lost, B1 and B3 can still shoot at it there",
            ),
            (
                RetreatOutcome::FallBack {
                    safe_position: safe(5.8, Reachability::InRange),
                    retreats: two(5.8, stands),
                },
                Some(vec!["B1"]),
                "Falls back 5.8\" to where no enemy sees it clearly: nobody lost, B1 can still shoot at it there",
            ),
            (
                RetreatOutcome::FallBack {
                    safe_position: safe(0.0, Reachability::Here),
                    retreats: two(0.0, stands),
                },
                None,
                "Stays where it is, in safety: nobody lost",
            ),
            (
                RetreatOutcome::Rout { retreats: vec![model(1, 8.0, lost), model(2, 8.0, lost)] },
                None,
                "Routs 8\": no safe position in reach; all lost",
            ),
            (
                RetreatOutcome::RunForCover {
                    safe_position: safe(5.2, Reachability::InRange),
                    retreats: two(5.2, stands),
                    draws: DrawsFire::SnapFire,
                },
                Some(vec!["B1", "B2", "B3"]),
                "Runs 5.2\" to cover, under snap fire: nobody lost, 3 enemy units can still shoot at it there",
            ),
            (RetreatOutcome::Destroyed, None, "Too weak to fall back: it is destroyed"),
            (RetreatOutcome::FireOrCrawl, None, "Fires at half rate, or moves up to half its Mv"),
            (
                RetreatOutcome::RunForEdge {
                    edge: Edge::Unreachable,
                    leaves: Leaves::Table,
                    retreats: two(4.0, ModelEnd::Leaves),
                },
                None,
                "Leaves the table over its own edge",
            ),
        ];
        for (outcome, there, expected) in rows {
            let there = there.map(|units| danger(&units, &[]));
            assert_eq!(retreat(&forced(outcome), there.as_ref()), expected);
        }
    }

    /// Rule: FB-2, CC-1. Only a place at which no enemy can shoot, and which none can charge, is called safe.
    #[test]
    fn safe_is_where_nobody_can_do_harm() {
        let stands = ModelEnd::Stands { facing: Facing::default() };
        for (shoot, charge, expected) in [
            (
                &[][..],
                &[][..],
                "Falls back 3\" to safety: nobody lost, nobody can shoot at it or charge it there",
            ),
            (
                &[],
                &["B2"],
                "Falls back 3\" to where no enemy sees it clearly: nobody lost, B2 can charge it there",
            ),
            (
                &["B2"],
                &["B2"],
                "Falls back 3\" to where no enemy sees it clearly: nobody lost, B2 can still shoot at it there, and charge it",
            ),
            (
                &["B1"],
                &["B2", "B3"],
                "Falls back 3\" to where no enemy sees it clearly: nobody lost, B1 can still shoot at it there, B2 and B3 can \
                 charge it",
            ),
        ] {
            let outcome = RetreatOutcome::FallBack {
                safe_position: safe(3.0, Reachability::InRange),
                retreats: vec![model(1, 3.0, stands), model(2, 3.0, stands)],
            };
            assert_eq!(retreat(&forced(outcome), Some(&danger(shoot, charge))), expected);
        }
    }

    /// Of every unit of a battle that is fought, the sentence has the length, the losses and the shooters of the game's own
    /// result.
    ///
    /// Rule: FB-4.
    #[test]
    fn the_sentence_agrees_with_the_battle() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let data = DataFolder::find(Some(root)).unwrap();
        let setup = Arc::new(load_level("mid-battle", &data, None).unwrap());
        let game = Match::start(setup, DiceChoice::Seed(1)).unwrap();
        let view = game.battle().view();
        let mut said = 0;
        for unit in view.units() {
            let Some(found) = real_retreat(view, unit.id, Occasion::Action) else { continue };
            let text =
                retreat(&found, Some(&Danger { threats: assess_threat(view, unit.id), ..Danger::default() }));
            if let RetreatOutcome::FallBack { retreats, safe_position } = &found.outcome
                && safe_position.reachability == Reachability::InRange
            {
                assert!(text.starts_with(&format!("Falls back {} to ", inches(retreats[0].length.0))));
                said += 1;
            }
            assert!(!text.ends_with('.') && text.chars().next().unwrap().is_uppercase(), "{text}");
        }
        assert!(said > 0, "somebody falls back to safety");
    }

    fn setup() -> Arc<Setup> {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        Arc::new(load_level("street", &data, None).unwrap())
    }

    #[test]
    fn a_charge_begins_with_who_and_how() {
        let setup = setup();
        let [a, b] = ["A1", "B1"].map(|unit| unit.parse::<UnitId>().unwrap());
        let officer = "A3".parse().unwrap();
        let group = CombatGroup { attackers: vec![a], defenders: vec![b], links: Vec::new() };
        for (wins, mover, expected) in [
            ([0.65, 0.35], Some(a), "First rifles charge: likely to win, 65 %"),
            ([0.2, 0.2], Some(a), "First rifles charge: likely to end undecided, 60 %"),
            ([0.05, 0.9], Some(officer), "LaansGuard officer charges: very unlikely to win, 5 %"),
            (
                [0.45, 0.5],
                None,
                "First rifles against Gate guard: Town garrison as likely as not to win, 50 %",
            ),
        ] {
            assert_eq!(combat(&setup, &group, wins, mover), expected);
        }
    }

    #[test]
    fn a_reason_is_one_clause() {
        for (why, expected) in [
            (
                "crossing is then 8\" away; the enemy is then 8\" away, though A2 can charge it there, 1.8 hits expected",
                "crossing is then 8\" away",
            ),
            (
                "2.5 hits expected on A4 (0.6 lost, 96 % to suppress it). If it holds",
                "2.5 hits expected on A4",
            ),
            ("there is nothing else it may do", "there is nothing else it may do"),
            ("it is safe there, though B2 can fire", "it is safe there"),
            ("", ""),
        ] {
            assert_eq!(short_reason(why), expected);
        }
    }
}
