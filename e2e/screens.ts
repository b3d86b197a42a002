// Photographs every screen: each address in the role that may open it, on a
// phone, a tablet and two desks, in both themes. `make screens` leaves them in results/screens.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { url } from './cast.ts'
import { places, ROLES, type Place, type Role } from './places.ts'
import { start } from './server.ts'
import { signInAs } from './sign-in.ts'

const FOLDER = join(import.meta.dirname, 'results', 'screens')
const WIDTHS = [360, 768, 1280, 1920]
const THEMES = ['light', 'dark'] as const

const stop = await start()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const all = await places()
  for (const viewer of [undefined, ...ROLES]) {
    const shown = all.filter((place) => (viewer === undefined ? !place.roles : place.roles?.includes(viewer)))
    for (const width of WIDTHS) for (const theme of THEMES) await photograph(browser, shown, viewer, width, theme)
  }
} finally {
  await browser.close()
  await stop()
}

async function photograph(from: Browser, shown: Place[], viewer: Role | undefined, width: number, theme: 'light' | 'dark') {
  const context = await from.newContext({
    viewport: { width, height: width < 600 ? 780 : 860 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  })
  const page = await context.newPage()
  if (viewer !== undefined) await signInAs(page, viewer)
  const folder = join(FOLDER, viewer ?? 'visitante')
  await mkdir(folder, { recursive: true })
  for (const place of shown) {
    await page.goto(`${url()}${place.path}`)
    await page.waitForLoadState('networkidle')
    const name = place.path.replace(/[0-9a-f-]{36}/, 'id').replace(/[^a-z-]+/g, '_').replace(/^_|_$/g, '') || 'inicio'
    const missing = place.missing ? '-inexistente' : ''
    await page.screenshot({ path: join(folder, `${name}${missing}-${width}-${theme}.png`), fullPage: true })
  }
  console.log(`${viewer ?? 'visitante'} ${width} ${theme}: ${shown.length}`)
  await context.close()
}
