//! What is counted in a game, and what an experiment can watch of it.

use std::collections::{BTreeMap, BTreeSet};

use tabletop_lab::bench::{Column, Formula, Measure, Terms};
use tabletop_lab::instruments::{Control, Gauge};

use crate::ai::Chosen;
use crate::game::engine::dice::Draw;
use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::engine::subject::Subject;
use crate::game::engine::unit_fact::NerveFor;
use crate::game::phases::close_combat::kinds::Fact as CombatFact;
use crate::game::phases::deployment::arrivals::ARRIVAL;
use crate::game::phases::deployment::kinds::Fact as DeploymentFact;
use crate::game::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
use crate::game::phases::get_down::kinds::Fact as GetDownFact;
use crate::game::phases::shooting::kinds::Fact as ShootingFact;
use crate::game::phases::shooting::salvo::{ARMOUR, FIRST_SIX, SECOND_SIX, TO_HIT, TOUGHNESS};
use crate::game::phases::turn::kinds::Fact as TurnFact;
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::victory::{BattleResult, Ending};

/// Something that is counted for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counted {
    Points,
    Objectives,
    Shaken,
    NerveForHits,
    NerveForSaves,
    FallBacks,
    Routs,
    Destroyed,
    ModelsLost,
    UnitsLost,
    Hits,
    Salvos,
    /// Salvos at units that had been hit so often since they last recovered.
    SalvosAtFew,
    SalvosAtMany,
    SnapFires,
    Charges,
    DefensiveFires,
    Arrivals,
    Activations,
    WithoutEffect,
    Decisions,
    Choices,
    LiveOptions,
    Models,
    ModelsThatFired,
    /// Dice less what they were expected to show, by their number in [`LUCK`].
    Luck(usize),
    /// Actions begun, by their number in [`Action::ALL`].
    Begun(usize),
    /// Actions of which something else was weighed too, and tenths of points that the next best was worth less.
    Weighed(usize),
    Stakes(usize),
}

/// The kinds of luck: their columns, words, and what the dice are rolled for.
const LUCK: [(&str, &str, &[&str]); 5] = [
    ("luck_hits", "hits", &[TO_HIT, FIRST_SIX, SECOND_SIX]),
    ("luck_armour", "saves on armour, in points of their models", &[ARMOUR]),
    ("luck_toughness", "saves on toughness, in points of their models", &[TOUGHNESS]),
    ("luck_leadership", "dice of leadership tests", &[]),
    ("luck_arrivals", "dice of arrivals", &[ARRIVAL]),
];

/// Luck is counted in sixtieths, in which the chances of all dice are whole numbers.
const SIXTIETHS: i64 = 60;

/// The kind of luck of dice by what they are rolled for; all that is left are tests of leadership.
fn luck_of(purpose: &str) -> usize {
    LUCK.iter().position(|(_, _, purposes)| purposes.contains(&purpose)).unwrap_or(3)
}

/// Columns of the whole game, not of a side.
const OF_GAME: [(&str, &str); 6] = [
    ("rounds", "the round in which it ended"),
    ("ended_by", "how it ended, and for whom, by its number among the names of the report"),
    ("lead_changes", "how often the side that stands better changed, looked at when a turn begins"),
    ("drama_tenths", "how far behind the winner stood on average, tenths of a point"),
    ("decided_round", "the round from whose beginning on the winner stood better"),
    ("first_turn", "the side that had the first turn: 0 is A, 1 is B"),
];

/// The column of the side that had the first turn.
const FIRST_TURN: usize = 5;

/// A unit with so many hits is a target on which others may be wasted: the author's threshold (SUP-3), whatever the rules of the game say.
const MANY_HITS: u32 = 6;

/// How games end, in the order of `ended_by`: each for A, for B, for nobody.
pub(super) const ENDINGS: [&str; 7] = [
    "an objective held in the enemy zone (MIS-2)",
    "the force broke (MIS-5)",
    "more objectives (MIS-6)",
    "more points (MIS-6)",
    "level (MIS-6)",
    "the last round of a drill (TURN-6)",
    "the players' word (TURN-6)",
];

fn ending_of(result: &BattleResult) -> usize {
    let number = match &result.reason {
        Ending::ObjectiveHeld { .. } => 0,
        Ending::ForceBroken => 1,
        Ending::MoreObjectives => 2,
        Ending::MorePoints => 3,
        Ending::Level => 4,
        Ending::LastRound => 5,
        Ending::PlayersWord => 6,
    };
    3 * number + result.winner.map_or(2, Side::index)
}

