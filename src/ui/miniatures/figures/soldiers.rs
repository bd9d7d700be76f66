//! The five kinds of figures on foot, each with what tells it apart from afar: helmet and pack, bare head, cap and cloak,
//! pauldrons, hood.

use bevy::math::{Affine3A, Quat, Vec3};

use super::armour;
use super::body::{Dress, shape};
use super::clay::Clay;
use super::cloak::{Drape, cloak};
use super::heads::{self, Crest};
use super::kit;
use super::leaders::{of_knight, of_officer};
use super::paint::Paint;
use super::postures::of_soldier;
use super::skeleton::{Joints, Posture, frame};
use super::stance::{Stance, Variant};
use super::weapons::{self, Bayonet};

/// A rifleman: helmet, greatcoat, webbing, pack and bedroll, a long rifle.
pub(super) fn rifleman(stance: Stance, variant: Variant) -> Clay {
    let mut clay = trooper(&of_soldier(stance, variant), variant);
    let joints = Joints::of(&of_soldier(stance, variant));
    let bayonet = if variant.index().is_multiple_of(3) { Bayonet::Fixed } else { Bayonet::None };
    weapons::rifle(&mut clay, &joints.weapon, bayonet);
    clay
}

/// A man of the regular army without his weapon.
pub(super) fn trooper(posture: &Posture, variant: Variant) -> Clay {
    let mut clay = Clay::default();
    let joints = Joints::of(posture);
    shape(&mut clay, &joints, &Dress::COAT);
    heads::face(&mut clay, &joints.head);
    heads::helmet(&mut clay, &joints.head);
    kit::webbing(&mut clay, &joints, Dress::COAT.bulk);
    kit::pack(&mut clay, &joints, variant);
    clay
}

/// A townsman under arms: bareheaded, in what he had, a sash in his side's colour.
pub(super) fn militiaman(stance: Stance, variant: Variant) -> Clay {
    let mut clay = Clay::default();
    let joints = Joints::of(&of_soldier(stance, variant));
    let index = variant.index();
    let sleeves = if index % 3 == 1 { Paint::Canvas } else { Paint::Coat };
    let gloves = Paint::Skin;
    let skirts = (index.is_multiple_of(2)).then_some(0.35);
    shape(&mut clay, &joints, &Dress { sleeves, gloves, skirts, bulk: 1.06, ..Dress::COAT });
    heads::face(&mut clay, &joints.head);
    heads::bare(&mut clay, &joints.head, variant);
    kit::sash(&mut clay, &joints);
    match index % 4 {
        0 => kit::satchel(&mut clay, &joints),
        1 => kit::blanket(&mut clay, &joints),
        _ => {}
    }
    weapons::musket(&mut clay, &joints.weapon);
    clay
}

/// A scout: hooded, bent, a cloak to the ground.
pub(super) fn scout(stance: Stance, variant: Variant) -> Clay {
    let mut clay = Clay::default();
    let posture = match stance {
        Stance::Fallen => of_soldier(stance, variant),
        _ => of_soldier(stance, variant).stalking(),
    };
    let joints = Joints::of(&posture);
    shape(&mut clay, &joints, &Dress { bulk: 1.04, skirts: None, ..Dress::COAT });
    heads::face(&mut clay, &joints.head);
    heads::hood(&mut clay, &joints.head);
    let flies = if matches!(stance, Stance::Moving | Stance::FallingBack) { 0.14 } else { 0.02 };
    cloak(&mut clay, &joints, &Drape { hem: 0.03, reach: 118.0, flies, bulk: 1.0 });
    kit::webbing(&mut clay, &joints, 1.04);
    weapons::marksman_rifle(&mut clay, &joints.weapon);
    clay
}

/// An officer: cap, cloak, a raised arm with a sword, a pistol in the other hand.
pub(super) fn officer(stance: Stance, variant: Variant) -> Clay {
    let mut clay = Clay::default();
    let posture = of_officer(stance, variant);
    let joints = Joints::of(&posture);
    shape(
        &mut clay,
        &joints,
        &Dress { bulk: 1.14, gloves: Paint::Webbing, skirts: Some(0.8), ..Dress::COAT },
    );
    heads::face(&mut clay, &joints.head);
    heads::cap(&mut clay, &joints.head);
    let flies = if matches!(stance, Stance::Moving | Stance::FallingBack) { 0.16 } else { 0.04 };
    cloak(&mut clay, &joints, &Drape { hem: 0.12, reach: 88.0, flies, bulk: 1.1 });
    kit::bandolier(&mut clay, &joints, Paint::Trim);
    for side in 0..2 {
        let at = joints.chest.transform_point3(Vec3::new(0.0, 0.232, if side == 0 { -0.13 } else { 0.13 }));
        clay.part();
        let mut epaulette = joints.chest;
        epaulette.translation = at.into();
        clay.brick(epaulette, Vec3::ZERO, Vec3::new(0.036, 0.012, 0.042), Paint::Trim);
    }
    weapons::sword(&mut clay, &joints.weapon, [0.46, 0.022]);
    weapons::pistol(&mut clay, &in_hand(&joints, 0, [4.0, 6.0]));
    clay
}

/// A Knight: broad, in plates with pauldrons and a closed helm; carbine and long blade.
pub(super) fn knight(stance: Stance, variant: Variant) -> Clay {
    let mut clay = Clay::default();
    let joints = Joints::of(&of_knight(stance, variant));
    let bulk = 1.36;
    let plate = Paint::Plate;
    let dress = Dress {
        bulk,
        trunk: Paint::Facing,
        sleeves: plate,
        gloves: plate,
        legs: plate,
        boots: plate,
        skirts: None,
    };
    shape(&mut clay, &joints, &dress);
    let crest = [Crest::Plume, Crest::None, Crest::Comb][variant.index() % 3];
    heads::helm(&mut clay, &joints.head, crest);
    armour::plates(&mut clay, &joints, bulk);
    armour::pauldrons(&mut clay, &joints, variant);
    armour::power_pack(&mut clay, &joints);
    weapons::carbine(&mut clay, &joints.weapon);
    let blade = match stance {
        Stance::Ready | Stance::Moving => [6.0, 52.0],
        Stance::Shaken => [30.0, 74.0],
        Stance::Fallen => [-20.0, 60.0],
        Stance::Firing | Stance::Down | Stance::FallingBack => [8.0, -20.0],
    };
    weapons::sword(&mut clay, &in_hand(&joints, 0, blade), [0.52, 0.032]);
    clay
}

/// A frame in a hand, pointing to the left and up by degrees.
fn in_hand(joints: &Joints, side: usize, [left, up]: [f32; 2]) -> Affine3A {
    let ahead = joints.pelvis.transform_vector3(Vec3::X).with_y(0.0).normalize_or(Vec3::X);
    let yaw = Quat::from_rotation_arc(Vec3::X, ahead) * Quat::from_rotation_y(left.to_radians());
    frame(yaw * Quat::from_rotation_z(up.to_radians()), joints.arms[side].end)
}
