//! Goes through a game once, fact by fact, and notes what a report says of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use tabletop::luck::running_luck;

use super::data::{Line, Loss, Player, Report, ReportNotes, Round, SaveFile, SideReport, Turn, Unit, Weight};
use super::lines::{line_of, luck_line, making};
use super::marks::Marks;
use super::units::{objectives, score, standing};
use crate::game::engine::battle::{Battle, BattleError};
use crate::game::engine::dice::Dice;
use crate::game::engine::fact::Fact;
use crate::game::engine::play::Match;
use crate::game::engine::record::history::{Entry, EntryId};
use crate::game::engine::record::journal::Header;
use crate::game::engine::view::View;
use crate::game::narration::brief::brief;
use crate::game::narration::story::{News, story};
use crate::game::narration::words::{capitalised, objective};
use crate::game::narration::{self, handover, passages};
use crate::game::phases::turn::kinds::Fact as TurnFact;
use crate::game::score::score as standings;
use crate::game::unit_summary::{StayedToFire, summary};
use crate::level::setup::Setup;
use crate::notes::Source;
use crate::rules::ids::{Side, UnitId};
use crate::rules::turn::{Phase, Turn as TurnOfPlay};

/// Reason for no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The battle could not be gone through.
    #[error("command {entry} cannot be shown: {error}")]
    Battle {
        /// The entry.
        entry: usize,
        /// The error.
        error: BattleError,
    },
    /// The opening has no state to begin with.
    #[error("the opening of the battle is missing")]
    NoOpening,
}

/// Facts for a report that are not in the game itself.
#[derive(Clone, Debug)]
pub(super) struct Beside {
    pub header: Option<Header>,
    pub save: SaveFile,
    pub players: [Option<Player>; 2],
}

impl Report {
    /// The report of a game, on the line that leads to where it stands. `header` is the first line of its save; `players` says
    /// who played each side, as far as that is known.
    ///
    /// # Errors
    /// The recorded facts do not fit the battle, which is a bug: the game was opened by them.
    pub fn of(
        game: &Match,
        header: Option<Header>,
        save: SaveFile,
        players: [Option<Player>; 2],
    ) -> Result<Self, ReportError> {
        let gathered = Gathering::through(game)?;
        Ok(gathered.report(game, Beside { header, save, players }))
    }

    /// The same with the notes that lie beside the save.
    #[must_use]
    pub fn with_notes(self, source: Source) -> Self {
        Self { notes: ReportNotes::of(source), ..self }
    }
}

/// Pictures of the table.
impl Report {
    /// The last command of each turn, after which its picture is to be drawn.
    pub fn ends_of_turns(&self) -> Vec<EntryId> {
        let last_of = |turn: usize| {
            let own = self.turn_of_command.iter().filter(|(_, of)| **of <= turn);
            own.map(|(entry, _)| *entry).max().unwrap_or(EntryId(0))
        };
        (0..self.turns.len()).map(last_of).collect()
    }

    /// The same with a picture of the table after each turn, as PNGs in the order of the turns.
    #[must_use]
    pub fn with_pictures(mut self, pictures: Vec<Vec<u8>>) -> Self {
        for (turn, picture) in self.turns.iter_mut().zip(pictures) {
            turn.picture = Some(picture);
        }
        self
    }
}

/// A game as far as it has been gone through.
struct Gathering {
    setup: Arc<Setup>,
    battle: Battle,
    news: News,
    marks: Marks,
    stayed: StayedToFire,
    lines: Vec<Line>,
    /// The turn that is being gone through; nothing once the battle is over.
    now: Option<TurnOfPlay>,
    turns: Vec<Turn>,
    turn_of_command: BTreeMap<EntryId, usize>,
    rounds: BTreeMap<u8, Round>,
    losses: BTreeMap<UnitId, Vec<Loss>>,
    felled: BTreeMap<UnitId, usize>,
    turn_of: BTreeMap<EntryId, usize>,
}

