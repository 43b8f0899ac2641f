"""GLSL of the gl back end. Everything is computed in linear light; sRGB happens once, at the end.

Shading a fragment is what costs most in software: a dense mesh shades 16 pixels for each of its triangles. So light is
baked at the vertices of what stands still and computed there for the dense meshes that move (`Lit.VERTEX`); only
surfaces without a bake, whose triangles may be as large as a wall, are lit pixel by pixel (`Lit.FRAGMENT`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MAX_LIGHTS = 5
MAX_SCREENS = 8
SHADOW_SIZE = 1024


class Lit(StrEnum):
    """Where the light on a surface is computed."""

    BAKED = "baked"
    VERTEX = "vertex"
    FRAGMENT = "fragment"


@dataclass(frozen=True)
class Surface:
    """What a material asks of a program. Written out, since llvmpipe samples a texture that a condition leaves out.

    `cutout` discards by alpha, in the passes that settle what is seen; shading comes after them.
    """

    textured: bool
    glows: bool
    cutout: bool


@dataclass(frozen=True)
class Variant:
    """What a shading program is written for.

    Attributes:
        lit: where light comes from.
        surface: what it lies on.
        lights, screens: numbers of sources. They are written out, since llvmpipe reads uniform arrays by a loop's
            index lane by lane.
        shadow: whether moving things, and all that has no bake, throw the main light's shadow.
        averaged: writes square roots of linear values, ready to be averaged; else sRGB.
    """

    lit: Lit
    surface: Surface
    lights: int
    screens: int
    shadow: bool
    averaged: bool


_CLIP = """
#version 330
in vec3 in_position;
uniform mat4 clip_from_model;
invariant gl_Position;
"""
_TO_CLIP = "gl_Position = clip_from_model * vec4(in_position, 1.0);\n"

# Centroid: extrapolated past a sliver's edge, a steep normal or light would speckle silhouettes.
_VARYINGS = (
    "centroid {0} vec3 position;\ncentroid {0} vec3 normal;\ncentroid {0} vec2 uv;\n"
    "centroid {0} vec3 light;\n"  # of all sources but the main light: what a white surface gives off
    "centroid {0} vec3 main_light;\n"
    "centroid {0} vec4 mirrored;\n"  # what is reflected, and how much of it at any colour (Fresnel)
    "flat {0} vec4 base_factor;\nflat {0} vec4 emissive_metallic;\nflat {0} float cutoff;\n"
)

_MATERIALS = """
in vec2 in_uv;
in uint in_material;
uniform sampler2D materials;
"""

_AMBIENT = """
uniform vec3 ambient_sky;
uniform vec3 ambient_horizon;
uniform vec3 ambient_ground;

vec3 ambient(float up) {
    return up > 0.0 ? mix(ambient_horizon, ambient_sky, up) : mix(ambient_horizon, ambient_ground, -up);
}
"""

_SOURCES = """
// kind 0: point, 1: area, 2: sun; see pack_lights for what each vector holds.
uniform vec4 light_position[MAX_LIGHTS];   // xyz, kind
uniform vec4 light_direction[MAX_LIGHTS];  // xyz, area in square metres
uniform vec4 light_color[MAX_LIGHTS];      // rgb
uniform vec4 light_zone[MAX_LIGHTS];       // x low, z low, x high, z high

float zone_share(vec4 zone, vec3 p) {
    vec4 inside = vec4(p.xz - zone.xy, zone.zw - p.xz);
    return clamp(min(min(inside.x, inside.y), min(inside.z, inside.w)) * 8.0 + 1.0, 0.0, 1.0);
}

vec3 from_light(vec3 p, vec3 n, vec4 source, vec4 direction, vec3 radiance, vec4 zone) {
    float share = zone_share(zone, p);
    vec3 l = -direction.xyz;
    if (source.w < 1.5) {
        vec3 to = source.xyz - p;
        float d2 = dot(to, to);
        l = to * inversesqrt(d2);
        // A large source lights what is beside it and never blows up close by.
        float area = direction.w;
        share *= source.w > 0.5
            ? area * max(dot(-l, direction.xyz) * 0.9 + 0.1, 0.0) / (d2 + area)
            : 1.0 / (d2 + 0.04);
    }
    return radiance * (share * max(dot(n, l), 0.0) * 0.31830989);
}
"""

_SCREENS = """
uniform vec3 screen_center[MAX_SCREENS];
uniform vec4 screen_normal[MAX_SCREENS];   // xyz, area in square metres
uniform vec3 screen_glow[MAX_SCREENS];

