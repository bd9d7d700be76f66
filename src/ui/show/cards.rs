//! Text on the cards of a show: the title before a battle, the result after it.

use crate::game::engine::components::Fate;
use crate::game::engine::view::View;
use crate::game::narration::brief::brief;
use crate::game::narration::story::story;
use crate::game::narration::{score, words};
use crate::rules::ids::Side;
use crate::rules::turn::Phase;
use crate::ui::playback::show_card::Card;
use crate::ui::session::open_game::OpenGame;

/// Lines of its story that an end card has room for.
const MAX_LINES: usize = 5;

/// The mission, and how far it has come where it has begun: "Skirmish · round 3 of 6".
fn subtitle(view: View, mission: &str) -> String {
    let (kind, turn) = (view.setup().level.mission.kind, view.turn());
    match turn.phase {
        Phase::Deployment => format!("{mission} · setting up"),
        _ if turn.round <= 1 => mission.to_owned(),
        _ => format!("{} · round {} of {}", kind.name(), turn.round, view.rounds()),
    }
}

/// The title of a battle; `styles` are the names of those by which the sides are played.
pub(super) fn title(opened: &OpenGame, styles: [Option<&str>; 2], foot: &str) -> Card {
    let brief = brief(opened.game.battle().view());
    let of_side = |side: Side| {
        let of = &brief.sides[side.index()];
        let player = styles[side.index()].map_or(String::new(), |style| format!("{style} · "));
        [of.force.clone(), format!("{player}{}", of.size)]
    };
    Card {
        title: brief.title.clone(),
        subtitle: subtitle(opened.game.battle().view(), &brief.mission),
        sides: Some(Side::BOTH.map(of_side)),
        winner: None,
        lines: vec![brief.about.clone()],
        foot: foot.to_owned(),
    }
}

/// Card on the end of a battle; `next` is the battle that follows.
pub(super) fn end(opened: &OpenGame, next: Option<&str>) -> Option<Card> {
    let (view, setup) = (opened.game.battle().view(), opened.game.setup());
    let result = view.result()?;
    let title = match result.winner {
        Some(side) => format!("{} wins", words::force(setup, side)),
        None => "Nobody wins".to_owned(),
    };
    let of_side = |side: Side| {
        [words::force(setup, side), format!("{}, {}", score::tally(result, side), lost(view, side))]
    };
    let rounds = story(setup, opened.game.history());
    let lines = rounds.iter().map(|round| format!("Round {}: {}.", round.round, round.lines.join("; ")));
    let lines: Vec<String> = lines.collect();
    let skipped = lines.len().saturating_sub(MAX_LINES);
    Some(Card {
        title,
        subtitle: score::result(setup, result),
        sides: Some(Side::BOTH.map(of_side)),
        winner: result.winner,
        lines: lines.into_iter().skip(skipped).collect(),
        foot: next.map_or(String::new(), |next| format!("Next: {next}")),
    })
}

/// "7 of 30 models lost".
fn lost(view: View, side: Side) -> String {
    let models = view.units().filter(|unit| unit.id.side == side).flat_map(|unit| view.models(unit.id));
    let (mut all, mut gone) = (0, 0);
    for model in models {
        all += 1;
        gone += usize::from(matches!(model.condition.fate, Fate::Lost | Fate::Escaped));
    }
    format!("{gone} of {} lost", words::count(all))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::level::data_folder::{DataFolder, load_level};

    /// A viewer who comes into the middle of a battle reads how far it is.
    #[test]
    fn a_title_says_how_far_a_battle_is() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        for (level, expected) in [
            ("street", "Skirmish · 6 rounds"),
            ("mid-battle", "Meeting Engagement · round 4 of 6"),
            ("chapel", "Skirmish · 6 rounds · setting up"),
        ] {
            let setup = Arc::new(load_level(Path::new(level), &data, None).unwrap());
            let game = Match::start(setup, DiceChoice::Seed(7)).unwrap();
            let view = game.battle().view();
            assert_eq!(subtitle(view, &brief(view).mission), expected, "{level}");
        }
    }
}
