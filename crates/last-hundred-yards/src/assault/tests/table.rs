//! A table around one assault hex: open ground, and what a test puts there.

use std::collections::{BTreeMap, VecDeque};

use tabletop_hexes::hex::{Hex, Hexside};

use crate::assault::case::{Case, Circumstances, Condition, Entry, Fighter, Land, Others, Site};
use crate::assault::fact::{Check, Fact};
use crate::assault::machine::{Answer, Choice, Die, Next, chosen, next, rolled};
use crate::assault::progress::{Progress, Standing};
use crate::card::Card;
use crate::data::ruleset::{Ruleset, Terrain};
use crate::data::table::Role;
use crate::data::units::read_units;
use crate::ids::UnitId;
use crate::state::State;
use crate::tests::shipped;

/// The assault hex of every test.
pub const HEX: &str = "1010";

pub fn hex(id: &str) -> Hex {
    id.parse().unwrap()
}

pub fn unit(id: &str) -> UnitId {
    id.parse().unwrap()
}

/// A map of 20 × 20 hexes.
pub struct Board {
    terrain: Vec<Terrain>,
    places: BTreeMap<Hex, usize>,
    pub walls: Vec<Hexside>,
    pub roads: Vec<Hexside>,
    pub barred: Vec<Hex>,
    pub others: Vec<(Hex, Role, Card, State)>,
    pub declared: Vec<(Hex, Role, Card, State)>,
}

impl Land for Board {
    fn neighbours(&self, hex: Hex) -> Vec<Hex> {
        hex.neighbours().filter(|hex| hex.column() <= 20 && hex.row() <= 20).collect()
    }

    fn terrain(&self, hex: Hex) -> &Terrain {
        &self.terrain[self.places.get(&hex).copied().unwrap_or(0)]
    }

    fn cost(&self, card: &Card, _: Hex, to: Hex) -> Option<u8> {
        let terrain = self.terrain(to);
        let cost = if card.kind.is_vehicle() { terrain.vehicle } else { terrain.foot };
        (cost > 0 && !self.barred.contains(&to)).then_some(cost)
    }

    fn has_wall(&self, from: Hex, to: Hex) -> bool {
        Hexside::between(from, to).is_some_and(|side| self.walls.contains(&side))
    }

    fn has_road(&self, from: Hex, to: Hex) -> bool {
        Hexside::between(from, to).is_some_and(|side| self.roads.contains(&side))
    }

    fn others(&self, hex: Hex, role: Role) -> Others<'_> {
        listed(&self.others, hex, role)
    }

    fn declared(&self, hex: Hex, role: Role) -> Others<'_> {
        listed(&self.declared, hex, role)
    }
}

fn listed(all: &[(Hex, Role, Card, State)], hex: Hex, role: Role) -> Others<'_> {
    let here = all.iter().filter(|(at, of, ..)| *at == hex && *of == role);
    here.map(|(_, _, card, state)| (card, *state)).collect()
}

/// An assault that a test sets up.
pub struct Table {
    pub rules: Ruleset,
    pub cards: Vec<Card>,
    pub board: Board,
    pub circumstances: Circumstances,
    pub improved: bool,
    pub near_cover: bool,
    pub hex: Hex,
    pub fighters: Vec<(UnitId, Role, Option<Entry>, Condition)>,
}

/// Outcome of an assault.
pub struct Played {
    pub facts: Vec<Fact>,
    pub standing: Standing,
    /// Dice in order, and the choices that were asked.
    pub dice: Vec<Die>,
    pub choices: Vec<Choice>,
}

impl Table {
    /// An assault on a hex of this terrain.
    pub fn on(terrain: &str) -> Self {
        let rules = shipped("rulesets/lhy-book.ron", Ruleset::read);
        let board = Board {
            terrain: rules.terrain.clone(),
            places: BTreeMap::new(),
            walls: Vec::new(),
            roads: Vec::new(),
            barred: Vec::new(),
            others: Vec::new(),
            declared: Vec::new(),
        };
        let mut table = Self {
            rules,
            cards: shipped("units/lhy-book.ron", read_units),
            board,
            circumstances: Circumstances::default(),
            improved: false,
            near_cover: false,
            hex: hex(HEX),
            fighters: Vec::new(),
        };
        table.ground(HEX, terrain);
        table
    }

