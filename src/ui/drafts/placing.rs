//! What players place besides dragging units: objectives, obstacles, the choice of the units that deploy, and the rest of a
//! side's units all at once.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use crate::game::engine::agenda::Choice;
use crate::game::engine::command::{Command, Order};
use crate::game::engine::refusal::Refusal;
use crate::game::phases::deployment::kinds::{
    Choice as Asked, ChooseUnits, Order as DeploymentOrder, PlaceObjective, PlaceObstacle,
};
use crate::game::phases::deployment::usual::{placing_with_guards, usual_order};
use crate::game::plan::slide;
use crate::rules::ids::{Side, UnitId};
use crate::rules::measures::{Place, Thou};
use crate::rules::ruleset::MissionRules;
use crate::table::plane::distance;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{BattleState, GameChanged, GameRequest, Notice, OpenGame};

/// By how much one step changes the radius or the height of an obstacle, inches.
const SIZE_STEP: f64 = 0.25;

/// What is being placed.
#[derive(Resource, Default, Debug, PartialEq, Clone)]
pub(in crate::ui) struct Placing {
    /// The objective or obstacle that is asked for.
    pub token: Option<Token>,
    /// The units that are ticked to deploy, where the battle asks for them.
    pub chosen: Vec<UnitId>,
    /// The sides whose units the program places.
    rest: [bool; 2],
    /// The state of the battle in which a unit of the rest was placed last.
    placed_in: Option<BattleState>,
    /// The size of the last obstacle: radius and height.
    last_size: Option<[Thou; 2]>,
}

/// An objective or an obstacle that is to be placed.
#[derive(Debug, PartialEq, Clone)]
pub(in crate::ui) struct Token {
    /// Whose.
    pub player: Side,
    /// Which of them.
    pub kind: TokenKind,
    /// Where it lies, if it is on the table yet.
    pub at: Option<[f64; 2]>,
    /// Whether it follows the pointer.
    in_hand: bool,
    /// Whether it has just been put down.
    was_put: bool,
    /// The battle's answer to it where it lies.
    pub answer: Option<Result<(), Refusal>>,
}

/// What a token is.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(in crate::ui) enum TokenKind {
    /// An objective.
    Objective,
    /// A point obstacle, by radius and height.
    Obstacle([Thou; 2]),
}

/// A measure of an obstacle.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(in crate::ui) enum Measure {
    Radius,
    Height,
}

impl Token {
    /// The command it would become.
    pub fn command(&self) -> Option<Command> {
        let [x, y] = self.at?;
        let at = Place::from_inches(x, y, 0.0).ok()?;
        Some(match self.kind {
            TokenKind::Objective => Command::new(self.player, PlaceObjective { at }),
            TokenKind::Obstacle([radius, height]) => {
                Command::new(self.player, PlaceObstacle { at, radius, height })
            }
        })
    }

    /// Its radius on the table, inches.
    pub fn radius(&self) -> f64 {
        match self.kind {
            TokenKind::Objective => 0.5,
            TokenKind::Obstacle([radius, _]) => radius.inches(),
        }
    }
}

impl Placing {
    /// Takes the token into the hand.
    pub fn take(&mut self) {
        if let Some(token) = &mut self.token {
            (token.in_hand, token.was_put) = (true, false);
        }
    }

    /// Whether the token follows the pointer.
    pub fn is_in_hand(&self) -> bool {
        self.token.as_ref().is_some_and(|token| token.in_hand)
    }

    /// The token follows the pointer to a point of the table.
    pub fn follow(&mut self, to: [f64; 2]) {
        if let Some(token) = &mut self.token {
            token.at = Some(to);
        }
    }

    /// Puts the token down at a point of the table.
    pub fn put(&mut self, at: [f64; 2]) {
        if let Some(token) = &mut self.token {
            (token.at, token.in_hand, token.was_put) = (Some(at), false, true);
        }
    }

    /// Whether the token lies so near a point.
    pub fn lies_near(&self, at: [f64; 2], grip: f64) -> bool {
        let lies = self.token.as_ref().and_then(|token| Some((token.at?, token.radius())));
        lies.is_some_and(|(there, radius)| distance(there, at) <= radius.max(grip))
    }

    /// Takes the token off the table again; whether there was one.
    pub fn clear(&mut self) -> bool {
        match &mut self.token {
            Some(token) if token.at.is_some() || token.in_hand => {
                (token.at, token.in_hand, token.answer) = (None, false, None);
                true
            }
            _ => false,
        }
    }

    /// Changes a measure of the obstacle by some steps, as far as the rules allow.
    pub fn resize(&mut self, measure: Measure, steps: f64, rules: &MissionRules) {
        let Some(Token { kind: TokenKind::Obstacle([radius, height]), .. }) = &mut self.token else { return };
        let (value, low, high) = match measure {
            Measure::Radius => (radius, rules.obstacle_min_radius, rules.obstacle_max_radius),
            Measure::Height => (height, SIZE_STEP, rules.obstacle_max_height),
        };
        if let Ok(new) = Thou::from_inches((value.inches() + steps * SIZE_STEP).clamp(low, high.max(low))) {
            *value = new;
        }
    }

    /// Ticks a unit, or removes its tick.
    pub fn tick(&mut self, unit: UnitId) {
        match self.chosen.iter().position(|one| *one == unit) {
            Some(index) => drop(self.chosen.remove(index)),
            None => self.chosen.push(unit),
        }
        self.chosen.sort();
    }

