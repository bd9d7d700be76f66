//! Hexes of a way that a player draws. Pure geometry.

use tabletop_hexes::hex::Hex;

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