impl Gathering {
    fn through(game: &Match) -> Result<Self, ReportError> {
        let setup = Arc::clone(game.setup());
        let broken = |entry: usize| move |error| ReportError::Battle { entry, error };
        let (battle, _) = Battle::new(Arc::clone(&setup), Dice::seeded(0)).map_err(broken(0))?;
        let line = game.history().line();
        let mut gathering = Self {
            now: Some(opening_turn(&setup)),
            setup,
            battle,
            news: News::default(),
            marks: Marks::default(),
            stayed: StayedToFire::default(),
            lines: Vec::new(),
            turns: Vec::new(),
            turn_of_command: BTreeMap::new(),
            rounds: BTreeMap::new(),
            losses: BTreeMap::new(),
            felled: BTreeMap::new(),
            turn_of: BTreeMap::new(),
        };
        let opening = line.first().and_then(|entry| entry.keyframe()).ok_or(ReportError::NoOpening)?;
        gathering.battle.restore(opening).map_err(broken(0))?;
        for (index, entry) in line.iter().enumerate() {
            gathering.go_through(entry, index > 0).map_err(broken(entry.id.0))?;
            let turns = gathering.turns.len();
            gathering.turn_of.insert(entry.id, if gathering.now.is_some() { turns } else { turns - 1 });
        }
        if gathering.now.is_some() {
            gathering.close_turn();
        }
        Ok(gathering)
    }

    /// Goes through what a command brought about. The opening's facts are in the state already with which it begins.
    fn go_through(&mut self, entry: &Entry, follows: bool) -> Result<(), BattleError> {
        self.turn_of_command.insert(entry.id, self.turns.len());
        if let Some(departure) = &entry.departure {
            let text = format!("Played by other rules; by those of this program: {}.", departure.why);
            self.lines.push(Line { weight: Weight::Departs, text, dice: Vec::new(), details: Vec::new() });
        }
        let facts = &entry.outcome.facts;
        for passage in passages(&self.setup.clone(), facts) {
            let facts = &facts[passage.facts];
            if let Some(Fact::Turn(TurnFact::PhaseBegan { turn })) = facts.first() {
                self.begin_phase(*turn);
            }
            self.lines.extend(passage.sentences.iter().filter_map(line_of));
            for fact in facts {
                self.news.add(&self.setup, fact);
                self.stayed.note(fact);
                if follows {
                    self.marks.note(self.battle.view(), fact);
                    self.battle.follow(std::slice::from_ref(fact))?;
                }
            }
        }
        match entry.keyframe().filter(|_| follows) {
            Some(state) => self.battle.restore(state),
            None => Ok(()),
        }
    }

    /// A new turn, or the end, closes the turn before.
    fn begin_phase(&mut self, turn: TurnOfPlay) {
        let same = |now: &TurnOfPlay| (now.round, now.side) == (turn.round, turn.side);
        let goes_on = turn.phase != Phase::Over && self.now.as_ref().is_some_and(same);
        if !goes_on && self.now.is_some() {
            self.close_turn();
        }
        self.now = Some(turn).filter(|turn| turn.phase != Phase::Over);
    }

    fn close_turn(&mut self) {
        let Some(now) = self.now.take() else { return };
        let news = self.news.take(&self.setup).iter().map(|news| capitalised(news)).collect();
        let marks = self.marks.next();
        let view = self.battle.view();
        let score = score(view);
        let mut lost = [0; 2];
        for (fallen, by) in marks.fallen.iter().zip(&marks.felled_by) {
            lost[fallen.model.unit.side.index()] += 1;
            if let Some(by) = by {
                *self.felled.entry(*by).or_default() += 1;
            }
            let losses = self.losses.entry(fallen.model.unit).or_default();
            match losses.iter_mut().find(|loss| loss.round == now.round && loss.why == fallen.why) {
                Some(loss) => loss.count += 1,
                None => losses.push(Loss { round: now.round, count: 1, why: fallen.why.clone() }),
            }
        }
        if now.round > 0 {
            let round = self.rounds.entry(now.round).or_insert_with(|| empty_round(now.round));
            for side in Side::BOTH.map(Side::index) {
                round.lost[side] += lost[side];
                round.hits[side] += marks.hits[side];
                round.suppressed[side] += marks.suppressed[side];
            }
            round.score = score;
        }
        let deploys = now.phase == Phase::Deployment;
        let title = if deploys { "Deployment".to_owned() } else { handover::title(&self.setup, now) };
        self.turns.push(Turn {
            round: now.round,
            side: (!deploys).then_some(now.side),
            title,
            unfinished: false,
            news,
            lines: std::mem::take(&mut self.lines),
            lost,
            score,
            units: standing(view, &self.stayed),
            moved: marks.moved,
            fire: marks.fire,
            combats: marks.combats,
            fallen: marks.fallen,
            objectives: objectives(view),
            picture: None,
            obstacles: view.table_state().obstacles.clone(),
            zones: view.table_state().zones,
        });
    }