    /// Puts terrain on a hex.
    pub fn ground(&mut self, at: &str, terrain: &str) {
        let kind = self.board.terrain.iter().position(|row| row.id == terrain).unwrap();
        self.board.places.insert(hex(at), kind);
    }

    pub fn card(&self, id: &str) -> Card {
        self.cards.iter().find(|card| card.id == unit(id)).unwrap().clone()
    }

    fn join(&mut self, id: &str, role: Role, entry: Option<Entry>) {
        let state = State { steps: self.card(id).steps, ..State::default() };
        let condition = Condition { state, at: Some(self.hex), aboard: None, advanced: false };
        self.fighters.push((unit(id), role, entry, condition));
    }

    /// Attackers, from the hex south of it.
    pub fn attack(mut self, ids: &str) -> Self {
        let from = self.hex.neighbour(tabletop_hexes::hex::Direction::South).unwrap();
        for id in ids.split(' ') {
            self.join(id, Role::Attacker, Some(Entry { from, uphill: false, wall: false }));
        }
        self
    }

    pub fn defend(mut self, ids: &str) -> Self {
        ids.split(' ').for_each(|id| self.join(id, Role::Defender, None));
        self
    }

    /// Changes states of units.
    pub fn with(mut self, ids: &str, change: impl Fn(&mut State)) -> Self {
        for id in ids.split(' ') {
            let fighter = self.fighters.iter_mut().find(|(known, ..)| *known == unit(id)).unwrap();
            change(&mut fighter.3.state);
        }
        self
    }

    pub fn entry(&mut self, id: &str) -> &mut Entry {
        self.fighters.iter_mut().find(|(known, ..)| *known == unit(id)).unwrap().2.as_mut().unwrap()
    }

    pub fn condition(&mut self, id: &str) -> &mut Condition {
        &mut self.fighters.iter_mut().find(|(known, ..)| *known == unit(id)).unwrap().3
    }

    /// Puts a unit that takes no part into a hex.
    pub fn bystander(&mut self, id: &str, role: Role, at: &str) {
        let card = self.card(id);
        let state = State { steps: card.steps, ..State::default() };
        self.board.others.push((hex(at), role, card, state));
    }

    /// The case and where it stands before anything is rolled.
    pub fn case(&self) -> (Case<'_>, Standing) {
        let card = |id: UnitId| self.cards.iter().find(|card| card.id == id).unwrap();
        let all = self.fighters.iter().map(|(id, role, entry, condition)| {
            (Fighter { card: card(*id), role: *role, entry: *entry }, *condition)
        });
        let (fighters, units) = Case::ordered(all.collect());
        let case = Case {
            rules: &self.rules,
            hex: self.hex,
            site: Site {
                terrain: self.board.terrain(self.hex),
                improved: self.improved,
                near_cover: self.near_cover,
            },
            circumstances: self.circumstances,
            fighters,
            land: &self.board,
        };
        (case, Standing { progress: Progress::default(), units })
    }

    /// Plays it with these faces; choices by default.
    pub fn play(&self, faces: &[u8]) -> Played {
        self.play_with(faces, Vec::new())
    }

