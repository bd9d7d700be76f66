//! Facts as sentences, with the paragraph after each.

mod assault;

use tabletop::game::Setup;
use tabletop::sentence::{Narrated, Rolls, Sentence as Said};

use crate::fact::{Fact, Hint, Recovery};
use crate::game::Lhy;
use crate::ids::UnitId;
use crate::order::Way;
use crate::setup::LhySetup;

type Sentence = Said<Lhy>;

/// The sentence for the fact that comes first. A secret and the hint at it are one.
pub fn narrate(setup: &LhySetup, facts: &[Fact]) -> Option<Narrated<Lhy>> {
    let (fact, covered) = match facts {
        [Fact::Secret { fact, .. }, Fact::Hint { .. }, ..] => (&**fact, 2),
        [Fact::Secret { fact, .. }, ..] => (&**fact, 1),
        [fact, ..] => (fact, 1),
        [] => return None,
    };
    let sentences = sentence(setup, fact).into_iter().collect();
    Some(Narrated { sentences, facts: covered })
}

/// "US-1 and US-2".
pub fn list(units: &[UnitId]) -> String {
    units.iter().map(UnitId::to_string).collect::<Vec<_>>().join(" and ")
}

fn verb(units: &[UnitId], one: &str, many: &str) -> String {
    format!("{} {}", list(units), if units.len() == 1 { one } else { many })
}

fn at_most(sentence: Sentence, face: u8, limit: u8) -> Sentence {
    Sentence { rolls: Rolls::AtMost { faces: vec![face], limit }, ..sentence }
}