    fn report(mut self, game: &Match, beside: Beside) -> Report {
        let view = game.battle().view();
        let over = view.result().is_some();
        if let Some(last) = self.turns.last_mut().filter(|_| !over) {
            last.unfinished = true;
        }
        let standings = standings(view);
        let result = match over {
            true => narration::score::result(&self.setup, &standings.result),
            false => narration::score::if_ended_now(&self.setup, &standings),
        };
        let news = story(&self.setup, game.history());
        for news in news {
            if let Some(round) = self.rounds.get_mut(&news.round) {
                round.news = news.lines.iter().map(|line| capitalised(line)).collect();
            }
        }
        let Beside { header, save, players } = beside;
        let making = making(game, header.as_ref());
        let mut sides = Side::BOTH.map(|side| self.side(view, game, side));
        for (side, player) in sides.iter_mut().zip(players) {
            side.player = player;
        }
        let brief = brief(view);
        Report {
            title: brief.title,
            about: brief.about,
            mission: brief.mission,
            victory: brief.victory,
            result,
            over,
            winner: standings.result.winner,
            last_round: view.turn().round,
            ending: self.lines,
            sides,
            rounds: self.rounds.into_values().collect(),
            turns: self.turns,
            dice_or_decision: None,
            turn_of_command: self.turn_of_command,
            departs: game.departed_in_words(),
            notes: None,
            making,
            save,
            turn_of: self.turn_of,
            setup: self.setup,
        }
    }

    fn side(&self, view: View, game: &Match, side: Side) -> SideReport {
        let tally = crate::game::phases::turn::victory::tally(view, side);
        let units: Vec<Unit> = view
            .units()
            .filter(|unit| unit.id.side == side)
            .map(|unit| {
                let short = summary(view, unit, &self.stayed);
                let left = tally.units.iter().find(|one| one.unit == unit.id).map_or(0, |one| one.points);
                Unit {
                    id: unit.id,
                    name: unit.start.name.clone(),
                    card: unit.card.name.clone(),
                    models: short.models,
                    left: short.left,
                    points: u32::from(unit.card.points),
                    points_left: left,
                    state: short.state.word(),
                    losses: self.losses.get(&unit.id).cloned().unwrap_or_default(),
                    felled: self.felled.get(&unit.id).copied().unwrap_or_default(),
                }
            })
            .collect();
        let luck = &running_luck(game.history())[side.index()];
        let held = tally.objectives.iter().map(|id| objective(&self.setup, id));
        SideReport {
            side,
            force: self.setup.force_name(side).to_owned(),
            player: None,
            points: units.iter().map(|unit| unit.points).sum(),
            points_left: tally.points,
            objectives: held.collect(),
            models: units.iter().map(|unit| unit.models).sum(),
            lost: units.iter().flat_map(|unit| &unit.losses).map(|loss| loss.count).sum(),
            luck: luck_line("", &luck.all),
            luck_by_purpose: luck.purposes.iter().map(|(purpose, luck)| luck_line(purpose, luck)).collect(),
            units,
        }
    }
}

fn opening_turn(setup: &Setup) -> TurnOfPlay {
    use crate::level::scenario::Opening;
    match setup.level.opening {
        Opening::Deployment => {
            TurnOfPlay { round: 0, side: Side::A, first: Side::A, phase: Phase::Deployment }
        }
        Opening::InPlay { round, side, first, phase } => TurnOfPlay { round, side, first, phase },
    }
}

fn empty_round(round: u8) -> Round {
    Round {
        round,
        news: Vec::new(),
        lost: [0; 2],
        hits: [0; 2],
        suppressed: [0; 2],
        score: Default::default(),
    }
}
