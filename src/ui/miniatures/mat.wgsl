// The table top, and the grain of what stands on it, by where on the table a point
// is. Nothing repeats: the broad and the middle grain are turned against each other
// and are of different sizes.

#import bevy_pbr::forward_io::VertexOutput
#import warstrike::lamp

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var grain: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var grain_sampler: sampler;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var wear: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(3) var wear_sampler: sampler;

const MOSS = vec3<f32>(0.078, 0.092, 0.036);
const GRASS = vec3<f32>(0.118, 0.128, 0.050);
const STRAW = vec3<f32>(0.172, 0.150, 0.070);
const EARTH = vec3<f32>(0.136, 0.099, 0.058);

// What grows at a point of the table top, and how worn it is.
fn mat_at(at: vec2<f32>, uv: vec2<f32>) -> vec3<f32> {
    let turned = vec2<f32>(at.x * 0.8 - at.y * 0.6, at.x * 0.6 + at.y * 0.8);
    let broad = textureSample(grain, grain_sampler, turned / 61.0);
    let middle = textureSample(grain, grain_sampler, at / 14.7);
    let fine = textureSample(grain, grain_sampler, turned / 4.3);
    let worn = textureSample(wear, wear_sampler, uv).r;

    var colour = mix(MOSS, GRASS, smoothstep(0.30, 0.70, 0.5 * broad.r + 0.5 * middle.a));
    let dry = 0.60 * broad.a + 0.40 * middle.r + 0.20 * (fine.g - 0.5) + 0.12 * (middle.g - 0.5);
    colour = mix(colour, STRAW, 0.75 * smoothstep(0.46, 0.72, dry));
    let ragged = 0.45 * (middle.g - 0.5) + 0.45 * (fine.g - 0.5) + 0.5 * (middle.r - 0.5);
    let bare = smoothstep(0.44, 0.62, 0.10 + worn + ragged);
    colour = mix(colour, EARTH * (0.7 + 0.6 * fine.r), bare);
    return colour * (0.50 + 0.62 * fine.b + 0.38 * fine.g);
}

// The grain of something that stands, laid on from the side that it faces, so that
// it is drawn out nowhere.
fn grain_at(at: vec3<f32>, normal: vec3<f32>, inches: f32) -> vec4<f32> {
    let facing = abs(normal);
    let upright = select(at.xy, at.zy + vec2<f32>(1.7, 0.4), facing.x > facing.z);
    let seen = select(upright, at.xz + vec2<f32>(0.9, 2.3), facing.y > max(facing.x, facing.z));
    return textureSample(grain, grain_sampler, seen / inches);
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let normal = normalize(in.world_normal);
    let world = in.world_position;
#ifdef TOP
    let colour = mat_at(world.xz, in.uv);
#else
#ifdef VERTEX_COLORS
    var colour = in.color.rgb;
#else
    var colour = vec3<f32>(0.1);
#endif
#endif
#ifdef BUILT
    let fine = grain_at(world.xyz, normal, 3.7);
    colour *= 0.62 + 0.38 * fine.b + 0.20 * fine.g + 0.18 * fine.r;
#endif
#ifdef LEAVES
    let fine = grain_at(world.xyz, normal, 3.1);
    let leaf = 0.5 * fine.g + 0.5 * fine.b;
    colour *= 0.34 + 1.2 * leaf * leaf + 0.6 * smoothstep(0.52, 0.75, leaf);
#endif
#ifdef WATER
    let wave = grain_at(world.xyz, normal, 9.0);
    let ripple = grain_at(world.xyz, normal, 3.1);
    let tilt = vec2<f32>(wave.r - 0.5, wave.a - 0.5) * 0.55 + vec2<f32>(ripple.r - 0.5, ripple.a - 0.5) * 0.35;
    let surface = normalize(vec3<f32>(tilt.x, 1.0, tilt.y));
    colour *= 0.75 + 0.5 * wave.a;
    return vec4<f32>(lamp::lit_with_shine(colour, surface, world, in.position, 0.06), 1.0);
#else
    return vec4<f32>(lamp::lit(colour, normal, world, in.position), 1.0);
#endif
}
