import { builtInUrl, SITE_IMAGE_KEYS } from '@/features/site-image/keys'

/** The picture that comes with the product for a key; undefined for an unknown key. */
export function builtInUrlOf(key: string): string | undefined {
  const known = SITE_IMAGE_KEYS.find((name) => name === key)
  return known === undefined ? undefined : builtInUrl(known)
}
