import { useState, useMemo } from 'react'
import { classNames } from '@/lib/class-names'
import { firstLettersOf, initialsOf } from '@/lib/person/person'
import { pictureAddress } from '@/lib/text/address'

const SIZES = {
  xs: 'size-6 text-xs',
  sm: 'size-8 text-xs',
  md: 'size-10 text-sm',
  lg: 'size-16 text-lg',
  xl: 'size-28 text-2xl',
}

type AvatarProps = {
  name: string
  /** People are round, companies square. */
  kind?: AvatarKind
  imageUrl: string | null | undefined
  /** The same seed generates the same picture. */
  seed: string | null | undefined
  size?: keyof typeof SIZES
  /** The alternative text; left out when the name stands beside the avatar, which is then decorative. */
  alt?: string
  /** Adds a pulsing dot, with a text for screen readers, for unread messages. */
  hasUnread?: boolean
  className?: string
}

/** The picture of a person or company: their image, else one drawn from the seed, else their initials. */
export function Avatar({
  name,
  kind = 'person',
  imageUrl,
  seed,
  size = 'md',
  alt = '',
  hasUnread = false,
  className,
}: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const shownUrl = pictureAddress(imageUrl)
  const letters = <Letters name={name} alt={alt} />
  return (
    <span className={classNames('relative block shrink-0', SIZES[size], className)}>
      <span
        className={classNames(
          'flex size-full items-center justify-center overflow-hidden bg-hover font-medium text-ink',
          kind === 'person' ? 'rounded-full' : 'rounded',
        )}
      >
        {shownUrl !== undefined && shownUrl !== brokenUrl ? (
          <img
            src={pictureAddress(shownUrl)}
            alt={alt}
            loading="lazy"
            decoding="async"
            className="size-full object-cover"
            onError={() => setBrokenUrl(shownUrl)}
          />
        ) : seed ? (
          <GeneratedPicture seed={seed} name={name} kind={kind} alt={alt} />
        ) : (
          letters
        )}
      </span>
      {hasUnread && <UnreadDot />}
    </span>
  )
}

function Letters({ name, alt }: { name: string; alt: string }) {
  const letters = firstLettersOf(name)
  return alt === '' ? (
    <span aria-hidden>{letters}</span>
  ) : (
    <span role="img" aria-label={alt}>
      {letters}
    </span>
  )
}

function UnreadDot() {
  return (
    <span className="absolute -top-1 -right-1">
      <span
        aria-hidden
        className="block size-3 animate-pulse-dot rounded-full border-2 border-surface bg-info"
      />
      <span className="sr-only">Há mensagens não lidas</span>
    </span>
  )
}

type GeneratedPictureProps = { seed: string; name: string; kind: AvatarKind; alt: string }

/** Draws the picture in the browser, so that no name or seed leaves it. */
export function GeneratedPicture({ seed, name, kind, alt }: GeneratedPictureProps) {
  const source = useMemo(() => drawPicture(seed, name, kind), [seed, name, kind])
  return <img src={source} alt={alt} className="size-full object-cover" />
}

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
function drawPicture(seed: string, name: string, kind: AvatarKind): string {
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
