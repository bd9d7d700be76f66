use super::*;

const RULES: &LeadershipRules = &LeadershipRules::COMBINED;

/// With the outline's shipped numbers.
fn will(leadership: &LeadershipRules) -> WillRules<'_> {
    WillRules { leadership, outline: &OutlineRules::COMBINED }
}

fn morale(hit_die: u8, nerve_markers: u8) -> Morale {
    Morale { hit_die, nerve_markers, suppression_markers: 0 }
}

fn marked(suppression_markers: u8) -> Morale {
    Morale { suppression_markers, ..Morale::default() }
}

fn steadfast() -> Card {
    Card { special: vec![SpecialRule::Steadfast], ..Card::of_tests() }
}

/// Rule: SUP-2, ACT-7 (marked).
#[test]
fn a_unit_with_a_hit_die_or_a_marker_is_suppressed() {
    for (hit_die, suppressed) in [(0, false), (1, true), (6, true)] {
        assert_eq!(morale(hit_die, 0).suppressed(), suppressed, "{hit_die} hits");
        assert_eq!(marked(hit_die).suppressed(), suppressed, "{hit_die} markers");
    }
}

/// Rule: NRV-3.
#[test]
fn dropping_markers_stops_at_0() {
    for (markers, dropped, left) in [(0, 1, 0), (1, 1, 0), (3, 1, 2), (1, 2, 0)] {
        assert_eq!(morale(0, markers).markers_after(dropped), left);
    }
}

/// Rule: LD-2, BAS-4.
#[test]
fn every_nerve_marker_lowers_nv_by_one_but_never_below_0() {
    for (start, markers, nerve) in [(3, 0, 3), (3, 2, 1), (3, 3, 0), (2, 3, 0)] {
        assert_eq!(morale(0, markers).nerve(start), nerve, "Nv {start}, {markers} markers");
    }
}

/// Rule: LD-1, LD-3, BAS-3.
#[test]
fn a_test_is_passed_by_any_die_at_or_under_nv() {
    for (faces, nerve, passed, reason) in [
        (&[3, 6][..], 3, true, "one of two is enough, and 3 is not above 3"),
        (&[6, 3], 3, true, "whichever it is"),
        (&[4, 4], 3, false, "both above"),
        (&[1], 0, false, "no face is as low as Nv 0"),
        (&[6], 6, true, "no face is above Nv 6"),
        (&[], 6, false, "no dice, no pass (LD-3)"),
    ] {
        assert_eq!(is_passed(faces, nerve), passed, "{reason}");
    }
}

/// Rule: LD-3.
#[test]
fn a_unit_without_its_leader_tests_with_a_die_less() {
    for (start, led, dice) in [
        (2, Leadership::Led, 2),
        (2, Leadership::Leaderless, 1),
        (1, Leadership::Leaderless, 0),
        (0, Leadership::Leaderless, 0),
    ] {
        assert_eq!(test_dice(start, led, RULES), dice, "Ld {start}, {led:?}");
    }
    let unmoved = LeadershipRules { leaderless_loss: 0, ..*RULES };
    assert_eq!(test_dice(2, Leadership::Leaderless, &unmoved), 2, "the loss is the ruleset's");
}

/// Rule: LD-1.
#[test]
fn the_chance_to_pass_agrees_with_counting_all_faces() {
    for nerve in 0..=7 {
        assert_eq!(chance_to_pass(0, nerve), 0.0, "no dice");
        let one = (1..=6).filter(|face| is_passed(&[*face], nerve)).count();
        assert!((chance_to_pass(1, nerve) - one as f64 / 6.0).abs() < 1e-12, "Nv {nerve}");
        let pairs = (1..=6).flat_map(|a| (1..=6).map(move |b| [a, b]));
        let two = pairs.filter(|faces| is_passed(faces, nerve)).count();
        assert!((chance_to_pass(2, nerve) - two as f64 / 36.0).abs() < 1e-12, "Nv {nerve}");
    }
}

/// Hits and failed saves against ordinary soldiers of Nv 3.
fn check(before: Morale, hits: u32, failed_saves: u32, after: Morale, reason: &str) {
    let struck = struck(before, Salvo { hits, failed_saves }, &Card::of_tests(), will(RULES));
    assert_eq!(struck.after, after, "{reason}");
    let gained = after.nerve_markers - before.nerve_markers;
    assert_eq!(struck.markers_for_hits + struck.markers_for_saves, gained, "{reason}");
}

