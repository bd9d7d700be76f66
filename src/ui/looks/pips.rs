//! Where the pips of a die are.

/// The places of a face's pips, from -1 to 1 both ways; a face that no die has looks like a six.
pub(in crate::ui) fn pips(face: u8) -> &'static [[f32; 2]] {
    match face {
        1 => &[[0.0, 0.0]],
        2 => &[[-1.0, -1.0], [1.0, 1.0]],
        3 => &[[-1.0, -1.0], [0.0, 0.0], [1.0, 1.0]],
        4 => &[[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]],
        5 => &[[-1.0, -1.0], [1.0, -1.0], [0.0, 0.0], [-1.0, 1.0], [1.0, 1.0]],
        _ => &[[-1.0, -1.0], [1.0, -1.0], [-1.0, 0.0], [1.0, 0.0], [-1.0, 1.0], [1.0, 1.0]],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rule: BAS-3, SUP-1.
    #[test]
    fn every_face_has_its_pips() {
        for face in 1..=6 {
            assert_eq!(pips(face).len(), usize::from(face));
        }
    }
}
