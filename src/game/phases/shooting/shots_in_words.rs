//! Shots of a salvo in words: the faces that each needs, with the reasons, and the faces of its dice. Identical shots appear once.

use super::kinds::{AimedShot, VolleyRolled};
use crate::game::narration::models::{faces, models};
use crate::game::narration::words::dice_count;
use crate::level::setup::Setup;
use crate::rules::movement::arcs::Arc;
use crate::rules::shooting::HitRoll;
use crate::rules::sight::SightState;

/// A line for all shots that are alike in weapon and numbers, with the faces of their dice if those have been rolled:
/// "A1.1–A1.3, Rifle, at B2.1, B2.4: 6 dice, 5+ to hit (Ev 7; BS 6), 6+ saves, 4+ stands [1, 5, 3, 3, 6, 2]".
pub fn shots_in_words(setup: &Setup, shots: &[AimedShot], volleys: &[VolleyRolled]) -> Vec<String> {
    let mut groups: Vec<(String, Vec<&AimedShot>)> = Vec::new();
    for shot in shots {
        let alike = format!("{}{}", shot.weapon, needs(setup, shot));
        match groups.iter_mut().find(|(other, _)| *other == alike) {
            Some((_, group)) => group.push(shot),
            None => groups.push((alike, vec![shot])),
        }
    }
    let mut table = FacesLeft::new(volleys);
    let line = |(_, group): (String, Vec<&AimedShot>)| {
        let (from, at) =
            (models(group.iter().map(|shot| shot.from)), models(group.iter().map(|shot| shot.at)));
        let dice = dice_count(group.iter().map(|shot| usize::from(shot.dice)).sum());
        let rolled: Vec<String> = group.iter().flat_map(|shot| table.take(shot)).collect();
        let (weapon, needs) = (&group[0].weapon, needs(setup, group[0]));
        format!("{from}, {weapon}, at {at}: {dice}, {needs}{}", faces(rolled))
    };
    groups.into_iter().map(line).collect()
}

/// Faces needed by a shot, with the reasons.
fn needs(setup: &Setup, shot: &AimedShot) -> String {
    let AimedShot { needs, hard_cover, .. } = shot;
    let armour = needs.armour.map_or("no save".to_owned(), |face| format!("{face}+ saves"));
    let toughness = needs.toughness.map_or("no toughness test".to_owned(), |face| format!("{face}+ stands"));
    let cover = hard_cover.as_ref().map_or(String::new(), |piece| format!(", hard cover of \"{piece}\""));
    format!("{} to hit ({}), {armour}, {toughness}{cover}", needs.hit, number(setup, shot))
}

/// The faces of some volleys that no shot has taken yet.
struct FacesLeft<'a> {
    volleys: &'a [VolleyRolled],
    /// Of each volley which faces have been taken.
    taken: Vec<Vec<bool>>,
}

impl<'a> FacesLeft<'a> {
    fn new(volleys: &'a [VolleyRolled]) -> Self {
        Self { volleys, taken: volleys.iter().map(|volley| vec![false; volley.faces.len()]).collect() }
    }

    /// The faces of a shot, in the order in which they were rolled: those of its model among the dice that need the same.
    ///
    /// Rule: SHO-3 (6+6: the second face of each six).
    fn take(&mut self, shot: &AimedShot) -> Vec<String> {
        let mut left = usize::from(shot.dice);
        let mut found = Vec::new();
        for (volley, taken) in self.volleys.iter().zip(&mut self.taken) {
            if volley.needs != shot.needs.hit {
                continue;
            }
            let mut again = volley.again.iter();
            for ((by, face), taken) in volley.by.iter().zip(&volley.faces).zip(taken) {
                let is_first_six = volley.needs == HitRoll::TwoSixes && *face == 6;
                let second = if is_first_six { again.next() } else { None };
                if left > 0 && !*taken && *by == shot.from {
                    (*taken, left) = (true, left - 1);
                    found.push(
                        second.map_or_else(|| face.to_string(), |second| format!("{face} then {second}")),
                    );
                }
            }
        }
        found
    }
}

