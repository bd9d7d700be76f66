// How the scene is lit: by the lamp over the table with its shadow, and by a dim
// window at one side. Every shader of the scene uses this library.
//
// The level of quality shows in what the camera has: the way in which it filters
// shadows, its film curve, and whether it measures how hidden a corner is. These
// are choices of the shader, not of uniforms: a processor that draws every pixel
// itself keeps a copy of the shader for each value that a branch is given.

#define_import_path warstrike::lamp

#import bevy_pbr::{
    mesh_view_bindings as view_bindings,
    shadow_sampling::sample_shadow_map_hardware,
}
#ifdef SHADOW_FILTER_METHOD_GAUSSIAN
#import bevy_pbr::shadow_sampling::sample_shadow_map_castano_thirteen
#endif
#ifdef SHADOW_FILTER_METHOD_TEMPORAL
#import bevy_pbr::utils::interleaved_gradient_noise
#endif
#ifdef TONEMAP_METHOD_TONY_MC_MAPFACE
#import bevy_core_pipeline::tonemapping::tone_mapping
#endif

// A bulb of about 3200 K, as a camera sees it that is set half-way to it.
const LAMP = vec3<f32>(2.30, 1.83, 1.27);
// What comes from the window, about 7000 K, and from the table top.
const WINDOW = vec3<f32>(0.33, 0.39, 0.50);
const BOUNCE = vec3<f32>(0.25, 0.20, 0.15);
// Toward the window.
const TO_WINDOW = vec3<f32>(0.52, 0.0, 0.30);

// A colour in the light, as film shows it. The normal has length 1; the fragment
// is the position that the fragment shader is given.
fn lit(colour: vec3<f32>, normal: vec3<f32>, world: vec4<f32>, fragment: vec4<f32>) -> vec3<f32> {
    let light = light_at(normal, world.xyz, fragment);
    return on_film(colour * (light.soft + LAMP * light.key));
}

// Likewise, with a shine from 0 to 1: water, metal, varnish.
fn lit_with_shine(
    colour: vec3<f32>,
    normal: vec3<f32>,
    world: vec4<f32>,
    fragment: vec4<f32>,
    shine: f32,
) -> vec3<f32> {
    let light = light_at(normal, world.xyz, fragment);
    let to_eye = normalize(view_bindings::view.world_position - world.xyz);
    let half_way = max(dot(normal, normalize(to_eye + light.to_lamp)), 0.0);
    let glint = light.key * pow(half_way, 40.0);
    let rim = 0.35 * pow(1.0 - max(dot(normal, to_eye), 0.0), 4.0);
    return on_film(colour * (light.soft + LAMP * light.key) + shine * (LAMP * glint + WINDOW * rim));
}

// What reaches a surface.
struct Light {
    // Toward the lamp, of length 1.
    to_lamp: vec3<f32>,
    // The share of the lamp's light.
    key: f32,
    // Everything else.
    soft: vec3<f32>,
}

fn light_at(normal: vec3<f32>, world: vec3<f32>, fragment: vec4<f32>) -> Light {
    let lamp = view_bindings::lights.rect_lights[0];
    let to_lamp = normalize(lamp.position - world);
    // The lamp's pool of light is brightest over the middle of the table.
    let off = world.xz / vec2<f32>(lamp.width, lamp.height);
    let pool = 1.08 / (1.0 + 0.30 * dot(off, off) * dot(off, off));
    var key = max(dot(normal, to_lamp), 0.0) * pool;
    if (key > 0.0) {
        key *= shadow_at(world, normal, fragment.xy);
    }
    var soft = mix(BOUNCE, WINDOW, normal.y * 0.5 + 0.5) * (1.0 + 0.5 * dot(normal, TO_WINDOW)) * (0.4 + 0.6 * pool);
#ifdef SCREEN_SPACE_AMBIENT_OCCLUSION
    let open = textureLoad(view_bindings::screen_space_ambient_occlusion_texture, vec2<i32>(fragment.xy), 0i).r;
    soft *= open;
    key *= mix(1.0, open, 0.4);
#endif
    return Light(to_lamp, key, soft);
}

// The share of the lamp that a point sees.
fn shadow_at(world: vec3<f32>, normal: vec3<f32>, fragment: vec2<f32>) -> f32 {
    let lamp = &view_bindings::lights.directional_lights[0];
    let cascade = &(*lamp).cascades[0];
    let index = i32((*lamp).depth_texture_base_index);
    let bias = (*lamp).shadow_normal_bias * (*cascade).texel_size;
    let place = (*cascade).clip_from_world * vec4<f32>(world + bias * normal, 1.0);
#ifdef SHADOW_FILTER_METHOD_TEMPORAL
    return soft_shadow(place, normal, index, fragment);
#else
    let at = in_map(place);
#ifdef SHADOW_FILTER_METHOD_GAUSSIAN
    return sample_shadow_map_castano_thirteen(at.xy, at.z, index);
#else
    return sample_shadow_map_hardware(at.xy, at.z, index);
#endif
#endif
}

