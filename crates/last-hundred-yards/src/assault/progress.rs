//! Progress of an assault, changed by facts alone.

use serde::{Deserialize, Serialize};
use tabletop_hexes::hex::Hex;

use super::case::{Ahead, Case, Condition};
use super::fact::{AtOnce, Cause, Fact};
use crate::data::table::{Role, Roles};
use crate::ids::UnitId;
use crate::state::State;

/// Steps of an assault, in their order.
///
/// Rule: LHY-RES-6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Heroic markers come off.
    #[default]
    Heroes,
    /// The steps without a die.
    AtOnce,
    /// Both sides pick who counts.
    Count,
    /// The modifier and the assault die.
    Die,
    /// Urban assault.
    Urban,
    /// Tries at vehicles.
    Destruction,
    /// Riders and passengers unload.
    Unload,
    /// Retreats.
    Retreat,
    /// Checks of those who retreated next to an enemy.
    RetreatCheck,
    /// Casualties.
    Casualty,
    /// Cohesion checks.
    Check,
    /// Advances, and second assaults.
    Advance,
    /// Loss checks of leaders and FPs.
    LossCheck,
    /// Regrouping markers.
    Regroup,
    /// Concealment goes, and the hex is somebody's.
    End,
    /// All is done.
    Over,
}

/// Progress of an assault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Progress {
    /// The step it is in.
    pub step: Step,
    /// Units that count, of attacker and defender, once they are picked.
    pub counted: [Option<Vec<UnitId>>; 2],
    /// The assault that needs no die.
    pub at_once: Option<AtOnce>,
    /// The modifier, once it is summed up.
    pub drm: Option<i8>,
    /// Number of the table's row, once the die is rolled.
    pub row: Option<u8>,
    /// Losers of urban assault.
    pub urban: Option<Roles>,
    /// Units that were Disrupted at the assault die, of the side that suffers.
    pub disrupted: Vec<UnitId>,
    /// The side that retreats, and its fewest and most hexes.
    pub retreat: Option<(Role, [u8; 2])>,
    /// Sides that are done with this step.
    pub done: [bool; 2],
    /// Unit that this step was last about.
    pub last: Option<UnitId>,
    /// Vehicle that is tried at.
    pub target: Option<UnitId>,
    /// The best of those who suffer: of those with a bullet, and of Japanese and Russians.
    pub best: [Option<UnitId>; 2],
    /// Units that have advanced, and what lay ahead.
    pub advanced: Vec<(UnitId, Hex, Ahead)>,
}

/// An assault at a moment: its progress and the condition of each fighter, in the order of [`Case::fighters`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    /// Progress.
    pub progress: Progress,
    /// Conditions.
    pub units: Vec<Condition>,
}

impl Progress {
    /// Makes a fact true of the progress.
    pub fn apply(&mut self, fact: &Fact) {
        match fact {
            Fact::StepBegan { step } => self.begin(*step),
            Fact::Counted { role, units } => self.counted[role.index()] = Some(units.clone()),
            Fact::SettledAtOnce { why } => self.at_once = Some(*why),
            Fact::MustRetreat { role, hexes } => self.retreat = Some((*role, *hexes)),
            Fact::Summed { drm, .. } => self.drm = Some(*drm),
            Fact::Rolled { row, urban, disrupted, .. } => {
                self.row = Some(*row);
                self.urban = *urban;
                self.disrupted.clone_from(disrupted);
            }
            Fact::BestFound { unit, steadfast } => self.best[usize::from(*steadfast)] = Some(*unit),
            Fact::UrbanLost { role, .. } => self.done[role.index()] = true,
            Fact::Casualty { unit, cause: Cause::LossCheck, .. } => self.last = Some(*unit),
            Fact::Casualty { cause: Cause::Casualty, .. } => self.done = [true; 2],
            Fact::TargetChosen { vehicle, .. } => self.target = Some(*vehicle),
            Fact::VehicleTried { role, .. } => {
                self.done[role.index()] = true;
                self.target = None;
            }
            Fact::Checked { unit, .. } | Fact::LossChecked { unit, .. } => self.last = Some(*unit),
            Fact::Advanced { unit, to, ahead } => self.advanced.push((*unit, *to, *ahead)),
            Fact::AdvanceEnded => self.done = [true; 2],
            Fact::SecondEnded { hex } => self.advanced.retain(|(_, to, _)| to != hex),
            Fact::LotCast { .. }
            | Fact::HeroicRemoved { .. }
            | Fact::SideLot { .. }
            | Fact::Unloaded { .. }
            | Fact::Retreated { .. }
            | Fact::Casualty { .. }
            | Fact::Disrupted { .. }
            | Fact::Regrouped { .. }
            | Fact::Eliminated { .. }
            | Fact::Revealed { .. }
            | Fact::Ended { .. } => {}
        }
    }

