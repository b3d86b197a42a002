const PICTURES = ['https:', 'http:', 'blob:']
const LINKS = ['https:', 'http:']

/** A stored address of a picture as a page may load it: of the web, of this page, or drawn as an image. */
export function pictureAddress(address: string | null | undefined): string | undefined {
  if (!address) return undefined
  if (/^data:image\/(png|jpeg|webp|svg\+xml)[;,]/.test(address)) return address
  return PICTURES.includes(schemeOf(address)) ? address : undefined
}

/** A stored address as a link may lead to it: of the web and of nothing else. */
export function linkAddress(address: string | null | undefined): string | undefined {
  return address && LINKS.includes(schemeOf(address)) ? address : undefined
}

function schemeOf(address: string): string {
  return URL.parse(address, window.location.origin)?.protocol ?? ''
}
