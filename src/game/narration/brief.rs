//! The brief before a battle: what it is about, how it is won, who fights.

use super::words::{self, count, counted, force, listed};
use crate::game::engine::view::View;
use crate::game::phases::turn::victory::is_in_enemy_zone;
use crate::game::table_edge::{name, own_edge};
use crate::level::scenario::MissionKind;
use crate::rules::ids::Side;
use crate::rules::turn::Phase;

/// A brief.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brief {
    /// The name of the level.
    pub title: String,
    /// Description of the level.
    pub about: String,
    /// The mission and its length: "Skirmish · 6 rounds".
    pub mission: String,
    /// Conditions of victory, with the paragraphs.
    pub victory: Vec<String>,
    /// Each side: index by [`Side::index`].
    pub sides: [SideBrief; 2],
}

/// Force and tasks of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideBrief {
    /// Its force.
    pub force: String,
    /// Units, models, points.
    pub size: String,
    /// Tasks, and restrictions.
    pub tasks: Vec<String>,
}

/// The brief of a battle as it stands.
pub fn brief(view: View) -> Brief {
    let level = &view.setup().level;
    let mission = level.mission.kind;
    Brief {
        title: level.name.clone(),
        about: level.about.clone(),
        mission: format!("{} · {}", mission.name(), counted(usize::from(view.rounds()), "round")),
        victory: victory(view),
        sides: Side::BOTH.map(|side| SideBrief {
            force: force(view.setup(), side),
            size: size(view, side),
            tasks: tasks(view, side),
        }),
    }
}

/// The first sentence of a text.
pub fn first_sentence(text: &str) -> &str {
    text.split_inclusive(". ").next().unwrap_or(text).trim_end()
}

/// Conditions of victory.
///
/// Rule: MIS-2, MIS-5, MIS-6.
fn victory(view: View) -> Vec<String> {
    let rules = &view.setup().ruleset.mission;
    let kind = view.setup().level.mission.kind;
    if !kind.is_decided() {
        return vec!["A table to try things out on: nobody wins it (TURN-6).".to_owned()];
    }
    let mut ways = Vec::new();
    if kind == MissionKind::MeetingEngagement {
        let from = rules.victory_from_round;
        ways.push(format!(
            "Hold an objective in the enemy zone as your own turn begins, from round {from} on: that wins at once (MIS-2)."
        ));
    }
    let share = rules.morale_under;
    ways.push(format!(
        "A force with less than {share} % of its units left tests its morale as its turn begins; if it fails, it loses (MIS-5)."
    ));
    ways.push(
        "After the last round the side with more objectives wins; if level, the side with more points left (MIS-6)."
            .to_owned(),
    );
    let distance = rules.holding_distance;
    ways.push(format!(
        "An objective is a flag on the table with its name. An unsuppressed unit with a model within {distance}\" of it holds it, while no enemy model is within {distance}\" (MIS-4).",
    ));
    ways
}

/// Units, models, points.
///
/// Rule: MIS-7.
fn size(view: View, side: Side) -> String {
    let units: Vec<_> = view.units().filter(|unit| unit.id.side == side).collect();
    let models = units.iter().map(|unit| view.models(unit.id).count()).sum();
    let points: usize = units.iter().map(|unit| usize::from(unit.card.points)).sum();
    format!("{}, {}, {}", counted(units.len(), "unit"), count(models), counted(points, "point"))
}

/// Tasks of a side.
///
/// Rule: MIS-2, MIS-3, MIS-8.
fn tasks(view: View, side: Side) -> Vec<String> {
    let (setup, turn) = (view.setup(), view.turn());
    let kind = setup.level.mission.kind;
    let edge = name(own_edge(view, side));
    let mut tasks = Vec::new();
    match turn.phase {
        Phase::Deployment => tasks.push("Places its units in turn with the enemy.".to_owned()),
        _ => tasks.push(format!("Comes from the {edge} edge.")),
    }
    let ids = |enemy_zone_only: bool| {
        let counts = |objective: &&crate::level::scenario::Objective| {
            !enemy_zone_only || is_in_enemy_zone(view, objective, side)
        };
        let found = view.objectives().iter().filter(counts);
        found.map(|objective| words::objective(setup, &objective.id)).collect::<Vec<_>>()
    };
    let (all, in_enemy_zone) = (ids(false), ids(true));
    if kind == MissionKind::MeetingEngagement && !in_enemy_zone.is_empty() {
        tasks.push(format!("Take {} in the enemy zone.", in_enemy_zone.join(" or ")));
    } else if kind.is_decided() && !all.is_empty() {
        tasks.push(format!("Hold {} at the end.", listed(&all)));
    }
    if turn.phase != Phase::Deployment {
        if turn.round == 1 && turn.first == side {
            tasks.push("Has the first turn.".to_owned());
        }
        if let Some(rule) = kind.attack_bar(side, turn, &setup.ruleset.mission) {
            let bar =
                "may neither Open Fire nor call On My Target in its first turn, but may advance and fire";
            tasks.push(format!("As the attacker it {bar} ({rule})."));
        }
    }
    tasks
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::level::data_folder::{DataFolder, load_level};

    #[test]
    fn a_poster_has_one_sentence() {
        for (text, expected) in [
            ("Two camps, and a chapel. Whoever holds more wins.", "Two camps, and a chapel."),
            ("Cross 2.5\" of water.", "Cross 2.5\" of water."),
            ("", ""),
        ] {
            assert_eq!(first_sentence(text), expected);
        }
    }

    /// Rule: MIS-5, MIS-6, MIS-7, MIS-8.
    #[test]
    fn the_brief_of_the_street() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let game = Match::start(Arc::new(load_level("street", &data, None).unwrap()), DiceChoice::Seed(1));
        let game = game.unwrap();
        let view = game.battle().view();
        let Brief { title, about, mission, victory, sides } = brief(view);
        assert_eq!((title.as_str(), mission.as_str()), ("The street", "Skirmish · 6 rounds"));
        assert!(about.starts_with("Two patrols meet"), "{about}");
        assert!(victory.iter().all(|way| way.contains("(MIS-")), "{victory:?}");
        let [a, b] = sides;
        assert!(a.size.starts_with("3 units, 21 models, "), "{}", a.size);
        assert_eq!((a.force.as_str(), b.force.as_str()), ("LaansGuard patrol (A)", "Town garrison (B)"));
        assert_eq!(a.tasks[..2], ["Comes from the southern edge.", "Hold the crossing at the end."]);
        let attacks = |tasks: &[String]| tasks.iter().any(|task| task.starts_with("As the attacker"));
        let first = view.turn().first;
        assert_eq!([attacks(&a.tasks), attacks(&b.tasks)], [first == Side::A, first == Side::B]);
    }
}
