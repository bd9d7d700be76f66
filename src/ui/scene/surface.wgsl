// How every surface of the scene is lit: by the sun with its shadow, and by a
// soft light from the sky above and the table below. Nothing else, so that it
// also runs where a processor draws every pixel itself.

#import bevy_pbr::{
    forward_io::VertexOutput,
    mesh_view_bindings as view_bindings,
    shadows,
}

struct Finish {
    tint: vec4<f32>,
    // x: share of the colour that light makes; y: shine; z: share of the tint
    // that covers every other colour.
    light: vec4<f32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> finish: Finish;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var picture: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var picture_sampler: sampler;

const SKY = vec3<f32>(0.55, 0.61, 0.69);
const EARTH = vec3<f32>(0.25, 0.22, 0.19);
const SUN = vec3<f32>(1.02, 0.92, 0.76);
// A little of the sky comes from one side, so that no two faces of a block look alike.
const SIDE = vec3<f32>(0.8, 0.0, -0.6);

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    var colour = vec4<f32>(1.0);
#ifdef VERTEX_COLORS
    colour *= in.color;
#endif
#ifdef VERTEX_UVS_A
    colour *= textureSample(picture, picture_sampler, in.uv);
#endif
    let washed = mix(colour.rgb * finish.tint.rgb, finish.tint.rgb, finish.light.z);
    colour = vec4<f32>(washed, colour.a * finish.tint.a);
    if (finish.light.x == 0.0) {
        return colour;
    }

    let normal = normalize(in.world_normal);
    let to_sun = view_bindings::lights.directional_lights[0].direction_to_light;
    let from_view = view_bindings::view.view_from_world;
    let view_z = dot(
        vec4<f32>(from_view[0].z, from_view[1].z, from_view[2].z, from_view[3].z),
        in.world_position,
    );
    var sun = max(dot(normal, to_sun), 0.0);
    if (sun > 0.0) {
        sun *= shadows::fetch_directional_shadow(0u, in.world_position, normal, view_z, in.position.xy);
    }
    let up = normal.y * 0.5 + 0.5;
    let soft = mix(EARTH, SKY, up) * (1.0 + 0.16 * dot(normal, SIDE));
    var lit = colour.rgb * (soft + SUN * sun);
    if (finish.light.y > 0.0) {
        let to_eye = normalize(view_bindings::view.world_position - in.world_position.xyz);
        let half_way = max(dot(normal, normalize(to_eye + to_sun)), 0.0);
        lit += SUN * (finish.light.y * sun * pow(half_way, 40.0));
        lit += SKY * (finish.light.y * 0.35 * pow(1.0 - max(dot(normal, to_eye), 0.0), 4.0));
    }
    return vec4<f32>(mix(colour.rgb, lit, finish.light.x), colour.a);
}
