//! How an order is given, in a line at the foot: one hint for each action before anything is drawn, and one for what is drawn. Every
//! such hint is here.

use std::borrow::Cow;

use crate::game::engine::refusal::Refusal;
use crate::rules::action::Action;
use crate::ui::drafts::draft::{Draft, Ends, Hold, Purpose};
use crate::ui::overlays::sentence;

/// How an order by this action begins: nothing offered that the action does not allow.
///
/// Rule: ACT-1, ACT-2, ACT-3, ACT-4, ACT-5, FB-1.
pub(super) const fn to_begin(action: Action) -> &'static str {
    match action {
        Action::Advance => {
            "Drag it, or hold an arrow key · click an enemy to fire at, or N for the next one · Tab: the next unit"
        }
        Action::OpenFire => {
            "Click an enemy to fire at, or N for the next one · a drag moves it first, half as far · Tab: the next unit"
        }
        Action::OnMyTarget => "Click the enemy model to aim at; it does not move · Tab: the next unit",
        Action::AtTheDouble => {
            "Drag it, or hold an arrow key: it runs twice as far, and is asked about fire after the run · Tab: the next unit"
        }
        Action::GetDown => "G: it gets down where it is · Tab: the next unit",
        Action::FallBack => "Fall Back (B) shows its way, Enter confirms it · Tab: the next unit",
    }
}

/// Why an action that is chosen cannot be taken.
pub(super) fn barred(action: Action, refusal: &Refusal) -> String {
    format!(
        "No {} now: {} Choose another action · Tab: the next unit",
        action.name(),
        sentence(&refusal.text())
    )
}

/// How what is drawn is changed and given; `turns` are the keys that turn.
pub(super) fn drawn(draft: &Draft, turns: &str) -> Cow<'static, str> {
    match draft.hold {
        Hold::Resting => at_rest(draft).into(),
        Hold::InHand(_) => in_hand(draft.purpose, turns).into(),
    }
}

fn at_rest(draft: &Draft) -> &'static str {
    let fires = draft.fire.is_some();
    match draft.purpose {
        Purpose::Move(Action::OnMyTarget) if fires => {
            "Enter: it fires · click another enemy model to aim at that"
        }
        Purpose::Move(Action::OnMyTarget) => to_begin(Action::OnMyTarget),
        Purpose::Move(Action::FallBack) if fires => {
            "Enter: it stays and snap fires · click its target again to fall back instead"
        }
        Purpose::Move(Action::FallBack) => {
            "Enter: it falls back as drawn · its leader's way is given; other models may be dragged"
        }
        Purpose::Move(Action::GetDown) => to_begin(Action::GetDown),
        _ if draft.ends == Ends::Exact => {
            "Held exactly where you put it · K lets models slide to a legal place within half an inch"
        }
        Purpose::Move(Action::OpenFire | Action::Advance) if fires && !draft.moves() => {
            "Enter: it fires · click its target again to clear it, or another enemy to divide the fire"
        }
        Purpose::Move(Action::OpenFire | Action::Advance | Action::AtTheDouble)
        | Purpose::Combat(_)
        | Purpose::Deploy => {
            "Drag again to change it · Ctrl+drag moves one model · arrow keys move by 0.1\", with Shift 0.01\""
        }
    }
}

fn in_hand(purpose: Purpose, turns: &str) -> String {
    match purpose {
        Purpose::Move(_) => {
            format!(
                "Wheel or {turns} turns, with Shift the formation · Space or right click adds a corner · Page Up, Page Down: floors"
            )
        }
        Purpose::Combat(_) => format!("Let go to put the models down · wheel or {turns} turns them"),
        Purpose::Deploy => format!(
            "Wheel or {turns} turns the models, with Shift the formation · let go to put the unit down"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rule: ACT-1, ACT-3, ACT-4. No hint asks for what its action does not allow: who may not move is not dragged, who may not fire
    /// in the same order has no enemy to click.
    #[test]
    fn a_hint_asks_only_for_what_its_action_allows() {
        for (_, action) in Action::ALL {
            let hint = to_begin(*action);
            let drags = hint.to_lowercase().contains("drag");
            assert_eq!(drags, action.moves_freely(), "{action:?}: {hint}");
            let aims =
                hint.to_lowercase().contains("click an enemy") || hint.contains("Click the enemy model");
            assert_eq!(aims, action.divides_fire() || *action == Action::OnMyTarget, "{action:?}: {hint}");
        }
    }
}
