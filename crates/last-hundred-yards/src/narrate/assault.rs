//! Facts of an assault as sentences.

use super::{Sentence, a, at_most, casualty, line, note};
use crate::assault::case::Ahead;
use crate::assault::fact::{AtOnce, Check, Fact, Line};
use crate::assault::modifier::names;
use crate::chapters::signed;
use crate::data::table::{Role, Row};
use crate::fact::Fact as BattleFact;
use crate::ids::UnitId;
use crate::setup::LhySetup;
use tabletop_hexes::hex::Hex;

fn role_name(role: Role) -> &'static str {
    match role {
        Role::Attacker => "attacker",
        Role::Defender => "defender",
    }
}

/// A line of an explained sum.
fn of_line(line: &Line) -> String {
    format!("{}: {} ({})", signed(line.value), line.why, line.rule)
}

fn explained(said: Sentence, lines: &[Line]) -> Sentence {
    Sentence { details: lines.iter().map(of_line).collect(), ..said }
}

/// A number with a true minus sign.
fn minus(total: i8) -> String {
    if total < 0 { format!("−{}", total.unsigned_abs()) } else { total.to_string() }
}

/// "10 to 13", "under −1".
fn totals(rows: &[Row], row: usize) -> String {
    let above = row.checked_sub(1).and_then(|above| rows.get(above)?.from);
    match (rows.get(row).and_then(|row| row.from), above) {
        (Some(from), Some(above)) => format!("{} to {}", minus(from), minus(above - 1)),
        (Some(from), None) => minus(from),
        (None, Some(above)) => format!("under {}", minus(above)),
        (None, None) => "any".to_owned(),
    }
}

/// The sentence for a fact; none for a casualty that eliminates, because the next fact says so.
pub(super) fn sentence(setup: &LhySetup, fact: &Fact, next: &[BattleFact]) -> Option<Sentence> {
    Some(match fact {
        Fact::HeroicRemoved { unit } => line(*unit, format!("{unit} is no longer Heroic"), "LHY-LIM-1"),
        Fact::Counted { role, units } => {
            let does = if units.len() == 1 { "counts" } else { "count" };
            let text = format!("{} {does} for the {}", names(units), role_name(*role));
            note(text, "LHY-LIM-2")
        }
        Fact::SettledAtOnce { why } => note(at_once(*why).to_owned(), why.rule()),
        Fact::SideLot { face } => {
            let loser = if face % 2 == 1 { Role::Attacker } else { Role::Defender };
            note(
                format!(
                    "The lot falls on the {}, who must give way: {} is rolled",
                    role_name(loser),
                    a(*face)
                ),
                "LHY-IMM-3",
            )
        }
        Fact::MustRetreat { role, hexes } => must_retreat(*role, *hexes),
        Fact::Summed { lines, drm } => {
            explained(note(format!("That makes a modifier of {}", signed(*drm)), "LHY-DRM-1"), lines)
        }
        Fact::Rolled { face, total, row, .. } => {
            let row = totals(&setup.rules.table, usize::from(*row));
            let text =
                format!("The attacker rolls {}, which makes {}: the row {row}", a(*face), minus(*total));
            note(text, "LHY-RES-1")
        }
        Fact::LotCast { among, face, unit } => lot(among, *face, *unit),
        Fact::TargetChosen { role, vehicle } => {
            line(*vehicle, format!("The {} tries to destroy {vehicle}", role_name(*role)), "LHY-VDA-1")
        }
        Fact::VehicleTried { vehicle, face, destroyed, lines, .. } => {
            tried(setup, *vehicle, *face, *destroyed, lines)
        }
        Fact::Unloaded { unit, carrier } => {
            line(*unit, format!("{unit} dismounts from {carrier}"), "LHY-UNL-1")
        }
        Fact::Retreated { unit, way, .. } => {
            line(*unit, format!("{unit} retreats to {}", setup.place(*way.last()?)), "LHY-RET-6")
        }
        Fact::Checked { unit, check, face, cohesion, passed } => {
            checked(*unit, *check, *face, *cohesion, *passed)
        }
        Fact::Casualty { unit, left, cause } => match next.first() {
            Some(BattleFact::Assault { fact: Fact::Eliminated { unit: lost, .. } }) if lost == unit => {
                return None;
            }
            _ => casualty(*unit, *left, cause.rule()),
        },
        Fact::Disrupted { unit, cause } => line(*unit, format!("{unit} is Disrupted"), cause.rule()),
        Fact::Regrouped { unit, cause } => line(*unit, format!("{unit} must regroup"), cause.rule()),
        Fact::Eliminated { unit, cause } => line(*unit, format!("{unit} is eliminated"), cause.rule()),
        Fact::Advanced { unit, to, ahead } => advanced(setup, *unit, *to, *ahead),
        Fact::LossChecked { unit, face, lost } => {
            let does = if *lost { "fails its loss check" } else { "passes its loss check" };
            line(*unit, format!("{unit} {does} with {}", a(*face)), "LHY-LSC-1")
        }
        Fact::Revealed { unit } => line(*unit, format!("{unit} is no longer concealed"), "LHY-STA-5"),
        Fact::Ended { keeper } => ended(*keeper),
        Fact::UrbanLost { .. }
        | Fact::StepBegan { .. }
        | Fact::BestFound { .. }
        | Fact::AdvanceEnded
        | Fact::SecondEnded { .. } => {
            return None;
        }
    })
}

