//! Effects of moving on vehicles and on what they carry.

use super::scene::{Table, hex, unit};
use crate::fact::Fact;
use crate::order::Way;

/// Rule: LHY-VDA-4 (the sunken road.)
#[test]
fn an_afv_breaks_through_the_hedgerow_into_the_sunken_road() {
    let mut table = Table::new("farm-track", &[("GE-S", "0604"), ("GE-C", "0604")]);
    for (id, path, expected, why) in [
        ("GE-S", &["0603"][..], true, "an AFV through the hedgerow"),
        ("GE-S", &["0704", "0603"], false, "by its open end"),
        ("GE-C", &["0603"], false, "no AFV"),
    ] {
        table.place(id, "0604");
        let path = path.iter().map(|at| hex(at)).collect();
        table.play.apply(&table.setup, &Fact::Moved { unit: unit(id), path, way: Way::Maneuver });
        assert_eq!(table.play.state(unit(id)).sunken, expected, "{why}");
    }
}

/// Rule: LHY-UNL-1 (who rides goes along, and has acted.)
#[test]
fn riders_go_along_and_get_off_where_their_own_way_begins() {
    let mut table = Table::new("farm-track", &[("RU-T", "0103"), ("RU-4", "0103")]);
    table.play.units.get_mut(&unit("RU-4")).unwrap().place = crate::play::Place::Aboard(unit("RU-T"));
    let moved = |id: &str, to: &str| Fact::Moved { unit: unit(id), path: vec![hex(to)], way: Way::Maneuver };
    table.play.apply(&table.setup, &moved("RU-T", "0203"));
    assert_eq!(table.play.hex_of(unit("RU-4")), Some(hex("0203")));
    assert!(table.play.is_aboard(unit("RU-4")) && table.play.unit(unit("RU-4")).unwrap().acted);
    table.play.apply(&table.setup, &moved("RU-4", "0202"));
    assert!(!table.play.is_aboard(unit("RU-4")));
    table.play.units.get_mut(&unit("RU-4")).unwrap().place = crate::play::Place::Aboard(unit("RU-T"));
    table.play.apply(&table.setup, &Fact::Eliminated { unit: unit("RU-T") });
    assert_eq!(
        table.play.hex_of(unit("RU-4")),
        Some(hex("0203")),
        "what a lost carrier had aboard stands there"
    );
}
