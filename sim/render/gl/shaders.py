"""GLSL of the gl back end. Everything is computed in linear light; sRGB happens once, at the end."""

from __future__ import annotations

MAX_LIGHTS = 5
MAX_SCREENS = 8

VERTEX = """
#version 330
in vec3 in_position;
in vec3 in_normal;
in vec2 in_uv;
in uint in_material;
in float in_openness;

uniform mat4 clip_from_model;
uniform mat4 world_from_model;
uniform mat3 normal_from_model;
uniform sampler2D materials;

invariant gl_Position;
// Centroid: extrapolated past a sliver's edge, a steep normal or openness would speckle silhouettes.
centroid out vec3 position;
centroid out vec3 normal;
centroid out vec2 uv;
centroid out float openness;
flat out vec4 base_factor;
flat out vec4 emissive_metallic;
flat out vec2 roughness_cutoff;

void main() {
    gl_Position = clip_from_model * vec4(in_position, 1.0);
    position = (world_from_model * vec4(in_position, 1.0)).xyz;
    normal = normal_from_model * in_normal;
    uv = in_uv;
    openness = in_openness;
    int row = int(in_material);
    base_factor = texelFetch(materials, ivec2(0, row), 0);
    emissive_metallic = texelFetch(materials, ivec2(1, row), 0);
    roughness_cutoff = texelFetch(materials, ivec2(2, row), 0).xy;
}
"""

_SURFACE = """
uniform sampler2D base_texture;
uniform sampler2D emissive_texture;
uniform bool has_base_texture;
uniform bool has_emissive_texture;

vec4 base_color() {
    return has_base_texture ? base_factor * texture(base_texture, uv) : base_factor;
}
"""

