"""Renders the site's pictures: blender -b -P web/art/render.py -- --only landingHero --width 1280 --samples 64.

Each picture is left as a PNG in web/art/.cache/renders; web/art/encode.sh makes the web files from it.
"""
import argparse
import pathlib
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import bpy  # noqa: E402
import numpy as np  # noqa: E402

import shapes  # noqa: E402
import studio  # noqa: E402
from develop import develop  # noqa: E402
from scenes import SCENES  # noqa: E402


def main():
    options = _options()
    for key in options.only or SCENES:
        started = time.time()
        studio.clear()
        shapes.forget()
        SCENES[key]()
        with tempfile.TemporaryDirectory() as folder:
            studio.shoot(options.width, options.samples, options.threads, folder)
            rendered = time.time()
            picture = develop(_read_passes(folder), options.denoise)
        _write_png(picture, pathlib.Path(options.out) / f"{key}.png")
        print(f"done: {key}, render {rendered - started:.0f} s, develop {time.time() - rendered:.0f} s", flush=True)


def _options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", choices=sorted(SCENES), help="keys; all when left out")
    parser.add_argument("--width", type=int, default=1280, help="pixels; the height follows at 4:3")
    parser.add_argument("--samples", type=int, default=64)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--denoise", type=float, default=1.0, help="0 turns the denoiser off")
    parser.add_argument("--out", default=HERE / ".cache" / "renders")
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else [])


def _read_passes(folder):
    passes = {}
    for path in pathlib.Path(folder).glob("*.exr"):
        image = bpy.data.images.load(str(path))
        image.colorspace_settings.name = "Non-Color"
        width, height = image.size
        flat = np.empty(width * height * 4, np.float32)
        image.pixels.foreach_get(flat)
        passes[path.stem.rstrip("0123456789")] = flat.reshape(height, width, 4)
    return passes


def _write_png(picture, path):
    """Writes through Blender, whose rows run bottom to top like the passes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    height, width = picture.shape[:2]
    image = bpy.data.images.new(path.stem, width, height, alpha=True)
    image.alpha_mode = "STRAIGHT"
    image.pixels.foreach_set((picture.astype(np.float32) / 255).ravel())
    image.filepath_raw, image.file_format = str(path), "PNG"
    image.save()


main()
