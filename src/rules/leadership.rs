//! Chapter 3: hit-dice and nerve markers.

/// What fire has done to a unit's will.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Morale {
    /// Hits shown by its hit-die, or both its dice; 0 for none.
    pub hit_die: u8,
    /// Its nerve markers.
    pub nerve_markers: u8,
}

impl Morale {
    /// Whether the unit is suppressed.
    ///
    /// Rule: SUP-2.
    pub fn suppressed(self) -> bool {
        self.hit_die > 0
    }

    /// Its nerve markers after `dropped` of them go; never below none.
    ///
    /// Rule: NRV-3 (Get Down's marker).
    pub fn markers_after(self, dropped: u8) -> u8 {
        self.nerve_markers.saturating_sub(dropped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rule: SUP-2.
    #[test]
    fn a_unit_with_a_hit_die_is_suppressed() {
        for (hit_die, suppressed) in [(0, false), (1, true), (6, true)] {
            assert_eq!(Morale { hit_die, nerve_markers: 0 }.suppressed(), suppressed, "{hit_die} hits");
        }
    }

    /// Rule: NRV-3. There is nothing below no marker.
    #[test]
    fn dropping_markers_stops_at_none() {
        for (markers, dropped, left) in [(0, 1, 0), (1, 1, 0), (3, 1, 2), (1, 2, 0)] {
            assert_eq!(Morale { hit_die: 0, nerve_markers: markers }.markers_after(dropped), left);
        }
    }
}