// From clip space to the place in the shadow map and the depth there.
fn in_map(place: vec4<f32>) -> vec3<f32> {
    let seen = place.xyz / place.w;
    return vec3<f32>(seen.xy * vec2<f32>(0.5, -0.5) + 0.5, seen.z);
}

#ifdef SHADOW_FILTER_METHOD_TEMPORAL
// Half the width of the lamp, as a share of its distance.
const LAMP_SIZE: f32 = 0.055;
// How far around a point to look for whatever hides the lamp, inches.
const SEARCH: f32 = 0.8;
const LEAST_BLUR: f32 = 0.02;
#ifdef SCREEN_SPACE_AMBIENT_OCCLUSION
const LOOKS: i32 = 12;
const TAPS: i32 = 32;
#else
const LOOKS: i32 = 6;
const TAPS: i32 = 14;
#endif
// Each point of a sunflower's spiral is turned on by this angle, radians.
const GOLDEN_ANGLE: f32 = 2.399963;

// A shadow that is sharp where something stands and soft far from it
// (percentage-closer soft shadows, Fernando 2005). Samples lie on the plane of the
// surface, so that no surface shadows itself.
fn soft_shadow(place: vec4<f32>, normal: vec3<f32>, index: i32, fragment: vec2<f32>) -> f32 {
    let lamp = &view_bindings::lights.directional_lights[0];
    let map = (*lamp).cascades[0].clip_from_world;
    let aside = normalize(select(vec3<f32>(0.0, normal.z, -normal.y), vec3<f32>(-normal.z, 0.0, normal.x), abs(normal.y) < 0.7));
    let along = map * vec4<f32>(aside, 0.0);
    let across = map * vec4<f32>(cross(normal, aside), 0.0);
    let size = vec2<f32>(textureDimensions(view_bindings::directional_shadow_textures));
    let turn = 6.2831853 * interleaved_gradient_noise(fragment, 0u);

    var hidden = vec2<f32>(0.0);
    for (var i = 0; i < LOOKS; i++) {
        let step = SEARCH * spiral(i, LOOKS, turn);
        let at = in_map(place + step.x * along + step.y * across);
        let texel = clamp(vec2<i32>(at.xy * size), vec2<i32>(0), vec2<i32>(size) - 1);
        let depth = textureLoad(view_bindings::directional_shadow_textures, texel, index, 0);
        hidden += select(vec2<f32>(0.0), vec2<f32>(depth / at.z, 1.0), depth > at.z);
    }
    if (hidden.y == 0.0) {
        return 1.0;
    }
    let distance = place.w * (hidden.x / hidden.y - 1.0);
    // `place.w` counts in units of the map's near plane; the lamp's size is a share of its distance.
    let blur = clamp(LAMP_SIZE * distance * near_plane(), LEAST_BLUR, SEARCH);
    var open = 0.0;
    for (var i = 0; i < TAPS; i++) {
        let step = blur * spiral(i, TAPS, turn);
        let at = in_map(place + step.x * along + step.y * across);
        open += sample_shadow_map_hardware(at.xy, at.z, index);
    }
    return open / f32(TAPS);
}

// A point of a disc of radius 1, spread evenly.
fn spiral(i: i32, count: i32, turn: f32) -> vec2<f32> {
    let angle = f32(i) * GOLDEN_ANGLE + turn;
    return sqrt((f32(i) + 0.5) / f32(count)) * vec2<f32>(cos(angle), sin(angle));
}

// The distance of the shadow map's near plane from the lamp, inches.
fn near_plane() -> f32 {
    let map = view_bindings::lights.directional_lights[0].cascades[0].clip_from_world;
    return 1.0 / length(vec3<f32>(map[0].w, map[1].w, map[2].w));
}
#endif

// What film makes of light.
fn on_film(light: vec3<f32>) -> vec3<f32> {
#ifdef TONEMAP_METHOD_TONY_MC_MAPFACE
    return tone_mapping(vec4<f32>(light, 1.0), view_bindings::view.color_grading).rgb;
#else
    // Within a twentieth of that curve, and much cheaper.
    let grey = dot(light, vec3<f32>(0.2126, 0.7152, 0.0722));
    return light / (0.8 + 0.5 * (light + grey));
#endif
}
