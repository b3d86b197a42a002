// Draws the mark of public/favicon.svg in the sizes that systems want as pictures of dots. It is
// a rounded square, lines of one width and a disc: near enough to a distance to be drawn by one.
import { Buffer } from 'node:buffer'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

/** How much of a maskable icon a system may cut away on each side, in parts of the mark's own size. */
const MASK_MARGIN = 0.25

/** What iPhones and iPads show while the installed product starts: width and height in points, dots a point. */
const SPLASHES = [
  [440, 956, 3],
  [430, 932, 3],
  [402, 874, 3],
  [393, 852, 3],
  [390, 844, 3],
  [414, 896, 2],
  [375, 812, 3],
  [375, 667, 2],
  [1024, 1366, 2],
  [820, 1180, 2],
]
const SPLASH_GROUND = [0xfb, 0xf9, 0xf5]

/** The links by which a first document names the pictures of SPLASHES. */
export function splashLinks() {
  return SPLASHES.map(
    ([width, height, dots]) =>
      `<link rel="apple-touch-startup-image" href="/${splashName(width * dots, height * dots)}" media="(device-width: ${width}px) and (device-height: ${height}px) and (-webkit-device-pixel-ratio: ${dots}) and (orientation: portrait)" />`,
  )
}

const splashName = (width, height) => `inicio-${width}x${height}.png`

/** Writes favicon.ico, the icons of the manifest and what is shown at the start into the build. */
export async function writeIcons(dist) {
  const mark = readMark(await readFile(join(dist, 'favicon.svg'), 'utf8'))
  const icons = { 'icon-192.png': 192, 'icon-512.png': 512 }
  for (const [name, size] of Object.entries(icons)) await writeFile(join(dist, name), png(draw(mark, size)))
  await writeFile(join(dist, 'icon-maskable-512.png'), png(draw(mark, 512, MASK_MARGIN)))
  await writeFile(join(dist, 'apple-touch-icon.png'), png(draw(mark, 180, 0.1)))
  await writeFile(join(dist, 'icon-badge-96.png'), png(draw(outline(mark), 96)))
  await writeFile(join(dist, 'favicon.ico'), ico(png(draw(mark, 32)), 32))
  for (const [width, height, dots] of SPLASHES)
    await writeFile(
      join(dist, splashName(width * dots, height * dots)),
      png(splash(draw(mark, 96 * dots), width * dots, height * dots)),
    )
}

/** The icon in the middle of an empty screen, of RGB. */
function splash(icon, width, height) {
  const rows = Buffer.alloc(height * (width * 3 + 1))
  const [left, top] = [Math.floor((width - icon.width) / 2), Math.floor((height - icon.height) / 2)]
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      rows.set(dotOn(icon, column - left, row - top), row * (width * 3 + 1) + 1 + column * 3)
  return { width, height, rows, hasAlpha: false }
}

function dotOn({ width, height, rows }, x, y) {
  if (x < 0 || y < 0 || x >= width || y >= height) return SPLASH_GROUND
  const at = y * (width * 4 + 1) + 1 + x * 4
  const alpha = rows[at + 3] / 255
  return SPLASH_GROUND.map((ground, i) => Math.round(rows[at + i] * alpha + ground * (1 - alpha)))
}

function readMark(svg) {
  const [, size] = /viewBox="0 0 (\d+)/.exec(svg)
  const [, radius, ground] = /<rect[^>]*rx="([\d.]+)" fill="(#\w+)"/.exec(svg)
  const paths = [...svg.matchAll(/<path d="([^"]+)"[^>]*stroke="(#\w+)" stroke-width="([\d.]+)"/g)]
  const [, x, y, r, dot] = /<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" fill="(#\w+)"/.exec(svg)
  return {
    size: Number.parseFloat(size),
    radius: Number.parseFloat(radius),
    ground: colour(ground),
    lines: paths.flatMap(([, path]) => linesOf(path)),
    line: colour(paths[0][2]),
    half: Number.parseFloat(paths[0][3]) / 2,
    disc: { x: Number.parseFloat(x), y: Number.parseFloat(y), r: Number.parseFloat(r), colour: colour(dot) },
  }
}

/** The segments of a path of M, L and h: moves, lines, and lines to the side. */
function linesOf(path) {
  const lines = []
  let at
  for (const [, command, numbers] of path.matchAll(/([MLh])([^MLh]*)/g)) {
    const values = numbers
      .trim()
      .split(/[\s,]+/)
      .map(Number.parseFloat)
    if (command === 'h') lines.push([at, (at = [at[0] + values[0], at[1]])])
    else
      for (let i = 0; i < values.length; i += 2) {
        const next = [values[i], values[i + 1]]
        if (at !== undefined && !(command === 'M' && i === 0)) lines.push([at, next])
        at = next
      }
  }
  return lines
}

/** Rows of RGBA. With a margin the ground fills the whole picture and the mark stands inside. */
function draw(mark, pixels, margin = 0) {
  const scale = (mark.size * (1 + margin)) / pixels
  const inset = (mark.size * margin) / 2
  const rows = Buffer.alloc(pixels * (pixels * 4 + 1))
  for (let row = 0; row < pixels; row++)
    for (let column = 0; column < pixels; column++) {
      const point = [(column + 0.5) * scale - inset, (row + 0.5) * scale - inset]
      rows.set(dotAt(mark, point, scale, margin > 0), row * (pixels * 4 + 1) + 1 + column * 4)
    }
  return { width: pixels, height: pixels, rows, hasAlpha: true }
}

function dotAt(mark, point, scale, isFilled) {
  const cover = (distance) => Math.min(1, Math.max(0, 0.5 - distance / scale))
  const alpha = isFilled ? 1 : cover(toSquare(point, mark.size, mark.radius))
  const line = cover(Math.min(...mark.lines.map((ends) => toLine(point, ends))) - mark.half)
  const { x, y, r, colour: dot } = mark.disc
  const disc = cover(Math.hypot(point[0] - x, point[1] - y) - r)
  const channels = [0, 1, 2].map((i) => {
    const below = mark.ground[i] * (1 - line) + mark.line[i] * line
    return Math.round(below * (1 - disc) + dot[i] * disc)
  })
  return [...channels, Math.round((mark.isOutline ? Math.max(line, disc) : alpha) * 255)]
}

/** The mark as a phone's status bar wants it: what is drawn is white, the rest is not there. */
function outline(mark) {
  const white = [255, 255, 255]
  return { ...mark, line: white, disc: { ...mark.disc, colour: white }, ground: white, isOutline: true }
}

function toSquare([x, y], size, radius) {
  const [dx, dy] = [x, y].map((value) => Math.abs(value - size / 2) - size / 2 + radius)
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius
}

function toLine([x, y], [[ax, ay], [bx, by]]) {
  const [dx, dy] = [bx - ax, by - ay]
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}

function colour(hex) {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
}

function png({ width, height, rows, hasAlpha }) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, hasAlpha ? 6 : 2], 8) // Eight bits each of red, green, blue and, it may be, alpha.
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND'),
  ])
}

function chunk(kind, data = Buffer.alloc(0)) {
  const body = Buffer.concat([Buffer.from(kind), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** An icon file that holds one PNG. */
function ico(picture, pixels) {
  const header = Buffer.alloc(22)
  header.set([0, 0, 1, 0, 1, 0, pixels, pixels, 0, 0, 1, 0, 32, 0])
  header.writeUInt32LE(picture.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, picture])
}
