import { useState, useMemo } from 'react'
import { pictureAddress } from '@/lib/text/address'
import { classNames } from '@/lib/class-names'
import { firstLettersOf } from '@/lib/person/person'
import { type AvatarKind, drawPicture } from './drawn-picture'

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
