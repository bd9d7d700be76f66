//! A computer player: one decision, one command, and why.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::answers::{answer, must_do};
use super::appraisal::{Appraisal, Appraiser, TermKind};
use super::proposals::{Proposal, Proposer, mover};
use super::random::RandomPlayer;
use super::search::Search;
use crate::game::adviser::{Advice, Adviser, OtherAdvice};
use crate::game::engine::agenda::{Choice, Decision};
use crate::game::engine::battle::{Battle, BattleError};
use crate::game::engine::command::Command;
use crate::game::engine::dice::Dice;
use crate::game::engine::snapshot::Snapshot;
use crate::game::engine::view::{UnitView, View};
use crate::game::phases::turn::kinds::Order as TurnOrder;
use crate::game::phases::turn::may_still_act;
use crate::level::setup::Setup;
use crate::level::style_file::{Method, Style, Weighing};
use crate::level::styles::Styles;
use crate::rules::basics::gap;
use crate::rules::ids::{Side, UnitId};

/// How many proposals of a unit are looked at for where the unit would fall back to.
const LOOKED_BACK: usize = 2;

/// How many alternatives are told.
const ALTERNATIVES: usize = 3;

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chosen {
    /// The command; `check` accepts it.
    pub command: Command,
    /// In a few words: "A2 fires at B1".
    pub does: String,
    /// Why, in a sentence; empty where there was nothing to weigh.
    pub why: String,
    /// What it is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub appraisal: Option<Appraisal>,
    /// What else there was, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<Alternative>,
}

/// Something that was not chosen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Alternative {
    /// In a few words.
    pub does: String,
    /// The command.
    pub command: Command,
    /// Points that it is worth less.
    pub less: f64,
    /// What it lacks.
    pub lacks: String,
}

/// A player that answers every decision of a battle by a style.
pub struct ComputerPlayer {
    styles: Styles,
    random: RandomPlayer,
    /// A battle of the same setup, in which orders are tried.
    scratch: Battle,
    remembered: Remembered,
}

/// What was thought of units that have not changed since.
#[derive(Default)]
struct Remembered {
    at: Option<Snapshot>,
    units: BTreeMap<UnitId, Vec<Weighed>>,
}

/// A proposal and its worth.
#[derive(Clone, Debug)]
pub(super) struct Weighed {
    pub(super) proposal: Proposal,
    pub(super) appraisal: Appraisal,
}

impl ComputerPlayer {
    /// A player of battles with a setup. The seed matters to the random style alone.
    ///
    /// # Errors
    /// A bug: a battle of the setup does not begin.
    pub fn new(setup: &Arc<Setup>, styles: Styles, seed: u64) -> Result<Self, BattleError> {
        let (scratch, _) = Battle::new(Arc::clone(setup), Dice::seeded(seed))?;
        Ok(Self { styles, random: RandomPlayer::new(seed), scratch, remembered: Remembered::default() })
    }

    /// Its style.
    pub fn style(&self) -> &Style {
        &self.styles.chosen
    }

    /// What it does now; `None` once the battle is over, and where it finds no legal answer.
    pub fn choose(&mut self, battle: &Battle) -> Option<Chosen> {
        let decision = battle.decision()?;
        match self.styles.chosen.method.clone() {
            Method::Random => self.random.command(battle).map(Chosen::plain),
            Method::Weigh(weighing) => self.weigh(battle, decision, &weighing),
            Method::Search(searching) => {
                let chosen =
                    Search { styles: &self.styles, searching: &searching, scratch: &mut self.scratch };
                chosen.choose(battle, decision)
            }
        }
    }

    /// By what each proposal is worth at a look.
    fn weigh(&mut self, battle: &Battle, decision: Decision, weighing: &Weighing) -> Option<Chosen> {
        let view = battle.view();
        let accepted = |chosen: &Chosen| battle.check(&chosen.command).is_ok();
        let found = match decision.choice {
            Choice::Turn(_) => {
                self.forget_what_changed(battle);
                self.act(battle, decision.player, weighing)
            }
            _ => match mover(view, decision) {
                Some((unit, action)) => {
                    let proposals = self.proposer(battle, weighing).ends(unit, action);
                    let weighed = weigh_all(battle, weighing, proposals);
                    best_of(&[(unit.id, weighed)])
                }
                None => answer(battle, decision).map(Chosen::plain),
            },
        };
        let found = found.filter(accepted);
        // The random player's last resort is always legal.
        found.or_else(|| must_do(battle, decision).or_else(|| self.random.command(battle)).map(Chosen::plain))
    }

