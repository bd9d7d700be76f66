// What a lens and film add to the finished picture: darker corners, and grain.

#import bevy_core_pipeline::fullscreen_vertex_shader::FullscreenVertexOutput

struct Film {
    // The middle of the picture and half its size, pixels.
    middle: vec2<f32>,
    half_size: vec2<f32>,
    // How much of the light the corners lose, and the strength of the grain.
    vignette: f32,
    grain: f32,
}

@group(0) @binding(0) var screen: texture_2d<f32>;
@group(0) @binding(1) var screen_sampler: sampler;
@group(0) @binding(2) var<uniform> film: Film;

@fragment
fn fragment(in: FullscreenVertexOutput) -> @location(0) vec4<f32> {
    let colour = textureSample(screen, screen_sampler, in.uv);
    let off = (in.position.xy - film.middle) / film.half_size;
    let light = colour.rgb * (1.0 - film.vignette * smoothstep(0.45, 2.1, dot(off, off)));
    // The eye sees differences of brightness by their square roots; grain is strongest in the middle tones.
    let seen = sqrt(light);
    let grain = film.grain * (noise(in.position.xy) + noise(in.position.yx + 57.3) - 1.0);
    let grained = seen + grain * (0.35 + 2.6 * seen * (1.0 - seen));
    return vec4<f32>(grained * grained, colour.a);
}

// A number from 0 to 1 for each pixel, always the same: an idle window need not be drawn again.
fn noise(pixel: vec2<f32>) -> f32 {
    let mixed = fract(pixel.xyx * vec3<f32>(0.1031, 0.1030, 0.0973));
    let turned = mixed + dot(mixed, mixed.yzx + 33.33);
    return fract((turned.x + turned.y) * turned.z);
}
