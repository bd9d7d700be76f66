//! Single changes of counters, from which facts are made so.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::{Hq, Place, Play, Unit};
use crate::ids::{HqId, UnitId};
use crate::order::Caller;
use crate::setup::WsrSetup;

impl Play {
    pub(super) fn unit_mut(&mut self, id: UnitId) -> Option<&mut Unit> {
        self.units.get_mut(&id)
    }

    pub(super) fn hq_mut(&mut self, id: HqId) -> &mut Hq {
        let fresh = Hq { place: Place::Gone, reduced: false, lent: false, calls: 0 };
        self.hqs.entry(id).or_insert(fresh)
    }

    pub(super) fn lift(&mut self, id: UnitId) {
        if let Some(hex) = self.hex_of(id)
            && let Some(stack) = self.stacks.get_mut(&hex)
        {
            stack.take(&id);
            if stack.is_empty() {
                self.stacks.remove(&hex);
            }
        }
    }

    /// Rule: WSR-BAS-9 (the owner orders a stack.)
    pub(super) fn raise(&mut self, id: UnitId, hex: Hex) {
        if let Some(stack) = self.stacks.get_mut(&hex) {
            stack.raise(&id);
        }
        self.formed.remove(&hex);
    }

    pub(super) fn put(&mut self, id: UnitId, hex: Hex) {
        self.lift(id);
        let stack = self.stacks.entry(hex).or_default();
        if !stack.is_empty() {
            self.formed.insert(hex);
        }
        stack.put_under(id);
        self.visited.insert(hex);
        if let Some(unit) = self.unit_mut(id) {
            unit.place = Place::On(hex);
        }
    }

    pub(super) fn remove(&mut self, id: UnitId) {
        self.lift(id);
        let passenger = self.passenger(id);
        for gone in passenger.into_iter().chain([id]) {
            if let Some(unit) = self.unit_mut(gone) {
                unit.place = Place::Gone;
            }
        }
    }

    /// Rule: WSR-MRK-1, WSR-MOV-5.
    pub(super) fn leave_march(&mut self, id: UnitId) {
        if let Some(march) = &mut self.march
            && let Some(index) = march.units.iter().position(|unit| *unit == id)
        {
            march.units.remove(index);
            march.spent.remove(index);
            march.stopped.push(id);
        }
        if let Some(unit) = self.unit_mut(id) {
            unit.done = true;
        }
    }

    /// A goal hex is held by the side that was in it last.
    ///
    /// Rule: WSR-SCN-4.
    pub(super) fn update_goals(&mut self) {
        let goals: Vec<Hex> = self.held.keys().copied().collect();
        for hex in goals {
            let [a, b] = Side::BOTH.map(|side| !self.in_hex(hex, side).is_empty());
            if a != b {
                self.held.insert(hex, if a { Side::A } else { Side::B });
            }
        }
    }

    pub(super) fn change(&mut self, id: UnitId, change: impl FnOnce(&mut Unit)) {
        if let Some(unit) = self.unit_mut(id) {
            change(unit);
        }
    }

    /// Rule: WSR-TRA-1, WSR-TRA-2 (the price.)
    pub(super) fn spend_load(&mut self, setup: &WsrSetup) {
        if let Some(march) = &mut self.march {
            for spent in &mut march.spent {
                *spent = spent.saturating_add(setup.rules.numbers.load_cost);
            }
        }
    }

    pub(super) fn count_call(&mut self, caller: Caller) {
        let side = match caller {
            Caller::Unit(unit) => {
                self.change(unit, |unit| unit.calls += 1);
                unit.side
            }
            Caller::Hq(hq) => {
                self.hq_mut(hq).calls += 1;
                hq.side
            }
        };
        let left = &mut self.missions[side.index()];
        *left = left.saturating_sub(1);
    }
}
