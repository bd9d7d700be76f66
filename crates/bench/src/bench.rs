//! Plays games for the laboratory: no record, no log, one world used again and again.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;
use std::sync::Arc;

use tabletop::adviser::Adviser;
use tabletop::battle::Battle;
use tabletop::dice::Dice;
use tabletop::ids::Side;
use tabletop::matches::{DiceChoice, Match};
use tabletop::record::history::Rationale;
use tabletop::state_hash::StateHash;
use tabletop_lab::bench::{Bench, End, GameOrder, Played, Way};
use tabletop_lab::laboratory::short;
use tabletop_shell::Hosted;
use tabletop_shell::files::{Files, Folders};

use crate::counter::Counter;

/// No game may take more commands: it has stalled then.
const MAX_COMMANDS: u32 = 10_000;

/// No thread keeps more worlds: a search has hundreds of combinations.
const MAX_WORLDS: usize = 64;

/// Tables under each ruleset, and the styles. Shared by all threads: nothing in it changes.
pub struct HostedBench<'f, G: Hosted> {
    /// By arm, then by table.
    pub(crate) setups: Vec<Vec<Arc<G::Setup>>>,
    /// The styles of A and B, as they are asked for.
    pub(crate) players: Vec<[String; 2]>,
    pub(crate) folders: &'f Folders,
    /// The experiment's file, beside which styles may lie.
    pub(crate) file: PathBuf,
}

/// Two players, for A and B.
type Players<G> = [Box<dyn Adviser<G>>; 2];

/// A battle that is begun again and again, and the players who know it.
struct World<G: Hosted> {
    battle: Battle<G>,
    beginning: G::Snapshot,
    /// By the players' number, and whether they are swapped.
    players: BTreeMap<(usize, bool), Players<G>>,
}

/// One thread's worlds: one for each table under each ruleset that it has played so far.
pub struct Worker<G: Hosted>(BTreeMap<(usize, usize), World<G>>);

/// The seed of a side's player.
pub(crate) fn seed_of(seed: u64, side: Side) -> u64 {
    seed.wrapping_add(side.index() as u64)
}

impl<'f, G: Hosted> HostedBench<'f, G> {
    /// The files of the game, as the experiment finds them.
    pub(crate) fn files(&self) -> Files<'_> {
        Files::new(self.folders, G::ID, G::FOLDER).beside(&self.file)
    }

    /// A table under an arm.
    pub fn setup(&self, arm: usize, table: usize) -> &Arc<G::Setup> {
        &self.setups[arm][table]
    }

    /// In what ways players can meet: where both play alike there is nothing to swap.
    pub(crate) fn ways(&self, players: usize) -> Vec<Way> {
        let [a, b] = &self.players[players];
        if a == b { vec![Way::AsWritten] } else { vec![Way::AsWritten, Way::PlayersSwapped] }
    }

    /// The styles of A and B in a game.
    fn styles(&self, order: &GameOrder) -> [&str; 2] {
        let [a, b] = &self.players[order.players];
        if order.way == Way::PlayersSwapped { [b, a] } else { [a, b] }
    }

    fn adviser(&self, order: &GameOrder, side: Side) -> Result<Box<dyn Adviser<G>>, String> {
        let setup = self.setup(order.arm, order.table);
        G::adviser(self.styles(order)[side.index()], &self.files(), setup, seed_of(order.seed, side))
    }

    fn advisers(&self, order: &GameOrder) -> Result<Players<G>, String> {
        Ok([self.adviser(order, Side::A)?, self.adviser(order, Side::B)?])
    }

    /// Plays a game as it is recorded.
    pub(crate) fn replay(&self, order: &GameOrder) -> Result<Match<G>, String> {
        let setup = Arc::clone(self.setup(order.arm, order.table));
        let game = Match::start(setup, DiceChoice::Seed(order.seed));
        let mut game = game.map_err(|error| error.to_string())?;
        let (styles, mut players) = (self.styles(order), self.advisers(order)?);
        while let Some(decision) = game.battle().decision() {
            let command = players[decision.player.index()].command(game.battle());
            let command = command.ok_or("a player finds no legal answer")?;
            let by = short(styles[decision.player.index()]);
            game.give_reason(&command, Rationale { by, does: String::new(), why: String::new() });
            game.submit(command).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }

    fn world(&self, order: &GameOrder) -> Result<World<G>, String> {
        let setup = self.setup(order.arm, order.table);
        let (battle, _) =
            Battle::new(Arc::clone(setup), Dice::seeded(order.seed)).map_err(|error| error.to_string())?;
        let beginning = Battle::<G>::beginning(Arc::clone(setup));
        Ok(World { battle, beginning, players: BTreeMap::new() })
    }

    fn play_in(
        &self,
        world: &mut World<G>,
        order: &GameOrder,
        counter: &mut Counter<'_, G>,
    ) -> Result<(End, u32), String> {
        let World { battle, beginning, players } = world;
        let players = match players.entry((order.players, order.way == Way::PlayersSwapped)) {
            Entry::Occupied(there) => there.into_mut(),
            Entry::Vacant(free) => free.insert(self.advisers(order)?),
        };
        for side in Side::BOTH {
            if !players[side.index()].begin_again(seed_of(order.seed, side)) {
                players[side.index()] = self.adviser(order, side)?;
            }
        }
        // What a battle opens with is counted for A.
        let begun =
            battle.begin_again(beginning, Dice::seeded(order.seed), |noted| counter.note(Side::A, noted));
        begun.map_err(|error| error.to_string())?;
        counter.look(battle.view());
        let mut commands = 0;
        while let Some(decision) = battle.decision() {
            if commands == MAX_COMMANDS {
                return Ok((End::Stalled, commands));
            }
            let side = decision.player;
            let command = players[side.index()].command(battle);
            let command = command.ok_or_else(|| format!("no answer to {decision:?}"))?;
            counter.note_order(battle.view(), side, &command.order);
            let played = battle.play_noting(&command, |noted| counter.note(side, noted));
            played.map_err(|error| error.to_string())?;
            counter.look(battle.view());
            commands += 1;
        }
        counter.end(battle.view());
        Ok((G::winner(battle.view()).map_or(End::Drawn, End::Won), commands))
    }
}

impl<G: Hosted> Bench for HostedBench<'_, G> {
    type Worker = Worker<G>;

    fn worker(&self) -> Worker<G> {
        Worker(BTreeMap::new())
    }

    fn play(&self, Worker(worlds): &mut Worker<G>, order: &GameOrder) -> Played {
        let key = (order.arm, order.table);
        let mut counter = Counter::<G>::new(&**self.setup(order.arm, order.table));
        // A world in which something broke is not used again.
        let world = worlds.remove(&key).map_or_else(|| self.world(order), Ok);
        let played = world.and_then(|mut world| {
            let (end, commands) = self.play_in(&mut world, order, &mut counter)?;
            let hash = StateHash::of(&world.battle.snapshot());
            let state = hash.map_err(|error| error.to_string())?.0;
            if worlds.len() >= MAX_WORLDS {
                worlds.pop_last();
            }
            worlds.insert(key, world);
            Ok((end, commands, state))
        });
        let (end, commands, state) = played.unwrap_or_else(|why: String| (End::Refused(why), 0, 0));
        let (values, rows) = counter.finish();
        Played { end, commands, state, values, rows }
    }
}
