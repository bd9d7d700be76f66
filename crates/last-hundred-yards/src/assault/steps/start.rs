//! From the Heroic markers to the assault die.

use tabletop::dice::Needs;

use crate::assault::at_once;
use crate::assault::fact::{AtOnce, Fact};
use crate::assault::limits::{picks, surplus_heroes};
use crate::assault::machine::{Answer, Choice, ChoiceKind, Die, Next, Purpose};
use crate::assault::modifier::modifier;
use crate::assault::scene::Scene;
use crate::data::ruleset::UrbanBy;
use crate::data::table::{Role, Roles, Row};

/// Rule: LHY-LIM-1.
pub fn heroes(scene: Scene<'_, '_>) -> Option<Next> {
    let off = surplus_heroes(scene);
    (!off.is_empty()).then(|| Next::Facts(off.into_iter().map(|unit| Fact::HeroicRemoved { unit }).collect()))
}

/// Rule: LHY-IMM-1, LHY-IMM-2, LHY-IMM-3, LHY-IMM-4.
pub fn at_once(scene: Scene<'_, '_>) -> Option<Next> {
    let progress = &scene.now.progress;
    let Some(settled) = progress.at_once else {
        let why = at_once::case_of(scene)?;
        let mut facts = vec![Fact::SettledAtOnce { why }];
        match why {
            AtOnce::SoftAlone | AtOnce::LatwsAlone => facts.extend(at_once::destroyed(scene, why)),
            AtOnce::NoCombatUnits | AtOnce::OnlyAfvs => {
                let weaker = at_once::weaker(scene, why);
                facts.extend(weaker.map(|role| at_once::must_retreat(scene, role)));
            }
        }
        return Some(Next::Facts(facts));
    };
    let by_lot = matches!(settled, AtOnce::NoCombatUnits | AtOnce::OnlyAfvs) && progress.retreat.is_none();
    let die = Die { purpose: Purpose::SideLot, role: Role::Attacker, unit: None, needs: Needs::Nothing };
    by_lot.then_some(Next::Die(die))
}

/// An odd face makes the attacker retreat.
///
/// Rule: LHY-IMM-3, LHY-IMM-4.
pub fn side_lot(scene: Scene<'_, '_>, face: u8) -> Vec<Fact> {
    let loser = if face % 2 == 1 { Role::Attacker } else { Role::Defender };
    vec![Fact::SideLot { face }, at_once::must_retreat(scene, loser)]
}

/// Rule: LHY-LIM-2, LHY-LIM-3.
pub fn count(scene: Scene<'_, '_>) -> Option<Next> {
    let is_open = |role: &Role| scene.now.progress.counted[role.index()].is_none();
    let role = Role::BOTH.into_iter().find(is_open)?;
    let mut picks = picks(scene, role);
    if picks.len() > 1 {
        let answers = picks.into_iter().map(Answer::Count).collect();
        return Some(Next::Choice(Choice { role, kind: ChoiceKind::Count, answers }));
    }
    let units = picks.pop().unwrap_or_default();
    Some(Next::Facts(vec![Fact::Counted { role, units }]))
}

/// Rule: LHY-DRM-1, LHY-RES-1.
pub fn die(scene: Scene<'_, '_>) -> Option<Next> {
    let progress = &scene.now.progress;
    if progress.drm.is_none() {
        return Some(Next::Facts(vec![modifier(scene).fact()]));
    }
    let die = Die { purpose: Purpose::Assault, role: Role::Attacker, unit: None, needs: Needs::Nothing };
    progress.row.is_none().then_some(Next::Die(die))
}

/// Number of the row that a total is in; the last row has no lowest total.
///
/// Rule: LHY-RES-1.
pub fn row_of(table: &[Row], total: i8) -> Option<usize> {
    table.iter().position(|row| row.from.is_none_or(|from| total >= from))
}

/// Rule: LHY-RES-1, LHY-RES-2, LHY-URB-1.
pub fn rolled(scene: Scene<'_, '_>, face: u8) -> Vec<Fact> {
    let total = face as i8 + scene.now.progress.drm.unwrap_or_default();
    let table = &scene.case.rules.table;
    let Some(index) = row_of(table, total) else { return Vec::new() };
    let row = &table[index];
    let disrupted: Vec<usize> =
        scene.there(row.suffers).filter(|index| scene.state(*index).disrupted).collect();
    let urban = urban_losers(scene, row, total, face);
    let rolled = Fact::Rolled { face, total, row: index as u8, urban, disrupted: scene.ids(&disrupted) };
    vec![rolled, Fact::MustRetreat { role: row.suffers, hexes: row.retreat }]
}

/// Losers of urban assault.
///
/// Rule: LHY-URB-1.
fn urban_losers(scene: Scene<'_, '_>, row: &Row, total: i8, face: u8) -> Option<Roles> {
    let by = match scene.case.rules.switches.urban_by {
        UrbanBy::Total => total,
        UrbanBy::Die => face as i8,
    };
    let (low, high, who) = row.urban.filter(|_| scene.is_urban())?;
    (low..=high).contains(&by).then_some(who)
}
