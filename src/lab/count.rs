//! What is counted in a game, and what an experiment can watch of it.

use tabletop_lab::bench::{Column, Formula, Measure};

use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::engine::unit_fact::NerveFor;
use crate::game::phases::close_combat::kinds::Fact as CombatFact;
use crate::game::phases::deployment::kinds::Fact as DeploymentFact;
use crate::game::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
use crate::game::phases::get_down::kinds::Fact as GetDownFact;
use crate::game::phases::shooting::kinds::Fact as ShootingFact;
use crate::game::phases::turn::kinds::Fact as TurnFact;
use crate::rules::action::Action;
use crate::rules::ids::{Side, UnitId};
use crate::rules::victory::BattleResult;

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
    SnapFires,
    Charges,
    DefensiveFires,
    Arrivals,
    /// Actions begun, by their number in [`Action::ALL`].
    Begun(usize),
}

/// What is counted: its column, its measure as experiments write it, and the words of reports.
const COUNTED: [(Counted, &str, &str, &str); 16] = [
    (Counted::Points, "points", "", ""),
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
    (Counted::SnapFires, "snap_fires", "SnapFires", "snap fires (RE-2)"),
    (Counted::Charges, "close_combats", "CloseCombats", "close combats begun (CC-1)"),
    (Counted::DefensiveFires, "defensive_fires", "DefensiveFires", "defensive fires (CC-3)"),
    (Counted::Arrivals, "arrivals", "Arrivals", "reserves arrived (MIS-3)"),
];

/// Everything that is counted for each side, with its column and words.
fn counted() -> impl Iterator<Item = (Counted, String, String, String)> {
    let plain = COUNTED.into_iter().map(|(counted, column, name, words)| {
        (counted, column.to_owned(), name.to_owned(), words.to_owned())
    });
    let actions = Action::ALL.iter().enumerate().map(|(index, (name, action))| {
        let column = format!("action_{}", action.name().to_lowercase().replace(' ', "_"));
        (Counted::Begun(index), column, format!("Action({name})"), format!("actions: {}", action.name()))
    });
    plain.chain(actions)
}

/// Where a count stands among the columns.
fn column(counted: Counted, side: Side) -> usize {
    let index = match counted {
        Counted::Begun(action) => COUNTED.len() + action,
        other => COUNTED.iter().position(|row| row.0 == other).unwrap_or_default(),
    };
    1 + 2 * index + side.index()
}

/// The columns of a game: the round in which it ended, then every count for A and for B.
pub fn columns() -> Vec<Column> {
    let rounds = Column { name: "rounds".to_owned(), words: "the round in which it ended".to_owned() };
    let sides = |(_, name, _, words): (Counted, String, String, String)| {
        let words = if words.is_empty() { "points left (MIS-6)".to_owned() } else { words };
        Side::BOTH.map(|side| {
            let letter = side.to_string().to_lowercase();
            Column { name: format!("{name}_{letter}"), words: format!("{words}, side {side}") }
        })
    };
    [rounds].into_iter().chain(counted().flat_map(sides)).collect()
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

/// Counts what happens in a game.
pub(super) struct Counter {
    values: Vec<i64>,
    /// Units that are shaken now: one is counted when it becomes so.
    shaken: Vec<UnitId>,
}

impl Counter {
    /// Of a game that has not begun.
    pub(super) fn new() -> Self {
        Self { values: vec![0; columns().len()], shaken: Vec::new() }
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
                let index = Action::ALL.iter().position(|known| known.1 == *action);
                if let Some(index) = index {
                    self.add(Counted::Begun(index), unit.side, 1);
                }
            }
            UnitFact::HitDieRaised { unit, shaken, .. } => {
                if *shaken && !self.shaken.contains(unit) {
                    self.shaken.push(*unit);
                    self.add(Counted::Shaken, unit.side, 1);
                }
            }
            UnitFact::HitDieRemoved { unit, .. } => self.shaken.retain(|shaken| shaken != unit),
            UnitFact::NerveMarkersGained { unit, gained, reason, .. } => {
                let counted = match reason {
                    NerveFor::Hits => Counted::NerveForHits,
                    NerveFor::FailedSave => Counted::NerveForSaves,
                };
                self.add(counted, unit.side, i64::from(*gained));
            }
            UnitFact::HitsTaken { unit, hits } => self.add(Counted::Hits, unit.side, i64::from(*hits)),
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
            ShootingFact::SalvoFired { unit, .. } => self.add(Counted::Salvos, unit.side, 1),
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
        for side in Side::BOTH {
            let tally = &result.tally[side.index()];
            self.add(Counted::Points, side, i64::from(tally.points));
            self.add(Counted::Objectives, side, tally.objectives.len() as i64);
        }
    }

    /// What was counted, in the order of the columns.
    pub(super) fn finish(self) -> Vec<i64> {
        self.values
    }
}