    /// The best action of the units that may still act; the end of the phase if none may.
    fn act(&mut self, battle: &Battle, player: Side, weighing: &Weighing) -> Option<Chosen> {
        let fresh: Vec<UnitView> = fresh(battle.view(), player);
        if fresh.is_empty() {
            return Some(Chosen::plain(Command::new(player, TurnOrder::EndPhase)));
        }
        let mut all = Vec::with_capacity(fresh.len());
        for unit in fresh {
            let known = self.remembered.units.remove(&unit.id);
            let known =
                known.filter(|known| known.iter().all(|one| battle.check(&one.proposal.command).is_ok()));
            let weighed = known.unwrap_or_else(|| {
                let proposals = self.proposer(battle, weighing).actions(unit);
                weigh_all(battle, weighing, proposals)
            });
            self.remembered.units.insert(unit.id, weighed.clone());
            all.push((unit.id, weighed));
        }
        best_of(&all)
    }

    fn proposer<'a>(&'a mut self, battle: &'a Battle, weighing: &'a Weighing) -> Proposer<'a> {
        Proposer { battle, weighing, scratch: &mut self.scratch }
    }

    /// Drops what was thought of a unit if it has changed since, or something that matters to it has: any enemy that it
    /// could reach or that could reach it, or a friend near by.
    fn forget_what_changed(&mut self, battle: &Battle) {
        let now = battle.snapshot();
        let view = battle.view();
        match self.remembered.at.take() {
            Some(before) if before.turn == now.turn => {
                let changed = changed_units(&before, &now);
                self.remembered
                    .units
                    .retain(|unit, _| !changed.iter().any(|other| matters(view, *unit, *other)));
            }
            _ => self.remembered.units.clear(),
        }
        self.remembered.at = Some(now);
    }
}

impl Adviser for ComputerPlayer {
    fn advise(&mut self, battle: &Battle) -> Option<Advice> {
        let Chosen { command, does, why, alternatives, .. } = self.choose(battle)?;
        let other = |Alternative { does, less, lacks, .. }| OtherAdvice { does, less, lacks };
        Some(Advice { command, does, why, alternatives: alternatives.into_iter().map(other).collect() })
    }
}

impl Chosen {
    /// A command that needed no weighing.
    pub(super) fn plain(command: Command) -> Self {
        let does = String::new();
        Self { command, does, why: String::new(), appraisal: None, alternatives: Vec::new() }
    }
}

/// Units whose state differs, or that of a model of theirs.
fn changed_units(before: &Snapshot, now: &Snapshot) -> Vec<UnitId> {
    let units = before.units.iter().zip(&now.units).filter(|(a, b)| a != b).map(|(unit, _)| unit.id);
    let models =
        before.models.iter().zip(&now.models).filter(|(a, b)| a != b).map(|(model, _)| model.id.unit);
    let mut changed: Vec<UnitId> = units.chain(models).collect();
    changed.sort();
    changed.dedup();
    changed
}

/// How near a friend is that may stand in the way or share a goal, inches.
const NEAR_BY: f64 = 10.0;

/// Whether a change of one unit may change what another does.
fn matters(view: View, unit: UnitId, changed: UnitId) -> bool {
    if unit == changed || unit.side != changed.side {
        return true;
    }
    let (Some(one), Some(other)) = (view.leader(unit), view.leader(changed)) else { return true };
    gap(one.disc(), other.disc()) <= NEAR_BY
}

