// Photographs /dev/ui, which holds every component in every state: in both
// themes, with what floats opened one by one, each judged by axe. The page is
// in no build, so it is served as `npm run dev` does.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { brokenRules } from './accessibility.ts'
import { freePort, ready } from './server.ts'

const WEB = resolve(import.meta.dirname, '../../web')
const WIDTHS = [360, 1280]
const THEMES = { claro: 'light', escuro: 'dark' } as const

/** What the machine finds wrong, in sentences; the pictures are in the folder. */
export async function photographComponents(browser: Browser, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const vite = spawn(join(WEB, 'node_modules/.bin/vite'), ['--port', String(port), '--strictPort'], { cwd: WEB, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    const address = `http://127.0.0.1:${port}/dev/ui`
    await ready(address)
    const wrong: string[] = []
    for (const width of WIDTHS)
      for (const theme of Object.keys(THEMES) as (keyof typeof THEMES)[]) {
        const context = await browser.newContext({ viewport: { width, height: 860 }, reducedMotion: 'reduce', colorScheme: THEMES[theme], locale: 'pt-BR' })
        const page = await context.newPage()
        page.on('console', (line) => line.type() === 'error' && line.text().includes('React') && wrong.push(`${theme} ${width}: ${line.text()}`))
        await page.goto(`${address}?tema=${theme}`)
        await page.locator('main > section').last().waitFor()
        wrong.push(...(await photographPage(page, folder, `${theme}-${width}`)))
        await context.close()
      }
    return wrong
  } finally {
    const exit = once(vite, 'exit')
    vite.kill()
    await exit
  }
}

async function photographPage(page: Page, folder: string, name: string): Promise<string[]> {
  const wrong = (await brokenRules(page)).map((rule) => `${name}: ${rule}`)
  for (const section of await page.locator('main > section').all()) {
    const id = await section.getAttribute('id')
    await section.screenshot({ path: join(folder, `${id}-${name}.png`) })
    for (const [at, opener] of (await section.locator('[data-opens]').all()).entries()) {
      await opener.getByRole('button').first().click()
      const floating = page.locator('[role=dialog], [role=alertdialog], [role=menu], [data-radix-popper-content-wrapper], li[data-state=open]').last()
      await floating.waitFor()
      await page.screenshot({ path: join(folder, `${id}-aberto-${at + 1}-${name}.png`) })
      wrong.push(...(await brokenRules(page)).map((rule) => `${name}, ${id} open: ${rule}`))
      await page.keyboard.press('Escape')
      await floating.waitFor({ state: 'hidden' })
    }
  }
  return wrong
}
