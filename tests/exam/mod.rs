//! The exam: positions with what a good player does in them, and the judge that says whether a style does so.
//!
//! `positions.ron` is the table; each position is a level beside it. The judge plays the style until the unit in question has
//! acted, and looks at what it did and where it stands then: any command with the right properties is right.

mod judge;
mod position;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use warstrike::ai::{Chosen, ComputerPlayer};
use warstrike::game::dispatch::answers;
use warstrike::game::engine::agenda::{Choice, Decision};
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::command::{Command, Order};
use warstrike::game::engine::dice::Dice;
use warstrike::game::phases::deployment::kinds::Choice as Deployment;
use warstrike::game::phases::deployment::usual::usual_order;
use warstrike::game::phases::turn::kinds::Order as TurnOrder;
use warstrike::level::data_folder::{DataFolder, load_level};
use warstrike::level::styles::Styles;

use judge::Played;
pub use position::Position;
use position::{Asked, Before};

/// More commands than this before the unit has acted are a circle.
const MAX_COMMANDS: usize = 40;

/// The styles that are examined, the weakest first.
pub const STYLES: [&str; 6] = ["random", "quick", "aggressive", "objective-minded", "cautious", "strong"];

/// What a style did in a position.
pub struct Answer {
    /// Whether that is what a good player does.
    pub is_right: bool,
    /// What it chose.
    pub chosen: Chosen,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exam")
}

/// All positions.
pub fn positions() -> Vec<Position> {
    let text = std::fs::read_to_string(folder().join("positions.ron")).expect("the table of positions");
    ron::from_str(&text).unwrap_or_else(|error| panic!("positions.ron: {error}"))
}

/// What a style does in a position.
pub fn sit(position: &Position, style: &str) -> Answer {
    let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).expect("the data");
    let level = folder().join(format!("{}.ron", position.id)).display().to_string();
    let setup = Arc::new(load_level(&level, &data, None).unwrap_or_else(|faults| panic!("{faults}")));
    let styles = Styles::load(style, &data).unwrap_or_else(|faults| panic!("{faults}"));
    let (mut battle, _) = Battle::new(Arc::clone(&setup), Dice::seeded(1)).expect("a battle");
    let mut player = ComputerPlayer::new(&setup, styles, 1).expect("a player");
    prepare(&mut battle, position);
    let side = battle.decision().expect("a decision").player;
    let before = battle.snapshot();
    let mut chosen: Option<Chosen> = None;
    for _ in 0..MAX_COMMANDS {
        let Some(decision) = battle.decision() else { break };
        if chosen.is_some() && (position.asked == Asked::Answer || !is_in_its_middle(decision)) {
            break;
        }
        let mut command = passive(&battle, decision);
        if decision.player == side {
            let next =
                player.choose(&battle).unwrap_or_else(|| panic!("{style} has no answer in {}", position.id));
            command = next.command.clone();
            if chosen.is_none() && is_asked_of(position, &command) {
                chosen = Some(next);
            }
        }
        battle.submit(&command).unwrap_or_else(|error| panic!("{style} in {}: {error}", position.id));
    }
    let chosen =
        chosen.unwrap_or_else(|| panic!("{style} never acts with {:?} in {}", position.of, position.id));
    let played = Played { setup: &setup, before: &before, battle: &battle, command: &chosen.command };
    let is_right = position.accepts.iter().any(|all| all.iter().all(|property| played.has(property)));
    Answer { is_right, chosen }
}

/// Whether a command is the one that the position asks for.
fn is_asked_of(position: &Position, command: &Command) -> bool {
    position.of.is_none_or(|unit| judge::actor(&command.order) == Some(unit.0))
}

/// Whether a decision interrupts an action.
fn is_in_its_middle(decision: Decision) -> bool {
    matches!(decision.choice, Choice::Moving(_) | Choice::Shooting(_))
}

/// Brings a battle to the decision that a position is about.
fn prepare(battle: &mut Battle, position: &Position) {
    for before in &position.before {
        match before {
            Before::Command(text) => {
                let command: Command =
                    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
                battle.submit(&command).unwrap_or_else(|error| panic!("{}: {text}: {error}", position.id));
            }
            Before::UsualUntilUnitsAreChosen => {
                usual_until(battle, |choice| choice == Deployment::ChooseUnits)
            }
            Before::UsualUntilUnitsArePlaced => {
                usual_until(battle, |choice| matches!(choice, Deployment::PlaceUnit { .. }));
            }
        }
    }
}

fn usual_until(battle: &mut Battle, is_it: impl Fn(Deployment) -> bool) {
    for _ in 0..MAX_COMMANDS {
        let Some(decision) = battle.decision() else { break };
        let Choice::Deployment(choice) = decision.choice else { panic!("deployment is over") };
        if is_it(choice) {
            return;
        }
        let order = usual_order(battle.view(), decision.player, choice).expect("a usual order");
        battle.submit(&Command::new(decision.player, order)).expect("it is legal");
    }
}

/// An enemy's answer that does least: the last of those listed.
fn passive(battle: &Battle, decision: Decision) -> Command {
    let listed = answers(battle.view(), decision).pop();
    let order: Order = listed.map_or_else(|| TurnOrder::EndPhase.into(), |answer| answer.order);
    Command { player: decision.player, order }
}
