"""The palette of the set: clay neutrals, one accent, and the two state LEDs.

Orange is for what moves or matters in a scene. Green and amber are only ever
lit LEDs. A scene that needs another colour is telling us it has two subjects.
"""
import bpy

# name: (sRGB hex, roughness, kind); kind is "clay", "glow" or "glass".
PALETTE = {
    "white": ("F1F0EC", 0.55, "clay"),
    "light": ("DDDDDA", 0.55, "clay"),
    "floor": ("C6C8C8", 0.75, "clay"),
    "floor_edge": ("A4A8A9", 0.75, "clay"),
    "mid": ("B4B8BA", 0.5, "clay"),
    "steel": ("C6CACC", 0.32, "clay"),
    "grey": ("8D9498", 0.5, "clay"),
    "dark": ("5C656C", 0.5, "clay"),
    "graphite": ("3A434B", 0.5, "clay"),
    "ink": ("262D34", 0.45, "clay"),
    "carton": ("D2CABC", 0.8, "clay"),
    "carton_dark": ("B9B0A0", 0.8, "clay"),
    "wood": ("C9C0B0", 0.75, "clay"),
    "orange": ("F26B1D", 0.45, "clay"),
    "orange_deep": ("C9500E", 0.5, "clay"),
    "screen": ("18212A", 0.25, "glow"),
    "screen_line": ("55646F", 0.5, "glow"),
    "screen_soft": ("2B3843", 0.5, "glow"),
    "screen_text": ("C9D3D9", 0.5, "glow"),
    "screen_orange": ("FF7A2A", 0.5, "glow"),
    "screen_green": ("5CC98A", 0.5, "glow"),
    "screen_amber": ("F4B53C", 0.5, "glow"),
    "paper": ("F7F5EF", 0.8, "clay"),
    "led_green": ("4CD584", 0.4, "glow"),
    "led_amber": ("FFB62E", 0.4, "glow"),
    "lamp": ("FFFFFF", 0.4, "glow"),
    "glass": ("DFE6E9", 0.15, "glass"),
    "clear": ("EEF3F5", 0.15, "glass"),
}

# How much of a "glass" surface is drawn; the rest lets the picture through.
GLASS_OPACITY = {"glass": 0.22, "clear": 0.34}


def linear(hex_srgb):
    """Scene-linear RGB of an sRGB hex colour."""

    def channel(i):
        c = int(hex_srgb[i : i + 2], 16) / 255
        return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4

    return tuple(channel(i) for i in (0, 2, 4))


def material(name):
    """The named palette material, created on first use."""
    found = bpy.data.materials.get(name)
    if found:
        return found
    colour, roughness, kind = PALETTE[name]
    rgba = (*linear(colour), 1)
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = rgba
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Specular"].default_value = 0.25
    if kind == "glow":
        shader.inputs["Base Color"].default_value = (0, 0, 0, 1)
        shader.inputs["Emission"].default_value = rgba
        shader.inputs["Emission Strength"].default_value = 0.95
    if kind == "glass":
        shader.inputs["Alpha"].default_value = GLASS_OPACITY[name]
    return made