/// Rule: SUP-1, SUP-3, SHO-7.
#[test]
fn hits_gather_on_the_die_and_stop_at_six() {
    check(morale(0, 0), 0, 0, morale(0, 0), "a salvo without a hit leaves nothing");
    check(morale(0, 0), 1, 0, morale(1, 0), "a harmless hit counts");
    check(morale(2, 0), 3, 0, morale(5, 0), "later hits add");
    check(morale(5, 0), 3, 0, morale(6, 0), "the die stops at 6, and what shakes it gives no marker");
    check(morale(0, 0), 300, 0, morale(6, 0), "however many");
}

/// Rule: NRV-1, NRV-2, LD-2.
#[test]
fn the_shaken_and_those_who_fail_saves_lose_nerve() {
    check(morale(6, 0), 1, 0, morale(6, 1), "shaken before: one for a new salvo that hits");
    check(morale(6, 0), 5, 0, morale(6, 1), "and only one");
    check(morale(6, 0), 0, 0, morale(6, 0), "a salvo that misses does not count");
    check(morale(0, 0), 2, 1, morale(2, 1), "one for a failed save");
    check(morale(0, 0), 3, 3, morale(3, 1), "one for all that fail");
    check(morale(6, 0), 2, 1, morale(6, 2), "both");
    check(morale(6, 2), 2, 1, morale(6, 3), "never more markers than Nv at the start");
    check(morale(6, 3), 2, 1, morale(6, 3), "no room at all");
}

/// Rule: SUP-3, NRV-1 (Steadfast).
#[test]
fn the_steadfast_are_shaken_at_twelve() {
    for (before, hits, after, reason) in [
        (morale(5, 0), 3, morale(8, 0), "a second die counts on"),
        (morale(6, 0), 1, morale(7, 0), "6 does not shake them"),
        (morale(11, 0), 4, morale(12, 0), "it stops at 12"),
        (morale(12, 0), 1, morale(12, 1), "shaken"),
    ] {
        let salvo = Salvo { hits, failed_saves: 0 };
        assert_eq!(struck(before, salvo, &steadfast(), will(RULES)).after, after, "{reason}");
    }
    let none = LeadershipRules { steadfast: false, ..*RULES };
    let salvo = Salvo { hits: 9, failed_saves: 0 };
    assert_eq!(struck(morale(0, 0), salvo, &steadfast(), will(&none)).after, morale(6, 0), "switched off");
}

/// Rule: NRV-1 (`every-hit`, `salvo-3`), ACT-7 (markers). What the overlays change.
#[test]
fn other_rulesets_count_differently() {
    let every = LeadershipRules { nerve_from_hits: NerveFromHits::EveryHit, ..*RULES };
    let both = LeadershipRules { salvo_beside_hits: SalvoBesideHits::Marker, ..every };
    let big = LeadershipRules { nerve_from_hits: NerveFromHits::BigSalvos, ..*RULES };
    let six = LeadershipRules { nerve_from_hits: NerveFromHits::NewSalvos, markers_for_hits: 2, ..*RULES };
    let outline = LeadershipRules { suppression: Suppression::Markers, ..*RULES };
    let (plain, firm) = (Card::of_tests(), steadfast());
    for (rules, card, before, hits, after, reason) in [
        (&every, &plain, morale(5, 0), 3, morale(6, 2), "two past the sixth"),
        (&every, &plain, morale(6, 1), 1, morale(6, 2), "each past the sixth"),
        (&every, &firm, morale(11, 0), 2, morale(12, 1), "one past the twelfth"),
        (&both, &plain, morale(5, 0), 3, morale(6, 2), "it was not shaken before"),
        (&both, &plain, morale(6, 0), 2, morale(6, 3), "two for the hits, one for the salvo"),
        (&big, &plain, morale(0, 0), 2, morale(2, 0), "two are not a big salvo"),
        (&big, &plain, morale(0, 0), 3, morale(3, 1), "three are"),
        (&big, &plain, morale(6, 0), 2, morale(6, 0), "no unit is shaken"),
        (&big, &firm, morale(0, 0), 5, morale(5, 0), "twice as many for the steadfast"),
        (&big, &firm, morale(0, 0), 6, morale(6, 1), "six"),
        (&six, &plain, morale(6, 0), 1, morale(6, 2), "as many markers as the ruleset says"),
        (&outline, &plain, morale(0, 0), 3, marked(1), "one marker in the outline, and no hit-die"),
        (&outline, &plain, marked(2), 1, marked(3), "however many it has"),
        (&outline, &plain, marked(2), 0, marked(2), "none for a salvo without a hit"),
    ] {
        let salvo = Salvo { hits, failed_saves: 0 };
        assert_eq!(struck(before, salvo, card, will(rules)).after, after, "{reason}");
    }
    assert!(!is_shaken(morale(6, 0), &plain, &big) && is_shaken(morale(6, 0), &plain, RULES));
}

