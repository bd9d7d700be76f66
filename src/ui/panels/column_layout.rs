//! Which cards of the column are open and how high each is: what must be decided now is open, the rest is a line, and the log
//! keeps its room. Pure arithmetic on heights, so that a test can try every column there may be.

/// Height of the line of a folded card, and of the head of an open one, pixels.
pub(crate) const HEAD: f32 = 25.0;

/// Space between cards, pixels.
pub(crate) const GAP: f32 = 4.0;

/// The least height that the log keeps, pixels.
pub(crate) const MIN_LOG: f32 = 120.0;

/// The least that an open card shows below its head, pixels; a card that has less to say shows all of it.
pub(crate) const MIN_BODY: f32 = 84.0;

/// Share of the column above the log that the question may take before anything else is opened.
pub(crate) const DECIDING: f32 = 0.38;

/// How much a card matters now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Importance {
    /// A line, until somebody opens it.
    Hint,
    /// Open where there is room to spare.
    Context,
    /// Somebody has asked for it.
    Asked,
    /// A player has to decide by it now.
    Decides,
}

/// What a player has done to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByHand {
    /// He has opened it; a later number means later.
    Opened(u32),
    /// He has folded it.
    Folded,
}

/// A card as the layout knows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CardSize {
    pub importance: Importance,
    pub by_hand: Option<ByHand>,
    /// Height of all that it has to say, without its head, pixels.
    pub wanted: f32,
}

/// Where a card lies in the column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CardPlace {
    pub is_open: bool,
    /// From the top of the column, pixels.
    pub top: f32,
    pub height: f32,
    /// Left edge and width, shares of the column: folded cards may share a line.
    pub left: f32,
    pub width: f32,
}

/// The places of all cards, in their order, and of the log below them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ColumnLayout {
    pub cards: Vec<CardPlace>,
    pub log_top: f32,
    pub log_height: f32,
}

/// How folded cards lie: each in a line of its own, or two in a line where room is short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lines {
    Single,
    Shared,
}

impl CardSize {
    fn min_body(&self) -> f32 {
        self.wanted.min(MIN_BODY)
    }

    /// Who comes first where not all can be open: `None` is never open. Opened by hand comes before all that nobody has
    /// to decide by.
    fn rank(&self) -> Option<(u8, u32)> {
        match (self.importance, self.by_hand) {
            (_, Some(ByHand::Folded)) => None,
            (Importance::Decides, Some(ByHand::Opened(when))) => Some((5, when)),
            (Importance::Decides, None) => Some((4, 0)),
            (_, Some(ByHand::Opened(when))) => Some((3, when)),
            (Importance::Asked, None) => Some((2, 0)),
            (Importance::Context, None) => Some((1, 0)),
            (Importance::Hint, None) => None,
        }
    }

    /// Whether it is open for a reason, not only because there is room.
    fn is_wanted_open(&self) -> bool {
        self.rank().is_some_and(|(class, _)| class > 1)
    }
}

/// Lays out cards from top to bottom in a column of a height, pixels, with the log below them.
pub(crate) fn lay_out(cards: &[CardSize], room: f32) -> ColumnLayout {
    let room = room - MIN_LOG;
    let single = bodies(cards, room, Lines::Single);
    let all_open = |bodies: &[Option<f32>]| {
        cards.iter().zip(bodies).all(|(card, body)| !card.is_wanted_open() || body.is_some())
    };
    if all_open(&single) {
        return place(cards, &single, room, Lines::Single);
    }
    let shared = bodies(cards, room, Lines::Shared);
    place(cards, &shared, room, Lines::Shared)
}