    /// Begins a step: what only the steps before it needed is forgotten, so that ways that led here are alike.
    fn begin(&mut self, step: Step) {
        self.step = step;
        self.done = [false; 2];
        self.last = None;
        self.target = None;
        if step > Step::Die {
            self.counted = [None, None];
            self.drm = None;
        }
        if step > Step::Urban {
            self.urban = None;
        }
        if step != Step::Check {
            self.best = [None; 2];
        }
        if step > Step::Retreat {
            self.retreat = self.retreat.filter(|_| step <= Step::RetreatCheck);
        }
        if step > Step::Check {
            self.disrupted.clear();
        }
    }
}

impl Condition {
    /// Makes a fact true of a unit that it is about.
    pub fn apply(&mut self, fact: &Fact) {
        match fact {
            Fact::HeroicRemoved { .. } => self.state.heroic = false,
            Fact::Unloaded { .. } => self.aboard = None,
            Fact::Retreated { way, in_motion, .. } => {
                self.at = way.last().copied();
                self.state.concealed = false;
                self.state.in_motion |= *in_motion;
            }
            Fact::Casualty { left, .. } => {
                self.state.steps = *left;
                self.state.heroic = false;
                self.state.concealed = false;
            }
            Fact::Disrupted { .. } => disrupt(&mut self.state),
            Fact::Regrouped { .. } => self.state.regrouping = true,
            Fact::Eliminated { .. } => self.at = None,
            Fact::Advanced { to, .. } => {
                self.at = Some(*to);
                self.advanced = true;
            }
            Fact::Revealed { .. } => self.state.concealed = false,
            Fact::StepBegan { .. }
            | Fact::Counted { .. }
            | Fact::SettledAtOnce { .. }
            | Fact::SideLot { .. }
            | Fact::MustRetreat { .. }
            | Fact::Summed { .. }
            | Fact::Rolled { .. }
            | Fact::LotCast { .. }
            | Fact::BestFound { .. }
            | Fact::UrbanLost { .. }
            | Fact::TargetChosen { .. }
            | Fact::VehicleTried { .. }
            | Fact::Checked { .. }
            | Fact::AdvanceEnded
            | Fact::SecondEnded { .. }
            | Fact::LossChecked { .. }
            | Fact::Ended { .. } => {}
        }
    }
}

/// A unit becomes Disrupted: it is no longer Heroic, Regrouping or Concealed.
///
/// Rule: LHY-STA-1, LHY-STA-4, LHY-STA-5, LHY-REG-3.
pub fn disrupt(state: &mut State) {
    state.disrupted = true;
    state.heroic = false;
    state.regrouping = false;
    state.concealed = false;
}

impl Fact {
    /// The unit whose condition it changes.
    pub fn unit(&self) -> Option<UnitId> {
        match self {
            Self::HeroicRemoved { unit }
            | Self::Unloaded { unit, .. }
            | Self::Retreated { unit, .. }
            | Self::Casualty { unit, .. }
            | Self::Disrupted { unit, .. }
            | Self::Regrouped { unit, .. }
            | Self::Eliminated { unit, .. }
            | Self::Advanced { unit, .. }
            | Self::Revealed { unit } => Some(*unit),
            Self::StepBegan { .. }
            | Self::Counted { .. }
            | Self::SettledAtOnce { .. }
            | Self::SideLot { .. }
            | Self::MustRetreat { .. }
            | Self::Summed { .. }
            | Self::Rolled { .. }
            | Self::LotCast { .. }
            | Self::BestFound { .. }
            | Self::UrbanLost { .. }
            | Self::TargetChosen { .. }
            | Self::VehicleTried { .. }
            | Self::Checked { .. }
            | Self::AdvanceEnded
            | Self::SecondEnded { .. }
            | Self::LossChecked { .. }
            | Self::Ended { .. } => None,
        }
    }
}

impl Standing {
    /// Makes facts true.
    pub fn apply(&mut self, case: &Case<'_>, facts: &[Fact]) {
        for fact in facts {
            self.progress.apply(fact);
            if let Some(index) = fact.unit().and_then(|unit| case.index(unit)) {
                self.units[index].apply(fact);
            }
        }
    }
}