fn sentence(setup: &LhySetup, fact: &Fact) -> Option<Sentence> {
    let name = |side| setup.force_name(side);
    let unit_line =
        |unit: UnitId, text: String, rule: &str| Some(Sentence::line(unit, format!("{text} ({rule})")));
    let place = |hex| setup.place(hex);
    match fact {
        Fact::Deployed { unit, hex } => {
            unit_line(*unit, format!("{unit} sets up in {}", place(*hex)), "LHY-SCN-1")
        }
        Fact::TurnBegan { turn } => Some(Sentence::heading(format!("Turn {turn}"))),
        Fact::InitiativeRolled { totals, active, .. } => {
            let [own, other] = [*active, active.other()].map(|side| totals[side.index()]);
            let won = format!("{} have the initiative, {own} to {other}", name(*active));
            Some(Sentence::phase(format!("{won} (LHY-TURN-1)")))
        }
        Fact::InitiativeForfeited { by, active } => Some(Sentence::phase(format!(
            "{} have the initiative: {} have neither leader nor AFV (LHY-TURN-1)",
            name(*active),
            name(*by)
        ))),
        Fact::ShockRolled { unit, face, ended } => {
            let ends = if *ended { "gets over its shock" } else { "stays Shocked" };
            unit_line(*unit, format!("{unit} {ends}: {face}"), "LHY-STA-3")
        }
        Fact::Activated { side, platoons } => {
            let text = format!("{} activate {}", name(*side), platoons.join(" and "));
            let rule = if platoons.len() > 1 { "LHY-DRM-11" } else { "LHY-TURN-2" };
            Some(Sentence::note(format!("{text} ({rule})")))
        }
        Fact::Moved { unit, path, way } => moved(setup, *unit, path, *way),
        Fact::Unloaded { unit, hex } => {
            unit_line(*unit, format!("{unit} dismounts in {}", place(*hex)), "LHY-UNL-1")
        }
        Fact::Fired { unit, hex, .. } => {
            unit_line(*unit, format!("{unit} fires at {}", place(*hex)), "LHY-SAF-1")
        }
        Fact::RecoveryRolled { unit, face, total, limit, outcome } => {
            let ends = match outcome {
                Recovery::Failed => "does not recover",
                Recovery::Recovered => "recovers",
                Recovery::Rallied => "rallies and may act again",
            };
            let said = unit_line(*unit, format!("{unit} {ends}: {total} against {limit}"), "LHY-REC-1")?;
            Some(at_most(said, *face, (*limit as i8 - (*total - *face as i8)).clamp(0, 10) as u8))
        }
        Fact::BecameHeroic { unit } => unit_line(*unit, format!("{unit} is Heroic"), "LHY-STA-4"),
        Fact::Revealed { unit } => unit_line(*unit, format!("{unit} is seen"), "LHY-STA-5"),
        Fact::AssaultDeclared { hex, from, units, .. } => {
            let text = verb(units, "is", "are");
            let text = format!("{text} to assault {} from {from}", place(*hex));
            unit_line(*units.first()?, text, "LHY-ASB-2")
        }
        Fact::AssaultReinforced { hex, from, units, .. } => {
            let text = format!("{} the assault on {} from {from}", verb(units, "joins", "join"), place(*hex));
            unit_line(*units.first()?, text, "LHY-ELI-6")
        }
        Fact::AssaultDropped { hex } => {
            Some(Sentence::line(*hex, format!("Nobody assaults {} any more (LHY-ASB-4)", place(*hex))))
        }
        Fact::AssaultBegan { hex, attackers, .. } => {
            let units: Vec<UnitId> = attackers.iter().map(|(unit, _)| *unit).collect();
            let text = format!("{} {}", verb(&units, "assaults", "assault"), place(*hex));
            Some(Sentence::phase(format!("{text} (LHY-TURN-2)")))
        }
        Fact::Assault { fact } => assault::sentence(setup, fact),
        Fact::ReactionsBegan { side } => Some(Sentence::phase(format!("{} react (LHY-TURN-2)", name(*side)))),
        Fact::ShotResolved { unit, hex, face, total } => {
            let text = format!("Fire of {unit} at {}: {total} with a {face}", place(*hex));
            unit_line(*unit, text, "LHY-SAF-2")
        }
        Fact::ShotWasted { hex } => {
            Some(Sentence::line(*hex, format!("Nobody is in {} any more (LHY-SAF-2)", place(*hex))))
        }
        Fact::Picked { unit, face } => {
            unit_line(*unit, format!("It hits {unit}, by lot: {face}"), "LHY-RES-5")
        }
        Fact::CohesionChecked { unit, face, limit, passed } => {
            let ends = if *passed { "passes its check" } else { "fails its check" };
            let said = unit_line(*unit, format!("{unit} {ends}: {face} against {limit}"), "LHY-FRM-4")?;
            Some(at_most(said, *face, *limit))
        }
        Fact::Disrupted { unit } => unit_line(*unit, format!("{unit} is Disrupted"), "LHY-STA-1"),
        Fact::Reduced { unit, left } => {
            let steps = if *left == 1 { "1 step".to_owned() } else { format!("{left} steps") };
            unit_line(*unit, format!("{unit} has a casualty: {steps} left"), "LHY-FRM-3")
        }
        Fact::Eliminated { unit } => unit_line(*unit, format!("{unit} is eliminated"), "LHY-FRM-3"),
        Fact::GoalsTaken { by } => {
            Some(Sentence::note(format!("{} alone are in every goal (LHY-SCN-1)", name(*by))))
        }
        Fact::TimeLapsed { minutes, total, .. } => {
            Some(Sentence::note(format!("{minutes} minutes lapse: {total} in all (LHY-TURN-3)")))
        }
        Fact::Over { winner } => Some(Sentence::heading(format!("{} win", name(*winner)))),
        Fact::Hint { hint, .. } => Some(hinted(setup, *hint)),
        Fact::Secret { fact, .. } => sentence(setup, fact),
        Fact::Regrouped { .. }
        | Fact::Acted { .. }
        | Fact::Rallied { .. }
        | Fact::ShotEnded
        | Fact::AssaultOver { .. }
        | Fact::ActivationsEnded { .. } => None,
    }
}

fn moved(setup: &LhySetup, unit: UnitId, path: &[tabletop_hexes::hex::Hex], way: Way) -> Option<Sentence> {
    let to = setup.place(*path.last()?);
    let (text, rule) = match way {
        Way::Maneuver => (format!("{unit} moves to {to}"), "LHY-MAN-1"),
        Way::Withdraw => (format!("{unit} withdraws to {to}"), "LHY-REC-2"),
        Way::Approach => (format!("{unit} comes on to {to}"), "LHY-ASB-2"),
    };
    Some(Sentence::line(unit, format!("{text} ({rule})")))
}

/// All that is said to a side of what is concealed from it.
///
/// Rule: LHY-STA-5.
fn hinted(setup: &LhySetup, hint: Hint) -> Sentence {
    let place = |hex| setup.place(hex);
    let (at, text) = match hint {
        Hint::Moved { from, to } => {
            (to, format!("Somebody concealed moves from {} to {}", place(from), place(to)))
        }
        Hint::Fired { from, hex } => {
            (hex, format!("Somebody concealed in {} fires at {}", place(from), place(hex)))
        }
        Hint::ShotResolved { hex } => (hex, format!("Fire of somebody concealed strikes {}", place(hex))),
        Hint::Acted { hex } => (hex, format!("Somebody concealed tries to recover in {}", place(hex))),
    };
    Sentence::line(at, format!("{text} (LHY-STA-5)"))
}