vec3 from_screen(vec3 p, vec3 n, vec3 center, vec4 facing_area, vec3 glow) {
    vec3 to = center - p;
    float facing = max(dot(facing_area.xyz, -to), 0.0);
    float d2 = dot(to, to);
    float inverse = inversesqrt(d2);
    // SCREEN_GAIN: a camera set for a room shows a screen's light stronger than a display can show the screen.
    // Form factor of a disc of the screen's area; the wrap stands for its extent.
    float cosines = facing * inverse * clamp((dot(n, to) * inverse + 0.15) / 1.15, 0.0, 1.0);
    return glow * (SCREEN_GAIN * facing_area.w * cosines / (3.14159265 * d2 + facing_area.w));
}
"""

_SHADOW = """
uniform mat4 shadow_from_world;
uniform vec4 shadow_zone;                  // the room of the light
uniform sampler2DShadow shadow_map;

const vec2 TAPS[4] = vec2[4](vec2(0.9, 0.4), vec2(-0.4, 0.9), vec2(-0.9, -0.4), vec2(0.4, -0.9));

// Four taps, each of them a blend of four texels: with texels of a centimetre or two that is soft enough.
float lit_share(vec3 n) {
    vec4 p = shadow_from_world * vec4(position + 0.02 * n, 1.0);
    vec3 c = p.xyz / p.w;
    float sum = 0.0;
    for (int i = 0; i < 4; ++i) sum += texture(shadow_map, vec3(c.xy + TAPS[i] * SHADOW_RADIUS, c.z));
    vec4 room = vec4(position.xz - shadow_zone.xy, shadow_zone.zw - position.xz);
    vec4 map = vec4(c.xy, 1.0 - c.xy);
    bool reached = p.w > 0.0 && all(greaterThan(map, vec4(0.0))) && all(greaterThan(room, vec4(0.0)));
    return reached ? sum * 0.25 : 1.0;
}
"""

_TEXTURE = "uniform sampler2D base_texture;\n"
_EMISSIVE_TEXTURE = "uniform sampler2D emissive_texture;\n"
_BASE = {
    True: "vec4 base = base_factor * texture(base_texture, uv);\n",
    False: "vec4 base = base_factor;\n",
}

_TONE = """
uniform float exposure;

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

_DEFINES = (
    f"#define MAX_LIGHTS {MAX_LIGHTS}\n#define MAX_SCREENS {MAX_SCREENS}\n#define SCREEN_GAIN 2.5\n"
    f"#define SHADOW_RADIUS (1.5 / {SHADOW_SIZE}.0)\n"
)
_CUTOUT = "if (base.a < cutoff) discard;\n"
_OPENNESS = 0.85  # share of the ambient light that reaches a moving thing; bakes know better


def _light_calls(variant: Variant) -> str:
    calls = [
        f"{'main_sum' if i == 0 else 'sum'} += "
        f"from_light(position, n, light_position[{i}], light_direction[{i}], light_color[{i}].rgb, light_zone[{i}]);"
        for i in range(variant.lights)
    ]
    return "\n".join(calls) + "\n"


def _screen_calls(variant: Variant) -> str:
    calls = [
        f"sum += from_screen(position, n, screen_center[{i}], screen_normal[{i}], screen_glow[{i}]);"
        for i in range(variant.screens)
    ]
    return "\n".join(calls) + "\n"


