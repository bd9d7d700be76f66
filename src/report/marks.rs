//! Marks of a turn on its plan: paths, lines of fire, close combats, the fallen. Taken from facts, and from where the models
//! stood when each came about.

use std::collections::BTreeMap;

use super::data::{Charge, Fallen, Fire, Moved, MovedBy};
use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::engine::view::View;
use crate::game::narration::words::unit as unit_name;
use crate::game::phases::close_combat::kinds::{Fact as CombatFact, Link};
use crate::game::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
use crate::game::phases::shooting::kinds::{AimedShot, Fact as ShootingFact};
use crate::game::phases::word::kinds::Fact as WordFact;
use crate::rules::action::Action;
use crate::rules::falling_back::{Counts, LostFor};
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Place;
use crate::rules::salvo::Manner;
use crate::rules::turn::Phase;

/// The marks of a turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    pub moved: Vec<Moved>,
    pub fire: Vec<Fire>,
    pub combats: Vec<Charge>,
    pub fallen: Vec<Fallen>,
    /// The unit that felled each of the fallen, if an enemy did.
    pub felled_by: Vec<Option<UnitId>>,
    /// Hits taken by each side.
    pub hits: [u32; 2],
    /// Times that a unit of each side became suppressed.
    pub suppressed: [usize; 2],
    /// The cause of each unit's moves.
    moves_by: BTreeMap<UnitId, MovedBy>,
    /// The unit that fired last at each unit.
    fired_at: BTreeMap<UnitId, UnitId>,
    /// The unit of which models are taken off by the players' word.
    taken_off: Option<UnitId>,
}

impl Marks {
    /// Takes note of a fact, before it changes the battle.
    pub(super) fn note(&mut self, view: View, fact: &Fact) {
        match fact {
            Fact::Unit(fact) => self.note_unit(view, fact),
            Fact::Shooting(ShootingFact::SalvoFired { unit, at, manner, shots, volleys, throws }) => {
                self.fired_at.insert(*at, *unit);
                self.taken_off = None;
                let mut lines = lines_of(view, shots);
                lines.extend(
                    throws.iter().filter_map(|throw| Some([view.model(throw.by)?.pose.at, throw.at])),
                );
                let thrown: usize = throws.iter().map(|throw| throw.hit.len()).sum();
                let hits = volleys.iter().map(|volley| volley.hits).sum::<u32>() + thrown as u32;
                if !matches!(manner, Manner::Melee | Manner::CloseFire) && !lines.is_empty() {
                    let snap = *manner == Manner::SnapFire;
                    self.fire.push(Fire { unit: *unit, at: *at, snap, shots: lines, hits });
                }
            }
            Fact::FallBack(FallBackFact::FallBackForced { unit, goes, .. }) => {
                let by = match goes {
                    Goes::Routs { .. } => MovedBy::Rout,
                    _ => MovedBy::FallBack,
                };
                self.moves_by.insert(*unit, by);
            }
            Fact::FallBack(FallBackFact::UnitLeftTable { unit, counts: Counts::Destroyed, .. }) => {
                let models: Vec<ModelId> = view.standing(*unit).map(|model| model.id).collect();
                for model in models {
                    self.lose(view, model, "ran off the table".to_owned(), None);
                }
            }
            Fact::Word(WordFact::ModelsRemoved { unit, .. }) => {
                // Who fired at it last has nothing to do with it.
                self.fired_at.remove(unit);
                self.taken_off = Some(*unit);
            }
            Fact::CloseCombat(CombatFact::CombatJoined { attackers, defenders, links, .. }) => {
                self.join(view, attackers, defenders, links);
            }
            _ => {}
        }
    }

    fn note_unit(&mut self, view: View, fact: &UnitFact) {
        match fact {
            UnitFact::UnitActivated { unit, action } => {
                let by = if *action == Action::AtTheDouble { MovedBy::Run } else { MovedBy::Order };
                self.moves_by.insert(*unit, by);
            }
            UnitFact::UnitActed { unit } => {
                self.moves_by.remove(unit);
            }
            UnitFact::ModelMoved { model, path, .. } if path.len() > 1 => {
                let fights = matches!(view.turn().phase, Phase::Reaction | Phase::CloseCombat);
                let usual = if fights { MovedBy::CloseCombat } else { MovedBy::Order };
                let by = self.moves_by.get(&model.unit).copied().unwrap_or(usual);
                self.moved.push(Moved { model: *model, by, path: path.clone() });
            }
            UnitFact::HitsTaken { unit, hits } => self.hits[unit.side.index()] += hits,
            UnitFact::HitDieRaised { unit, .. } | UnitFact::SuppressionMarkersGained { unit, .. } => {
                let was = view.unit(*unit).is_some_and(|unit| unit.morale.suppressed());
                self.suppressed[unit.side.index()] += usize::from(!was);
            }
            UnitFact::ModelLost { model, why, .. } => {
                let by = self.fired_at.get(&model.unit).copied().filter(|_| why.is_none());
                let words = match (why, by) {
                    (Some(why), _) => lost_for(*why).to_owned(),
                    (None, Some(by)) => format!("to {}", unit_name(view.setup(), by)),
                    (None, None) if self.taken_off == Some(model.unit) => "by the players' word".to_owned(),
                    (None, None) => "fell".to_owned(),
                };
                self.lose(view, *model, words, by);
            }
            _ => {}
        }
    }

    fn lose(&mut self, view: View, model: ModelId, why: String, by: Option<UnitId>) {
        if let Some(lost) = view.model(model) {
            self.fallen.push(Fallen { model, at: lost.pose.at, why });
            self.felled_by.push(by.filter(|by| by.side != model.unit.side));
        }
    }

    fn join(&mut self, view: View, attackers: &[UnitId], defenders: &[UnitId], links: &[Link]) {
        let place = |model: ModelId| view.model(model).map(|model| model.pose.at);
        let first = links.iter().find_map(|link| Some([place(link.attacker)?, place(link.defender)?]));
        if let Some(at) = first {
            let (attackers, defenders) = (attackers.to_vec(), defenders.to_vec());
            self.combats.push(Charge { at, attackers, defenders });
        }
    }

    /// The next turn's, which begin with nothing but who fired at whom last.
    pub(super) fn next(&mut self) -> Self {
        let next = Self { fired_at: self.fired_at.clone(), ..Self::default() };
        std::mem::replace(self, next)
    }
}

/// Each pair of shooter and target once, in the order of the shots.
fn lines_of(view: View, shots: &[AimedShot]) -> Vec<[Place; 2]> {
    let mut pairs: Vec<(ModelId, ModelId)> = Vec::new();
    for shot in shots {
        if !pairs.contains(&(shot.from, shot.at)) {
            pairs.push((shot.from, shot.at));
        }
    }
    let places = |(from, at): (ModelId, ModelId)| Some([view.model(from)?.pose.at, view.model(at)?.pose.at]);
    pairs.into_iter().filter_map(places).collect()
}

/// Rule: FB-1, ROU-2, ROU-3.
fn lost_for(why: LostFor) -> &'static str {
    match why {
        LostFor::Weakness => "too few were left to go on",
        LostFor::OffTable => "ran off the table",
        LostFor::NoWayOut => "found no way out",
        LostFor::LeftBehind => "left behind",
        LostFor::NoPlace => "the leader took the only place",
    }
}
