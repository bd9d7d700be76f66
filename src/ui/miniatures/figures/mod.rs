//! Painted miniatures, made from code: a mesh for each card, unit, pose and stance.
//!
//! Every figure looks along +x before it is turned, carries its weapon on its right, and stands on the true disc of its base:
//! what the rules measure is what is seen. A posture bends a skeleton (`skeleton.rs`), a kind of figure dresses it
//! (`soldiers.rs`, `gun_team.rs`, `vehicle.rs`), and `painter.rs` paints it.

mod armour;
mod base;
mod body;
mod clay;
mod cloak;
mod gun_team;
mod heads;
mod kit;
mod leaders;
mod limbs;
mod numerals;
mod occlusion;
mod paint;
mod painter;
mod palette;
mod postures;
mod skeleton;
mod soldiers;
mod solids;
mod stance;
#[cfg(test)]
mod tests;
mod vehicle;
mod weapons;

use bevy::asset::RenderAssetUsages;
use bevy::math::{Affine3A, Vec3};
use bevy::mesh::{Indices, Mesh, PrimitiveTopology};

use crate::rules::card::{Base, Figure};
use crate::rules::ids::UnitId;
pub(in crate::ui) use base::BASE_HEIGHT;
use clay::Clay;
use palette::Palette;
pub(in crate::ui) use stance::{Stance, Variant};

/// Look of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) struct FigureLook {
    pub figure: Figure,
    pub base: Base,
    /// Its side's colours and its number.
    pub unit: UnitId,
    pub variant: Variant,
    pub stance: Stance,
}

impl FigureLook {
    /// Its mesh.
    pub fn mesh(&self) -> Mesh {
        let (clay, colours) = self.painted();
        let positions: Vec<[f32; 3]> = clay.corners.iter().map(|corner| corner.at.to_array()).collect();
        let normals: Vec<[f32; 3]> = clay.corners.iter().map(|corner| corner.normal.to_array()).collect();
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
            .with_inserted_indices(Indices::U16(clay.triangles.concat()))
    }

    /// Height of its men or its hull over the table, without weapons, crests and raised arms; inches.
    #[cfg(test)]
    pub fn top_of_body(&self) -> f32 {
        self.shaped().crowns.iter().map(|crown| crown.y).fold(0.0, f32::max)
    }

    /// Its triangles and the colours of their corners.
    fn painted(&self) -> (Clay, Vec<[f32; 4]>) {
        let ground = BASE_HEIGHT as f32;
        let clay = self.shaped();
        let palette = Palette::new(self.unit.side, self.figure, self.variant);
        let colours = painter::painted(&clay, &palette, [ground, self.base.height.inches() as f32]);
        (clay, colours)
    }

    fn shaped(&self) -> Clay {
        let radius = self.base.radius() as f32;
        let mut clay = base::base(radius, self.unit, self.variant);
        clay.placed(self.body(radius), Affine3A::from_translation(Vec3::Y * BASE_HEIGHT as f32));
        clay
    }

    /// Body on the base, inches.
    fn body(&self, radius: f32) -> Clay {
        let (stance, variant) = (self.stance, self.variant);
        let full = (self.base.height.inches() - BASE_HEIGHT) as f32;
        let tall = full * variant.height();
        let man = |shape: Clay| {
            let mut clay = Clay::default();
            clay.placed(shape, Affine3A::from_scale(Vec3::splat(tall)));
            clay
        };
        let shape = match self.figure {
            Figure::Rifleman => man(soldiers::rifleman(stance, variant)),
            Figure::Militia => man(soldiers::militiaman(stance, variant)),
            Figure::Armoured => man(soldiers::knight(stance, variant)),
            Figure::Officer => man(soldiers::officer(stance, variant)),
            Figure::Scout => man(soldiers::scout(stance, variant)),
            Figure::GunTeam => gun_team::gun_team(tall, radius, stance, variant),
            Figure::Vehicle => vehicle::vehicle([radius, full], stance, variant),
        };
        shape.grounded()
    }
}
