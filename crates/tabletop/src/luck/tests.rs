use super::*;
use crate::dice::{Needs, Roller, Source};
use crate::toy::ToyGame;

type Dice = crate::dice::Dice<ToyGame>;
type Roll = crate::dice::Roll<ToyGame>;

const BY_A: Roll = Roll {
    purpose: "hit",
    by: Roller { side: Side::A, subject: None },
    needs: Needs::AtLeast(4),
    die: Die::SIX,
};

/// The dice of these rolls, with their faces.
fn draws(rolls: &[(Roll, &[u8])]) -> Vec<Draw<ToyGame>> {
    let mut dice = Dice::seeded(0);
    for (roll, faces) in rolls {
        dice.set_source(Source::Fed(faces.iter().copied().collect()));
        dice.roll_alike(*roll, faces.len() as u32).unwrap();
    }
    dice.take_draws()
}

fn luck(rolls: &[(Roll, &[u8])]) -> SideLuck {
    luck_of(Side::A, draws(rolls).into_iter())
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-12
}

#[test]
fn luck_is_successes_against_what_was_to_be_expected() {
    use Needs::{AtLeast, AtMost};
    let none: &[(Needs, &[u8])] = &[];
    for (rolls, expected, successes, deviations, no_better, reason) in [
        (none, 0.0, 0, None, 1.0, "no dice: nothing to be lucky with"),
        (&[(AtLeast(4), &[4][..])], 0.5, 1, Some(1.0), 1.0, "a coin that fell well: half above, of half"),
        (&[(AtLeast(4), &[3])], 0.5, 0, Some(-1.0), 0.5, "and badly"),
        (&[(AtLeast(4), &[4, 5, 1, 2])], 2.0, 2, Some(0.0), 11.0 / 16.0, "1, 4, 6 of sixteen"),
        (&[(AtMost(2), &[2, 1])], 2.0 / 3.0, 2, Some(2.0), 1.0, "4/3 above, each die 1/3 · 2/3: of 2/3"),
        (&[(AtLeast(7), &[6, 6])], 0.0, 0, None, 1.0, "what cannot be is no bad luck"),
        (&[(AtMost(6), &[6, 1])], 2.0, 2, None, 1.0, "what must be is no good luck"),
        (
            &[(AtLeast(5), &[1, 6]), (AtLeast(2), &[1])],
            1.5,
            1,
            // Variance 2 · 2/9 + 5/36 = 21/36.
            Some(-0.5 / (21.0_f64 / 36.0).sqrt()),
            // None: 4/9 · 1/6. One: 4/9 · 1/6 · … = 2 · 2/9 · 1/6 + 4/9 · 5/6.
            (4.0 + 4.0 + 20.0) / 54.0,
            "dice of different chances together",
        ),
    ] {
        let rolls: Vec<(Roll, &[u8])> =
            rolls.iter().map(|(needs, faces)| (Roll { needs: *needs, ..BY_A }, *faces)).collect();
        let luck = luck(&rolls).all;
        assert_eq!(luck.successes, successes, "{reason}");
        assert!(near(luck.expected, expected), "{reason}: {luck:?}");
        assert!(near(luck.no_better, no_better), "{reason}: {luck:?}, not {no_better}");
        assert_eq!(luck.deviations.is_some(), deviations.is_some(), "{reason}: {luck:?}");
        assert!(near(luck.deviations.unwrap_or(0.0), deviations.unwrap_or(0.0)), "{reason}: {luck:?}");
    }
}

/// All faces of up to seven dice, counted out.
#[test]
fn the_chance_is_that_of_all_faces_counted_out() {
    let needs = [1, 2, 3, 5, 4, 3, 6].map(Needs::AtMost);
    for dice in 0..=needs.len() {
        let mut by_successes = vec![0_u32; dice + 1];
        for mut index in 0..6_u32.pow(dice as u32) {
            let mut successes = 0;
            for needs in &needs[..dice] {
                successes += usize::from(needs.met_by((index % 6) as u8 + 1).unwrap());
                index /= 6;
            }
            by_successes[successes] += 1;
        }
        for successes in 0..=dice {
            let mut tally = Tally { successes: successes as u32, ..Tally::default() };
            for needs in &needs[..dice] {
                *tally.dice.entry((Die::SIX, needs.good_faces(Die::SIX).unwrap())).or_default() += 1;
            }
            let counted: u32 = by_successes[..=successes].iter().sum();
            let expected = f64::from(counted) / f64::from(6_u32.pow(dice as u32));
            assert!(near(tally.luck().no_better, expected), "{successes} of {dice}: {:?}", tally.luck());
        }
    }
}

/// Many dice: half of ten thousand coins or fewer is just above a half, by half the chance of exactly
/// half of them, 1 / √(5,000 π) to four digits; and five deviations are as rare as they should be.
#[test]
fn many_dice_are_reckoned_too() {
    let tally = |successes| Tally { dice: [((Die::SIX, 3), 10_000)].into(), successes };
    let half = tally(5_000).luck();
    assert!((half.no_better - 0.503_989).abs() < 1e-6, "{half:?}");
    assert_eq!(half.deviations, Some(0.0));
    let bad = tally(4_750).luck();
    assert_eq!(bad.deviations, Some(-5.0));
    assert!((2.8e-7..3.1e-7).contains(&bad.no_better), "{bad:?}");
    assert!(near(tally(10_000).luck().no_better, 1.0));
    assert!(tally(0).luck().no_better < 1e-300, "{:?}", tally(0).luck());
}

/// Luck is found by purpose, in the order in which each came up; faces count whatever they were for.
#[test]
fn luck_is_listed_by_purpose() {
    let save = Roll { purpose: "save", needs: Needs::AtLeast(5), ..BY_A };
    let off = Roll { purpose: "roll-off", needs: Needs::Nothing, ..BY_A };
    let found = luck(&[(off, &[6, 6]), (save, &[5, 5, 1]), (BY_A, &[4]), (save, &[2])]);
    assert_eq!(found.faces(Die::SIX), [1, 1, 0, 1, 2, 2]);
    assert_eq!((found.all.dice, found.all.successes), (5, 3), "a roll-off is no luck");
    let purposes: Vec<_> =
        found.purposes.iter().map(|(purpose, luck)| (*purpose, luck.dice, luck.successes)).collect();
    assert_eq!(purposes, [("save", 4, 2), ("hit", 1, 1)]);
    assert!(near(found.purposes[0].1.expected, 4.0 / 3.0));
}

/// Dice of different kinds are counted together, and their faces apart.
#[test]
fn dice_of_all_kinds_are_luck() {
    let attack = Roll { purpose: "attack", needs: Needs::AtLeast(10), die: Die::TEN, ..BY_A };
    let found = luck(&[(attack, &[10, 3]), (BY_A, &[4])]);
    assert!(near(found.all.expected, 0.2 + 0.5), "{found:?}");
    // None: 0.81 · 0.5. One: 0.81 · 0.5 + 0.18 · 0.5. Two: 0.18 · 0.5 + 0.01 · 0.5.
    assert!(near(found.all.no_better, 0.405 + 0.405 + 0.09 + 0.09 + 0.005), "{found:?}");
    assert_eq!(found.faces(Die::TEN), [0, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
    assert_eq!(found.faces(Die::SIX), [0, 0, 0, 1, 0, 0]);
}