/// The height of the body of each open card.
fn bodies(cards: &[CardSize], room: f32, lines: Lines) -> Vec<Option<f32>> {
    let mut bodies: Vec<Option<f32>> = vec![None; cards.len()];
    let mut order: Vec<usize> = (0..cards.len()).filter(|index| cards[*index].rank().is_some()).collect();
    // Of equal ones, the upper comes first.
    order.sort_by_key(|index| std::cmp::Reverse(cards[*index].rank()));
    let (wanted, spare): (Vec<usize>, Vec<usize>) =
        order.into_iter().partition(|index| cards[*index].is_wanted_open());
    for index in wanted.iter().copied() {
        let (card, is_first) = (&cards[index], index == wanted[0]);
        // The question is read with every answer before anything else is opened.
        let question = match card.importance {
            Importance::Decides if is_first => card.wanted.min(DECIDING * room),
            Importance::Decides | Importance::Asked | Importance::Context | Importance::Hint => 0.0,
        };
        bodies[index] = Some(card.min_body().max(question));
        if used(&bodies, lines) > room && !is_first {
            bodies[index] = None;
        }
    }
    // The first has what there is, if even its least is too much.
    if let Some(first) = wanted.first().copied() {
        let over = (used(&bodies, lines) - room).max(0.0);
        bodies[first] = bodies[first].map(|body| (body - over).max(0.0));
    }
    for index in wanted {
        let left = (room - used(&bodies, lines)).max(0.0);
        bodies[index] = bodies[index].map(|body| cards[index].wanted.min(body + left));
    }
    for index in spare {
        bodies[index] = Some(cards[index].min_body());
        let left = room - used(&bodies, lines);
        bodies[index] = (left >= 0.0).then(|| cards[index].wanted.min(cards[index].min_body() + left));
    }
    bodies
}

/// The height that cards take, with the gap below each.
fn used(bodies: &[Option<f32>], lines: Lines) -> f32 {
    let (mut height, mut folded) = (0.0, 0);
    for body in bodies {
        match body {
            Some(body) => {
                height += HEAD + body + GAP + rows(folded, lines) as f32 * (HEAD + GAP);
                folded = 0;
            }
            None => folded += 1,
        }
    }
    height + rows(folded, lines) as f32 * (HEAD + GAP)
}

/// The lines that so many folded cards take, one below the other.
fn rows(folded: usize, lines: Lines) -> usize {
    match lines {
        Lines::Single => folded,
        Lines::Shared => folded.div_ceil(2),
    }
}