/// What is counted: its column, its measure as experiments write it, and the words of reports.
const COUNTED: [(Counted, &str, &str, &str); 30] = [
    (Counted::Points, "points", "", "points left (MIS-6)"),
    (Counted::Objectives, "objectives", "Objectives", "objectives held at the end"),
    (Counted::Shaken, "shaken", "Shaken", "units shaken (SUP-3)"),
    (Counted::NerveForHits, "nerve_nrv1", "NerveMarkers(\"NRV-1\")", "nerve for hits (NRV-1)"),
    (Counted::NerveForSaves, "nerve_nrv2", "NerveMarkers(\"NRV-2\")", "nerve for saves (NRV-2)"),
    (Counted::FallBacks, "fall_backs", "FallBacks", "fall backs (FB-1)"),
    (Counted::Routs, "routs", "Routs", "routs (ROU-1)"),
    (Counted::Destroyed, "destroyed_by_falling_back", "Destroyed", "destroyed when falling back (FB-1)"),
    (Counted::ModelsLost, "models_lost", "ModelsLost", "models lost"),
    (Counted::UnitsLost, "units_lost", "UnitsLost", "units wiped out"),
    (Counted::Hits, "hits_taken", "HitsTaken", "hits taken (SHO-7)"),
    (Counted::Salvos, "salvos", "Salvos", "salvos fired (SHO-1)"),
    (Counted::SalvosAtFew, "salvos_at_1_to_5", "SalvosAt(OneToFive)", "salvos at units with 1 to 5 hits"),
    (Counted::SalvosAtMany, "salvos_at_6", "SalvosAt(SixOrMore)", "salvos at units with 6 hits or more"),
    (Counted::SnapFires, "snap_fires", "SnapFires", "snap fires (RE-2)"),
    (Counted::Charges, "close_combats", "CloseCombats", "close combats begun (CC-1)"),
    (Counted::DefensiveFires, "defensive_fires", "DefensiveFires", "defensive fires (CC-3)"),
    (Counted::Arrivals, "arrivals", "Arrivals", "reserves arrived (MIS-3)"),
    (Counted::Activations, "activations", "Activations", "activations"),
    (Counted::WithoutEffect, "without_effect", "WithoutEffect", "activations without effect"),
    (Counted::Decisions, "decisions", "Decisions", "decisions"),
    (Counted::Choices, "choices", "", "decisions of which something else was weighed too"),
    (
        Counted::LiveOptions,
        "live_options",
        "",
        "answers within 2 % of the force's points of the best, in those",
    ),
    (Counted::Models, "models", "", "models"),
    (Counted::ModelsThatFired, "models_that_fired", "", "models that fired"),
    (Counted::Luck(0), "luck_hits", "", "hits beyond expectation, sixtieths"),
    (Counted::Luck(1), "luck_armour", "", "saves on armour beyond expectation, sixtieths of points"),
    (Counted::Luck(2), "luck_toughness", "", "saves on toughness beyond expectation, sixtieths of points"),
    (
        Counted::Luck(3),
        "luck_leadership",
        "",
        "successes in tests of leadership beyond expectation, sixtieths",
    ),
    (Counted::Luck(4), "luck_arrivals", "", "arrivals beyond expectation, sixtieths"),
];

/// Everything that is counted for each side, with its column and words.
fn counted() -> impl Iterator<Item = (Counted, String, String, String)> {
    let plain = COUNTED.into_iter().map(|(counted, column, name, words)| {
        (counted, column.to_owned(), name.to_owned(), words.to_owned())
    });
    let actions = Action::ALL.iter().enumerate().map(|(index, (name, action))| {
        let column = format!("action_{}", action.name().to_lowercase().replace(' ', "_"));
        let plain = action.name();
        [
            (Counted::Begun(index), column.clone(), format!("Action({name})"), format!("actions: {plain}")),
            (
                Counted::Weighed(index),
                format!("weighed_{column}"),
                String::new(),
                format!("{plain}, with a choice"),
            ),
            (
                Counted::Stakes(index),
                format!("stakes_{column}"),
                String::new(),
                format!("{plain}: what the next best was worth less, tenths of a point"),
            ),
        ]
    });
    plain.chain(actions.flatten())
}

