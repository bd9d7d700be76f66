//! Facts as sentences: what happens first, then the numbers, then the paragraph.

mod actions;
mod assault;
mod hints;
mod shots;
mod turn;

use tabletop::sentence::{Narrated, Rolls, Sentence as Said};
use tabletop_hexes::hex::Hex;

use crate::assault::modifier::names;
use crate::fact::Fact;
use crate::game::Lhy;
use crate::ids::{Subject, UnitId};
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
    let sentences = sentence(setup, fact, &facts[covered..]).into_iter().collect();
    Some(Narrated { sentences, facts: covered })
}

/// Something that a unit or a hex does or suffers, with its paragraph.
fn line(about: impl Into<Subject>, text: String, rule: &str) -> Sentence {
    Sentence::line(about, format!("{text} ({rule})"))
}

/// Something that happens to nobody in particular, with its paragraph.
fn note(text: String, rule: &str) -> Sentence {
    Sentence::note(format!("{text} ({rule})"))
}

/// A part of a turn begins, with its paragraph.
fn phase(text: String, rule: &str) -> Sentence {
    Sentence::phase(format!("{text} ({rule})"))
}

/// "US-1 and US-2 assault".
fn verb(units: &[UnitId], one: &str, many: &str) -> String {
    format!("{} {}", names(units), if units.len() == 1 { one } else { many })
}

/// "1 step left", "no step left".
fn steps_left(left: u8) -> String {
    match left {
        0 => "no step left".to_owned(),
        1 => "1 step left".to_owned(),
        left => format!("{left} steps left"),
    }
}

/// A face with its article: "a 7", "an 8".
fn a(face: u8) -> String {
    format!("{} {face}", if face == 8 { "an" } else { "a" })
}

fn casualty(unit: UnitId, left: u8, rule: &str) -> Sentence {
    line(unit, format!("{unit} takes a casualty: {}", steps_left(left)), rule)
}

/// With the die that had to be so low.
fn at_most(sentence: Sentence, face: u8, limit: u8) -> Sentence {
    Sentence { rolls: Rolls::AtMost { faces: vec![face], limit }, ..sentence }
}

/// The sentence for a fact, before `next`; `None` where it is not worth a word.
fn sentence(setup: &LhySetup, fact: &Fact, next: &[Fact]) -> Option<Sentence> {
    let place = |hex: &Hex| setup.place(*hex);
    Some(match fact {
        Fact::Deployed { unit, hex } => line(*unit, format!("{unit} sets up in {}", place(hex)), "LHY-SCN-1"),
        Fact::TurnBegan { turn } => Sentence::heading(format!("Turn {turn}")),
        Fact::InitiativeRolled { faces, totals, active } => turn::initiative(setup, *faces, *totals, *active),
        Fact::InitiativeForfeited { by, active } => turn::forfeited(setup, *by, *active),
        Fact::ShockRolled { unit, face, ended } => turn::shock(setup, *unit, *face, *ended),
        Fact::Activated { side, platoons } => turn::activated(setup, *side, platoons),
        Fact::ReactionsBegan { side } => turn::reactions(setup, *side),
        Fact::GoalsTaken { by } => turn::goals(setup, *by),
        Fact::TimeLapsed { minutes, total, .. } => turn::time(setup, *minutes, *total),
        Fact::Over { winner } => turn::over(setup, *winner),
        Fact::Moved { unit, path, way } => actions::moved(setup, *unit, path.last()?, *way),
        Fact::Unloaded { unit, hex } => {
            line(*unit, format!("{unit} dismounts in {}", place(hex)), "LHY-UNL-1")
        }
        Fact::RecoveryRolled { unit, face, total, limit, outcome } => {
            actions::recovery(setup, *unit, [*face as i8, *total], *limit, *outcome)
        }
        Fact::BecameHeroic { unit } => line(*unit, format!("{unit} becomes Heroic"), "LHY-STA-4"),
        Fact::Revealed { unit } => line(*unit, format!("{unit} is no longer concealed"), "LHY-STA-5"),
        Fact::AssaultDeclared { hex, from, units, .. } => actions::declared(setup, units, *hex, *from)?,
        Fact::AssaultReinforced { hex, from, units, .. } => actions::reinforced(setup, units, *hex, *from)?,
        Fact::FeintRolled { units, face, limit, passed, .. } => {
            actions::feint(units, *face, *limit, *passed)?
        }
        Fact::AssaultDropped { hex } => {
            line(*hex, format!("The assault on {} is called off", place(hex)), "LHY-ASB-4")
        }
        Fact::AssaultBegan { hex, attackers, .. } => actions::assault(setup, attackers, *hex),
        Fact::Assault { fact } => return assault::sentence(setup, fact, next),
        Fact::Fired { unit, hex, .. } => {
            line(*unit, format!("{unit} takes aim at {}", place(hex)), "LHY-SAF-1")
        }
        Fact::ShotResolved { unit, hex, face, total } => {
            shots::resolved(setup, *unit, *hex, [*face as i8, *total], next)
        }
        Fact::ShotWasted { hex } => {
            line(*hex, format!("Nobody is left in {} to be hit", place(hex)), "LHY-SAF-2")
        }
        Fact::Picked { unit, face } => {
            line(*unit, format!("The lot falls on {unit}: {} is rolled", a(*face)), "LHY-RES-5")
        }
        Fact::CohesionChecked { unit, face, limit, passed } => shots::checked(*unit, *face, *limit, *passed),
        Fact::Disrupted { unit } => line(*unit, format!("{unit} is Disrupted"), "LHY-STA-1"),
        Fact::Reduced { unit, left } => match next.first() {
            Some(Fact::Eliminated { unit: lost }) if lost == unit => return None,
            _ => casualty(*unit, *left, "LHY-FRM-3"),
        },
        Fact::Eliminated { unit } => line(*unit, format!("{unit} is eliminated"), "LHY-FRM-3"),
        Fact::Hint { hint, .. } => hints::hinted(setup, *hint, next),
        Fact::Secret { fact, .. } => return sentence(setup, fact, next),
        Fact::Regrouped { .. }
        | Fact::Acted { .. }
        | Fact::Rallied { .. }
        | Fact::FeintSettled { .. }
        | Fact::ShotEnded
        | Fact::AssaultOver { .. }
        | Fact::ActivationsEnded { .. } => return None,
    })
}
