//! A way that the player draws hex by hex, with a drag or by clicks with Shift, in place of the cheapest one.

use tabletop_counters::{OnHexes, Scene};
use tabletop_hexes::hex::Hex;

use super::aim::Aim;
use super::hand::Choosing;
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

/// A way drawn on to a hex.
pub fn drawn_on(start: Hex, drawn: &[Hex], to: Hex) -> Vec<Hex> {
    if to == start {
        return Vec::new();
    }
    if let Some(at) = drawn.iter().position(|hex| *hex == to) {
        return drawn[..=at].to_vec();
    }
    let from = drawn.last().copied().unwrap_or(start);
    [drawn, &straight_path(from, to)].concat()
}

/// Hexes on a straight way to a hex, the end last.
pub fn straight_path(from: Hex, to: Hex) -> Vec<Hex> {
    let nearer = |hex: &Hex| hex.neighbours().min_by_key(|next| (next.distance(to), *next));
    std::iter::successors(Some(from), |hex| if *hex == to { None } else { nearer(hex) }).skip(1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &str) -> Hex {
        text.parse().unwrap()
    }

    #[test]
    fn a_straight_path_ends_where_it_should() {
        for (from, to) in [("0405", "0405"), ("0405", "0406"), ("0101", "0705"), ("0903", "0208")] {
            let (from, to) = (hex(from), hex(to));
            let path = straight_path(from, to);
            assert_eq!(path.len() as u32, from.distance(to));
            assert_eq!(path.last().copied().unwrap_or(from), to);
        }
    }

    /// A way grows hex by hex without gaps, and shrinks where the player goes back along it.
    #[test]
    fn a_way_is_drawn_and_taken_back() {
        let start = hex("0405");
        let mut drawn = Vec::new();
        for (to, expected, reason) in [
            ("0406", &["0406"][..], "the first step"),
            ("0407", &["0406", "0407"], "a step on"),
            ("0409", &["0406", "0407", "0408", "0409"], "a gap is closed"),
            ("0407", &["0406", "0407"], "back along it"),
            ("0405", &[], "back to the start"),
        ] {
            drawn = drawn_on(start, &drawn, hex(to));
            let expected: Vec<Hex> = expected.iter().map(|text| hex(text)).collect();
            assert_eq!(drawn, expected, "{reason}");
        }
    }
}
