//! Sights on the map of Varne that the book asserts.

use crate::setup::WsrSetup;
use crate::tests::scene::hex;

/// Rule: WSR-LOS-1, WSR-LOS-2, WSR-LOS-3, WSR-LOS-4, WSR-BAS-3.
#[test]
fn every_sight_of_the_book_is_seen() {
    let setup = WsrSetup::varne().unwrap();
    for (from, to, distance, blocker, why) in [
        ("0105", "0805", 7, None, "along the road"),
        ("0605", "0905", 3, Some("0805"), "a city between"),
        ("0301", "0501", 2, None, "along the side of one wood only"),
        ("0705", "0905", 2, Some("0804"), "along the side of two city hexes"),
        ("0702", "0105", 6, Some("0204"), "a wood beside the lower end"),
        ("0702", "0406", 6, None, "from the hill"),
        ("0702", "0506", 5, None, "from the hill"),
        ("0305", "0606", 3, None, "open"),
        ("0804", "0306", 5, None, "out of a city"),
        ("0707", "0606", 1, None, "neighbours"),
    ] {
        let [from, to] = [hex(from), hex(to)];
        assert_eq!(from.distance(to), distance, "{from}-{to}");
        let sight = setup.sights.sight(from, to);
        assert_eq!(sight.blocker(), blocker.map(hex), "{from}-{to}: {why}");
        assert_eq!(sight, setup.sights.sight(to, from));
    }
    assert_eq!(setup.sights.clear_pairs(), 2679);
}