def shading_vertex(variant: Variant) -> str:
    """Vertex shader that goes with `shading_fragment`."""
    at_vertex = variant.lit is Lit.VERTEX
    source = _CLIP + _DEFINES + _MATERIALS + "in vec3 in_normal;\n"
    source += "uniform mat4 world_from_model;\nuniform mat3 normal_from_model;\nuniform vec3 eye;\n"
    source += "uniform vec3 outdoors;\n"
    source += _VARYINGS.format("out") + _AMBIENT
    if variant.lit is Lit.BAKED:
        source += "in vec3 in_light;\nin vec3 in_main_light;\n"
    if at_vertex:
        source += _SOURCES + _SCREENS
    source += "void main() {\n" + _TO_CLIP
    source += """
    position = (world_from_model * vec4(in_position, 1.0)).xyz;
    vec3 n = normalize(normal_from_model * in_normal);
    normal = n;
    uv = in_uv;
    int row = int(in_material);
    base_factor = texelFetch(materials, ivec2(0, row), 0);
    emissive_metallic = texelFetch(materials, ivec2(1, row), 0);
    vec3 roughness_cutoff = texelFetch(materials, ivec2(2, row), 0).xyz;
    cutoff = roughness_cutoff.y;
    if (roughness_cutoff.z > 0.5) emissive_metallic.rgb *= outdoors;
    vec3 sum = vec3(0.0), main_sum = vec3(0.0);
    """
    if variant.lit is Lit.BAKED:
        source += "sum = in_light;\nmain_sum = in_main_light;\n"
    if at_vertex:
        source += f"sum = {_OPENNESS} * ambient(n.y);\n" + _light_calls(variant) + _screen_calls(variant)
    source += """
    light = sum;
    main_light = main_sum;
    vec3 v = normalize(eye - position);
    float away = 1.0 - abs(dot(n, v)), away2 = away * away;
    // A room around: brighter above, and as bright as what lights the surface.
    vec3 around = ambient(reflect(-v, n).y);
    """
    if variant.lit is not Lit.FRAGMENT:
        source += "around = 0.5 * around + 0.5 * (sum + main_sum);\n"
        source += "around *= min(dot(sum, vec3(1.0)) / dot(ambient(n.y), vec3(0.9)), 1.0);\n"
    if at_vertex and variant.lights:
        source += _HIGHLIGHT
    source += "mirrored = vec4(around, 0.5 * away2 * away2 * away * (1.0 - roughness_cutoff.x));\n}\n"
    return source


_HIGHLIGHT = """
    // The main light's GGX lobe (glTF 2.0, appendix B).
    vec3 l = light_position[0].w < 1.5 ? normalize(light_position[0].xyz - position) : -light_direction[0].xyz;
    float alpha = max(roughness_cutoff.x * roughness_cutoff.x, 0.12), a2 = alpha * alpha;
    float nh = max(dot(n, normalize(l + v)), 0.0), d = nh * nh * (a2 - 1.0) + 1.0, k = alpha * 0.5 + 0.01;
    float nl = max(dot(n, l), 0.0), nv = max(dot(n, v), 0.05);
    around += main_sum * (a2 / (d * d * 4.0 * (nl * (1.0 - k) + k) * (nv * (1.0 - k) + k)));
"""


def shading_fragment(variant: Variant) -> str:
    """Fragment shader that shades."""
    surface = variant.surface
    at_fragment = variant.lit is Lit.FRAGMENT
    glows = variant.screens and variant.lit is not Lit.VERTEX
    source = "#version 330\n" + _DEFINES + _VARYINGS.format("in") + "layout(location = 0) out vec4 color;\n"
    source += _TEXTURE if surface.textured else ""
    source += _EMISSIVE_TEXTURE if surface.glows else ""
    source += _TONE
    source += "" if variant.averaged else _SRGB
    source += _SHADOW if variant.shadow else ""
    source += _AMBIENT + _SOURCES if at_fragment else ""
    source += _SCREENS if glows else ""
    source += "void main() {\n" + _BASE[surface.textured]
    source += "vec3 emitted = emissive_metallic.rgb;\n"
    source += "emitted *= texture(emissive_texture, uv).rgb;\n" if surface.glows else ""
    if at_fragment or glows or variant.shadow:
        source += "vec3 n = normalize(gl_FrontFacing ? normal : -normal);\n"
    if at_fragment:
        source += "vec3 sum = ambient(n.y), main_sum = vec3(0.0);\n" + _light_calls(variant)
    else:
        source += "vec3 sum = max(light, 0.0), main_sum = max(main_light, 0.0);\n"
    source += "main_sum *= lit_share(n);\n" if variant.shadow else ""
    source += _screen_calls(variant) if glows else ""
    source += """
    float metallic = emissive_metallic.w;
    vec3 gleam = mix(mix(vec3(0.04), base.rgb, metallic), vec3(1.0), mirrored.w) * mirrored.rgb;
    vec3 c = tone(base.rgb * (1.0 - metallic) * (sum + main_sum) + gleam + emitted);
    """
    # Square roots spend eight bits where eyes do; the resolve pass squares them again.
    return source + f"color = vec4({'sqrt' if variant.averaged else 'srgb'}(c), 1.0);\n}}\n"