_LIGHTING = """
uniform vec3 eye;
uniform float exposure;
uniform vec3 ambient_sky;
uniform vec3 ambient_horizon;
uniform vec3 ambient_ground;

// kind 0: point, 1: area, 2: sun; see pack_lights for what each vector holds.
uniform vec4 light_position[MAX_LIGHTS];   // xyz, kind
uniform vec4 light_direction[MAX_LIGHTS];  // xyz, area in square metres
uniform vec4 light_color[MAX_LIGHTS];      // rgb
uniform vec4 light_zone[MAX_LIGHTS];       // x low, z low, x high, z high

uniform vec3 screen_center[MAX_SCREENS];
uniform vec4 screen_normal[MAX_SCREENS];   // xyz, area in square metres
uniform vec3 screen_glow[MAX_SCREENS];

uniform mat4 shadow_from_world;
uniform float shadow_radius;               // of the filter, in shadow map uv
uniform sampler2DShadow shadow_map;

const vec2 RING[4] = vec2[4](vec2(0.92, 0.38), vec2(-0.38, 0.92), vec2(-0.92, -0.38), vec2(0.38, -0.92));
const vec2 INNER[8] = vec2[8](
    vec2(0.65, -0.27), vec2(0.27, 0.65), vec2(-0.65, 0.27), vec2(-0.27, -0.65),
    vec2(0.33, 0.14), vec2(-0.14, 0.33), vec2(-0.33, -0.14), vec2(0.14, -0.33));

float lit_share(vec3 n) {
    vec4 p = shadow_from_world * vec4(position + 0.015 * n, 1.0);
    vec3 c = p.xyz / p.w;
    if (p.w <= 0.0 || any(lessThan(c.xy, vec2(0.0))) || any(greaterThan(c.xy, vec2(1.0)))) return 1.0;
    float sum = 0.0;
    for (int i = 0; i < 4; ++i) sum += texture(shadow_map, vec3(c.xy + RING[i] * shadow_radius, c.z));
    // Where the whole ring agrees there is no edge to soften: most pixels stop here. A loop, since llvmpipe skips a
    // loop that no lane enters, but runs both sides of every if.
    float inner = sum * 2.0;
    for (int i = sum < 0.001 || sum > 3.999 ? 8 : 0; i < 8; i += 8) {
        inner = 0.0;
        for (int k = 0; k < 8; ++k) inner += texture(shadow_map, vec3(c.xy + INNER[k] * shadow_radius, c.z));
    }
    return (sum + inner) / 12.0;
}

struct Surface {
    vec3 n, v, albedo, f0;
    float alpha;
};

float fifth(float x) {
    float x2 = x * x;
    return x2 * x2 * x;
}

// Diffuse and GGX response (glTF 2.0, appendix B) to light from direction l.
vec3 respond(Surface s, vec3 l, float nl) {
    vec3 h = normalize(s.v + l);
    float nh = max(dot(s.n, h), 0.0), nv = max(dot(s.n, s.v), 0.05), vh = max(dot(s.v, h), 0.0);
    float a2 = s.alpha * s.alpha;
    float d = nh * nh * (a2 - 1.0) + 1.0;
    float k = s.alpha * 0.5 + 0.01;
    float lobe = a2 / (d * d * 4.0 * (nl * (1.0 - k) + k) * (nv * (1.0 - k) + k));
    return (s.albedo + (s.f0 + (1.0 - s.f0) * fifth(1.0 - vh)) * lobe) * (nl * 0.31830989);
}

vec3 from_light(Surface s, vec4 source, vec4 direction, vec3 radiance, vec4 zone) {
    vec4 inside = vec4(position.xz - zone.xy, zone.zw - position.xz);
    float share = clamp(min(min(inside.x, inside.y), min(inside.z, inside.w)) * 8.0 + 1.0, 0.0, 1.0);
    vec3 l = -direction.xyz;
    if (source.w < 1.5) {
        vec3 to = source.xyz - position;
        float d2 = dot(to, to);
        l = to * inversesqrt(d2);
        // A large source lights what is beside it and never blows up close by.
        float area = direction.w;
        share *= source.w > 0.5
            ? area * max(dot(-l, direction.xyz) * 0.9 + 0.1, 0.0) / (d2 + area)
            : 1.0 / (d2 + 0.04);
    }
    float nl = dot(s.n, l);
    return radiance * (share * step(0.0, nl)) * respond(s, l, max(nl, 0.0));
}

vec3 from_screen(Surface s, vec3 center, vec4 facing_area, vec3 glow) {
    vec3 to = center - position;
    float facing = dot(facing_area.xyz, -to);
    if (facing <= 0.0) return vec3(0.0);
    float d2 = dot(to, to);
    float inverse = inversesqrt(d2);
    // SCREEN_GAIN: a camera set for a room shows a screen's light stronger than a display can show the screen.
    // Form factor of a disc of the screen's area; the wrap stands for its extent.
    float cosines = facing * inverse * clamp((dot(s.n, to) * inverse + 0.15) / 1.15, 0.0, 1.0);
    return s.albedo * glow * (SCREEN_GAIN * facing_area.w * cosines / (3.14159265 * d2 + facing_area.w));
}

vec3 ambient(float up) {
    return up > 0.0 ? mix(ambient_horizon, ambient_sky, up) : mix(ambient_horizon, ambient_ground, -up);
}

vec3 shade(vec4 base, vec3 emitted) {
    Surface s;
    s.n = normalize(gl_FrontFacing ? normal : -normal);
    s.v = normalize(eye - position);
    float metallic = emissive_metallic.w, roughness = roughness_cutoff.x;
    s.alpha = max(roughness * roughness, 0.12);
    s.f0 = mix(vec3(0.04), base.rgb, metallic);
    s.albedo = base.rgb * (1.0 - metallic);
    float grazing = fifth(1.0 - max(dot(s.n, s.v), 0.0)) * (1.0 - roughness);
    vec3 mirrored = (s.f0 + (1.0 - s.f0) * grazing * 0.5) * ambient(reflect(-s.v, s.n).y);
    vec3 sum = (s.albedo * ambient(s.n.y) + mirrored) * openness;
    // EACH_SOURCE
    return sum + emitted;
}

// Straight up to 0.6, then a shoulder that reaches white late: colours stay honest, white walls stay under white.
vec3 tone(vec3 c) {
    c *= exposure;
    vec3 over = max(c - 0.6, 0.0);
    return min(c, 0.6) + 0.4 * (1.0 - exp(-over / 0.4));
}
"""