/// Where a count stands among the columns.
fn column(counted: Counted, side: Side) -> usize {
    let index = match counted {
        Counted::Begun(action) => COUNTED.len() + 3 * action,
        Counted::Weighed(action) => COUNTED.len() + 3 * action + 1,
        Counted::Stakes(action) => COUNTED.len() + 3 * action + 2,
        other => COUNTED.iter().position(|row| row.0 == other).unwrap_or_default(),
    };
    OF_GAME.len() + 2 * index + side.index()
}

/// The columns of a game: what is of all of it, then every count for A and for B.
pub fn columns() -> Vec<Column> {
    let of_game = OF_GAME.map(|(name, words)| Column { name: name.to_owned(), words: words.to_owned() });
    let sides = |(_, name, _, words): (Counted, String, String, String)| {
        Side::BOTH.map(|side| {
            let letter = side.to_string().to_lowercase();
            Column { name: format!("{name}_{letter}"), words: format!("{words}, side {side}") }
        })
    };
    of_game.into_iter().chain(counted().flat_map(sides)).collect()
}

/// What an experiment can watch.
pub fn measures() -> Vec<Measure> {
    let of_both = |counted, sign: i64| vec![(column(counted, Side::A), 1), (column(counted, Side::B), sign)];
    let measure =
        |name: &str, words: &str, from| Measure { name: name.to_owned(), words: words.to_owned(), from };
    let points = |side| Formula::Sum(vec![(column(Counted::Points, side), 1)]);
    let nerve = [of_both(Counted::NerveForHits, 1), of_both(Counted::NerveForSaves, 1)].concat();
    let mut measures = vec![
        measure("Wins(A)", "A wins", Formula::Wins(Side::A)),
        measure("Wins(B)", "B wins", Formula::Wins(Side::B)),
        measure("Wins(First)", "who has the first turn wins", Formula::WinsOf(FIRST_TURN)),
        measure("Points", "points A − B", Formula::Sum(of_both(Counted::Points, -1))),
        measure("Points(A)", "points left, A", points(Side::A)),
        measure("Points(B)", "points left, B", points(Side::B)),
        measure("Rounds", "rounds", Formula::Sum(vec![(0, 1)])),
        measure("NerveMarkers", "nerve markers", Formula::Sum(nerve)),
    ];
    for (counted, _, name, words) in counted().filter(|counted| !counted.2.is_empty()) {
        measures.push(measure(&name, &words, Formula::Sum(of_both(counted, 1))));
        for side in Side::BOTH {
            // `Shaken(A)`, and `Action(Advance,A)`.
            let name = match name.strip_suffix(')') {
                Some(open) => format!("{open},{side})"),
                None => format!("{name}({side})"),
            };
            let from = Formula::Sum(vec![(column(counted, side), 1)]);
            measures.push(measure(&name, &format!("{words}, {side}"), from));
        }
    }
    measures
}

/// A sum of columns for both sides together.
fn both(counted: Counted) -> Terms {
    Side::BOTH.map(|side| (column(counted, side), 1)).to_vec()
}

/// What luck is: of A less of B, kind by kind.
pub(super) fn luck() -> Vec<Control> {
    let control = |(index, (_, words, _)): (usize, &(&str, &str, &[&str]))| Control {
        words: (*words).to_owned(),
        terms: vec![(column(Counted::Luck(index), Side::A), 1), (column(Counted::Luck(index), Side::B), -1)],
        divided_by: SIXTIETHS as f64,
    };
    LUCK.iter().enumerate().map(control).collect()
}

