//! Facts of an assault as sentences.

use tabletop::sentence::Sentence as Said;

use super::{at_most, list, verb};
use crate::assault::case::Ahead;
use crate::assault::fact::{AtOnce, Check, Fact, Line};
use crate::chapters::signed;
use crate::data::table::{Role, Row};
use crate::game::Lhy;
use crate::ids::UnitId;
use crate::setup::LhySetup;

type Sentence = Said<Lhy>;

fn role_name(role: Role) -> &'static str {
    match role {
        Role::Attacker => "attacker",
        Role::Defender => "defender",
    }
}

fn line(unit: UnitId, text: String, rule: &str) -> Option<Sentence> {
    Some(Sentence::line(unit, format!("{text} ({rule})")))
}

fn note(text: String, rule: &str) -> Option<Sentence> {
    Some(Sentence::note(format!("{text} ({rule})")))
}

/// A line of an explained sum.
fn of_line(line: &Line) -> String {
    format!("{}: {} ({})", signed(line.value), line.why, line.rule)
}

/// "10 to 13", "under −1".
fn totals(rows: &[Row], row: usize) -> String {
    let minus =
        |total: i8| if total < 0 { format!("−{}", total.unsigned_abs()) } else { total.to_string() };
    let above = row.checked_sub(1).and_then(|above| rows.get(above)?.from);
    match (rows.get(row).and_then(|row| row.from), above) {
        (Some(from), Some(above)) => format!("{} to {}", minus(from), minus(above - 1)),
        (Some(from), None) => minus(from),
        (None, Some(above)) => format!("under {}", minus(above)),
        (None, None) => "any".to_owned(),
    }
}

pub(super) fn sentence(setup: &LhySetup, fact: &Fact) -> Option<Sentence> {
    match fact {
        Fact::HeroicRemoved { unit } => line(*unit, format!("{unit} is not Heroic any more"), "LHY-LIM-1"),
        Fact::Counted { role, units } => match units.first() {
            Some(first) => {
                let text = format!("{} for the {}", verb(units, "counts", "count"), role_name(*role));
                line(*first, text, "LHY-LIM-2")
            }
            None => note(format!("Nobody counts for the {}", role_name(*role)), "LHY-LIM-2"),
        },
        Fact::SettledAtOnce { why } => note(at_once(*why).to_owned(), why.rule()),
        Fact::SideLot { face } => {
            let loser = if face % 2 == 1 { "attacker" } else { "defender" };
            note(format!("The {loser} must give way, by lot: {face}"), "LHY-IMM-3")
        }
        Fact::MustRetreat { role, hexes: [few, many] } => {
            let hexes = if few == many { few.to_string() } else { format!("{few} to {many}") };
            note(format!("The {} must retreat {hexes} hexes", role_name(*role)), "LHY-RET-1")
        }
        Fact::Summed { lines, drm } => {
            let said = Sentence::note(format!("The modifier is {} (LHY-DRM-1)", signed(*drm)));
            Some(Sentence { details: lines.iter().map(of_line).collect(), ..said })
        }
        Fact::Rolled { face, total, row, .. } => {
            let row = totals(&setup.rules.table, usize::from(*row));
            note(format!("The assault die is {face}: {total}, row {row}"), "LHY-RES-1")
        }
        Fact::LotCast { among, face, unit } => match unit {
            Some(unit) => {
                line(*unit, format!("Of {} it is {unit}, by lot: {face}", list(among)), "LHY-RES-5")
            }
            None => note(format!("The lot decides nothing: {face}"), "LHY-RES-5"),
        },
        Fact::UrbanLost { unit, .. } => line(*unit, format!("{unit} suffers in the building"), "LHY-URB-1"),
        Fact::TargetChosen { role, vehicle } => {
            line(*vehicle, format!("The {} goes for {vehicle}", role_name(*role)), "LHY-VDA-1")
        }
        Fact::VehicleTried { vehicle, face, destroyed, lines, .. } => {
            let ends = if *destroyed { "is destroyed" } else { "is missed" };
            let said = line(*vehicle, format!("{vehicle} {ends}: {face}"), "LHY-VDA-2")?;
            Some(Sentence { details: lines.iter().map(of_line).collect(), ..said })
        }
        Fact::Unloaded { unit, carrier } => line(*unit, format!("{unit} gets off {carrier}"), "LHY-UNL-1"),
        Fact::Retreated { unit, way, .. } => {
            line(*unit, format!("{unit} retreats to {}", setup.place(*way.last()?)), "LHY-RET-6")
        }
        Fact::Checked { unit, check, face, cohesion, passed } => {
            let ends = if *passed { "passes" } else { "fails" };
            let (what, rule) = match check {
                Check::Retreat => ("its check next to the enemy", "LHY-RET-6"),
                Check::Row => ("its check", "LHY-CAS-1"),
            };
            let text = format!("{unit} {ends} {what}: {face} against {cohesion}");
            Some(at_most(line(*unit, text, rule)?, *face, *cohesion))
        }
        Fact::Casualty { unit, left, cause } => {
            let steps = if *left == 1 { "1 step".to_owned() } else { format!("{left} steps") };
            line(*unit, format!("{unit} has a casualty: {steps} left"), cause.rule())
        }
        Fact::Disrupted { unit, cause } => line(*unit, format!("{unit} is Disrupted"), cause.rule()),
        Fact::Regrouped { unit, cause } => line(*unit, format!("{unit} is Regrouping"), cause.rule()),
        Fact::Eliminated { unit, cause } => line(*unit, format!("{unit} is eliminated"), cause.rule()),
        Fact::Advanced { unit, to, ahead } => {
            let does = match ahead {
                Ahead::Free => "advances to",
                Ahead::Enemies => "advances to a second assault on",
                Ahead::Reinforces => "advances to join the assault on",
            };
            line(*unit, format!("{unit} {does} {}", setup.place(*to)), "LHY-ADV-1")
        }
        Fact::LossChecked { unit, face, lost } => {
            let ends = if *lost { "is lost" } else { "is safe" };
            line(*unit, format!("{unit} {ends}: {face}"), "LHY-LSC-1")
        }
        Fact::Revealed { unit } => line(*unit, format!("{unit} is seen"), "LHY-STA-5"),
        Fact::Ended { keeper } => note(
            match keeper {
                Some(role) => format!("The {} keeps the hex", role_name(*role)),
                None => "The hex is nobody's".to_owned(),
            },
            "LHY-END-1",
        ),
        Fact::StepBegan { .. } | Fact::BestFound { .. } | Fact::AdvanceEnded | Fact::SecondEnded { .. } => {
            None
        }
    }
}

fn at_once(why: AtOnce) -> &'static str {
    match why {
        AtOnce::SoftAlone => "Who stands there alone is destroyed without a die",
        AtOnce::LatwsAlone => "Anti-tank weapons alone are destroyed without a die",
        AtOnce::NoCombatUnits => "Without combat units the lower Cohesion gives way",
        AtOnce::OnlyAfvs => "Among AFVs the lower anti-tank value gives way",
    }
}