fn must_retreat(role: Role, [few, many]: [u8; 2]) -> Sentence {
    let hexes = match few == many {
        true if few == 1 => "1 hex".to_owned(),
        true => format!("{few} hexes"),
        false => format!("{few} to {many} hexes"),
    };
    note(format!("The {} must retreat {hexes}", role_name(role)), "LHY-RET-1")
}

fn lot(among: &[UnitId], face: u8, unit: Option<UnitId>) -> Sentence {
    match unit {
        Some(unit) => {
            let text = format!("Of {} the lot falls on {unit}: {} is rolled", names(among), a(face));
            line(unit, text, "LHY-RES-5")
        }
        None => {
            note(format!("The lot falls on nobody and is cast again: {} is rolled", a(face)), "LHY-RES-5")
        }
    }
}

fn tried(setup: &LhySetup, vehicle: UnitId, face: u8, destroyed: bool, lines: &[Line]) -> Sentence {
    let total = lines.iter().map(|line| line.value).sum::<i8>() + face as i8;
    let needed = setup.rules.numbers.destroyed_from;
    let does = if destroyed { "is destroyed" } else { "survives" };
    let text = format!("{vehicle} {does}: {} makes {total}, with {needed} or more needed", a(face));
    explained(line(vehicle, text, "LHY-VDA-2"), lines)
}

fn checked(unit: UnitId, check: Check, face: u8, cohesion: u8, passed: bool) -> Sentence {
    let does = if passed { "passes" } else { "fails" };
    let (what, rule) = match check {
        Check::Retreat => ("its Cohesion check next to the enemy", "LHY-RET-6"),
        Check::Row => ("its Cohesion check", "LHY-CAS-1"),
    };
    let said = line(unit, format!("{unit} {does} {what}, with {cohesion} or less needed"), rule);
    at_most(said, face, cohesion)
}

fn advanced(setup: &LhySetup, unit: UnitId, to: Hex, ahead: Ahead) -> Sentence {
    let why = match ahead {
        Ahead::Free => "",
        Ahead::Enemies => " for a second assault",
        Ahead::Reinforces => " to join the assault there",
    };
    line(unit, format!("{unit} advances to {}{why}", setup.place(to)), "LHY-ADV-1")
}

fn ended(keeper: Option<Role>) -> Sentence {
    let text = match keeper {
        Some(role) => format!("The {} holds the hex", role_name(role)),
        None => "Nobody is left in the hex".to_owned(),
    };
    note(text, "LHY-END-1")
}

fn at_once(why: AtOnce) -> &'static str {
    match why {
        AtOnce::SoftAlone => "No die is rolled: what stands there by itself is destroyed",
        AtOnce::LatwsAlone => "No die is rolled: anti-tank weapons by themselves are destroyed",
        AtOnce::NoCombatUnits => "Without combat units the side of lower Cohesion must give way",
        AtOnce::OnlyAfvs => "Among AFVs the side of lower anti-tank value must give way",
    }
}
