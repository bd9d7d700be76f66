//! The only writer of a battle: each fact, made so.

use tabletop_hexes::hex::Hex;

use tabletop::ids::Side;

use super::{Arrow, Feint, Fight, Place, Play, Shot, Unit};
use crate::assault::progress::Progress;
use crate::card::Kind;
use crate::data::ruleset::Feint as Reading;
use crate::fact::Fact;
use crate::ids::UnitId;
use crate::order::Way;
use crate::setup::LhySetup;

impl Play {
    /// Makes a fact so.
    pub fn apply(&mut self, setup: &LhySetup, fact: &Fact) {
        match fact.bare() {
            Fact::Deployed { unit, hex } => self.change(*unit, |unit| unit.place = Place::On(*hex)),
            Fact::TurnBegan { turn } => self.begin_turn(*turn),
            Fact::InitiativeRolled { active, .. } | Fact::InitiativeForfeited { active, .. } => {
                self.active = *active;
            }
            Fact::ShockRolled { unit, ended, .. } => {
                self.change(*unit, |unit| unit.state.shocked &= !ended);
            }
            Fact::Activated { platoons, .. } => {
                self.acting.clone_from(platoons);
                self.activated.extend(platoons.iter().cloned());
            }
            Fact::ActivationsEnded { .. } | Fact::ReactionsBegan { .. } => self.acting.clear(),
            Fact::Moved { unit, path, way } => self.move_unit(setup, *unit, path, *way),
            Fact::Unloaded { unit, hex } => self.change(*unit, |unit| unit.place = Place::On(*hex)),
            Fact::Fired { unit, from, hex, sav, regrouping } => {
                let (sav, regrouping) = (*sav, *regrouping);
                self.shots.push(Shot { unit: *unit, from: *from, hex: *hex, sav, regrouping });
                self.notice(setup, *unit, &[*from]);
                self.change(*unit, |unit| (unit.acted, unit.state.in_motion) = (true, false));
            }
            Fact::RecoveryRolled { unit, .. } => {
                self.notice(setup, *unit, &[]);
                self.change(*unit, |unit| unit.acted = true);
            }
            Fact::Regrouped { unit } => self.change(*unit, |unit| {
                (unit.state.disrupted, unit.state.regrouping) = (false, false);
            }),
            Fact::BecameHeroic { unit } => self.change(*unit, |unit| unit.state.heroic = true),
            Fact::Acted { unit } => self.change(*unit, |unit| unit.acted = true),
            Fact::Rallied { unit } => self.change(*unit, |unit| unit.acted = false),
            Fact::Revealed { unit } => self.change(*unit, |unit| unit.state.concealed = false),
            Fact::AssaultDeclared { by, hex, from, units } => {
                let attackers = units.iter().map(|unit| (*unit, *from)).collect();
                let together = self.acting.clone();
                self.arrows.push(Arrow { by: *by, hex: *hex, attackers, together, feint: Feint::Open });
                self.noticed.extend([*hex, *from]);
            }
            Fact::AssaultReinforced { hex, from, units, .. } => {
                let arrow = self.arrows.iter_mut().find(|arrow| arrow.hex == *hex);
                arrow.into_iter().for_each(|arrow| {
                    arrow.attackers.extend(units.iter().map(|unit| (*unit, *from)));
                });
                self.noticed.insert(*from);
            }
            Fact::FeintRolled { hex, units, passed, .. } => self.feint(setup, *hex, units, *passed),
            Fact::FeintSettled { hex } => self.settle_feint(*hex, Feint::Over),
            Fact::AssaultBegan { by, hex, attackers, defenders, coordinated } => {
                self.begin_fight(setup, *by, *hex, attackers, defenders, *coordinated);
            }
            Fact::Assault { fact } => self.apply_assault(fact),
            Fact::AssaultOver { .. } => {
                self.fights.pop();
            }
            Fact::AssaultDropped { hex } => self.arrows.retain(|arrow| arrow.hex != *hex),
            Fact::ShotEnded => {
                if !self.shots.is_empty() {
                    self.shots.remove(0);
                }
            }
            Fact::Disrupted { unit } => self.change(*unit, |unit| {
                let state = &mut unit.state;
                state.disrupted = true;
                (state.regrouping, state.heroic, state.concealed) = (false, false, false);
            }),
            Fact::Reduced { unit, left } => self.change(*unit, |unit| {
                unit.state.steps = *left;
                (unit.state.heroic, unit.state.concealed) = (false, false);
            }),
            Fact::Eliminated { unit } => self.eliminate(*unit),
            Fact::TimeLapsed { total, .. } => self.lapse(*total),
            Fact::Over { winner } => self.winner = Some(*winner),
            Fact::ShotResolved { .. }
            | Fact::Picked { .. }
            | Fact::CohesionChecked { .. }
            | Fact::ShotWasted { .. }
            | Fact::GoalsTaken { .. }
            | Fact::Hint { .. }
            | Fact::Secret { .. } => {}
        }
    }

    pub(super) fn change(&mut self, id: UnitId, change: impl FnOnce(&mut Unit)) {
        if let Some(unit) = self.units.get_mut(&id) {
            change(unit);
        }
    }

    fn begin_turn(&mut self, turn: u8) {
        self.turn = turn;
        self.acting.clear();
        self.activated.clear();
        self.noticed.clear();
        for unit in self.units.values_mut() {
            (unit.acted, unit.moved, unit.advanced) = (false, false, false);
        }
    }

