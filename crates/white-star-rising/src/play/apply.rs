//! The only writer of a battle: each fact, made so.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::{Fight, March, OpenRoll, Pending, Place, Play, Strike};
use crate::data::ruleset::MinesWhere;
use crate::fact::{AirBack, Fact};
use crate::ids::{HqId, UnitId};
use crate::order::{Entry, Marker};
use crate::setup::WsrSetup;

impl Play {
    /// Makes a fact so.
    ///
    /// Rule: WSR-MRK-3.
    pub fn apply(&mut self, setup: &WsrSetup, fact: &Fact) {
        match fact {
            Fact::Deployed { unit, hex } => self.put(*unit, *hex),
            Fact::HqDeployed { hq, hex } => self.move_hq(Some(*hq), *hex),
            Fact::Raised { unit, hex } => self.raise(*unit, *hex),
            Fact::TurnBegan { turn } => self.turn = *turn,
            Fact::Drawn { marker, by } => self.draw(*marker, *by),
            Fact::ImpulseBegan { side } => self.begin_impulse(*side),
            Fact::OutOfCommand { unit } => self.change(*unit, |unit| unit.out_of_command = true),
            Fact::RallyRolled { unit, rallied, .. } => {
                self.change(*unit, |unit| unit.disrupted &= !rallied);
            }
            Fact::Disrupted { unit } => self.change(*unit, |unit| unit.disrupted = true),
            Fact::Reduced { unit } => self.change(*unit, |unit| unit.reduced = true),
            Fact::Eliminated { unit } => self.eliminate(setup, *unit),
            Fact::HqReduced { hq } => self.hq_mut(*hq).reduced = true,
            Fact::HqEliminated { hq } => self.hq_mut(*hq).place = Place::Gone,
            Fact::HqReplaced { hq, by, hex } => self.replace_hq(*hq, *by, *hex),
            Fact::Done { unit } => self.change(*unit, |unit| unit.done = true),
            Fact::Lent { hq, unit } => self.lend(*hq, *unit),
            Fact::MarchBegan { units, hq } => self.begin_march(units, *hq),
            Fact::Moved { units, hq, to, spent, entry } => {
                self.move_stack(setup, (units, spent), *hq, *to, *entry);
            }
            Fact::FellBack { unit, hq, to } => {
                self.put(*unit, *to);
                self.move_hq(*hq, *to);
            }
            Fact::Overran { .. } => self.march.iter_mut().for_each(|march| march.overran = true),
            Fact::Stopped { unit } => self.leave_march(*unit),
            Fact::MarchEnded => self.end_march(),
            Fact::Loaded { carrier, unit } => self.load(setup, *carrier, *unit),
            Fact::Unloaded { carrier, unit } => self.unload(setup, *carrier, *unit),
            Fact::MinesLaid { hex, by } => self.lay_mines(*hex, *by),
            Fact::MinesCleared { unit, hex, cleared, .. } => self.clear_mines(*unit, *hex, *cleared),
            Fact::MissionCalled { caller, .. } => self.count_call(*caller),
            Fact::Smoked { hex } => {
                self.smoke.insert(*hex, 2);
            }
            Fact::AssaultBegan { hex, from, attackers } => self.begin_fight(*hex, *from, attackers),
            Fact::AssaultRolled { unit, hits, .. } => {
                self.fight.iter_mut().for_each(|fight| fight.hits[unit.side.index()] += hits);
            }
            Fact::AssaultSettled { stays, .. } => {
                self.fight.iter_mut().for_each(|fight| fight.settled = Some(*stays));
            }
            Fact::FightEnded => self.fight = None,
            Fact::AirSent { side, hex } => self.begin_strike(*side, *hex),
            Fact::FlakFired { unit, unsaved, .. } => self.count_flak(*unit, *unsaved),
            Fact::AirAccuracy { face } => {
                self.strike.iter_mut().for_each(|strike| strike.accuracy = Some(*face));
            }
            Fact::AirMisdirected { hex } => self.misdirect(*hex),
            Fact::AirEnded { side, back } => self.end_strike(*side, *back),
            Fact::SmokeAged => self.age_smoke(),
            Fact::TurnEnded => self.end_turn(setup),
            Fact::Over { winner } => self.winner = Some(*winner),
            Fact::FateSpent { by, points } => {
                let left = &mut self.fate[by.index()];
                *left = left.saturating_sub(*points);
            }
            Fact::DiceOffered { purpose, side, needed, faces } => self.offer(purpose, *side, *needed, faces),
            Fact::DieChanged { die, face } => self.change_die(*die, *face),
            Fact::DiceKept { by } => {
                self.pending.open.iter_mut().for_each(|open| open.passed[by.index()] = true);
            }
            Fact::DiceSettled => self.settle_dice(),
            Fact::DiceForgotten => self.pending = Pending::default(),
            Fact::MarkerReturned { marker } => self.return_marker(*marker),
            Fact::CommandRestored { hex, side } => self.restore_command(*hex, *side),
            Fact::Refreshed { unit } => self.change(*unit, |unit| unit.done = false),
            Fact::CommandChecked { .. }
            | Fact::Fired { .. }
            | Fact::HexFired { .. }
            | Fact::PositionHeld { .. }
            | Fact::Saved { .. }
            | Fact::HqRolled { .. }
            | Fact::MinesStruck { .. } => {}
        }
        self.update_goals();
    }