/// What a game is like.
pub(super) fn gauges() -> Vec<Gauge> {
    let gauge = |words: &str, means: &str, (top, per): (Terms, Terms), parts: f64, is_share: bool| Gauge {
        words: words.to_owned(),
        means: means.to_owned(),
        top,
        per,
        parts,
        is_share,
    };
    let game = |index: usize| (vec![(index, 1)], Vec::new());
    let sum = |counted| (both(counted), Vec::new());
    let ratio = |top, per| (both(top), both(per));
    let fired =
        [both(Counted::Models), both(Counted::ModelsThatFired).iter().map(|term| (term.0, -1)).collect()];
    let mut gauges = vec![
        gauge("rounds", "The round in which a game ended.", game(0), 1.0, false),
        gauge(
            "round in which it was decided",
            "The round from whose beginning on the winner stood better, by the worth of units, nerve and objectives.",
            game(4),
            1.0,
            false,
        ),
        gauge("changes of the lead", "Looked at when a turn begins.", game(2), 1.0, false),
        gauge(
            "drama, points",
            "How far behind the winner stood, on average over the turns.",
            game(3),
            10.0,
            false,
        ),
        gauge("decisions", "Answers of both players.", sum(Counted::Decisions), 1.0, false),
        gauge(
            "decisions with a real choice",
            "Of which the player weighed something else too. Players at a glance weigh nothing.",
            ratio(Counted::Choices, Counted::Decisions),
            1.0,
            true,
        ),
        gauge(
            "live options",
            "In these, answers worth as much as the best but for 2 % of the force's points, the best included; no more than four \
             are known.",
            ratio(Counted::LiveOptions, Counted::Choices),
            1.0,
            false,
        ),
        gauge("activations", "Of both players.", sum(Counted::Activations), 1.0, false),
        gauge(
            "activations without effect",
            "No model moved an inch, no shot hit, nobody got down or fell back.",
            ratio(Counted::WithoutEffect, Counted::Activations),
            1.0,
            true,
        ),
        gauge(
            "models that never fired",
            "In the whole game.",
            (fired.concat(), both(Counted::Models)),
            1.0,
            true,
        ),
    ];
    for (index, (_, action)) in Action::ALL.iter().enumerate() {
        gauges.push(gauge(
            &format!("stakes of {}, points", action.name()),
            "What the next best order of the same unit was worth less, as its player judged.",
            ratio(Counted::Stakes(index), Counted::Weighed(index)),
            10.0,
            false,
        ));
    }
    gauges
}

/// Whether an action brings nothing about unless somebody moves or is hit.
pub(super) fn is_idle(action: Action) -> bool {
    match action {
        Action::OpenFire | Action::Advance | Action::OnMyTarget | Action::AtTheDouble => true,
        Action::GetDown | Action::FallBack => false,
    }
}

/// Counts what happens in a game.
pub(super) struct Counter {
    values: Vec<i64>,
    /// Units that are shaken now: one is counted when it becomes so.
    shaken: Vec<UnitId>,
    /// Hits of each unit since it last recovered.
    hits: BTreeMap<UnitId, u32>,
    fired: BTreeSet<ModelId>,
    /// Points of a model of each unit, whole ones: whatever they are, luck stays 0 on average.
    worth: BTreeMap<UnitId, i64>,
    /// What the next best of the present order was worth less, tenths of a point.
    stake: Option<i64>,
    /// When a turn began, how A stood and in what round.
    standings: Vec<(u8, f64)>,
}

impl Counter {
    /// Of a game that has not begun.
    pub(super) fn new(setup: &Setup) -> Self {
        let mut counter = Self {
            values: vec![0; columns().len()],
            shaken: Vec::new(),
            hits: BTreeMap::new(),
            fired: BTreeSet::new(),
            worth: BTreeMap::new(),
            stake: None,
            standings: Vec::new(),
        };
        for unit in setup.units() {
            let models = unit.models.len().max(1) as i64;
            counter.add(Counted::Models, unit.id.side, models);
            counter.worth.insert(unit.id, (i64::from(setup.card(unit).points) / models).max(1));
        }
        counter
    }

    /// Takes note of a die: of what it needed, how much it is beyond what was to be expected.
    pub(super) fn note_die(&mut self, draw: &Draw) {
        let (Some(good), Some(is_met)) = (draw.roll.good_faces(), draw.roll.needs.met_by(draw.face)) else {
            return;
        };
        let expected = SIXTIETHS * i64::from(good) / i64::from(draw.roll.die.sides());
        let beyond = SIXTIETHS * i64::from(is_met) - expected;
        let kind = luck_of(draw.roll.purpose);
        // A save is worth a model.
        let unit = draw.roll.by.subject.map(Subject::unit);
        let worth = unit.and_then(|unit| self.worth.get(&unit)).copied().unwrap_or(1);
        let beyond = if matches!(kind, 1 | 2) { beyond * worth } else { beyond };
        self.add(Counted::Luck(kind), draw.roll.by.side, beyond);
    }