    /// Leaves the rest of a side's units to the program.
    pub fn leave_rest(&mut self, side: Side) {
        self.rest[side.index()] = true;
        self.placed_in = None;
        emit(&UiEvent::RestLeft { side });
    }

    /// The same once the unit that is being placed now has left this state of the battle.
    pub fn leave_rest_after(&mut self, side: Side, state: BattleState) {
        self.leave_rest(side);
        self.placed_in = Some(state);
    }

    /// The command that confirming submits: the token, or the units that are ticked.
    pub fn command(&self, opened: &OpenGame) -> Option<Command> {
        if let Some(token) = &self.token {
            return token.command();
        }
        let player = asks_for_units(opened)?;
        Some(Command::new(player, ChooseUnits { deploy: self.chosen.clone() }))
    }
}

/// The player who is asked for a table edge.
pub(in crate::ui) fn asks_for_zone(opened: &OpenGame) -> Option<Side> {
    asked(opened).filter(|(_, choice)| *choice == Asked::PickZone).map(|(player, _)| player)
}

/// The player who is asked which units deploy.
pub(in crate::ui) fn asks_for_units(opened: &OpenGame) -> Option<Side> {
    asked(opened).filter(|(_, choice)| *choice == Asked::ChooseUnits).map(|(player, _)| player)
}

/// What a player is asked in deployment.
pub(in crate::ui) fn asked(opened: &OpenGame) -> Option<(Side, Asked)> {
    let decision = opened.game.battle().decision().filter(|_| !opened.is_looking())?;
    let Choice::Deployment(choice) = decision.choice else { return None };
    Some((decision.player, choice))
}

/// Prepares what the battle asks for next.
pub(in crate::ui) fn sync_to_decision(
    mut changes: MessageReader<GameChanged>,
    opened: Res<OpenGame>,
    mut placing: ResMut<Placing>,
) {
    for change in changes.read() {
        // Who goes back takes over again.
        if matches!(change, GameChanged::Jumped | GameChanged::Opened) {
            placing.rest = [false; 2];
        }
        let rules = &opened.game.setup().ruleset.mission;
        if let Some(Token { kind: TokenKind::Obstacle(size), .. }) = placing.token {
            placing.last_size = Some(size);
        }
        let largest = [rules.obstacle_max_radius, rules.obstacle_max_height]
            .map(|inches| Thou::from_inches(inches).unwrap_or_default());
        let kind = asked(&opened).and_then(|(player, choice)| match choice {
            Asked::PlaceObjective { .. } => Some((player, TokenKind::Objective)),
            Asked::PlaceObstacle { .. } => {
                Some((player, TokenKind::Obstacle(placing.last_size.unwrap_or(largest))))
            }
            Asked::PlaceUnit { .. } | Asked::PickZone | Asked::ChooseUnits | Asked::PlaceArrival { .. } => {
                None
            }
        });
        placing.token = kind.map(|(player, kind)| Token {
            player,
            kind,
            at: None,
            in_hand: false,
            was_put: false,
            answer: None,
        });
        let usual = asks_for_units(&opened)
            .and_then(|player| usual_order(opened.game.battle().view(), player, Asked::ChooseUnits));
        placing.chosen = match usual {
            Some(DeploymentOrder::ChooseUnits(order)) => order.deploy,
            _ => Vec::new(),
        };
    }
}

/// Checks the token where it lies; one that was put down a little off a legal place slides to it.
pub(in crate::ui) fn check_token(opened: Res<OpenGame>, mut placing: ResMut<Placing>) {
    if !placing.is_changed() {
        return;
    }
    let battle = opened.game.battle();
    let Some(token) = &mut placing.bypass_change_detection().token else { return };
    let Some(command) = token.command() else { return };
    token.answer = Some(battle.check(&command));
    if !std::mem::take(&mut token.was_put) {
        return;
    }
    if token.answer.as_ref().is_some_and(Result::is_err)
        && let Some(slid) = slide(battle, &command)
    {
        if let Order::Deployment(
            DeploymentOrder::PlaceObjective(PlaceObjective { at, .. })
            | DeploymentOrder::PlaceObstacle(PlaceObstacle { at, .. }),
        ) = slid.order
        {
            token.at = Some(at.ground());
        }
        token.answer = Some(Ok(()));
    }
    if let Some(at) = token.at {
        emit(&UiEvent::TokenPut { at, allowed: token.answer == Some(Ok(())) });
    }
}

/// Places the next unit of a side that has left the rest of them to the program.
pub(in crate::ui) fn place_the_rest(
    mut opened: ResMut<OpenGame>,
    mut placing: ResMut<Placing>,
    mut requests: MessageWriter<GameRequest>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some((player, Asked::PlaceUnit { .. })) = asked(&opened) else { return };
    // Once for each state of the battle.
    if !placing.rest[player.index()] || placing.placed_in == Some(opened.state()) {
        return;
    }
    match placing_with_guards(opened.game.battle().view(), player) {
        Some(order) => {
            placing.bypass_change_detection().placed_in = Some(opened.state());
            requests.write(GameRequest::Submit(vec![Command::new(player, order)]));
        }
        None => {
            placing.rest[player.index()] = false;
            opened.notice = Some(Notice::Hint(
                "No room was found for the next unit: drag it onto its zone, or hold it in reserve."
                    .to_owned(),
            ));
        }
    }
    redraw.write(RequestRedraw);
}
