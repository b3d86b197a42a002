// What every screen owes whoever looks at it.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The page fits its screen and breaks no rule that a machine can judge; `name` says which page it was. */
export async function holdsToAccessibility(page: Page, name: string) {
  // What moves is judged where it comes to rest.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // A notice lies over what it hides, and the bar over what was scrolled under it.
  const notices = page.getByLabel('Notification', { exact: true })
  await notices.locator('li button[aria-label="Fechar"]').evaluateAll((all) => all.forEach((close) => close instanceof HTMLElement && close.click()))
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.waitForLoadState('networkidle')
  const overflow_px = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect.soft(overflow_px, `${name} is wider than the screen`).toBe(0)
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  expect
    .soft(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).slice(0, 3).join(', ')}`), `${name} ${page.viewportSize()?.width}`)
    .toEqual([])
}
