//! Where the tags of units lie in the picture: a tag is as good a handle as a model.

use std::time::Duration;

use bevy::prelude::*;

use crate::rules::ids::UnitId;

/// Time for which a tag that has folded up is still a handle at its old place: whoever has read it is on his way to it.
const ON_THE_WAY: Duration = Duration::from_millis(900);

/// So near to a tag one means it, where nothing else is, pixels.
const BESIDE: f32 = 5.0;

/// The tags that were painted last, those over others last; logical pixels of the window.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct TagPlaces {
    pub painted: Vec<(UnitId, Rect)>,
    /// The tag that was unfolded last and has folded up, and when it did.
    folded: Option<(UnitId, Rect, Duration)>,
}

impl TagPlaces {
    /// The unit whose tag lies at a pixel at a time, or lay there a moment ago.
    pub fn at(&self, pixel: Vec2, now: Duration) -> Option<UnitId> {
        let lies = self.painted.iter().rev().find(|(_, rect)| rect.contains(pixel)).map(|(unit, _)| *unit);
        let folded = self
            .folded
            .filter(|(_, rect, since)| rect.contains(pixel) && now.saturating_sub(*since) <= ON_THE_WAY);
        lies.or_else(|| folded.map(|(unit, ..)| unit))
    }

    /// The unit whose tag lies nearly at a pixel: a tag is low, and nobody aims at bare table just beside one.
    pub fn beside(&self, pixel: Vec2) -> Option<UnitId> {
        let mut from_above = self.painted.iter().rev();
        from_above.find(|(_, rect)| rect.inflate(BESIDE).contains(pixel)).map(|(unit, _)| *unit)
    }

    /// Notes the tags as they are painted now. One that lay wider before, of a unit that still has one, has folded up.
    pub fn note(&mut self, painted: Vec<(UnitId, Rect)>, now: Duration) {
        let widest = |of: UnitId, tags: &[(UnitId, Rect)]| {
            let own = tags.iter().filter(|(unit, _)| *unit == of).map(|(_, rect)| *rect);
            own.max_by(|a, b| a.width().total_cmp(&b.width()))
        };
        let folded = painted.iter().find_map(|(unit, _)| {
            let (before, is) = (widest(*unit, &self.painted)?, widest(*unit, &painted)?);
            (before.width() > is.width() * 1.2).then_some((*unit, before, now))
        });
        self.folded = folded.or(self.folded);
        self.painted = painted;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tag that folds up when the pointer leaves its unit can still be clicked where it was read, for a moment.
    #[test]
    fn a_tag_is_a_handle_where_it_was_just_read() {
        let unit: UnitId = "B1".parse().unwrap();
        let rect = |width: f32| Rect::from_corners(Vec2::new(100.0, 50.0), Vec2::new(100.0 + width, 70.0));
        let (end, at) = (Vec2::new(380.0, 60.0), Duration::from_millis);
        let mut tags = TagPlaces::default();
        tags.note(vec![(unit, rect(120.0))], at(0));
        assert_eq!(tags.at(end, at(0)), None, "it is folded");
        tags.note(vec![(unit, rect(120.0)), (unit, rect(300.0))], at(1000));
        assert_eq!(tags.at(end, at(1000)), Some(unit), "unfolded");
        tags.note(vec![(unit, rect(120.0))], at(2000));
        assert_eq!(tags.at(end, at(2300)), Some(unit), "folded up a moment ago");
        assert_eq!(tags.at(end, at(4000)), None, "long folded");
        assert_eq!(tags.at(Vec2::new(110.0, 60.0), at(4000)), Some(unit), "where it lies");
        assert_eq!(tags.beside(Vec2::new(110.0, 73.0)), Some(unit), "just below it");
        assert_eq!(tags.beside(Vec2::new(110.0, 80.0)), None, "farther off");
    }
}