/// Rule: BAS-8, NRV-1, NRV-2. A blast of the same fire struck first: together they are one salvo.
#[test]
fn a_salvo_in_two_parts_gives_what_it_would_in_one() {
    let salvo = |hits, failed_saves| Salvo { hits, failed_saves };
    for (before, first, rest, [by_hits, by_saves], after, reason) in [
        (
            morale(6, 0),
            salvo(2, 0),
            salvo(3, 0),
            [0, 0],
            morale(6, 1),
            "shaken: its marker came with the blast",
        ),
        (morale(5, 0), salvo(1, 0), salvo(2, 0), [0, 0], morale(6, 0), "made shaken by it: it is not new"),
        (morale(0, 0), salvo(1, 1), salvo(2, 2), [0, 0], morale(3, 1), "a save had failed before"),
        (morale(0, 0), salvo(1, 0), salvo(2, 1), [0, 1], morale(3, 1), "the first save fails now"),
        (morale(6, 0), salvo(0, 0), salvo(1, 1), [1, 1], morale(6, 2), "no hit before"),
    ] {
        let card = Card::of_tests();
        let found = struck_by_the_rest(Begun { before, salvo: first }, rest, &card, will(RULES));
        let expected = Struck { after, markers_for_hits: by_hits, markers_for_saves: by_saves };
        assert_eq!(found, expected, "{reason}");
        assert_eq!(
            found.after,
            struck(before, first.and(rest), &card, will(RULES)).after,
            "{reason}: in one"
        );
    }
}

/// Rule: BAS-8, ACT-7 (one marker a salvo). A blast of the same fire has left the marker.
#[test]
fn a_salvo_in_two_parts_leaves_one_marker() {
    let outline = LeadershipRules { suppression: Suppression::Markers, ..*RULES };
    let salvo = |hits| Salvo { hits, failed_saves: 0 };
    for (first, rest, after) in [(2, 3, 2), (0, 1, 2), (1, 0, 2), (0, 0, 1)] {
        let begun = Begun { before: marked(1), salvo: salvo(first) };
        let found = struck_by_the_rest(begun, salvo(rest), &Card::of_tests(), will(&outline));
        assert_eq!(found.after, marked(after), "{first} and {rest} hits");
    }
}

/// Rule: ACT-7 (−1 Nv for each marker after the first), BAS-4. Ld 2, Nv 3, three markers: 1 or less.
#[test]
fn markers_after_the_first_lower_nerve_in_the_test_to_act() {
    let rules = &OutlineRules::COMBINED;
    for (nerve, markers, left) in [(3, 0, 3), (3, 1, 3), (3, 2, 2), (3, 3, 1), (3, 4, 0), (3, 9, 0)] {
        assert_eq!(nerve_to_act(nerve, markers, rules), left, "{markers} markers");
    }
    let dear = OutlineRules { markers_without_loss: 2, nerve_lost_to_marker: 2, ..*rules };
    assert_eq!([2, 3, 4].map(|markers| nerve_to_act(5, markers, &dear)), [5, 3, 1], "as the ruleset says");
}

/// Rule: ACT-7 (each die at or under that Nv removes a marker).
#[test]
fn each_good_die_shakes_a_marker_off() {
    for (faces, nerve, markers, removed) in
        [(&[3, 4][..], 3, 2, 1), (&[3, 1], 3, 2, 2), (&[1, 1], 3, 1, 1), (&[4, 5], 3, 2, 0), (&[], 3, 2, 0)]
    {
        assert_eq!(markers_shaken_off(faces, nerve, markers), removed, "{faces:?} of {markers}");
    }
}

/// Rule: SUP-1 (in level files), ACT-7 (in level files). A level file gives a unit's morale in the terms of one kind of
/// ruleset; the other kind converts it.
#[test]
fn a_unit_opens_in_the_terms_of_its_ruleset() {
    let outline = LeadershipRules { suppression: Suppression::Markers, ..*RULES };
    let both = Morale { hit_die: 4, nerve_markers: 2, suppression_markers: 3 };
    for (rules, said, opens, reason) in [
        (RULES, morale(4, 2), morale(4, 2), "as given"),
        (RULES, marked(3), morale(3, 0), "a hit for each marker"),
        (RULES, marked(9), morale(6, 0), "as many as the die shows"),
        (RULES, both, morale(4, 2), "the die counts before the markers"),
        (&outline, marked(3), marked(3), "as given"),
        (&outline, morale(4, 2), marked(1), "one salvo, and no nerve markers"),
        (&outline, morale(0, 2), marked(0), "no nerve markers"),
        (&outline, both, marked(3), "the markers count before the die"),
    ] {
        assert_eq!(said.at_opening(&Card::of_tests(), will(rules)), opens, "{reason}");
    }
}
