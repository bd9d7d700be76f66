//! A level with each force on the other side: what an author would get if he exchanged them in his editor.

use super::fault::Faults;
use super::force_file::{FORCE_FIELDS, MAX_UNITS, UNIT_FIELDS};
use super::level_file::LEVEL_FIELDS;
use super::ron::{Node, Reader};
use super::scenario::Opening;
use super::setup::{Bundle, Setup, SourceText};
use crate::rules::ids::{Side, UnitId};

impl Setup {
    /// Whether forces can change sides: nothing stands on the table, and nothing has been played.
    pub fn can_change_sides(&self) -> bool {
        self.level.opening == Opening::Deployment && self.units().all(|unit| unit.waits())
    }

    /// Whether both sides have the same units, their names apart.
    pub fn has_equal_forces(&self) -> bool {
        let units = |side: Side| {
            let units = &self.level.forces[side.index()].units;
            units.iter().map(|unit| (unit.id.number, &self.cards[unit.card].id))
        };
        units(Side::A).eq(units(Side::B))
    }

    /// The same with each force on the other side; its zones, objectives and terrain stay. `None` where forces cannot change sides.
    ///
    /// # Errors
    /// A force may not be on the other side: every fault.
    pub fn with_changed_sides(&self) -> Option<Result<Self, Faults>> {
        if !self.can_change_sides() {
            return None;
        }
        let text = exchanged(&self.bundle.level)?;
        let level = SourceText { name: self.bundle.level.name.clone(), text };
        Some(Self::from_bundle(Bundle { level, ..self.bundle.clone() }))
    }
}

/// The text of a level with its forces exchanged and their units renamed.
fn exchanged(source: &SourceText) -> Option<String> {
    let reader = Reader::new(source);
    let forces = reader.root()?.named("Level", &LEVEL_FIELDS)?.get("forces")?;
    let fields = forces.fields(&["A", "B"])?;
    let [a, b] = [("A", Side::B), ("B", Side::A)].map(|(name, to)| renamed(fields.get(name)?, to));
    let (from, to) = (forces.offset(), forces.offset() + forces.source().len());
    let text = reader.text();
    Some(format!("{}(A: {}, B: {}){}", &text[..from], b?, a?, &text[to..]))
}

/// The text of a force with the ids of its units as those of a side.
fn renamed(force: Node<'_>, side: Side) -> Option<String> {
    let units = force.fields(&FORCE_FIELDS)?.get("units")?.items(0..=MAX_UNITS)?;
    let (mut text, mut done) = (String::new(), 0);
    for unit in units {
        let id = unit.fields(&UNIT_FIELDS)?.get("id")?;
        let UnitId { number, .. } = id.text(MAX_ID)?.parse().ok()?;
        let at = id.offset() - force.offset();
        text += &force.source()[done..at];
        text += &format!("\"{}\"", UnitId { side, number });
        done = at + id.source().len();
    }
    Some(text + &force.source()[done..])
}

/// Letters of a unit's id, with room for mistakes that its reader finds.
const MAX_ID: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> SourceText {
        SourceText { name: "x.ron".to_owned(), text: text.to_owned() }
    }

    #[test]
    fn forces_are_exchanged_and_the_rest_is_kept() {
        let before = level(
            "// B1 stands for nothing here.\nLevel(name: \"B2\", forces: ( // both\n A: (name: \"Rifles of A1\", units: [(id: \
             \"A1\", card: \"a\"), (id: \"A12\", card: \"b\")]),\n B: (points: 9, units: [(card: \"c\", id: \"B3\")])), zones: (A: 1, B: 2))",
        );
        assert_eq!(
            exchanged(&before).unwrap(),
            "// B1 stands for nothing here.\nLevel(name: \"B2\", forces: (A: (points: 9, units: [(card: \"c\", id: \"A3\")]), B: (name: \
             \"Rifles of A1\", units: [(id: \"B1\", card: \"a\"), (id: \"B12\", card: \"b\")])), zones: (A: 1, B: 2))"
        );
    }

    #[test]
    fn a_level_without_two_forces_has_nothing_to_exchange() {
        assert_eq!(exchanged(&level("Level(name: \"x\", forces: (A: (units: [])))")), None);
        assert_eq!(exchanged(&level("Level(name: \"x\")")), None);
    }
}
