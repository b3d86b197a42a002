import { Fragment } from 'react'
import { linkAddress } from '@/lib/text/address'

const ADDRESS = /https?:\/\/[^\s<>"'`]+/giu
/** What ends a sentence belongs to no address. */
const TAIL = /[.,;:!?…)\]}»”’]+$/u

/** A message's text with its web addresses as links; only http and https become links. */
export function LinkedText({ text }: { text: string }) {
  return partsOf(text).map(({ href, words }, index) => (
    <Fragment key={index}>
      {href === undefined ? (
        words
      ) : (
        <a
          href={linkAddress(href)}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className="break-all underline underline-offset-2"
        >
          {words}
        </a>
      )}
    </Fragment>
  ))
}

type Part = { words: string; href?: string }

export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = trim(found)
    const href = hrefOf(address)
    if (href === undefined) continue
    if (index > end) parts.push({ words: text.slice(end, index) })
    parts.push({ words: address, href })
    end = index + address.length
  }
  if (end < text.length) parts.push({ words: text.slice(end) })
  return parts
}

/** A closing bracket stays with the address that opened it, as in Wikipedia's. */
function trim(found: string): string {
  const tail = TAIL.exec(found)?.[0] ?? ''
  const bare = found.slice(0, found.length - tail.length)
  return tail.startsWith(')') && bare.includes('(') ? `${bare})` : bare
}

function hrefOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}
