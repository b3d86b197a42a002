// Dashboards: nothing moves far under the hand of who reads them. On a busy machine
// the first steps still come a moment before the list above them (0.03 was seen).
import { expect, test } from '@playwright/test'
import { url } from '../cast.ts'
import { HOMES, ROLES } from '../places.ts'
import { signInAs } from '../sign-in.ts'

declare global {
  interface Window {
    moved: number
  }
}

/** What counts as good of a page's layout shifts (web.dev/articles/cls). */
const MOVED_MAX = 0.1

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
