use super::{DiceError, DiceState, Die, Needs, Source};
use crate::ids::Side;
use crate::toy::{Subject, ToyGame};

type Dice = super::Dice<ToyGame>;
type Roll = super::Roll<ToyGame>;
type Draw = super::Draw<ToyGame>;
type Wanted = super::Wanted<ToyGame>;

const TEST: Roll = Roll {
    purpose: "test",
    by: super::Roller { side: Side::A, subject: None },
    needs: Needs::AtLeast(4),
    die: Die::SIX,
};

fn faces(dice: &mut Dice, count: usize) -> Vec<u8> {
    (0..count).map(|_| dice.roll(TEST).unwrap()).collect()
}

/// The first faces of a seed are pinned: a change of generator would change every
/// recorded battle.
#[test]
fn the_faces_of_a_seed_never_change() {
    assert_eq!(faces(&mut Dice::seeded(1), 12), [3, 1, 4, 2, 2, 5, 3, 1, 6, 5, 3, 4]);
}

/// Sixty thousand rolls: each face comes up ten thousand times, give or take four
/// standard deviations (91 each).
#[test]
fn every_face_is_as_likely_as_any_other() {
    let mut counts = [0; 6];
    for face in faces(&mut Dice::seeded(7), 60_000) {
        counts[usize::from(face) - 1] += 1;
    }
    assert!(counts.iter().all(|count| (9_635..=10_365).contains(count)), "{counts:?}");
}

/// The nth face depends on the seed and n alone.
#[test]
fn dice_put_back_roll_the_same_again() {
    let mut dice = Dice::seeded(3);
    let first = faces(&mut dice, 50);
    let middle = DiceState { seed: 3, drawn: 20 };
    dice.restore(middle);
    assert_eq!(faces(&mut dice, 30), first[20..]);
    let mut other = Dice::seeded(99);
    other.restore(middle);
    assert_eq!(faces(&mut other, 30), first[20..], "also in other hands");
}

/// Fed faces come in order, count as drawn, and run out.
#[test]
fn fed_faces_come_in_order_and_run_out() {
    let mut dice = Dice::seeded(3);
    let rolled = faces(&mut dice, 4);
    let mut dice = Dice::seeded(3);
    let before = dice.set_source(Source::Fed([6, 1].into()));
    assert_eq!(faces(&mut dice, 2), [6, 1]);
    assert_eq!(dice.roll(TEST), Err(DiceError::Exhausted(Wanted { roll: TEST, count: 1, there: 0 })));
    assert_eq!(dice.state().drawn, 2, "a die that was not rolled does not count");
    dice.set_source(before);
    assert_eq!(faces(&mut dice, 2), rolled[2..], "the seed goes on where it stands");
    dice.set_source(Source::Fed([7].into()));
    assert_eq!(dice.roll(TEST), Err(DiceError::NoFace { face: 7, die: Die::SIX }));
}

/// After the last fed face the seed rolls, as if it had rolled those before.
#[test]
fn the_seed_rolls_after_the_fed_faces() {
    let seeded = faces(&mut Dice::seeded(3), 8);
    let mut dice = Dice::seeded(3);
    dice.set_source(Source::FedThenSeed([6, 1, 5].into()));
    assert_eq!(dice.roll_alike(TEST, 2).unwrap(), [6, 1]);
    assert_eq!(dice.roll_alike(TEST, 3).unwrap(), [5, seeded[3], seeded[4]], "one roll may use both");
    assert_eq!(faces(&mut dice, 3), seeded[5..]);
    dice.set_source(Source::FedThenSeed([7].into()));
    assert_eq!(dice.roll(TEST), Err(DiceError::NoFace { face: 7, die: Die::SIX }));
}

/// Dice in one hand show what the same dice show one by one, and the next hand goes on from there.
#[test]
fn a_batch_shows_the_faces_that_single_dice_would() {
    let mut dice = Dice::seeded(1);
    assert_eq!(dice.roll_alike(TEST, 5).unwrap(), [3, 1, 4, 2, 2]);
    assert_eq!(dice.faces_ahead(Die::SIX, 2, 3), [1, 6, 5], "looking ahead");
    assert_eq!(dice.roll_alike(TEST, 0).unwrap(), [0; 0], "no dice, no faces");
    assert_eq!(dice.roll_alike(TEST, 4).unwrap(), [5, 3, 1, 6], "looking ahead draws nothing");
    assert_eq!(dice.state().drawn, 9);
}

