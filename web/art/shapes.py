"""Primitive solids, drawn in the frame of the innermost `at(...)`.

Lengths are scene units, angles degrees. Unless said otherwise a shape stands
on (x, y, z): centred in x and y, growing along +z. Equal shapes share a mesh.
"""
import math
import pathlib
from contextlib import contextmanager

import bmesh
import bpy
from mathutils import Euler, Matrix, Vector

from materials import material

_frames = [Matrix.Identity(4)]
_meshes = {}
_fonts = {}


@contextmanager
def at(x=0, y=0, z=0, rx=0, ry=0, rz=0, scale=1):
    """Draws the block in a frame moved, then turned (x first), then scaled."""
    turn = Euler([math.radians(a) for a in (rx, ry, rz)]).to_matrix().to_4x4()
    _frames.append(_frames[-1] @ Matrix.Translation((x, y, z)) @ turn @ Matrix.Scale(scale, 4))
    try:
        yield
    finally:
        _frames.pop()


def facing_front(x=0, y=0, z=0, tilt=0):
    """A wall seen on the picture's left: local x right, y up, z towards the viewer."""
    return at(x, y, z, rx=90 - tilt)


def facing_right(x=0, y=0, z=0):
    """A wall seen on the picture's right: local x right, y up, z towards the viewer."""
    return at(x, y, z, rx=90, rz=90)


def box(x, y, z, sx, sy, sz, mat, bevel=None):
    """A bevelled cuboid."""
    if bevel is None:
        bevel = min(0.03, 0.22 * min(sx, sy, sz))

    def build(bm):
        bmesh.ops.create_cube(bm, size=1, matrix=Matrix.Translation((0, 0, sz / 2)) @ Matrix.Diagonal((sx, sy, sz, 1)))
        _bevel(bm, bevel)

    _place(_mesh(("box", sx, sy, sz, bevel), build), mat, (x, y, z))


def cyl(x, y, z, r, h, mat, bevel=None, n=None):
    """An upright cylinder with bevelled rims."""
    if bevel is None:
        bevel = min(0.025, 0.2 * min(r, h))
    sides = n or (32 if r > 0.25 else 20 if r > 0.06 else 12)

    def build(bm):
        bmesh.ops.create_cone(
            bm, cap_ends=True, segments=sides, radius1=r, radius2=r, depth=h, matrix=Matrix.Translation((0, 0, h / 2))
        )
        if sides > 8:
            for face in bm.faces:
                face.smooth = len(face.verts) == 4
        _bevel(bm, bevel)

    _place(_mesh(("cyl", r, h, bevel, sides), build), mat, (x, y, z))


@contextmanager
def along(p, q):
    """Draws the block with local z running from p to q; gives their distance."""
    p, q = Vector(p), Vector(q)
    turn = (q - p).to_track_quat("Z", "Y").to_matrix().to_4x4()
    _frames.append(_frames[-1] @ Matrix.Translation(p) @ turn)
    try:
        yield round((q - p).length, 4)
    finally:
        _frames.pop()


def rod(p, q, r, mat, n=None):
    """A cylinder from point p to point q."""
    with along(p, q) as length:
        cyl(0, 0, 0, r, length, mat, n=n)


def beam(p, q, sx, sy, mat, bevel=None):
    """A cuboid bar of section sx × sy from point p to point q."""
    with along(p, q) as length:
        box(0, 0, 0, sx, sy, length, mat, bevel)


def lathe(x, y, z, profile, mat, n=44):
    """A solid of revolution from (radius, height) pairs, bottom to top."""

    def build(bm):
        rings = []
        for radius, height in profile:
            if radius < 1e-5:
                rings.append([bm.verts.new((0, 0, height))])
                continue
            rings.append(
                [
                    bm.verts.new(
                        (radius * math.cos(2 * math.pi * i / n), radius * math.sin(2 * math.pi * i / n), height)
                    )
                    for i in range(n)
                ]
            )
        for low, high in zip(rings, rings[1:]):
            _join_rings(bm, low, high, n)
        for face in bm.faces:
            face.smooth = True

    _place(_mesh(("lathe", n, *[v for pair in profile for v in pair]), build), mat, (x, y, z))


def _join_rings(bm, low, high, n):
    for i in range(n):
        j = (i + 1) % n
        if len(low) == 1 and len(high) == 1:
            return
        if len(low) == 1:
            bm.faces.new((low[0], high[j], high[i]))
        elif len(high) == 1:
            bm.faces.new((low[i], low[j], high[0]))
        else:
            bm.faces.new((low[i], low[j], high[j], high[i]))


def prism(x, y, z, points, h, mat, bevel=0.02, smooth=False):
    """The polygon `points` (counter-clockwise) extruded by h."""

    def build(bm):
        base = bm.faces.new([bm.verts.new((px, py, 0)) for px, py in points])
        top = bmesh.ops.extrude_face_region(bm, geom=[base])["geom"]
        bmesh.ops.translate(bm, vec=(0, 0, h), verts=[v for v in top if isinstance(v, bmesh.types.BMVert)])
        bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
        if smooth:
            for face in bm.faces:
                face.smooth = abs(face.normal.z) < 0.5
        _bevel(bm, bevel)

    _place(_mesh(("prism", h, bevel, smooth, *[v for point in points for v in point]), build), mat, (x, y, z))