fn place(cards: &[CardSize], bodies: &[Option<f32>], room: f32, lines: Lines) -> ColumnLayout {
    // Where even the heads are too many, they are lower.
    let used = used(bodies, lines);
    let rows = (used - bodies.iter().flatten().sum::<f32>()) / (HEAD + GAP);
    let head = (HEAD - (used - room).max(0.0) / rows.max(1.0)).max(0.0);
    let mut places = Vec::with_capacity(cards.len());
    let mut top = 0.0;
    let mut index = 0;
    while index < bodies.len() {
        let shares = lines == Lines::Shared && bodies[index].is_none();
        let shares = shares && bodies.get(index + 1) == Some(&None);
        let width = if shares { 0.5 } else { 1.0 };
        let height = head + bodies[index].unwrap_or(0.0);
        for share in 0..if shares { 2 } else { 1 } {
            let is_open = bodies[index].is_some();
            places.push(CardPlace { is_open, top, height, left: 0.5 * share as f32, width });
            index += 1;
        }
        top += height + GAP;
    }
    ColumnLayout { cards: places, log_top: top, log_height: room + MIN_LOG - top }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The heights of the column in windows from 960×600 to 4K, whose texts are twice as large, and one with small texts.
    const ROOMS: [f32; 6] = [450.0, 630.0, 750.0, 930.0, 1050.0, 2010.0];

    fn card(importance: Importance, wanted: f32) -> CardSize {
        CardSize { importance, by_hand: None, wanted }
    }

    /// What holds of every column.
    fn check(cards: &[CardSize], room: f32) -> ColumnLayout {
        let found = lay_out(cards, room);
        let case = format!("{cards:?} in {room}: {found:?}");
        assert_eq!(found.cards.len(), cards.len(), "{case}");
        assert!(found.log_height >= MIN_LOG - 0.01, "the log keeps its room: {case}");
        assert!((found.log_top + found.log_height - room).abs() < 0.01, "all of it is used: {case}");
        for (index, place) in found.cards.iter().enumerate() {
            assert!(place.top >= 0.0 && place.top + place.height <= found.log_top, "{index}: {case}");
            assert!(place.height >= 0.9 * HEAD, "{index} can be clicked: {case}");
            let body = cards[index].wanted;
            assert!(!place.is_open || place.height <= HEAD + body + 0.01, "{index} is too high: {case}");
            for (later, other) in found.cards.iter().enumerate().skip(index + 1) {
                let below = other.top >= place.top + place.height;
                let beside = other.left >= place.left + place.width;
                assert!(below || beside, "{index} and {later} overlap: {case}");
            }
        }
        let decides =
            |card: &&CardSize| card.importance == Importance::Decides && card.by_hand != Some(ByHand::Folded);
        if let Some(card) = cards.iter().find(decides) {
            let open = cards.iter().zip(&found.cards).filter(|(card, _)| decides(card));
            let highest = open.map(|(_, place)| place.height).fold(0.0, f32::max);
            assert!(
                highest > HEAD + card.min_body().min(60.0) - 0.01,
                "what must be decided is open: {case}"
            );
        }
        found
    }

    /// Every combination of ten cards, each of every importance, short and long, at every height of a window.
    #[test]
    fn every_column_fits() {
        let kinds = [Importance::Hint, Importance::Context, Importance::Asked, Importance::Decides];
        for room in ROOMS {
            for present in 0..1_u32 << 10 {
                for seed in 0..8_u32 {
                    // Any fixed mixture: each card has its importance, length and fold from these bits.
                    let mix = |index: u32| {
                        present
                            .wrapping_mul(2_654_435_761)
                            .wrapping_add(seed * 977)
                            .rotate_left(3 * index + 1)
                    };
                    let one = |index: u32| {
                        let bits = mix(index);
                        let wanted = [18.0, 60.0, 130.0, 260.0, 420.0, 900.0][bits as usize % 6];
                        let by_hand = match (bits >> 8) % 6 {
                            0 => Some(ByHand::Folded),
                            1 => Some(ByHand::Opened((bits >> 12) % 5)),
                            _ => None,
                        };
                        CardSize { importance: kinds[(bits >> 5) as usize % 4], by_hand, wanted }
                    };
                    let cards: Vec<CardSize> =
                        (0..10).filter(|index| present >> index & 1 == 1).map(one).collect();
                    check(&cards, room);
                }
            }
        }
    }

    /// A charge at 1440×900: the fight and the odds are open in full, the unit is a line.
    #[test]
    fn what_must_be_decided_comes_first() {
        let unit = card(Importance::Context, 210.0);
        let fight = card(Importance::Decides, 260.0);
        let odds = card(Importance::Decides, 230.0);
        let split = card(Importance::Hint, 60.0);
        let open = |room: f32| -> Vec<bool> {
            check(&[unit, fight, odds, split], room).cards.iter().map(|place| place.is_open).collect()
        };
        assert_eq!(open(750.0), [false, true, true, false], "a usual window");
        assert_eq!(open(450.0), [false, true, true, false], "the smallest: both, each as far as it goes");
        assert_eq!(open(1050.0), [true, true, true, false], "a large one has room for the unit");
    }

    /// What a player opens is open, and what he folds is folded, even if he must decide by it.
    #[test]
    fn the_hand_has_its_way() {
        let decides = card(Importance::Decides, 600.0);
        let opened = CardSize { by_hand: Some(ByHand::Opened(1)), ..card(Importance::Hint, 200.0) };
        let found = check(&[decides, opened], 450.0);
        assert!(found.cards.iter().all(|place| place.is_open), "{found:?}");
        let folded = CardSize { by_hand: Some(ByHand::Folded), ..decides };
        let found = check(&[folded, opened], 450.0);
        assert_eq!(found.cards.iter().map(|place| place.is_open).collect::<Vec<_>>(), [false, true]);
        assert_eq!(found.cards[1].height, HEAD + 200.0);
    }

    /// A question keeps every answer in view, whatever else was opened by hand: a usual window in a close combat.
    #[test]
    fn a_question_is_read_whole() {
        let decides = |wanted| card(Importance::Decides, wanted);
        let opened = |when| CardSize { by_hand: Some(ByHand::Opened(when)), ..card(Importance::Hint, 120.0) };
        let cards = [decides(190.0), decides(260.0), decides(230.0), opened(1), opened(2)];
        let found = check(&cards, 755.0);
        assert_eq!(found.cards[0].height, HEAD + 190.0);
        assert!(found.cards[4].is_open && !found.cards[3].is_open, "the last click still wins: {found:?}");
    }

    /// Of two cards opened by hand in a small window, the one opened last stays open.
    #[test]
    fn the_last_click_wins() {
        let opened = |when| CardSize { by_hand: Some(ByHand::Opened(when)), ..card(Importance::Hint, 400.0) };
        let many: Vec<CardSize> = (0..8).map(opened).collect();
        let found = check(&many, 450.0);
        assert!(found.cards[7].is_open && !found.cards[0].is_open, "{found:?}");
    }

    /// With nothing to show, the column is the log.
    #[test]
    fn an_empty_column_is_the_log() {
        assert_eq!(lay_out(&[], 450.0), ColumnLayout { cards: vec![], log_top: 0.0, log_height: 450.0 });
    }
}
