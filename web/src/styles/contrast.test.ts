import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const TEXT = 4.5
const INTERFACE = 3

/** Every pair that meets on a screen: [in front, behind, ratio wanted]. */
const SURFACES = ['surface', 'raised', 'sunken', 'hover']
const STATES = ['success', 'warning', 'danger', 'info']
const PAIRS: [string, string, number][] = [
  ...SURFACES.flatMap((behind): [string, string, number][] => [
    ['ink', behind, TEXT],
    ['muted', behind, TEXT],
    ['control', behind, INTERFACE],
    ['focus', behind, INTERFACE],
  ]),
  ...STATES.flatMap((state): [string, string, number][] => [
    [state, 'surface', TEXT],
    [state, 'raised', TEXT],
    [state, `${state}-soft`, TEXT],
    ['ink', `${state}-soft`, TEXT],
  ]),
  ['on-accent', 'accent', TEXT],
  ['on-accent', 'accent-hover', TEXT],
  ['accent-mark', 'surface', INTERFACE],
  ['accent-mark', 'raised', INTERFACE],
  ['on-inverse', 'inverse', TEXT],
  ['on-inverse', 'inverse-hover', TEXT],
  ['inverse-mark', 'inverse', TEXT],
  ['inverse', 'raised', INTERFACE],
  ['on-danger', 'danger-solid', TEXT],
  ['on-danger', 'danger-solid-hover', TEXT],
]

type Tokens = Record<string, string>

const css = readFileSync('src/styles/tokens.css', 'utf8')
const light = tokens(css.split('@variant dark')[0] ?? '')
const dark = { ...light, ...tokens(css.split('@variant dark')[1] ?? '') }

describe.each([
  ['light', light],
  ['dark', dark],
])('%s theme', (_name, theme) => {
  test.each(PAIRS)('%s on %s has at least %s:1', (front, behind, wanted) => {
    expect(contrast(colour(theme, front), colour(theme, behind))).toBeGreaterThanOrEqual(wanted)
  })
})

function tokens(text: string): Tokens {
  return Object.fromEntries(
    [...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

/** The relative luminance behind a token (WCAG 2.2). */
function colour(theme: Tokens, name: string): number {
  const value = theme[name] ?? ''
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (reference !== undefined) return colour(theme, reference)
  const [lightness = NaN, chroma = NaN, hue = NaN] = (/^oklch\(([\d. ]+)\)$/.exec(value)?.[1] ?? '')
    .split(' ')
    .map(Number)
  return luminance(lightness, chroma, (hue * Math.PI) / 180)
}

// oklch → oklab → linear sRGB, clipped as a screen clips it.
function luminance(lightness: number, chroma: number, angle: number): number {
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(Math.max(value, 0), 1)
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
