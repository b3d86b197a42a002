import { initialsOf } from '@/lib/person/person'

export type AvatarKind = 'person' | 'company'

/** Backgrounds with a 4.5:1 contrast to white letters in both themes; no orange, which marks the main action. */
export const GROUNDS = [
  '#1f5f8b',
  '#2a6b5e',
  '#6b4a8a',
  '#8a3d5a',
  '#4a5d23',
  '#315a9e',
  '#7a4b2a',
  '#0f6674',
  '#5b5470',
  '#9a3b3b',
  '#3f6b35',
  '#4b55a5',
] as const

/** Draws a person as plain initials, and a company as initials under a stepped roof that is visible at 24 px. */
export function drawPicture(seed: string, name: string, kind: AvatarKind): string {
  const ground = GROUNDS[hashOf(seed) % GROUNDS.length] ?? GROUNDS[0]
  const letters = initialsOf(name).replace(/[<>&]/g, '')
  const isCompany = kind === 'company'
  const roof = isCompany
    ? '<path d="M0 0H40V9L30 3V9L20 3V9L10 3V9L0 3Z" fill="#fff" fill-opacity=".92"/>'
    : ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${ground}"/>${roof}<text x="20" y="${isCompany ? '29' : '26'}" text-anchor="middle" font-family="IBM Plex Sans Variable,system-ui,sans-serif" font-size="${isCompany ? '16' : '17'}" font-weight="600" fill="#fff">${letters}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** The FNV-1a hash: the same seed gives the same picture on every device. */
function hashOf(text: string): number {
  return Array.from(text).reduce(
    (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0,
    0x811c9dc5,
  )
}
