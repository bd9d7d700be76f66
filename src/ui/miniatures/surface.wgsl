// A surface of the scene: its colours, and the light on them.

#import bevy_pbr::forward_io::VertexOutput
#import warstrike::lamp

struct Finish {
    tint: vec4<f32>,
    // x: share of the colour that light makes; y: shine; z: share of the tint
    // that covers every other colour.
    light: vec4<f32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> finish: Finish;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var picture: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var picture_sampler: sampler;

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
#ifdef LIT
    let normal = normalize(in.world_normal);
#ifdef SHINING
    let lit = lamp::lit_with_shine(colour.rgb, normal, in.world_position, in.position, finish.light.y);
#else
    let lit = lamp::lit(colour.rgb, normal, in.world_position, in.position);
#endif
    colour = vec4<f32>(mix(colour.rgb, lit, finish.light.x), colour.a);
#endif
    return colour;
}