    /// Takes note of an answer, and of what else its player weighed. `points` are those of its force.
    pub(super) fn note_answer(&mut self, side: Side, chosen: &Chosen, points: f64) {
        const LIVE: f64 = 0.02;
        self.add(Counted::Decisions, side, 1);
        self.stake = None;
        if let Some(next) = chosen.alternatives.first() {
            let live = chosen.alternatives.iter().filter(|other| other.less <= LIVE * points).count();
            self.add(Counted::Choices, side, 1);
            self.add(Counted::LiveOptions, side, 1 + live as i64);
            self.stake = Some((10.0 * next.less.clamp(0.0, 1e6)).round() as i64);
        }
    }

    /// Takes note of how A stands when a turn begins, and of who has the first of each round.
    ///
    /// Rule: TURN-1.
    pub(super) fn note_standing(&mut self, (round, first): (u8, Side), standing: f64) {
        self.values[FIRST_TURN] = first.index() as i64;
        self.standings.push((round, standing));
    }

    /// An activation that is over brought nothing about.
    pub(super) fn note_without_effect(&mut self, side: Side) {
        self.add(Counted::WithoutEffect, side, 1);
    }

    fn add(&mut self, counted: Counted, side: Side, count: i64) {
        self.values[column(counted, side)] += count;
    }

    /// Takes note of a fact.
    pub(super) fn note(&mut self, fact: &Fact) {
        match fact {
            Fact::Unit(fact) => self.note_unit(fact),
            Fact::Shooting(fact) => self.note_shooting(fact),
            Fact::CloseCombat(fact) => self.note_combat(fact),
            Fact::FallBack(fact) => self.note_fall_back(fact),
            Fact::Deployment(DeploymentFact::ReserveEntered { unit, .. }) => {
                self.add(Counted::Arrivals, unit.side, 1);
            }
            Fact::Turn(TurnFact::BattleEnded(result)) => self.note_result(result),
            // What is rolled and placed before the battle, and what frames it.
            Fact::Deployment(
                DeploymentFact::RollOffHeld { .. }
                | DeploymentFact::ZonePicked { .. }
                | DeploymentFact::ObjectivePlaced { .. }
                | DeploymentFact::ObstaclePlaced { .. }
                | DeploymentFact::ObstaclesEnded { .. }
                | DeploymentFact::UnitsChosen { .. }
                | DeploymentFact::UnitDeployed { .. }
                | DeploymentFact::UnitHeldBack { .. }
                | DeploymentFact::ReserveRolled { .. }
                | DeploymentFact::ReserveWaits { .. },
            )
            | Fact::Turn(
                TurnFact::PhaseBegan { .. }
                | TurnFact::ObjectivesCounted { .. }
                | TurnFact::ForceWavered { .. },
            ) => {}
            // An action, counted when it begins.
            Fact::GetDown(GetDownFact::UnitGotDown { .. }) => {}
            // No game of a laboratory is recorded at a real table.
            Fact::Word(_) => {}
        }
    }

    fn note_unit(&mut self, fact: &UnitFact) {
        match fact {
            UnitFact::UnitActivated { unit, action } => {
                self.add(Counted::Activations, unit.side, 1);
                let index = Action::ALL.iter().position(|known| known.1 == *action);
                if let Some(index) = index {
                    self.add(Counted::Begun(index), unit.side, 1);
                    if let Some(stake) = self.stake.take() {
                        self.add(Counted::Weighed(index), unit.side, 1);
                        self.add(Counted::Stakes(index), unit.side, stake);
                    }
                }
            }
            UnitFact::HitDieRaised { unit, shaken, .. } => {
                if *shaken && !self.shaken.contains(unit) {
                    self.shaken.push(*unit);
                    self.add(Counted::Shaken, unit.side, 1);
                }
            }
            UnitFact::HitDieRemoved { unit, .. } => {
                self.shaken.retain(|shaken| shaken != unit);
                self.hits.remove(unit);
            }
            UnitFact::NerveMarkersGained { unit, gained, reason, .. } => {
                let counted = match reason {
                    NerveFor::Hits => Counted::NerveForHits,
                    NerveFor::FailedSave => Counted::NerveForSaves,
                };
                self.add(counted, unit.side, i64::from(*gained));
            }
            UnitFact::HitsTaken { unit, hits } => {
                self.add(Counted::Hits, unit.side, i64::from(*hits));
                *self.hits.entry(*unit).or_default() += hits;
            }
            UnitFact::ModelLost { model, .. } => self.add(Counted::ModelsLost, model.unit.side, 1),
            UnitFact::UnitWipedOut { unit } => self.add(Counted::UnitsLost, unit.side, 1),
            UnitFact::ModelMoved { .. }
            | UnitFact::ModelTurned { .. }
            | UnitFact::NerveMarkersDropped { .. }
            | UnitFact::LeadershipTested { .. }
            | UnitFact::SuppressionMarkersGained { .. }
            | UnitFact::SuppressionMarkersRemoved { .. }
            | UnitFact::ModelWounded { .. }
            | UnitFact::UnitActed { .. } => {}
        }
    }