    /// Plays it with these faces and answers; choices after the last answer by default. All faces must be used up.
    pub fn play_with(&self, faces: &[u8], answers: Vec<Answer>) -> Played {
        let (case, mut standing) = self.case();
        let (mut faces, mut answers) = (VecDeque::from(faces.to_vec()), VecDeque::from(answers));
        let (mut facts, mut dice, mut choices) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            let new = match next(&case, &standing) {
                Next::Facts(new) => new,
                Next::Die(die) => {
                    let face = faces.pop_front().unwrap_or_else(|| panic!("no face for {die:?}: {facts:#?}"));
                    dice.push(die);
                    rolled(&case, &standing, face).unwrap()
                }
                Next::Choice(choice) => {
                    let answer = answers.pop_front().unwrap_or_else(|| choice.answers[0].clone());
                    choices.push(choice);
                    chosen(&case, &standing, &answer)
                        .unwrap_or_else(|_| panic!("{answer:?} to {:?}", choices.last()))
                }
                Next::Second { hex, .. } => vec![Fact::SecondEnded { hex }],
                Next::Over => break,
            };
            standing.apply(&case, &new);
            facts.extend(new);
        }
        assert!(faces.is_empty(), "faces are left: {faces:?} after {facts:#?}");
        assert!(answers.is_empty(), "answers are left: {answers:?}");
        Played { facts, standing, dice, choices }
    }
}

impl Played {
    /// Facts in short, without those that only move the machine on.
    pub fn short(&self) -> Vec<String> {
        self.facts.iter().filter_map(short).collect()
    }

    /// Faces' purposes.
    pub fn purposes(&self) -> Vec<String> {
        let name = |die: &Die| match die.unit {
            Some(unit) => format!("{} {unit}", die.purpose.words()),
            None => die.purpose.words().to_owned(),
        };
        self.dice.iter().map(name).collect()
    }
}

pub fn short(fact: &Fact) -> Option<String> {
    let ids = |units: &[UnitId]| units.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    Some(match fact {
        Fact::StepBegan { .. } | Fact::Counted { .. } | Fact::BestFound { .. } | Fact::UrbanLost { .. } => {
            return None;
        }
        Fact::TargetChosen { .. } | Fact::AdvanceEnded | Fact::Revealed { .. } => return None,
        Fact::HeroicRemoved { unit } => format!("{unit} not heroic"),
        Fact::SettledAtOnce { why } => format!("{why:?}"),
        Fact::SideLot { face } => format!("side lot {face}"),
        Fact::MustRetreat { role, hexes: [few, many] } => format!("{role:?} must retreat {few}-{many}"),
        Fact::Summed { drm, .. } => format!("drm {drm}"),
        Fact::Rolled { face, total, row, .. } => format!("rolled {face}: {total}, row {row}"),
        Fact::LotCast { among, face, unit } => {
            format!(
                "lot {face} of {}: {}",
                ids(among),
                unit.map_or("again".to_owned(), |unit| unit.to_string())
            )
        }
        Fact::VehicleTried { vehicle, lines, face, destroyed, .. } => {
            let sum: i8 = lines.iter().map(|line| line.value).sum();
            format!("{vehicle} tried at {face} + {sum}: {destroyed}")
        }
        Fact::Unloaded { unit, carrier } => format!("{unit} leaves {carrier}"),
        Fact::Retreated { unit, way, .. } => format!("{unit} retreats {}", way.len()),
        Fact::Checked { unit, check, face, cohesion, passed } => {
            let after = if *check == Check::Retreat { " after retreat" } else { "" };
            format!("{unit} checks{after} {face} to {cohesion}: {passed}")
        }
        Fact::Casualty { unit, left, .. } => format!("{unit} casualty, {left} left"),
        Fact::Disrupted { unit, .. } => format!("{unit} disrupted"),
        Fact::Regrouped { unit, .. } => format!("{unit} regrouping"),
        Fact::Eliminated { unit, cause } => format!("{unit} eliminated by {}", cause.rule()),
        Fact::Advanced { unit, to, ahead } => format!("{unit} advances to {to}: {ahead:?}"),
        Fact::SecondEnded { hex } => format!("second assault on {hex}"),
        Fact::LossChecked { unit, face, lost } => format!("{unit} loss check {face}: {lost}"),
        Fact::Ended { keeper } => format!("kept by {keeper:?}"),
    })
}

/// Asserts facts in short, one a line.
pub fn check(played: &Played, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(played.short(), expected, "{:#?}", played.facts);
}