_SRGB = """
vec3 srgb(vec3 c) {
    return mix(12.92 * c, 1.055 * pow(max(c, 1e-6), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
"""

_INPUTS = """
#version 330
#define MAX_LIGHTS 5
#define MAX_SCREENS 8
#define SCREEN_GAIN 2.5
centroid in vec3 position;
centroid in vec3 normal;
centroid in vec2 uv;
centroid in float openness;
flat in vec4 base_factor;
flat in vec4 emissive_metallic;
flat in vec2 roughness_cutoff;
"""

_CUTOUT = "if (base.a < roughness_cutoff.y) discard;"


def _each_source(lights: int, screens: int, *, shadow: bool) -> str:
    """One call a source. Written out, since llvmpipe reads uniform arrays by a loop's index lane by lane."""
    calls = [
        f"sum += {'lit_share(s.n) * ' if shadow and i == 0 else ''}"
        f"from_light(s, light_position[{i}], light_direction[{i}], light_color[{i}].rgb, light_zone[{i}]);"
        for i in range(lights)
    ]
    calls += [
        f"sum += from_screen(s, screen_center[{i}], screen_normal[{i}], screen_glow[{i}]);" for i in range(screens)
    ]
    return "\n    ".join(calls)


def color_fragment(*, cutout: bool, one_pass: bool, shadow: bool, lights: int, screens: int) -> str:
    """Fragment shader that shades: sRGB and instance id when `one_pass`, else display-linear colour alone.

    `cutout` discards by alpha; a shader of its own, because discard switches early depth tests off.
    `lights` and `screens` are the numbers of light sources that it adds up; with
    `shadow` the first light has a shadow map.
    """
    lighting = _LIGHTING.replace("// EACH_SOURCE", _each_source(lights, screens, shadow=shadow))
    outputs = "layout(location = 0) out vec4 color;\n"
    if one_pass:
        outputs += "layout(location = 1) out uint instance;\nuniform uint instance_id;\n"
    return (
        _INPUTS + outputs + _SURFACE + lighting + _SRGB
        + "void main() {\nvec4 base = base_color();\n" + (_CUTOUT if cutout else "")
        + "vec3 emitted = emissive_metallic.rgb;\n"
        + "if (has_emissive_texture) emitted *= texture(emissive_texture, uv).rgb;\n"
        + "vec3 c = tone(shade(base, emitted));\n"
        + ("color = vec4(srgb(c), 1.0);\ninstance = instance_id;\n" if one_pass else "color = vec4(c, 1.0);\n")
        + "}\n"
    )  # fmt: skip


def identity_fragment(*, cutout: bool) -> str:
    """Fragment shader that writes the instance id alone."""
    body = "vec4 base = base_color();\n" + _CUTOUT if cutout else ""
    return (
        _INPUTS + "layout(location = 0) out uint instance;\nuniform uint instance_id;\n" + _SURFACE
        + "void main() {\n" + body + "instance = instance_id;\n}\n"
    )  # fmt: skip


FULL_SCREEN_VERTEX = """
#version 330
void main() {
    gl_Position = vec4(vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0, 0.0, 1.0);
}
"""

RESOLVE_FRAGMENT = (
    """
#version 330
uniform sampler2DMS samples;
uniform int count;
out vec4 color;
"""
    + _SRGB
    + """
void main() {
    vec3 sum = vec3(0.0);
    for (int i = 0; i < count; ++i) sum += texelFetch(samples, ivec2(gl_FragCoord.xy), i).rgb;
    color = vec4(srgb(sum / float(count)), 1.0);
}
"""
)

SHADOW_VERTEX = """
#version 330
in vec3 in_position;
uniform mat4 clip_from_model;
void main() { gl_Position = clip_from_model * vec4(in_position, 1.0); }
"""

SHADOW_FRAGMENT = """
#version 330
void main() {}
"""


def cutout_shadow_fragment() -> str:
    """Fragment shader of what throws a shadow with holes; goes with `VERTEX`."""
    return _INPUTS + _SURFACE + "void main() {\nvec4 base = base_color();\n" + _CUTOUT + "}\n"
