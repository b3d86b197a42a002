"""The photographer's studio every scene of the set is shot in.

One orthographic isometric camera, one soft key light from the left, a weak fill
from the right and a uniform sky, whose occlusion is what grounds the objects.
"""
import math

import bpy
from mathutils import Euler, Vector

ASPECT = 4 / 3
CAMERA_TURN = Euler((math.radians(54.7356), 0, math.radians(45)))
SUN_STRENGTH = 2.55
FILL_STRENGTH = 0.55
SKY_STRENGTH = 0.44
NOISE_MAX = 0.02
SHADOW_SHRINK = 4


def clear():
    """An empty scene with the renderer set up."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.film_transparent = True
    scene.render.use_persistent_data = False
    scene.view_settings.view_transform = "Standard"
    cycles = scene.cycles
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 5, 3, 2
    cycles.transparent_max_bounces = 12
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 2.0
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, NOISE_MAX
    cycles.use_denoising = False
    cycles.pixel_filter_type, cycles.filter_width = "BLACKMAN_HARRIS", 1.4
    _light()


def shoot(width_px, samples, threads, folder, margin=0.025):
    """Frames whatever was drawn and renders it; leaves the passes as EXR files in `folder`.

    The ground's shadow is a pass of its own, `SHADOW_SHRINK` times smaller, so
    that the objects' outlines stay clean.
    """
    _frame(margin)
    scene = bpy.context.scene
    scene.render.resolution_x = width_px
    scene.render.resolution_y = round(width_px / ASPECT)
    scene.render.resolution_percentage = 100
    scene.cycles.samples = samples
    scene.render.threads_mode, scene.render.threads = "FIXED", threads
    _write_passes(
        folder, {"image": "Image", "normal": "Normal", "position": "Position", "emit": "Emit", "albedo": "DiffCol"}
    )
    bpy.ops.render.render(write_still=False)
    _show_only_shadow()
    scene.render.resolution_x //= SHADOW_SHRINK
    scene.render.resolution_y //= SHADOW_SHRINK
    scene.cycles.samples = 48
    _write_passes(folder, {"shadow": "Image"})
    bpy.ops.render.render(write_still=False)


def _light():
    scene = bpy.context.scene
    for name, strength, spread, direction in (
        ("key", SUN_STRENGTH, 14, (0.42, 0.62, -1.12)),
        ("fill", FILL_STRENGTH, 70, (-1, 0.25, -0.55)),
    ):
        lamp = bpy.data.lights.new(name, "SUN")
        lamp.energy, lamp.angle = strength, math.radians(spread)
        made = bpy.data.objects.new(name, lamp)
        made.rotation_euler = Vector(direction).to_track_quat("-Z", "Y").to_euler()
        scene.collection.objects.link(made)
    world = bpy.data.worlds.new("sky")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.97, 0.985, 1, 1)
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = SKY_STRENGTH
    scene.world = world


def _frame(margin):
    """Centres the camera on the drawn objects and fits them with `margin` around."""
    scene = bpy.context.scene
    turn = CAMERA_TURN.to_matrix()
    right, up, back = turn.col
    bpy.context.view_layer.update()
    spans = [[], [], []]
    for each in scene.objects:
        if each.type not in {"MESH", "CURVE", "FONT"}:
            continue
        for corner in each.bound_box:
            point = each.matrix_world @ Vector(corner)
            for span, axis in zip(spans, (right, up, back)):
                span.append(point.dot(axis))
    middle = [(min(s) + max(s)) / 2 for s in spans]
    width, height, depth = (max(s) - min(s) for s in spans)
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.data.type = "ORTHO"
    camera.data.ortho_scale = max(width, height * ASPECT) * (1 + 2 * margin)
    camera.data.clip_end = 500
    camera.rotation_euler = CAMERA_TURN
    camera.location = right * middle[0] + up * middle[1] + back * (middle[2] + depth / 2 + 20)
    scene.collection.objects.link(camera)
    scene.camera = camera
    print(f"frame: {width:.2f} x {height:.2f} (aspect {width / height:.2f}), {len(scene.objects)} objects")


def _show_only_shadow():
    """A ground under the lowest point that catches the shadow of the objects, now unseen themselves."""
    scene = bpy.context.scene
    floor = math.inf
    for each in scene.objects:
        each.visible_camera = False
        if each.type == "MESH":
            floor = min(floor, *((each.matrix_world @ Vector(c)).z for c in each.bound_box))
    mesh = bpy.data.meshes.new("ground")
    mesh.from_pydata([(-80, -80, 0), (80, -80, 0), (80, 80, 0), (-80, 80, 0)], [], [(0, 1, 2, 3)])
    ground = bpy.data.objects.new("ground", mesh)
    ground.location.z = floor - 0.01
    ground.is_shadow_catcher = True
    scene.collection.objects.link(ground)


def _write_passes(folder, sockets):
    """Sends each named render socket to `<name>0001.exr`."""
    scene = bpy.context.scene
    layer = scene.view_layers[0]
    layer.use_pass_normal = layer.use_pass_position = layer.use_pass_emit = layer.use_pass_diffuse_color = True
    scene.use_nodes = True
    nodes, links = scene.node_tree.nodes, scene.node_tree.links
    nodes.clear()
    source = nodes.new("CompositorNodeRLayers")
    sink = nodes.new("CompositorNodeOutputFile")
    sink.base_path = str(folder)
    sink.format.file_format, sink.format.color_depth = "OPEN_EXR", "32"
    sink.format.color_mode = "RGBA"
    sink.file_slots.clear()
    for slot, socket in sockets.items():
        sink.file_slots.new(slot)
        links.new(source.outputs[socket], sink.inputs[slot])
