// Whatever runs, or is kept from running, that nobody of ours wrote.
import type { BrowserContext, Page } from '@playwright/test'

/** Watches all pages of a browser: scripts of others that ran, dialogs, and what the Content-Security-Policy kept out. */
export async function watch(context: BrowserContext): Promise<string[]> {
  const seen: string[] = []
  await context.exposeBinding('__xss', ({ page }, which: unknown) => void seen.push(`${page.url()}: payload ${String(which)} ran`))
  await context.exposeBinding('__kept', ({ page }, what: string) => void seen.push(`${page.url()}: the policy kept out ${what}`))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const kept: unknown = Reflect.get(window, '__kept')
      if (typeof kept === 'function') kept(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  context.on('dialog', (dialog) => {
    seen.push(`${dialog.page()?.url() ?? ''}: a dialog says ${dialog.message()}`)
    void dialog.dismiss()
  })
  return seen
}

/** Elements of a page that no text may have become: scripts and frames of others, handlers, addresses that run. */
export function made(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const runs = /^[\s\u0000-\u001f]*(javascript|vbscript|data\s*:\s*text)/i
    const isMade = (element: Element) => {
      const name = element.localName
      if (['iframe', 'frame', 'frameset', 'object', 'embed', 'base', 'marquee', 'keygen', 'isindex', 'xmp', 'listing', 'animate', 'set', 'foreignobject'].includes(name)) return true
      if (name === 'meta' && element.getAttribute('http-equiv')?.toLowerCase() === 'refresh') return true
      if (name === 'script' && !/json$/.test(element.getAttribute('type') ?? '')) {
        const source = element.getAttribute('src')
        return source === null ? (element.textContent ?? '').includes('__xss') : new URL(source, location.href).origin !== location.origin
      }
      return [...element.attributes].some(({ name: key, value }) => /^on/i.test(key) || (['href', 'src', 'action', 'formaction', 'xlink:href', 'data'].includes(key) && runs.test(value)))
    }
    return [...document.querySelectorAll('*')].filter(isMade).map((element) => `${location.pathname}: ${element.outerHTML.slice(0, 160)}`)
  })
}