/// Who may still act; of these only those that have arrived, which act first.
///
/// Rule: MIS-3 (arrivals first).
fn fresh(view: View<'_>, player: Side) -> Vec<UnitView<'_>> {
    let fresh = view.units().filter(|unit| unit.id.side == player && may_still_act(view, *unit));
    let (arrived, others): (Vec<_>, Vec<_>) = fresh.partition(|unit| view.arrivals().contains(&unit.id));
    if arrived.is_empty() { others } else { arrived }
}

/// Each proposal with its worth, in the order given.
pub(super) fn weigh_all(battle: &Battle, weighing: &Weighing, proposals: Vec<Proposal>) -> Vec<Weighed> {
    let appraiser = Appraiser::new(battle, &weighing.weights);
    let weigh = |proposal: Proposal| Weighed { appraisal: appraiser.appraise(&proposal), proposal };
    let mut weighed: Vec<Weighed> = proposals.into_iter().map(weigh).collect();
    let mut best: Vec<usize> = (0..weighed.len()).collect();
    best.sort_by(|a, b| weighed[*b].appraisal.value.total_cmp(&weighed[*a].appraisal.value).then(a.cmp(b)));
    for index in best.into_iter().take(LOOKED_BACK) {
        let Weighed { proposal, appraisal } = &weighed[index];
        weighed[index].appraisal = appraiser.look_back(proposal, appraisal.clone());
    }
    weighed
}

/// The best of what some units may do: of each unit its best, of all the one that gains most over staying, which is each
/// unit's first proposal. A unit without a choice goes first.
fn best_of(units: &[(UnitId, Vec<Weighed>)]) -> Option<Chosen> {
    let best = units.iter().filter_map(|(_, weighed)| {
        let first = weighed.first()?;
        let best = weighed
            .iter()
            .reduce(|best, next| if next.appraisal.value > best.appraisal.value { next } else { best })?;
        let gain =
            if weighed.len() == 1 { f64::INFINITY } else { best.appraisal.value - first.appraisal.value };
        Some((gain, best, weighed))
    });
    let (_, best, all) = best.reduce(|a, b| if b.0 > a.0 { b } else { a })?;
    Some(chosen(best, all))
}

/// A choice among what one unit may do, explained.
fn chosen(best: &Weighed, all: &[Weighed]) -> Chosen {
    let mut others: Vec<&Weighed> = all.iter().filter(|other| other.proposal != best.proposal).collect();
    others.sort_by(|a, b| b.appraisal.value.total_cmp(&a.appraisal.value));
    others.truncate(ALTERNATIVES);
    let does = |proposal: &Proposal| format!("{} {}", proposal.unit, proposal.words);
    let alternative = |other: &&Weighed| Alternative {
        does: does(&other.proposal),
        command: other.proposal.command.clone(),
        less: best.appraisal.value - other.appraisal.value,
        lacks: lacks(&best.appraisal, &other.appraisal),
    };
    let alternatives: Vec<Alternative> = others.iter().map(alternative).collect();
    let terms: Vec<&str> = best.appraisal.terms.iter().take(3).map(|term| term.says.as_str()).collect();
    let mut why = terms.join("; ");
    if let Some(next) = alternatives.first().filter(|next| !next.lacks.is_empty()) {
        why = format!("{why}. Next best: {}, but {}", others[0].proposal.words, next.lacks);
    }
    Chosen {
        command: best.proposal.command.clone(),
        does: does(&best.proposal),
        why,
        appraisal: Some(best.appraisal.clone()),
        alternatives,
    }
}

/// The term in which one appraisal falls farthest behind another.
fn lacks(best: &Appraisal, other: &Appraisal) -> String {
    const KINDS: [TermKind; 6] = [
        TermKind::Harm,
        TermKind::Risk,
        TermKind::Objectives,
        TermKind::Approach,
        TermKind::Combat,
        TermKind::Retreat,
    ];
    let behind = KINDS.map(|kind| (best.points(kind) - other.points(kind), kind));
    let Some((less, kind)) = behind.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)) else {
        return String::new();
    };
    if less <= 0.0 {
        return String::new();
    }
    let of = |appraisal: &Appraisal| appraisal.points(kind).abs();
    let (mine, its) = (of(best), of(other));
    match kind {
        TermKind::Harm => format!("it would do {its:.0} points of harm, not {mine:.0}"),
        TermKind::Risk => format!("it would risk {its:.0} points, not {mine:.0}"),
        TermKind::Objectives => "it would do less for the objectives".to_owned(),
        TermKind::Approach => "it would be farther from the enemy".to_owned(),
        TermKind::Combat => "the close combat would go worse".to_owned(),
        TermKind::Retreat => "its way back would be worse".to_owned(),
    }
}
