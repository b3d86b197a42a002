const PICTURES = ['https:', 'http:', 'blob:']
const LINKS = ['https:', 'http:']

/** A stored picture address that a page may load: http(s), blob, or an image as a data URL. */
export function pictureAddress(address: string | null | undefined): string | undefined {
  if (!address) return undefined
  if (/^data:image\/(png|jpeg|webp|svg\+xml)[;,]/.test(address)) return address
  return PICTURES.includes(schemeOf(address)) ? address : undefined
}

/** A stored address that a link may lead to: http(s) only. */
export function linkAddress(address: string | null | undefined): string | undefined {
  return address && LINKS.includes(schemeOf(address)) ? address : undefined
}

function schemeOf(address: string): string {
  return URL.parse(address, window.location.origin)?.protocol ?? ''
}
