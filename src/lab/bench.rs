//! Plays games for the laboratory: no record, no log, one world used again and again.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use tabletop_lab::bench::{Bench, End, GameOrder, Played, Way};
use tabletop_lab::plan::{Forces, Swap};

use super::chronicle::{Chronicle, ground};
use super::count::Counter;
use crate::ai::{ComputerPlayer, points, standing};
use crate::game::engine::battle::{Battle, Noted};
use crate::game::engine::dice::Dice;
use crate::game::engine::snapshot::Snapshot;
use crate::level::judgement_file::Judgement;
use crate::level::scenario::{ActivityStart, Opening};
use crate::level::setup::Setup;
use crate::level::styles::Styles;
use crate::rules::ids::Side;
use crate::rules::turn::Phase;

/// No game may take more commands: it has stalled then. A usual one takes some hundred.
const MAX_COMMANDS: u32 = 3000;

/// No thread keeps more worlds: a search has hundreds of combinations.
const MAX_WORLDS: usize = 64;

/// Tables under each ruleset, and the styles. Shared by all threads: nothing in it changes.
pub struct WarStrikeBench {
    /// By arm, then by table.
    setups: Vec<Vec<Arc<Setup>>>,
    /// The same with the other side first, where the level says who is.
    swapped: Vec<Vec<Option<Arc<Setup>>>>,
    /// By table, with each force on the other side; none where several rulesets are compared.
    forces_swapped: Vec<Option<Arc<Setup>>>,
    /// The styles of A and B.
    players: Vec<[Styles; 2]>,
    /// By what it is said how a battle stands: the same for all games, whoever plays.
    judgement: Judgement,
}

/// What is noted of a game while it is played.
struct Notes {
    counter: Counter,
    chronicle: Chronicle,
}

impl Notes {
    fn take(&mut self, noted: Noted<'_>) {
        match noted {
            Noted::Fact(fact) => {
                self.counter.note(fact);
                self.chronicle.note(fact);
            }
            Noted::Drawn(draw) => self.counter.note_die(draw),
        }
    }
}

/// One thread's worlds: one for each table under each ruleset that it has played so far.
#[derive(Default)]
pub struct Worker {
    worlds: BTreeMap<(usize, usize, Way), World>,
}

/// A battle that is begun again and again, and the players who know it.
struct World {
    battle: Battle,
    beginning: Snapshot,
    /// By the players' number, in the order in which the styles are written, for A and B.
    players: BTreeMap<(usize, bool), [ComputerPlayer; 2]>,
}

impl WarStrikeBench {
    /// A bench for tables under rulesets, and players. The judgement says how battles stand.
    pub fn new(setups: Vec<Vec<Arc<Setup>>>, players: Vec<[Styles; 2]>, judgement: Judgement) -> Self {
        let other_first = |setup: &Arc<Setup>| other_side_first(setup).map(Arc::new);
        let swapped = setups.iter().map(|tables| tables.iter().map(other_first).collect()).collect();
        let forces_swapped = match setups.as_slice() {
            [tables] => tables.iter().map(other_forces).collect(),
            _ => Vec::new(),
        };
        Self { setups, swapped, forces_swapped, players, judgement }
    }

    /// A table under an arm.
    pub fn setup(&self, arm: usize, table: usize) -> &Arc<Setup> {
        &self.setups[arm][table]
    }

    /// By what it is said how a battle stands.
    pub fn judgement(&self) -> &Judgement {
        &self.judgement
    }

    /// The styles of a pair of players.
    pub fn styles(&self, players: usize) -> &[Styles; 2] {
        &self.players[players]
    }

    /// The forces of the tables; empty where several rulesets are compared.
    pub fn forces(&self) -> Vec<Forces> {
        let tables = self.setups.first().into_iter().flatten();
        let of = |(setup, swapped): (&Arc<Setup>, &Option<Arc<Setup>>)| Forces {
            names: Side::BOTH.map(|side| setup.force_name(side).to_owned()),
            swap: match swapped {
                Some(_) => Swap::Possible,
                None if setup.has_equal_forces() => Swap::Alike,
                None => Swap::Placed,
            },
        };
        tables.zip(&self.forces_swapped).map(of).collect()
    }

    /// In what ways players can meet on a table, with something swapped: who plays which side, or, where both play alike, which
    /// side has which force, or who has the first turn. Where a mission rolls for it there is nothing to swap.
    pub fn ways(&self, table: usize, players: usize) -> Vec<Way> {
        let [a, b] = &self.players[players];
        let can_turn = self.swapped.iter().all(|tables| tables[table].is_some());
        let other = match (a == b, self.forces_swapped.get(table)) {
            (false, _) => Some(Way::PlayersSwapped),
            (true, Some(Some(_))) => Some(Way::ForcesSwapped),
            (true, _) => can_turn.then_some(Way::FirstTurnSwapped),
        };
        [Some(Way::AsWritten), other].into_iter().flatten().collect()
    }

    /// The setup of a game.
    pub(super) fn setup_of(&self, order: &GameOrder) -> &Arc<Setup> {
        let swapped = match order.way {
            Way::AsWritten | Way::PlayersSwapped => None,
            Way::FirstTurnSwapped => self.swapped[order.arm][order.table].as_ref(),
            Way::ForcesSwapped => self.forces_swapped.get(order.table).and_then(Option::as_ref),
        };
        swapped.unwrap_or_else(|| self.setup(order.arm, order.table))
    }

