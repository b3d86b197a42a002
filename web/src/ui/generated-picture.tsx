import { useMemo } from 'react'
import { drawPicture, type AvatarKind } from '@/ui/drawn-picture'

type GeneratedPictureProps = { seed: string; name: string; kind: AvatarKind; alt: string }

/** Drawn in the browser, so that no name or seed leaves it. */
export function GeneratedPicture({ seed, name, kind, alt }: GeneratedPictureProps) {
  const source = useMemo(() => drawPicture(seed, name, kind), [seed, name, kind])
  return <img src={source} alt={alt} className="size-full object-cover" />
}
