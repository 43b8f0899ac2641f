"""GLSL of the gl back end. Everything is computed in linear light; sRGB happens once, at the end."""

from __future__ import annotations

MAX_LIGHTS = 8
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
out vec3 position;
out vec3 normal;
out vec2 uv;
out float openness;
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
uniform int light_count;
uniform vec4 light_position[MAX_LIGHTS];   // xyz, kind
uniform vec4 light_direction[MAX_LIGHTS];  // xyz, area in square metres
uniform vec4 light_color[MAX_LIGHTS];      // rgb, 1 when it throws the shadow map
uniform vec4 light_zone[MAX_LIGHTS];       // x low, z low, x high, z high

uniform int screen_count;
uniform vec3 screen_center[MAX_SCREENS];
uniform vec4 screen_normal[MAX_SCREENS];   // xyz, area in square metres
uniform vec3 screen_glow[MAX_SCREENS];

uniform bool has_shadow;
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
    // Where the whole ring agrees there is no edge to soften: most pixels stop here.
    if (sum < 0.001 || sum > 3.999) return sum * 0.25;
    for (int i = 0; i < 8; ++i) sum += texture(shadow_map, vec3(c.xy + INNER[i] * shadow_radius, c.z));
    return sum / 12.0;
}

// Diffuse and GGX response (glTF 2.0, appendix B) to light from direction l.
vec3 respond(vec3 n, vec3 v, vec3 l, vec3 diffuse, vec3 f0, float alpha) {
    float nl = max(dot(n, l), 0.0);
    vec3 h = normalize(v + l);
    float nh = max(dot(n, h), 0.0), nv = max(dot(n, v), 0.05), vh = max(dot(v, h), 0.0);
    float a2 = alpha * alpha;
    float d = nh * nh * (a2 - 1.0) + 1.0;
    float k = alpha * 0.5 + 0.01;
    float visible = 1.0 / (4.0 * (nl * (1.0 - k) + k) * (nv * (1.0 - k) + k));
    vec3 fresnel = f0 + (1.0 - f0) * pow(1.0 - vh, 5.0);
    return (diffuse + fresnel * (a2 / (3.14159265 * d * d) * visible)) * nl;
}

vec3 shade(vec4 base, vec3 emitted) {
    vec3 n = normalize(gl_FrontFacing ? normal : -normal);
    vec3 v = normalize(eye - position);
    float metallic = emissive_metallic.w;
    float alpha = max(roughness_cutoff.x * roughness_cutoff.x, 0.03);
    vec3 f0 = mix(vec3(0.04), base.rgb, metallic);
    vec3 albedo = base.rgb * (1.0 - metallic);
    vec3 diffuse = albedo / 3.14159265;

    vec3 side = n.y > 0.0 ? mix(ambient_horizon, ambient_sky, n.y) : mix(ambient_horizon, ambient_ground, -n.y);
    vec3 r = reflect(-v, n);
    vec3 mirrored = r.y > 0.0 ? mix(ambient_horizon, ambient_sky, r.y) : mix(ambient_horizon, ambient_ground, -r.y);
    float grazing = pow(1.0 - max(dot(n, v), 0.0), 5.0) * (1.0 - roughness_cutoff.x);
    vec3 sum = (albedo * side + (f0 + (1.0 - f0) * grazing * 0.5) * mirrored) * openness;

    for (int i = 0; i < light_count; ++i) {
        vec4 zone = light_zone[i];
        vec4 inside = vec4(position.xz - zone.xy, zone.zw - position.xz);
        float share = clamp(min(min(inside.x, inside.y), min(inside.z, inside.w)) * 8.0 + 1.0, 0.0, 1.0);
        if (share <= 0.0) continue;
        float kind = light_position[i].w;
        vec3 l;
        if (kind > 1.5) {
            l = -light_direction[i].xyz;
        } else {
            vec3 to = light_position[i].xyz - position;
            float d2 = dot(to, to);
            l = to * inversesqrt(d2);
            if (kind > 0.5) {
                float area = light_direction[i].w;
                // A large source lights what is beside it and never blows up close by.
                share *= area * max(dot(-l, light_direction[i].xyz) * 0.9 + 0.1, 0.0) / (d2 + area);
            } else {
                share /= d2 + 0.04;
            }
        }
        if (dot(n, l) <= 0.0 || share <= 0.0) continue;
        if (light_color[i].w > 0.5 && has_shadow) share *= lit_share(n);
        sum += light_color[i].rgb * share * respond(n, v, l, diffuse, f0, max(alpha, 0.12));
    }
    for (int i = 0; i < screen_count; ++i) {
        vec3 to = screen_center[i] - position;
        float d2 = dot(to, to);
        float area = screen_normal[i].w;
        float facing = dot(screen_normal[i].xyz, -to);
        if (facing <= 0.0) continue;
        vec3 l = to * inversesqrt(d2);
        // SCREEN_GAIN: a camera set for a room shows a screen's light stronger than a display can show the screen.
        // Form factor of a disc of the screen's area; the wrap stands for its extent.
        float cosines = facing * inversesqrt(d2) * clamp((dot(n, l) + 0.15) / 1.15, 0.0, 1.0);
        sum += albedo * screen_glow[i] * (SCREEN_GAIN * area * cosines / (3.14159265 * d2 + area));
    }
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
#define MAX_LIGHTS 8
#define MAX_SCREENS 8
#define SCREEN_GAIN 2.5
in vec3 position;
in vec3 normal;
in vec2 uv;
in float openness;
flat in vec4 base_factor;
flat in vec4 emissive_metallic;
flat in vec2 roughness_cutoff;
"""

_CUTOUT = "if (base.a < roughness_cutoff.y) discard;"


def color_fragment(*, cutout: bool, one_pass: bool) -> str:
    """Fragment shader that shades: sRGB and instance id when `one_pass`, else display-linear colour alone.

    `cutout` discards by alpha; a shader of its own, because discard switches early depth tests off.
    """
    outputs = "layout(location = 0) out vec4 color;\n"
    if one_pass:
        outputs += "layout(location = 1) out uint instance;\nuniform uint instance_id;\n"
    return (
        _INPUTS + outputs + _SURFACE + _LIGHTING + _SRGB
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
