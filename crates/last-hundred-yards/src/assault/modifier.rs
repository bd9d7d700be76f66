//! Chapter 6: the modifier of the assault die, as an explained sum.

use std::collections::BTreeSet;

use tabletop::ids::RuleId;
use tabletop::text::list::joined;

use super::fact::{Fact, Line};
use super::scene::Scene;
use crate::card::{Kind, Nation};
use crate::data::ruleset::{Building, Formula};
use crate::data::table::Role;
use crate::ids::UnitId;

/// The modifier with the lines that it is the sum of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// Lines in the order of the rules; none of them is 0 but the Cohesion difference.
    pub lines: Vec<Line>,
    /// Their sum.
    pub sum: i8,
    /// The sum, held between the limits.
    pub drm: i8,
    /// Concealed defenders are unknown to the asker: the true sum comes with the die.
    pub incomplete: bool,
}

/// Those who count on both sides, and the lines so far.
struct Sum<'c, 'a> {
    scene: Scene<'c, 'a>,
    attackers: Vec<usize>,
    defenders: Vec<usize>,
    lines: Vec<Line>,
}

impl Modifier {
    /// The fact of it.
    pub fn fact(self) -> Fact {
        Fact::Summed { lines: self.lines, drm: self.drm }
    }
}

/// The modifier of the assault die.
///
/// Rule: LHY-DRM-1.
pub fn modifier(scene: Scene<'_, '_>) -> Modifier {
    let counted = |role: Role| -> Vec<usize> {
        let units = scene.now.progress.counted[role.index()].as_deref().unwrap_or_default();
        units.iter().filter_map(|unit| scene.case.index(*unit)).collect()
    };
    let [attackers, defenders] = Role::BOTH.map(counted);
    let mut sum = Sum { scene, attackers, defenders, lines: Vec::new() };
    sum.values();
    sum.cohesion();
    sum.ground();
    sum.attack();
    sum.weapons();
    let total: i32 = sum.lines.iter().map(|line| i32::from(line.value)).sum();
    let limit = i32::from(scene.case.rules.numbers.modifier_limit);
    let clamped = |value: i32, limit: i32| value.clamp(-limit, limit) as i8;
    Modifier {
        sum: clamped(total, i32::from(i8::MAX)),
        drm: clamped(total, limit),
        incomplete: scene.case.circumstances.hidden,
        lines: sum.lines,
    }
}

impl Sum<'_, '_> {
    fn line(&mut self, rule: &'static str, value: i8, why: impl Into<String>) {
        self.lines.push(Line { rule: RuleId(rule), value, why: why.into() });
    }

    /// A line with a number of the ruleset, if its condition holds.
    fn line_if(&mut self, holds: bool, rule: &'static str, value: i8, why: impl Into<String>) {
        if holds {
            self.line(rule, value, why);
        }
    }

    fn attackers_have(&self, is: impl Fn(Scene<'_, '_>, usize) -> bool) -> bool {
        self.attackers.iter().any(|index| is(self.scene, *index))
    }

    fn defenders_have(&self, is: impl Fn(Scene<'_, '_>, usize) -> bool) -> bool {
        self.defenders.iter().any(|index| is(self.scene, *index))
    }

    /// Rule: LHY-DRM-1, LHY-TRM-2.
    fn values(&mut self) {
        if self.scene.case.rules.switches.formula == Formula::None {
            return;
        }
        for (units, sign, whose) in
            [(self.attackers.clone(), 1, "attacker"), (self.defenders.clone(), -1, "defender")]
        {
            let sum: i16 = units.iter().map(|index| i16::from(self.scene.av(*index))).sum();
            let value = (sign * sum).clamp(i16::from(i8::MIN), i16::from(i8::MAX)) as i8;
            let who = names(&self.scene.ids(&units));
            self.line_if(value != 0, "LHY-DRM-1", value, format!("assault values of the {whose}: {who}"));
        }
    }

    /// Rule: LHY-DRM-2.
    fn cohesion(&mut self) {
        let best = |units: &[usize]| {
            let combat = units.iter().filter(|index| self.scene.card(**index).kind.is_combat());
            combat.filter_map(|index| self.scene.cohesion(*index)).max()
        };
        let (Some(attacker), Some(defender)) = (best(&self.attackers), best(&self.defenders)) else { return };
        let limit = self.scene.case.rules.numbers.cohesion_limit as i8;
        let value = (attacker as i8 - defender as i8).clamp(-limit, limit);
        self.line("LHY-DRM-2", value, format!("Cohesion {attacker} against {defender}"));
    }

