//! Lots: which of several units.

use tabletop::dice::Needs;

use crate::assault::fact::Fact;
use crate::assault::machine::{Die, FACES, Next, Purpose};
use crate::assault::scene::Scene;
use crate::data::table::Role;

/// Place that a face draws among so many; `None`: the die is rolled again.
///
/// Rule: LHY-RES-5.
pub fn place(face: u8, among: usize) -> Option<usize> {
    let faces_each = usize::from(FACES).checked_div(among)?;
    let place = (usize::from(face) - 1).checked_div(faces_each)?;
    (place < among).then_some(place)
}

/// Only so many take part in a lot: the die has no more faces.
pub fn candidates(units: &[usize]) -> &[usize] {
    &units[..units.len().min(usize::from(FACES))]
}

/// The die that is cast among units.
pub fn die(role: Role) -> Next {
    Next::Die(Die { purpose: Purpose::Lot, role, unit: None, needs: Needs::Nothing })
}

/// The fact of a lot, and the place that it draws.
pub fn cast(scene: Scene<'_, '_>, units: &[usize], face: u8) -> (Fact, Option<usize>) {
    let units = candidates(units);
    let drawn = place(face, units.len()).map(|place| units[place]);
    let unit = drawn.map(|index| scene.id(index));
    (Fact::LotCast { among: scene.ids(units), face, unit }, drawn)
}

#[cfg(test)]
mod tests {
    use super::place;

    /// Rule: LHY-RES-5 (lots of two, three and four; more by the same rule.)
    #[test]
    fn faces_are_shared_out_evenly() {
        for (among, expected) in [
            (1, "0000000000"),
            (2, "0000011111"),
            (3, "000111222-"),
            (4, "00112233--"),
            (5, "0011223344"),
            (6, "012345----"),
            (10, "0123456789"),
        ] {
            let found: String = (1..=10)
                .map(|face| place(face, among).map_or("-".to_owned(), |place| place.to_string()))
                .collect();
            assert_eq!(found, expected, "among {among}");
        }
        assert_eq!(place(1, 0), None);
    }
}