    /// An act of the active side may be noticed.
    ///
    /// Rule: LHY-TURN-2 (who saw something.)
    fn notice(&mut self, setup: &LhySetup, unit: UnitId, hexes: &[Hex]) {
        if setup.side(unit) == self.active {
            let own = self.hex_of(unit);
            self.noticed.extend(hexes.iter().copied().chain(own));
        }
    }

    /// Rule: LHY-STA-6, LHY-REG-3.
    fn move_unit(&mut self, setup: &LhySetup, id: UnitId, path: &[Hex], way: Way) {
        self.notice(setup, id, path);
        let is_vehicle = setup.card(id).kind.is_vehicle();
        for rider in self.riders(id) {
            self.change(rider, |unit| unit.acted = true);
        }
        let (last, start) = (path.last().copied(), self.hex_of(id));
        let before = path.iter().rev().nth(1).copied().or(start);
        let sunken = before.zip(last).is_some_and(|(from, to)| breaks_through(setup, id, from, to));
        self.change(id, |unit| {
            unit.state.sunken = sunken;
            unit.place = last.map_or(unit.place, Place::On);
            (unit.acted, unit.moved) = (true, true);
            unit.state.in_motion = is_vehicle;
            unit.state.regrouping &= way != Way::Withdraw;
        });
        if way == Way::Withdraw {
            self.withdraw_from_assault(id);
        }
    }

    /// Rule: LHY-ASB-5.
    fn feint(&mut self, setup: &LhySetup, hex: Hex, units: &[UnitId], passed: bool) {
        let out = match setup.rules.switches.feint {
            Reading::DieForBoth if passed => Feint::Out(units.to_vec()),
            Reading::DieForBoth | Reading::FreeWithdrawal | Reading::None => Feint::Over,
        };
        self.settle_feint(hex, out);
        if passed {
            units.iter().for_each(|unit| self.leave_assault(*unit));
        }
    }

    fn settle_feint(&mut self, hex: Hex, state: Feint) {
        if let Some(arrow) = self.arrows.iter_mut().find(|arrow| arrow.hex == hex) {
            arrow.feint = state;
        }
    }

    /// A unit that withdraws is out of the assault, and has no second choice.
    ///
    /// Rule: LHY-ASB-5.
    fn withdraw_from_assault(&mut self, id: UnitId) {
        self.leave_assault(id);
        for arrow in &mut self.arrows {
            if let Feint::Out(units) = &mut arrow.feint {
                units.retain(|unit| *unit != id);
            }
        }
    }

    /// A unit takes no part any more in what is declared.
    fn leave_assault(&mut self, id: UnitId) {
        for arrow in &mut self.arrows {
            arrow.attackers.retain(|(unit, _)| *unit != id);
        }
    }

    /// Attackers come into the hex; vehicles are in motion.
    ///
    /// Rule: LHY-ASB-4, LHY-STA-6.
    fn begin_fight(
        &mut self,
        setup: &LhySetup,
        by: Side,
        hex: Hex,
        attackers: &[(UnitId, Hex)],
        defenders: &[UnitId],
        coordinated: bool,
    ) {
        self.arrows.retain(|arrow| arrow.hex != hex);
        self.bring(setup, attackers, hex);
        let (attackers, defenders) = (attackers.to_vec(), defenders.to_vec());
        let progress = Progress::default();
        self.fights.push(Fight { by, hex, attackers, defenders, coordinated, progress });
    }

    /// Attackers come into a hex.
    pub fn bring(&mut self, setup: &LhySetup, attackers: &[(UnitId, Hex)], hex: Hex) {
        for (id, from) in attackers {
            let is_vehicle = setup.card(*id).kind.is_vehicle();
            let sunken = breaks_through(setup, *id, *from, hex);
            self.change(*id, |unit| {
                unit.state.sunken = sunken;
                if !matches!(unit.place, Place::Aboard(_)) {
                    unit.place = Place::On(hex);
                }
                (unit.moved, unit.state.in_motion) = (true, is_vehicle);
            });
        }
    }

    /// The load of an eliminated carrier stands in its hex.
    pub(super) fn eliminate(&mut self, id: UnitId) {
        if let Some(hex) = self.hex_of(id) {
            for rider in self.riders(id) {
                self.change(rider, |unit| unit.place = Place::On(hex));
            }
        }
        self.change(id, |unit| (unit.place, unit.state.steps) = (Place::Gone, 0));
        self.leave_assault(id);
    }

    /// A vehicle that has not moved all turn is stationary.
    ///
    /// Rule: LHY-TURN-3, LHY-STA-6.
    fn lapse(&mut self, total: u8) {
        self.minutes = total;
        (self.shots, self.arrows) = (Vec::new(), Vec::new());
        for unit in self.units.values_mut() {
            unit.state.in_motion &= unit.moved;
        }
    }
}

/// A step takes an AFV into a sunken road through its hedgerows.
///
/// Rule: LHY-VDA-4 (the sunken road.)
pub(super) fn breaks_through(setup: &LhySetup, unit: UnitId, from: Hex, to: Hex) -> bool {
    setup.card(unit).kind == Kind::Afv
        && setup.terrain(to).sunken
        && setup.between(from, to).is_some_and(|side| side.hedgerow)
}