    /// Rule: LHY-DRM-3, LHY-DRM-4, LHY-DRM-5, LHY-DRM-6.
    fn ground(&mut self) {
        let case = self.scene.case;
        let (numbers, site) = (&case.rules.numbers, case.site);
        let in_urban = self.scene.is_urban()
            && self.defenders_have(|scene, index| {
                scene.is_foot_combat(index) || scene.card(index).kind == Kind::Leader
            });
        self.line_if(in_urban, "LHY-DRM-3", -(numbers.drm_urban as i8), "defender in an urban building");
        let enters = |is: fn(super::case::Entry) -> bool| {
            self.attackers_have(|scene, index| scene.case.fighters[index].entry.is_some_and(is))
        };
        let (uphill, wall) = (enters(|entry| entry.uphill), enters(|entry| entry.wall));
        self.line_if(uphill, "LHY-DRM-4", -(numbers.drm_uphill as i8), "assault uphill");
        let concealed = self.defenders_have(|scene, index| {
            scene.state(index).concealed && scene.card(index).kind.is_combat()
        });
        let why = if concealed { "concealed defender" } else { "concealed defenders, not known yet" };
        self.line_if(
            concealed || case.circumstances.hidden,
            "LHY-DRM-5",
            -(numbers.drm_concealed as i8),
            why,
        );
        let cover = [
            (site.improved, "defender in an improved position"),
            (wall, "defender behind a wall"),
            (site.terrain.building == Building::Rural, "defender in a rural building"),
        ];
        let on_foot = self.defenders_have(|scene, index| scene.card(index).kind.is_foot());
        if let Some((_, why)) = cover.into_iter().find(|(holds, _)| *holds && on_foot && !in_urban) {
            self.line("LHY-DRM-6", -(numbers.drm_cover as i8), why);
        }
    }

    /// Rule: LHY-DRM-7, LHY-DRM-8, LHY-DRM-9, LHY-DRM-10, LHY-DRM-11.
    fn attack(&mut self) {
        let scene = self.scene;
        let numbers = &scene.case.rules.numbers;
        let companies: BTreeSet<(Nation, &str)> = scene
            .there(Role::Attacker)
            .map(|index| (scene.card(index).nation, scene.card(index).formation.as_str()))
            .collect();
        let fragmented = companies.len() > 1;
        self.line_if(
            fragmented,
            "LHY-DRM-7",
            -(numbers.drm_fragmented as i8),
            "attackers of several companies",
        );
        let moves = |scene: Scene<'_, '_>, index: usize| {
            scene.card(index).kind.is_vehicle() && scene.state(index).in_motion
        };
        let attacker_moves = self.attackers_have(moves);
        let defender_moves = self.defenders_have(moves);
        let motion = numbers.drm_motion as i8;
        self.line_if(attacker_moves, "LHY-DRM-8", -motion, "attacking vehicle in motion");
        self.line_if(defender_moves, "LHY-DRM-8", motion, "defending vehicle in motion");
        let platoons: BTreeSet<(&str, &str)> = scene
            .there(Role::Attacker)
            .map(|index| scene.card(index))
            .filter(|card| card.nation == Nation::Russian)
            .map(|card| (card.formation.as_str(), card.platoon.as_str()))
            .collect();
        let envelops = scene.case.circumstances.coordinated && platoons.len() > 1;
        let heroic = self.attackers_have(|scene, index| scene.state(index).heroic) && self.has_position();
        let regrouping = self.defenders_have(|scene, index| scene.state(index).regrouping);
        self.line_if(regrouping, "LHY-DRM-9", numbers.drm_regrouping as i8, "defender is Regrouping");
        self.line_if(heroic, "LHY-DRM-10", numbers.drm_heroic as i8, "Heroic against a fortified position");
        let bonus = numbers.drm_envelopment as i8;
        self.line_if(envelops, "LHY-DRM-11", bonus, "Russian platoons activated together");
    }

    fn has_position(&self) -> bool {
        self.defenders_have(|scene, index| scene.card(index).kind == Kind::Fortified)
    }

    /// Rule: LHY-DRM-12.
    fn weapons(&mut self) {
        let numbers = &self.scene.case.rules.numbers;
        let against = self.scene.is_urban()
            || self.has_position()
            || self.defenders_have(|scene, index| scene.card(index).kind == Kind::TowedGun);
        let with = |sum: &Self, kind: Kind| {
            against && sum.attackers_have(|scene, index| scene.card(index).kind == kind)
        };
        let target = "fortified position, towed gun or urban building";
        let (latw, flame) = (with(self, Kind::Latw), with(self, Kind::Flamethrower));
        self.line_if(latw, "LHY-DRM-12", numbers.drm_latw as i8, format!("LATW against {target}"));
        let bonus = numbers.drm_flamethrower as i8;
        self.line_if(flame, "LHY-DRM-12", bonus, format!("flamethrower against {target}"));
    }
}

/// "nobody", "US-1", "US-1, US-2 and US-L".
pub fn names(units: &[UnitId]) -> String {
    if units.is_empty() { "nobody".to_owned() } else { joined(units) }
}