/// Parts of a shot's number: Ev part by part, against the shooter's BS or Th; of a blow both WS.
pub(in crate::game) fn number(setup: &Setup, shot: &AimedShot) -> String {
    let AimedShot { skill, evasion, enemy_skill, state, arc, .. } = shot;
    let Some(evasion) = evasion else {
        return format!("WS {skill} against WS {}", enemy_skill.unwrap_or_default());
    };
    let mut parts = vec![format!("Ev {}", evasion.card)];
    let mut add = |points: u8, why: &str| {
        if points > 0 {
            parts.push(format!("+{points} {why}"));
        }
    };
    add(evasion.sight, &sight_words(setup, *state, evasion.sight));
    add(evasion.posture, "down");
    if evasion.pavement > 0 {
        parts.push(format!("−{} on pavement", evasion.pavement));
    }
    if *arc == Arc::Flank {
        parts.push("from the flank".to_owned());
    }
    let against = match shot.thrown_at {
        Some(point) => format!("Th {skill}, thrown at {point}"),
        None => format!("BS {skill}"),
    };
    format!("{}; {against}", parts.join(" "))
}

/// Reason in the sight of a target that makes it harder to hit by so many points.
fn sight_words(setup: &Setup, state: SightState, points: u8) -> String {
    let rules = &setup.ruleset.sight;
    let (word, by_state) = match state {
        SightState::Clear => ("", 0),
        SightState::Obscured => ("obscured", rules.obscured_evasion),
        SightState::Concealed => ("concealed", rules.concealed_evasion),
        SightState::Hidden => ("hidden", rules.hidden_evasion),
    };
    match (word, points > by_state) {
        ("", _) => "beyond Aw".to_owned(),
        (word, true) => format!("{word} and beyond Aw"),
        (word, false) => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::rules::measures::Facing;
    use crate::rules::salvo::{Manner, ShotNeeds};
    use crate::rules::shooting::Evasion;

    fn shot(from: &str, at: &str, hit: HitRoll, sight: u8) -> AimedShot {
        AimedShot {
            from: from.parse().unwrap(),
            at: at.parse().unwrap(),
            weapon: "Rifle".to_owned(),
            manner: Manner::OpenFire,
            dice: 2,
            needs: ShotNeeds { hit, armour: Some(6), toughness: Some(4) },
            skill: 6,
            evasion: Some(Evasion { card: 5, sight, posture: 0, pavement: 0 }),
            enemy_skill: None,
            state: if sight > 0 { SightState::Concealed } else { SightState::Clear },
            arc: Arc::Forward,
            hard_cover: None,
            facing: Facing::default(),
            thrown_at: None,
        }
    }

    fn volley(needs: HitRoll, by: &[&str], faces: &[u8], again: &[u8]) -> VolleyRolled {
        let by = by.iter().map(|by| by.parse().unwrap()).collect();
        VolleyRolled { needs, by, faces: faces.to_vec(), again: again.to_vec(), hits: 0 }
    }

    /// Rule: SHO-3. Equal rifles are one line; the faces of each stay with its line, the second six with the first.
    #[test]
    fn equal_shots_are_one_line_with_their_faces() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = load_level("street", &data, None).unwrap();
        let (four, sixes) = (HitRoll::Needs(3), HitRoll::TwoSixes);
        let shots = [
            shot("A1.1", "B1.2", four, 0),
            shot("A1.2", "B1.1", sixes, 2),
            shot("A1.3", "B1.1", four, 0),
            shot("A1.4", "B1.3", four, 2),
        ];
        let volleys = [
            volley(four, &["A1.1", "A1.1", "A1.3", "A1.3", "A1.4", "A1.4"], &[1, 2, 3, 4, 5, 6], &[]),
            volley(sixes, &["A1.2", "A1.2"], &[6, 5], &[3]),
        ];
        let lines = shots_in_words(&setup, &shots, &volleys);
        assert_eq!(
            lines,
            [
                "A1.1, A1.3, Rifle, at B1.1, B1.2: 4 dice, 3+ to hit (Ev 5; BS 6), 6+ saves, 4+ stands [1, 2, 3, 4]",
                "A1.2, Rifle, at B1.1: 2 dice, 6+6 to hit (Ev 5 +2 concealed; BS 6), 6+ saves, 4+ stands [6 then 3, 5]",
                "A1.4, Rifle, at B1.3: 2 dice, 3+ to hit (Ev 5 +2 concealed; BS 6), 6+ saves, 4+ stands [5, 6]",
            ]
        );
        let ahead = shots_in_words(&setup, &shots[..1], &[]);
        assert_eq!(ahead, ["A1.1, Rifle, at B1.2: 2 dice, 3+ to hit (Ev 5; BS 6), 6+ saves, 4+ stands"]);
    }
}
