//! One unit against another, by the routines that battles are played and foretold by.

use serde::Serialize;

use super::cards::Contender;
use super::setting::{Measure, Setting};
use super::table::{FIRST, Rules, TARGET, TableError, at_range, battle};
use crate::game::combat_forecast::{Question, forecast_round};
use crate::game::phases::shooting::odds::{Odds, odds};
use crate::rules::ids::UnitId;
use crate::rules::measures::Thou;
use crate::rules::odds::mean;

/// The outcome of a meeting of two units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Exchange {
    /// Harm to the target; `None` if the first unit can do nothing: too far, out of sight, no weapon for it.
    pub deals: Option<Strikes>,
    /// Harm in return, in a charge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suffers: Option<Strikes>,
}

/// Harm by a unit's fire or blows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Strikes {
    /// Dice rolled to hit.
    pub dice: u32,
    /// Hits, on average.
    pub hits: f64,
    /// Models lost, on average.
    pub lost: f64,
    /// Their points.
    pub points: f64,
    /// The chance that the unit is suppressed after it.
    pub suppressed: f64,
    /// The chance that it is shaken.
    pub shaken: f64,
    /// The chance that nothing of it is left.
    pub destroyed: f64,
}

/// Rule: ACT-1, SHO-3, SHO-5 (fire in duels), CC-5, CC-6 (charges in duels).
pub(super) fn exchange(
    pair: [&Contender; 2],
    rules: Rules,
    setting: Setting,
) -> Result<Exchange, TableError> {
    let [first, target] = pair;
    let table = battle(pair, rules, (setting.cover(), setting.state()))?;
    match setting {
        Setting::Fire { manner, range, .. } => {
            let poses = at_range(table.view(), range);
            let found = odds(table.view().with_poses(&poses), FIRST, TARGET, manner);
            let deals = found.ok().and_then(|odds| Strikes::of(&odds, target));
            Ok(Exchange { deals, suffers: None })
        }
        Setting::Charge { .. } => {
            let question =
                Question { moved: at_range(table.view(), Thou(0)), mover: Some(FIRST), answer: None };
            let found =
                forecast_round(table.setup(), &table.snapshot(), &question).map_err(TableError::Broken)?;
            let of = |by: UnitId, against: &Contender| {
                let salvos = found.iter().flat_map(|combat| &combat.round);
                salvos.filter(|salvo| salvo.unit == by).find_map(|salvo| Strikes::of(&salvo.odds, against))
            };
            Ok(Exchange { deals: of(FIRST, target), suffers: of(TARGET, first) })
        }
    }
}

impl Strikes {
    /// `None` where no die is rolled.
    fn of(odds: &Odds, target: &Contender) -> Option<Self> {
        let dice = odds.shots.iter().map(|shot| u32::from(shot.dice)).sum();
        let lost = mean(&odds.lost);
        let destroyed = odds.lost.get(usize::from(target.card.models)).copied().unwrap_or_default();
        (dice > 0).then(|| Self {
            dice,
            hits: mean(&odds.hits),
            lost,
            points: lost * target.points_a_model(),
            suppressed: odds.will.suppressed,
            shaken: odds.will.shaken,
            destroyed,
        })
    }
}

impl Exchange {
    /// The figure that stands in a matrix; `None` where the first unit can do nothing.
    pub fn figure(&self, measure: Measure) -> Option<f64> {
        let deals = self.deals?;
        Some(match measure {
            Measure::Points => deals.points,
            Measure::Balance => deals.points - self.suffers.map_or(0.0, |suffered| suffered.points),
            Measure::Lost => deals.lost,
            Measure::Hits => deals.hits,
            Measure::Suppressed => 100.0 * deals.suppressed,
            Measure::Shaken => 100.0 * deals.shaken,
            Measure::Destroyed => 100.0 * deals.destroyed,
        })
    }
}
