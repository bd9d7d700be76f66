//! A way that the player draws hex by hex, with a drag or by clicks with Shift, in place of the cheapest one.

use tabletop_counters::{OnHexes, Scene};
use tabletop_hexes::hex::Hex;

use super::aim::Aim;
use super::hand::Choosing;
use super::path::drawn_on;
use crate::map_ui::session::{Notice, Pointed, Table};

impl<G: OnHexes> Choosing<G> {
    /// The way that is being drawn, from the hex after the group's own.
    pub fn drawn(&self) -> &[Hex] {
        &self.drawn
    }

    /// Whether the chosen counters may be led along a way.
    pub fn may_draw(&self) -> bool {
        !self.ways.is_empty() && !self.is_placing() && !self.is_question()
    }

    /// Draws the way on to a hex; back to one that it passes, it is shortened.
    pub fn draw_to(&mut self, hex: Hex, table: &Table<G>, scene: &Scene<G>) {
        let Some(decision) = self.decision.filter(|_| self.may_draw()) else { return };
        let view = table.game().battle().view_for(decision.player);
        let Some(start) = self.group.first().and_then(|first| G::hex_of(view, *first)) else { return };
        self.drawn = drawn_on(start, &self.drawn, hex);
        self.pinned = None;
        let pointed = Pointed { hex: Some(hex), counter: None };
        self.aim = self.choices(table, scene).and_then(|choices| Aim::at(pointed, &choices));
        // Looked at anew once the pointer moves.
        self.pointed = None;
    }

    /// The drawn way waits for the player's word; why not, where the rules forbid it.
    pub fn keep_drawn(&mut self, table: &mut Table<G>, scene: &Scene<G>) {
        let Some(end) = self.drawn.last().copied() else { return };
        let pointed = Pointed { hex: Some(end), counter: None };
        let aim = self.choices(table, scene).and_then(|choices| Aim::at(pointed, &choices));
        match aim {
            Some(aim) if !aim.picks.is_empty() => self.pinned = Some(aim),
            Some(Aim { why_not: Some(why), .. }) => {
                table.notice = Some(Notice::hint(format!("{why}.")));
                self.drawn.clear();
            }
            Some(_) | None => self.drawn.clear(),
        }
        self.pointed = None;
    }
}
