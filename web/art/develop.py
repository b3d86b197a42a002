"""From noisy passes to a finished picture: denoising and tone, in numpy.

Debian's Blender is built without OpenImageDenoise, so this is a joint bilateral
filter: light (colour divided by albedo) is averaged over neighbours that share
the surface, which the noise-free normal, position and albedo passes tell.
"""

import numpy as np

ALBEDO_FLOOR = 0.03
SHOULDER = 0.78
SHADOW_STRENGTH = 0.65
SHADOW_FLOOR = 0.05  # the sky's faint, far occlusion is left out
SHADOW_FADE = 0.09  # of the width


def develop(passes, strength=1.0):
    """An sRGB uint8 RGBA picture, straight alpha, from a dict of float32 passes."""
    image = passes["image"]
    alpha = np.clip(image[..., 3], 0, 1)
    albedo, emit = passes["albedo"][..., :3], passes["emit"][..., :3]
    colour = image[..., :3]
    if strength > 0:
        guides = {
            "albedo": albedo + np.tanh(emit),
            "normal": passes["normal"][..., :3],
            "position": passes["position"][..., :3],
        }
        divisor = np.maximum(albedo, ALBEDO_FLOOR)
        light = _denoise((colour - emit) / divisor, guides, strength)
        colour = light * divisor + emit
    srgb = _tone(colour / np.maximum(alpha, 1e-4)[..., None])
    behind = _shadow(passes["shadow"][..., 3], alpha.shape) * (1 - alpha)
    covered = alpha + behind
    out = np.dstack([srgb * (alpha / np.maximum(covered, 1e-4))[..., None], covered])
    return (np.clip(out, 0, 1) * 255 + 0.5).astype(np.uint8)


def _denoise(light, guides, strength):
    """Far neighbours first, near ones last, which hides the far pass's gaps."""
    rough = _smooth(light, guides, None, reach=3, step=1, strength=strength)
    rough = _smooth(rough, guides, None, reach=1, step=1, strength=strength)
    far = _smooth(light, guides, rough, reach=3, step=2, strength=strength)
    return _smooth(far, guides, rough, reach=2, step=1, strength=strength)


def _shadow(small, shape):
    """The ground's shadow at the picture's size: soft, and ending before the picture does."""
    height, width = shape
    times = width // small.shape[1]
    soft = np.repeat(np.repeat(np.clip(small, 0, 1), times, 0), times, 1)[:height, :width]
    soft = np.pad(soft, [(0, height - soft.shape[0]), (0, width - soft.shape[1])], mode="edge")
    soft = _blur(soft, width / 110)
    across = np.minimum(np.arange(width), np.arange(width)[::-1]) / (SHADOW_FADE * width)
    down = np.minimum(np.arange(height), np.arange(height)[::-1]) / (SHADOW_FADE * width)
    fade = np.clip(np.minimum(across[None, :], down[:, None]), 0, 1)
    return SHADOW_STRENGTH * np.maximum(soft - SHADOW_FLOOR, 0) * fade * fade * (3 - 2 * fade)


def _blur(values, sigma):
    reach = int(3 * sigma)
    taps = np.exp(-np.square(np.arange(-reach, reach + 1)) / (2 * sigma * sigma))
    taps /= taps.sum()
    for axis in (0, 1):
        padded = np.pad(values, [(reach, reach) if a == axis else (0, 0) for a in (0, 1)], mode="edge")
        size = values.shape[axis]
        values = sum(tap * padded.take(range(k, k + size), axis) for k, tap in enumerate(taps))
    return values


def _smooth(values, guides, reference, reach, step, strength):
    total = values.copy()
    weight = np.ones(values.shape[:2], np.float32)
    for dy in range(-reach * step, reach * step + 1, step):
        for dx in range(-reach * step, reach * step + 1, step):
            if dx == 0 and dy == 0:
                continue
            here, there = _overlap(values.shape, dy, dx)
            w = _likeness(guides, reference, here, there, strength)
            w *= np.exp(-(dx * dx + dy * dy) / (2.0 * (reach * step * 0.6) ** 2))
            total[here] += values[there] * w[..., None]
            weight[here] += w
    return total / weight[..., None]


def _likeness(guides, reference, here, there, strength):
    """How much two pixels look like one surface under one light: 0 to 1."""
    cost = np.square(guides["albedo"][here] - guides["albedo"][there]).sum(-1) / 0.004
    normal = guides["normal"]
    cost += np.square(normal[here] - normal[there]).sum(-1) / 0.02
    offset = guides["position"][here] - guides["position"][there]
    cost += np.square((offset * normal[here]).sum(-1)) / 0.0006
    if reference is not None:
        a, b = reference[here], reference[there]
        difference = np.square(a - b).sum(-1) / (0.01 + 0.05 * np.square(a).sum(-1) / 3)
        cost += difference / (0.35 * strength)
    return np.exp(-cost)


def _overlap(shape, dy, dx):
    height, width = shape[:2]
    here = (slice(max(0, -dy), height - max(0, dy)), slice(max(0, -dx), width - max(0, dx)))
    there = (slice(max(0, dy), height - max(0, -dy)), slice(max(0, dx), width - max(0, -dx)))
    return here, there


def _tone(linear):
    """A gentle shoulder for the brightest clay, then the sRGB curve."""
    linear = np.maximum(linear, 0)
    room = 1 - SHOULDER
    bent = np.where(linear > SHOULDER, SHOULDER + room * (1 - np.exp(-(linear - SHOULDER) / room)), linear)
    return np.where(bent <= 0.0031308, bent * 12.92, 1.055 * np.power(np.maximum(bent, 1e-6), 1 / 2.4) - 0.055)
