// Ground that lies on the mat, with the mat's grain. Where the colours of its
// corners are transparent, grains of it are left out.

#import bevy_pbr::forward_io::VertexOutput
#import warstrike::lamp

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var grain: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var grain_sampler: sampler;

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let at = in.world_position.xz;
    let turned = vec2<f32>(at.x * 0.8 - at.y * 0.6, at.x * 0.6 + at.y * 0.8);
    let middle = textureSample(grain, grain_sampler, at / 14.7);
    let fine = textureSample(grain, grain_sampler, turned / 4.3);
    let covered = in.color.a * 2.2 - 0.6 + 0.5 * (middle.g - 0.5) + 0.9 * (fine.g - 0.5) + 0.6 * (fine.b - 0.5);
    if (covered < 0.5) {
        discard;
    }
    let colour = in.color.rgb * (0.38 + 0.62 * fine.b + 0.38 * fine.g + 0.25 * middle.r);
    return vec4<f32>(lamp::lit(colour, normalize(in.world_normal), in.world_position, in.position), 1.0);
}