    /// Who plays A and B in a game.
    pub(super) fn styles_of(&self, order: &GameOrder) -> [&Styles; 2] {
        let [a, b] = &self.players[order.players];
        if order.way == Way::PlayersSwapped { [b, a] } else { [a, b] }
    }

    fn world(&self, order: &GameOrder) -> Result<World, String> {
        let setup = self.setup_of(order);
        let (battle, _) =
            Battle::new(Arc::clone(setup), Dice::seeded(order.seed)).map_err(|error| error.to_string())?;
        let beginning = Battle::beginning(Arc::clone(setup));
        Ok(World { battle, beginning, players: BTreeMap::new() })
    }

    fn play_in(&self, world: &mut World, order: &GameOrder, notes: &mut Notes) -> Result<(End, u32), String> {
        let setup = self.setup_of(order);
        let World { battle, beginning, players } = world;
        let players = match players.entry((order.players, order.way == Way::PlayersSwapped)) {
            Entry::Occupied(there) => there.into_mut(),
            Entry::Vacant(free) => {
                let player = |styles: &Styles| ComputerPlayer::new(setup, styles.clone(), order.seed);
                let [a, b] = self.styles_of(order).map(player);
                free.insert([a.map_err(|error| error.to_string())?, b.map_err(|error| error.to_string())?])
            }
        };
        for (player, side) in players.iter_mut().zip(Side::BOTH) {
            player.begin_again(seed_of(order.seed, side));
        }
        let begun = battle.begin_again(beginning, Dice::seeded(order.seed), |noted| notes.take(noted));
        begun.map_err(|error| error.to_string())?;
        notes.chronicle.begin(battle.view());
        let forces = Side::BOTH.map(|side| points(battle.view(), side));
        let (mut commands, mut turn) = (0, None);
        while let Some(decision) = battle.decision() {
            if commands == MAX_COMMANDS {
                return Ok((End::Stalled, commands));
            }
            let now = battle.view().turn();
            if now.round > 0 && turn != Some((now.round, now.side)) {
                turn = Some((now.round, now.side));
                notes
                    .counter
                    .note_standing((now.round, now.first), standing(battle, Side::A, &self.judgement));
            }
            let chosen = players[decision.player.index()].choose(battle);
            let chosen = chosen.ok_or_else(|| format!("no answer to {decision:?}"))?;
            notes.counter.note_answer(decision.player, &chosen, forces[decision.player.index()]);
            let played = battle.play_noting(&chosen.command, |noted| notes.take(noted));
            played.map_err(|error| error.to_string())?;
            notes.chronicle.look(battle.view());
            commands += 1;
        }
        notes.chronicle.end(battle.view());
        for side in notes.chronicle.take_without_effect() {
            notes.counter.note_without_effect(side);
        }
        let result = battle.view().result().ok_or("it asks nothing more and has no result")?;
        Ok((result.winner.map_or(End::Drawn, End::Won), commands))
    }
}

/// The seed of a side's player; the random style alone draws from it.
pub(super) fn seed_of(seed: u64, side: Side) -> u64 {
    seed.wrapping_add(side.index() as u64)
}

impl Bench for WarStrikeBench {
    type Worker = Worker;

    fn worker(&self) -> Worker {
        Worker::default()
    }

    fn play(&self, worker: &mut Worker, order: &GameOrder) -> Played {
        // Players are swapped within a world.
        let way = if order.way == Way::PlayersSwapped { Way::AsWritten } else { order.way };
        let key = (order.arm, order.table, way);
        let setup = self.setup_of(order);
        let mut notes = Notes { counter: Counter::new(setup), chronicle: Chronicle::new(ground(setup)) };
        // A world in which something broke is not used again.
        let world = worker.worlds.remove(&key).map_or_else(|| self.world(order), Ok);
        let played = world.and_then(|mut world| {
            let (end, commands) = self.play_in(&mut world, order, &mut notes)?;
            let state = world.battle.snapshot().hash().map_err(|error| error.to_string())?.0;
            // Arms are played in their order, so the last one that was played is needed again the latest.
            if worker.worlds.len() >= MAX_WORLDS {
                worker.worlds.pop_last();
            }
            worker.worlds.insert(key, world);
            Ok((end, commands, state))
        });
        let (end, commands, state) = played.unwrap_or_else(|why| (End::Refused(why), 0, 0));
        Played { end, commands, state, values: notes.counter.finish(), rows: notes.chronicle.finish() }
    }
}

/// A level with each force on the other side. `None` where that cannot be, or is the same game.
fn other_forces(setup: &Arc<Setup>) -> Option<Arc<Setup>> {
    let changed = (!setup.has_equal_forces()).then(|| setup.with_changed_sides()).flatten()?;
    // Checked with the texts of a level without fault; what a force may not do on the other side is no table to compare.
    let mut changed = changed.ok()?;
    changed.share_terrain(setup);
    Some(Arc::new(changed))
}

/// A level with the other side first, if it begins with a first round of which nothing has been played.
///
/// Rule: TURN-1.
fn other_side_first(setup: &Setup) -> Option<Setup> {
    let Opening::InPlay { round: 1, side, first, phase } = setup.level.opening else { return None };
    let nothing_played = setup.units().all(|unit| unit.activity == ActivityStart::Fresh);
    if side != first || !matches!(phase, Phase::Starting | Phase::Action) || !nothing_played {
        return None;
    }
    let mut setup = setup.clone();
    let other = side.other();
    setup.level.opening = Opening::InPlay { round: 1, side: other, first: other, phase };
    Some(setup)
}