def slab(x, y, z, sx, sy, h, radius, mat, bevel=0.03):
    """A cuboid whose upright edges are rounded by `radius`."""
    points = []
    for cx, cy, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        for step in range(7):
            a = math.radians(start + 15 * step)
            points.append(
                (
                    round(cx * (sx / 2 - radius) + radius * math.cos(a), 5),
                    round(cy * (sy / 2 - radius) + radius * math.sin(a), 5),
                )
            )
    prism(x, y, z, points, h, mat, bevel, smooth=True)


def ring(x, y, z, radius, r, mat, n=40):
    """A lying torus centred on (x, y, z)."""

    def build(bm):
        around = []
        for i in range(n):
            a = 2 * math.pi * i / n
            around.append(
                [
                    bm.verts.new(
                        (
                            (radius + r * math.cos(b)) * math.cos(a),
                            (radius + r * math.cos(b)) * math.sin(a),
                            r * math.sin(b),
                        )
                    )
                    for b in [2 * math.pi * k / 12 for k in range(12)]
                ]
            )
        for i in range(n):
            _join_rings(bm, around[(i + 1) % n], around[i], 12)
        bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
        for face in bm.faces:
            face.smooth = True

    _place(_mesh(("ring", radius, r, n), build), mat, (x, y, z))


def ball(x, y, z, r, mat):
    """A sphere centred on (x, y, z)."""
    steps = [
        (round(r * math.cos(math.radians(a)), 5), round(r * math.sin(math.radians(a)), 5)) for a in range(-90, 91, 10)
    ]
    lathe(x, y, z, steps, mat, n=28)


def cable(points, r, mat):
    """A smooth line through the points."""
    curve = bpy.data.curves.new("cable", "CURVE")
    curve.dimensions = "3D"
    curve.bevel_depth, curve.bevel_resolution, curve.resolution_u = r, 2, 8
    curve.use_fill_caps = True
    spline = curve.splines.new("BEZIER")
    spline.bezier_points.add(len(points) - 1)
    for knot, point in zip(spline.bezier_points, points):
        knot.co = point
        knot.handle_left_type = knot.handle_right_type = "AUTO"
    _place(curve, mat, (0, 0, 0))


def line(points, r, mat, bend=0.15, steps=6):
    """A straight-run line with every corner rounded: conduit, tube, tidy wire."""
    path = [Vector(p) for p in points]
    knots = [path[0]]
    for before, corner, after in zip(path, path[1:], path[2:]):
        a, b = before - corner, after - corner
        cut = min(bend, a.length / 2, b.length / 2)
        start, end = corner + a.normalized() * cut, corner + b.normalized() * cut
        for i in range(steps + 1):
            t = i / steps
            knots.append(start * (1 - t) ** 2 + corner * 2 * t * (1 - t) + end * t**2)
    knots.append(path[-1])
    curve = bpy.data.curves.new("line", "CURVE")
    curve.dimensions = "3D"
    curve.bevel_depth, curve.bevel_resolution = r, 3 if r > 0.05 else 2
    curve.use_fill_caps = True
    spline = curve.splines.new("POLY")
    spline.points.add(len(knots) - 1)
    for knot, point in zip(spline.points, knots):
        knot.co = (*point, 1)
    for each in curve.splines:
        each.use_smooth = True
    _place(curve, mat, (0, 0, 0))


def text(words, x, y, z, size, mat, align="CENTER", font="ibm-plex-mono-latin-500-normal", depth=0.004):
    """Words lying in the local xy plane, centred on their height."""
    curve = bpy.data.curves.new("text", "FONT")
    curve.body, curve.size, curve.extrude = words, size, depth
    curve.align_x, curve.align_y = align, "CENTER"
    curve.resolution_u = 3
    curve.font = _font(font)
    _place(curve, mat, (x, y, z))


def bolt(x, y, z, r, mat="steel"):
    """A hexagon head on its washer."""
    cyl(x, y, z, r * 1.5, r * 0.3, mat, bevel=0)
    cyl(x, y, z + r * 0.3, r, r * 0.8, mat, n=6)


def _font(name):
    if name not in _fonts:
        path = pathlib.Path(__file__).parent / ".cache" / "fonts" / f"{name}.woff"
        if not path.exists():
            raise FileNotFoundError(f"{path}: run web/art/fonts.sh first")
        _fonts[name] = bpy.data.fonts.load(str(path))
    return _fonts[name]


def _bevel(bm, width):
    if width <= 0.0005:
        return
    edges = [e for e in bm.edges if e.calc_face_angle(0) > math.radians(30)]
    made = bmesh.ops.bevel(
        bm,
        geom=edges,
        offset=width,
        offset_type="OFFSET",
        segments=3 if width > 0.012 else 2,
        profile=0.5,
        affect="EDGES",
        clamp_overlap=True,
    )
    for face in made["faces"]:
        face.smooth = True


def _mesh(key, build):
    key = tuple(round(k, 4) if isinstance(k, float) else k for k in key)
    if key not in _meshes:
        bm = bmesh.new()
        build(bm)
        mesh = bpy.data.meshes.new(str(key[0]))
        bm.to_mesh(mesh)
        bm.free()
        mesh.use_auto_smooth = True
        mesh.auto_smooth_angle = math.radians(42)
        _meshes[key] = mesh
    return _meshes[key]


def _place(data, mat, position):
    if not data.materials:
        data.materials.append(None)
    made = bpy.data.objects.new(data.name, data)
    made.material_slots[0].link = "OBJECT"
    made.material_slots[0].material = material(mat)
    made.matrix_world = _frames[-1] @ Matrix.Translation(position)
    bpy.context.scene.collection.objects.link(made)


def forget():
    """Drops the caches after the scene they belong to was cleared."""
    _meshes.clear()
    _fonts.clear()