    fn note_shooting(&mut self, fact: &ShootingFact) {
        match fact {
            ShootingFact::UnitSnapFired { unit, .. } => self.add(Counted::SnapFires, unit.side, 1),
            ShootingFact::SalvoFired { unit, at, shots, .. } => {
                self.add(Counted::Salvos, unit.side, 1);
                match self.hits.get(at).copied().unwrap_or_default() {
                    0 => {}
                    few if few < MANY_HITS => self.add(Counted::SalvosAtFew, unit.side, 1),
                    _ => self.add(Counted::SalvosAtMany, unit.side, 1),
                }
                self.fired.extend(shots.iter().map(|shot| shot.from));
            }
            ShootingFact::SavesRolled { .. } => {}
        }
    }

    fn note_combat(&mut self, fact: &CombatFact) {
        match fact {
            CombatFact::CombatStarted { attackers, .. } => {
                if let Some(first) = attackers.first() {
                    self.add(Counted::Charges, first.side, 1);
                }
            }
            CombatFact::UnitDefended { unit, .. } => self.add(Counted::DefensiveFires, unit.side, 1),
            CombatFact::DefenceFailed { .. }
            | CombatFact::CombatJoined { .. }
            | CombatFact::CombatLapsed { .. }
            | CombatFact::ModelCharged { .. }
            | CombatFact::CombatRoundBegan { .. }
            | CombatFact::CombatRoundEnded { .. }
            | CombatFact::UnitLeftCombat { .. }
            | CombatFact::CombatEnded { .. } => {}
        }
    }

    fn note_fall_back(&mut self, fact: &FallBackFact) {
        match fact {
            FallBackFact::FallBackForced { unit, goes, .. } => {
                let counted = match goes {
                    Goes::Nowhere => Counted::Destroyed,
                    Goes::Routs { .. } => Counted::Routs,
                    Goes::Stays { .. }
                    | Goes::Crawls
                    | Goes::StaysInCover
                    | Goes::ToSafePosition { .. }
                    | Goes::ToCover { .. }
                    | Goes::ToEdge { .. } => Counted::FallBacks,
                };
                self.add(counted, unit.side, 1);
            }
            FallBackFact::UnitLeftTable { .. } => {}
        }
    }

    fn note_result(&mut self, result: &BattleResult) {
        self.values[0] = i64::from(result.rounds);
        self.values[1] = ending_of(result) as i64;
        self.note_course(result);
        for side in Side::BOTH {
            let tally = &result.tally[side.index()];
            self.add(Counted::Points, side, i64::from(tally.points));
            self.add(Counted::Objectives, side, tally.objectives.len() as i64);
        }
    }

    /// How the lead went, now that the winner is known.
    fn note_course(&mut self, result: &BattleResult) {
        /// A lead of fewer points is none.
        const LEAD: f64 = 1.0;
        let leads: Vec<bool> =
            self.standings.iter().filter(|at| at.1.abs() >= LEAD).map(|at| at.1 > 0.0).collect();
        self.values[2] = leads.windows(2).filter(|two| two[0] != two[1]).count() as i64;
        let Some(winner) = result.winner else {
            self.values[4] = i64::from(result.rounds);
            return;
        };
        let sign = if winner == Side::A { 1.0 } else { -1.0 };
        let behind: f64 = self.standings.iter().map(|at| (-sign * at.1).max(0.0)).sum();
        self.values[3] = (10.0 * behind / self.standings.len().max(1) as f64).round() as i64;
        let ahead = self.standings.iter().rev().take_while(|at| sign * at.1 >= LEAD).last();
        self.values[4] = ahead.map_or(i64::from(result.rounds), |at| i64::from(at.0));
    }

    /// What was counted, in the order of the columns.
    pub(super) fn finish(mut self) -> Vec<i64> {
        for side in Side::BOTH {
            let fired = self.fired.iter().filter(|model| model.unit.side == side).count() as i64;
            self.add(Counted::ModelsThatFired, side, fired);
        }
        self.values
    }
}
