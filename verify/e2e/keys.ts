// Going about a page by its keys alone, as who has no mouse does.
import { expect, type Locator, type Page } from '@playwright/test'

const STEPS_MAX = 80

/**
 * What has the focus is drawn so: itself, what it is stretched to, its label or the card that it stretches
 * over has an outline. In a field for a date the browser draws its own, part by part.
 */
export function isFocusSeen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body) return true
    if (focused.matches('input[type=date]')) return true
    const drawn = [focused, focused.parentElement, focused.closest('label'), focused.closest('.relative')]
    const looks = [getComputedStyle(focused, '::after'), ...drawn.flatMap((element) => (element === null ? [] : getComputedStyle(element)))]
    return looks.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1)
  })
}

/** Tabs on until the target has the focus; whatever is passed shows that it has it. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let step = 0; step < STEPS_MAX; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
    const where = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160) ?? '')
    expect.soft(await isFocusSeen(page), `the focus is not seen on ${where}`).toBe(true)
  }
  await expect(target, `${STEPS_MAX} steps did not lead there`).toBeFocused()
}

export async function write(page: Page, target: Locator, text: string) {
  await tabTo(page, target)
  await page.keyboard.insertText(text)
}

/** Tabs to what is pressed, and presses it. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