# What the passes that settle visibility write beside the id: enough to tell two surfaces apart at a pixel's corners.
# r: a number for entity and material, never 0; g, b: two projections of the normal; a: logarithm of the depth.
_KEY_VERTEX = """
in vec3 in_normal;
uniform mat3 normal_from_model;
uniform uint instance_id;
flat out vec3 face;

void set_face(uint material) {
    vec3 n = normalize(normal_from_model * in_normal);
    uint mixed = (instance_id * 2654435761u + material * 40503u) >> 8;
    face = vec3(float(1u + mixed % 255u) / 255.0, vec2(n.x + 0.4 * n.y, n.z - 0.4 * n.y) * 0.35 + 0.5);
}
"""
_KEY_FRAGMENT = "vec4(face, log2(1.0 / gl_FragCoord.w) * 0.1 + 0.45)"


def visibility_vertex(*, cutout: bool, key: bool) -> str:
    """Vertex shader of the passes that settle what is seen where, and of shadow maps."""
    source = _CLIP + (_MATERIALS if cutout or key else "") + (_KEY_VERTEX if key else "")
    source += _ALPHA_VARYINGS.format("out") if cutout else ""
    source += "void main() {\n" + _TO_CLIP + ("set_face(in_material);\n" if key else "")
    if cutout:
        source += """
    uv = in_uv;
    base_factor = texelFetch(materials, ivec2(0, int(in_material)), 0);
    cutoff = texelFetch(materials, ivec2(2, int(in_material)), 0).y;
    """
    return source + "}\n"


def visibility_fragment(*, cutout: bool, instance: bool, key: bool) -> str:
    """Fragment shader that writes an instance id, a surface's key, both or (for shadow maps) nothing but depth."""
    source, body, at = "#version 330\n", "", 0
    if instance:
        source += "layout(location = 0) out uint instance;\nuniform uint instance_id;\n"
        body, at = "instance = instance_id;\n", 1
    if key:
        source += f"layout(location = {at}) out vec4 key;\nflat in vec3 face;\n"
        body += f"key = {_KEY_FRAGMENT};\n"
    if cutout:
        source += _ALPHA_VARYINGS.format("in") + _TEXTURE
        body = _BASE[True] + _CUTOUT + body
    return source + "void main() {\n" + body + "}\n"


_ALPHA_VARYINGS = "centroid {0} vec2 uv;\nflat {0} vec4 base_factor;\nflat {0} float cutoff;\n"

FULL_SCREEN_VERTEX = """
#version 330
void main() {
    gl_Position = vec4(vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0, 0.0, 1.0);
}
"""

RESOLVE_FRAGMENT = (
    """
#version 330
uniform sampler2DMS samples;    // keys at four places in each pixel
uniform sampler2D keys;         // and at its centre
uniform sampler2D roots;        // square root of the colour at the centre
out vec4 color;
"""
    + _SRGB
    + """
// How little a key has in common with a sample's.
float apart(vec4 key, vec4 other) {
    vec4 d = abs(key - other);
    return step(0.002, d.r) + d.g + d.b + 6.0 * d.a;
}

// Chajdas, McGuire and Luebke 2011: each sample takes its colour from the pixel nearby that shows the same surface.
void main() {
    ivec2 here = ivec2(gl_FragCoord.xy), last = textureSize(keys, 0) - 1;
    ivec2 at[5];
    at[0] = here;
    at[1] = ivec2(max(here.x - 1, 0), here.y);
    at[2] = ivec2(min(here.x + 1, last.x), here.y);
    at[3] = ivec2(here.x, max(here.y - 1, 0));
    at[4] = ivec2(here.x, min(here.y + 1, last.y));
    vec4 key[5];
    vec3 linear[5];
    for (int i = 0; i < 5; ++i) {
        key[i] = texelFetch(keys, at[i], 0);
        vec3 root = texelFetch(roots, at[i], 0).rgb;
        linear[i] = root * root;
    }
    vec3 sum = vec3(0.0);
    for (int s = 0; s < 4; ++s) {
        vec4 wanted = texelFetch(samples, here, s);
        float best = apart(key[0], wanted) - 0.25;
        vec3 found = linear[0];
        for (int i = 1; i < 5; ++i) {
            float other = apart(key[i], wanted);
            found = other < best ? linear[i] : found;
            best = min(best, other);
        }
        sum += found;
    }
    color = vec4(srgb(sum * 0.25), 1.0);
}
"""
)
