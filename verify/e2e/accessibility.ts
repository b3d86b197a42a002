// What every screen owes whoever looks at it.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Controls that are hard to hit: below 24 × 24 px (WCAG 2.2, 2.5.8). A link within a sentence is as high as its line. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SMALLEST_PX = 23.5
    const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=checkbox], [role=switch], [role=tab], [role=menuitem], [role=option]'
    const isInSentence = (control: Element) => {
      if (getComputedStyle(control).display !== 'inline') return false
      const line = control.closest('p, li, dd, td, span:not([class]), div')
      return line !== null && (line.textContent ?? '').trim() !== (control.textContent ?? '').trim()
    }
    /** What a pointer hits: a stretched link its card, a box within its label all of that. */
    const targetOf = (control: Element) => {
      if (getComputedStyle(control, '::after').position === 'absolute' && control instanceof HTMLElement) return control.offsetParent ?? control
      return control.matches('input') ? (control.closest('label') ?? control) : control
    }
    return [...document.querySelectorAll(CONTROLS)].flatMap((control) => {
      const [target, own] = [targetOf(control).getBoundingClientRect(), control.getBoundingClientRect()]
      // What has no box of its own, as one whose contents stand in its place, is hit where the control is.
      const { width, height } = target.width * target.height > 0 ? target : own
      const isSeen = own.width > 1 && own.height > 1 && getComputedStyle(control).visibility !== 'hidden' && control.closest('[aria-hidden=true]') === null
      if (!isSeen || Math.min(width, height) >= SMALLEST_PX || isInSentence(control)) return []
      return [`${control.localName} ${Math.round(width)}×${Math.round(height)} ${control.getAttribute('aria-label') ?? (control.textContent ?? '').slice(0, 40)} ${control.id}`]
    })
  })
}

/** Lays out what lies below the screen too: there it would fit whatever is in it. */
export async function layOutAll(page: Page) {
  await page.addStyleTag({ content: '* { content-visibility: visible !important; contain: none !important }' })
}

/** How much wider than its screen the page is with its text at a size. */
function overflowAt(page: Page, size: '100%' | '200%'): Promise<number> {
  return page.evaluate((fontSize) => {
    const root = document.documentElement
    root.style.fontSize = fontSize
    const overflow_px = root.scrollWidth - root.clientWidth
    root.style.fontSize = ''
    return overflow_px
  }, size)
}

/** The page fits its screen and breaks no rule that a machine can judge; `name` says which page it was. */
export async function holdsToAccessibility(page: Page, name: string) {
  // What moves is judged where it comes to rest.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // A notice lies over what it hides, and the bar over what was scrolled under it.
  const notices = page.getByLabel('Notification', { exact: true })
  await notices.locator('li button[aria-label="Fechar"]').evaluateAll((all) => all.forEach((close) => close instanceof HTMLElement && close.click()))
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.waitForLoadState('networkidle')
  await layOutAll(page)
  // A desk whose text is set larger gets the phone's layout: its widths are counted in letters.
  const isPhone = (page.viewportSize()?.width ?? 0) < 640
  for (const size of isPhone ? (['100%', '200%'] as const) : (['100%'] as const)) {
    expect.soft(await overflowAt(page, size), `${name} is wider than the screen, with its text at ${size}`).toBe(0)
  }
  expect.soft(await smallTargets(page), `${name} has targets below 24 px`).toEqual([])
  expect.soft(await brokenRules(page), `${name} ${page.viewportSize()?.width}`).toEqual([])
}

/**
 * What a machine finds wrong on the page as it stands, rule by rule. There are no frames of others in it,
 * for whose sake the other mode opens a page more each time. Of what holds, axe names no elements.
 */
export async function brokenRules(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).slice(0, 3).join(', ')}`)
}