    fn draw(&mut self, marker: Marker, by: Side) {
        self.cup.take(&marker);
        // An aircraft goes where its strike ends.
        if !matches!(marker, Marker::Aircraft(_)) {
            self.aside.push(marker);
        }
        self.drawer = by.other();
        self.drawn = Some(marker);
    }

    /// Rule: WSR-FAT-1 (a marker goes back before it is used.)
    fn return_marker(&mut self, marker: Marker) {
        if !matches!(marker, Marker::Aircraft(_)) {
            self.aside.pop();
        }
        self.cup.put(marker);
        self.drawn = None;
        self.drawer = self.drawer.other();
    }

    /// Rule: WSR-TURN-4.
    fn begin_impulse(&mut self, side: Side) {
        self.impulse = Some(side);
        self.formed.clear();
        for (_, unit) in self.units.iter_mut().filter(|(id, _)| id.side == side) {
            (unit.done, unit.out_of_command, unit.calls) = (false, false, 0);
            unit.began = match unit.place {
                Place::On(hex) => Some(hex),
                Place::Reserve | Place::Aboard(_) | Place::Gone => None,
            };
        }
        for (_, hq) in self.hqs.iter_mut().filter(|(id, _)| id.side == side) {
            (hq.lent, hq.calls) = (false, 0);
        }
    }

    fn eliminate(&mut self, setup: &WsrSetup, unit: UnitId) {
        if let Some(hex) = self.hex_of(unit).filter(|_| setup.card(unit).is_hard()) {
            self.wrecks.insert(hex);
        }
        self.remove(unit);
        self.leave_march(unit);
    }

    /// Rule: WSR-HQ-9.
    fn replace_hq(&mut self, hq: HqId, by: Option<HqId>, hex: Hex) {
        if let Some(by) = by {
            self.hq_mut(by).place = Place::Gone;
        }
        let hq = self.hq_mut(hq);
        (hq.place, hq.reduced) = (Place::On(hex), true);
    }

    fn lend(&mut self, hq: HqId, unit: UnitId) {
        self.hq_mut(hq).lent = true;
        if let Some(fight) = &mut self.fight {
            fight.lent.push((hq, unit));
        }
    }

    fn move_hq(&mut self, hq: Option<HqId>, to: Hex) {
        if let Some(hq) = hq {
            self.hq_mut(hq).place = Place::On(to);
        }
    }

    fn begin_march(&mut self, units: &[UnitId], hq: Option<HqId>) {
        self.march = Some(March {
            units: units.to_vec(),
            hq,
            trail: Vec::new(),
            hex: units.first().and_then(|unit| self.hex_of(*unit)),
            spent: vec![0; units.len()],
            entry: Entry::Walk,
            was_empty: false,
            overran: false,
            stopped: Vec::new(),
        });
    }

    /// Rule: WSR-MIN-1 (an empty hex.)
    fn move_stack(
        &mut self,
        setup: &WsrSetup,
        (units, spent): (&[UnitId], &[u8]),
        hq: Option<HqId>,
        to: Hex,
        entry: Entry,
    ) {
        let was_empty = match setup.rules.switches.mines_where {
            MinesWhere::EmptyNow => !self.stacks.contains_key(&to),
            MinesWhere::NeverEntered => !self.visited.contains(&to),
        };
        for unit in units {
            self.put(*unit, to);
        }
        self.move_hq(hq, to);
        if let Some(march) = &mut self.march {
            march.trail.extend(march.hex);
            (march.hex, march.entry, march.was_empty) = (Some(to), entry, was_empty);
            (march.spent, march.overran) = (spent.to_vec(), false);
            march.stopped.clear();
        }
    }