/// A batch is rolled whole or not at all, and the error says what is missing.
#[test]
fn a_batch_with_too_few_faces_draws_none_of_them() {
    let mut dice = Dice::seeded(1);
    let fed = Source::Fed([2, 5, 6].into());
    dice.set_source(fed.clone());
    let wanted = Wanted { roll: TEST, count: 4, there: 3 };
    assert_eq!(dice.roll_alike(TEST, 4), Err(DiceError::Exhausted(wanted)));
    assert_eq!(wanted.missing(), 1);
    assert_eq!((dice.state().drawn, dice.source()), (0, &fed), "nothing drawn, nothing taken");
    assert_eq!(dice.take_draws(), []);
    assert_eq!(dice.roll_alike(TEST, 3).unwrap(), [2, 5, 6], "three there are");

    dice.set_source(Source::Fed([2, 0, 6].into()));
    assert_eq!(dice.roll_alike(TEST, 3), Err(DiceError::NoFace { face: 0, die: Die::SIX }));
    assert_eq!(dice.state().drawn, 3);
    assert_eq!(dice.roll_alike(TEST, 1).unwrap(), [2], "a bad face further on does not matter yet");
}

/// Each die is written down with what it was for.
#[test]
fn every_die_is_written_down_with_its_roll() {
    let mut dice = Dice::seeded(1);
    let by = super::Roller { side: Side::B, subject: Some(Subject::Marker(Side::B)) };
    let save = Roll::six("save", by, Needs::AtMost(3));
    dice.roll_alike(TEST, 2).unwrap();
    dice.roll_alike(save, 1).unwrap();
    let draws = dice.take_draws();
    assert_eq!(draws, [(TEST, 3), (TEST, 1), (save, 4)].map(|(roll, face)| Draw { roll, face }));
    assert_eq!(draws.iter().map(|draw| draw.roll.by.side).collect::<Vec<_>>(), [Side::A, Side::A, Side::B]);
}

#[test]
fn what_is_needed_says_which_faces_succeed() {
    for (needs, good, written, reason) in [
        (Needs::AtLeast(4), &[4, 5, 6][..], "4+", "four or more"),
        (Needs::AtLeast(2), &[2, 3, 4, 5, 6], "2+", "all but the one"),
        (Needs::AtLeast(7), &[], "7+", "no die shows a seven"),
        (Needs::AtMost(3), &[1, 2, 3], "3-", "three or less"),
        (Needs::AtMost(0), &[], "0-", "an Nv of 0 cannot be passed on"),
        (Needs::AtMost(8), &[1, 2, 3, 4, 5, 6], "8-", "an Nv above six cannot be failed on"),
    ] {
        let met: Vec<u8> = (1..=6).filter(|face| needs.met_by(*face) == Some(true)).collect();
        assert_eq!(met, good, "{reason}");
        assert_eq!(needs.good_faces(Die::SIX), Some(good.len() as u8), "{reason}");
        assert_eq!(needs.to_string(), written, "{reason}");
    }
    assert_eq!(Needs::Nothing.met_by(6), None);
    assert_eq!(Needs::Nothing.good_faces(Die::SIX), None);
}

/// A die of any kind shows all its faces and no other, and a batch of one kind goes on where another ended.
#[test]
fn dice_have_sides() {
    let mut dice = Dice::seeded(5);
    for sides in [1, 2, 4, 10, 20, 255] {
        let die = Die::new(sides).unwrap();
        let mut counts = vec![0_u32; usize::from(sides)];
        for face in dice.roll_alike(Roll { die, ..TEST }, 1000 * u32::from(sides)).unwrap() {
            counts[usize::from(face) - 1] += 1;
        }
        // Five standard deviations.
        assert!(counts.iter().all(|count| (840..=1160).contains(count)), "{die}: {counts:?}");
    }
    let mut mixed = Dice::seeded(1);
    let ten = mixed.roll(Roll { die: Die::TEN, ..TEST }).unwrap();
    let six = mixed.roll(TEST).unwrap();
    assert_eq!((ten, six), (5, 1), "the second word gives the second face, whatever die was rolled before");
    assert_eq!(Die::new(0), None);
    for (needs, die, good) in [
        (Needs::AtLeast(9), Die::TEN, 2),
        (Needs::AtLeast(11), Die::TEN, 0),
        (Needs::AtMost(9), Die::TEN, 9),
        (Needs::AtLeast(0), Die::TEN, 10),
        (Needs::AtMost(12), Die::TEN, 10),
    ] {
        assert_eq!(needs.good_faces(die), Some(good), "{needs} on a {die}");
    }
}
