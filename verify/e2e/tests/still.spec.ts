// Dashboards: nothing moves under the hand of who reads them.
import { expect, test } from '@playwright/test'
import { url } from '../cast.ts'
import { HOMES, ROLES } from '../places.ts'
import { signInAs } from '../sign-in.ts'

declare global {
  interface Window {
    moved: number
  }
}

/** A line of text that is a little longer than what stood for it; a tenth counts as good (web.dev/articles/cls). */
const MOVED_MAX = 0.02

for (const width of [360, 1280]) {
  test(`os painéis não se mexem enquanto se montam, em ${width}`, async ({ browser }) => {
    for (const role of ROLES) {
      const context = await browser.newContext({ viewport: { width, height: 800 } })
      await context.addInitScript(() => {
        window.moved = 0
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries()) window.moved += (shift as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const page = await context.newPage()
      await signInAs(page, role)
      await page.goto(`${url()}${HOMES[role]}`)
      await expect(page.getByRole('heading', { name: 'Precisa de você' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => window.moved), role).toBeLessThan(MOVED_MAX)
      await context.close()
    }
  })
}