    fn end_march(&mut self) {
        let units = self.march.take().map(|march| march.units).unwrap_or_default();
        for unit in units {
            self.change(unit, |unit| unit.done = true);
        }
    }

    fn load(&mut self, setup: &WsrSetup, carrier: UnitId, unit: UnitId) {
        self.lift(unit);
        self.change(unit, |unit| (unit.place, unit.done) = (Place::Aboard(carrier), true));
        self.spend_load(setup);
    }

    fn unload(&mut self, setup: &WsrSetup, carrier: UnitId, unit: UnitId) {
        if let Some(hex) = self.hex_of(carrier) {
            self.put(unit, hex);
        }
        self.change(unit, |unit| unit.done = true);
        self.spend_load(setup);
    }

    fn lay_mines(&mut self, hex: Hex, by: Side) {
        self.mines.insert(hex);
        let left = &mut self.mines_in_hand[by.index()];
        *left = left.saturating_sub(1);
    }

    fn clear_mines(&mut self, unit: UnitId, hex: Hex, cleared: bool) {
        if cleared {
            self.mines.remove(&hex);
        }
        self.change(unit, |unit| unit.done = true);
    }

    fn begin_fight(&mut self, hex: Hex, from: Hex, attackers: &[UnitId]) {
        let attackers = attackers.to_vec();
        self.fight = Some(Fight { hex, from, attackers, lent: Vec::new(), settled: None, hits: [0; 2] });
    }

    fn begin_strike(&mut self, side: Side, hex: Hex) {
        self.strike = Some(Strike { side, hex, flak_hits: 0, accuracy: None, misdirected: false });
    }

    fn count_flak(&mut self, unit: UnitId, unsaved: u8) {
        self.change(unit, |unit| unit.done = true);
        if let Some(strike) = &mut self.strike {
            strike.flak_hits += unsaved;
        }
    }

    fn misdirect(&mut self, hex: Hex) {
        if let Some(strike) = &mut self.strike {
            (strike.hex, strike.misdirected) = (hex, true);
        }
    }

    fn end_strike(&mut self, side: Side, back: AirBack) {
        self.strike = None;
        match back {
            AirBack::AtOnce => {
                self.cup.put(Marker::Aircraft(side));
            }
            AirBack::AtTurnEnd => self.aside.push(Marker::Aircraft(side)),
            AirBack::Never => {}
        }
    }

    /// Rule: WSR-ART-7.
    fn age_smoke(&mut self) {
        self.smoke = self.smoke.iter().filter(|(_, left)| **left > 1).map(|(hex, _)| (*hex, 1)).collect();
    }

    /// Rule: WSR-TURN-7.
    fn end_turn(&mut self, setup: &WsrSetup) {
        self.impulse = None;
        for unit in self.units.values_mut() {
            (unit.done, unit.out_of_command) = (false, false);
        }
        for marker in std::mem::take(&mut self.aside) {
            self.cup.put(marker);
        }
        self.missions = [0, 1].map(|index| setup.forces[index].missions.each_turn);
    }

    fn offer(&mut self, purpose: &str, side: Side, needed: Option<u8>, faces: &[u8]) {
        let (purpose, faces) = (purpose.to_owned(), faces.to_vec());
        self.pending.open = Some(OpenRoll { purpose, side, needed, faces, passed: [false; 2] });
    }

    /// Whoever had left the dice as they were may answer the change.
    fn change_die(&mut self, die: u8, face: u8) {
        if let Some(open) = &mut self.pending.open
            && let Some(changed) = open.faces.get_mut(usize::from(die))
        {
            *changed = face;
            open.passed = [false; 2];
        }
    }

    fn settle_dice(&mut self) {
        let settled = self.pending.open.take();
        self.pending.settled.extend(settled.map(|open| open.faces));
    }

    fn restore_command(&mut self, hex: Hex, side: Side) {
        for unit in self.in_hex(hex, side) {
            self.change(unit, |unit| unit.out_of_command = false);
        }
    }
}
