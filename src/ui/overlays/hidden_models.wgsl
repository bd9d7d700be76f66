// Models behind walls, under trees and under roofs: a rim and a dithered silhouette in the colour of their side.
//
// Only what is farther away than what has been drawn there already is shown. A model must not show through itself: for the
// comparison every point is moved toward the eye until it leaves the box round its model.

#import bevy_pbr::{
    forward_io::VertexOutput,
    mesh_functions,
    mesh_view_bindings::view,
    view_transformations::position_world_to_clip,
}

struct Silhouette {
    colour: vec4<f32>,
    // The corners of the box round the model; w of the first: 0 for dots, 1 for stripes.
    low: vec4<f32>,
    high: vec4<f32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> silhouette: Silhouette;

struct Shown {
    @location(0) colour: vec4<f32>,
    @builtin(frag_depth) depth: f32,
}

// How far outside of the box a point counts as before the model.
const MARGIN: f32 = 0.03;

fn depth_before_model(world: vec3<f32>, instance: u32) -> f32 {
    let local_from_world = mesh_functions::get_local_from_world(instance);
    let at = (local_from_world * vec4<f32>(world, 1.0)).xyz;
    let eye = (local_from_world * vec4<f32>(view.world_position, 1.0)).xyz;
    let way = select(eye - at, vec3<f32>(1e-6), abs(eye - at) < vec3<f32>(1e-6));
    let side = select(silhouette.low.xyz - MARGIN, silhouette.high.xyz + MARGIN, way > vec3<f32>(0.0));
    let out = (side - at) / way;
    let share = clamp(min(out.x, min(out.y, out.z)), 0.0, 0.95);
    let clip = position_world_to_clip(mix(world, view.world_position, share));
    return clip.z / clip.w;
}

@fragment
fn fragment(in: VertexOutput) -> Shown {
    let to_eye = normalize(view.world_position - in.world_position.xyz);
    let is_rim = abs(dot(normalize(in.world_normal), to_eye)) < 0.42;
    let pixel = vec2<u32>(in.position.xy);
    let is_dot = (pixel.x + pixel.y) % 2u == 0u;
    let is_stripe = (pixel.x + pixel.y) % 4u < 2u;
    if (!is_rim && !select(is_dot, is_stripe, silhouette.low.w > 0.5)) {
        discard;
    }
    var shown: Shown;
    shown.colour = vec4<f32>(select(silhouette.colour.rgb, mix(silhouette.colour.rgb, vec3<f32>(1.0), 0.35), is_rim), 1.0);
    shown.depth = depth_before_model(in.world_position.xyz, in.instance_index);
    return shown;
}
