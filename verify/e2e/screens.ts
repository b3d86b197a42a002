// Photographs every screen: each address in the role that may open it, on a
// phone, a tablet and two desks, in both themes; then on a phone and a desk
// while it waits, with nothing in it, failing, with long texts and with each
// dialog open; then every component. `make screens` leaves them in
// results/screens and says what a machine finds wrong with them. Arguments
// choose: a state, a role, a width, `componentes` or a part of an address.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { brokenRules } from './accessibility.ts'
import { url } from './cast.ts'
import { photographComponents } from './components.ts'
import { signIn } from './people.ts'
import { places, ROLES, type Place, type Role } from './places.ts'
import { start } from './server.ts'
import { answerAs, isIn, settle, STATES, viewerIn, type State } from './states.ts'

const FOLDER = join(import.meta.dirname, 'results', 'screens')
const WIDTHS = [360, 768, 1280, 1920]
const WIDTHS_OF_STATES = [360, 1280]
const THEMES = ['light', 'dark'] as const
const DIALOGS_MAX = 12

type View = { role: Role | undefined; width: number; theme: (typeof THEMES)[number]; state: State | undefined }

const wanted = new Set(process.argv.slice(2))
const parts = [...wanted].filter((word) => word.startsWith('/'))
const wrong: string[] = []
const stop = await start()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const all = (await places()).filter(({ path }) => parts.length === 0 || parts.some((part) => path.startsWith(part)))
  for (const view of views()) await photographAll(browser, all, view)
  if (chosen('componentes', ['componentes', 'telas', ...STATES])) wrong.push(...(await photographComponents(browser, join(FOLDER, 'componentes'))))
} finally {
  await browser.close()
  await stop()
}
if (wrong.length > 0) throw new Error(`${wrong.length} things are wrong:\n${wrong.join('\n')}`)

/** Whether a word was asked for; where none of its kind was, all of them were. */
function chosen(word: string, kind: readonly string[]): boolean {
  return kind.some((one) => wanted.has(one)) ? wanted.has(word) : true
}

function* views(): Generator<View> {
  const kinds = ['componentes', 'telas', ...STATES]
  for (const state of [undefined, ...STATES].filter((one) => chosen(one ?? 'telas', kinds)))
    for (const role of [undefined, ...ROLES].filter((one) => chosen(one ?? 'visitante', ['visitante', ...ROLES])))
      for (const width of (state === undefined ? WIDTHS : WIDTHS_OF_STATES).filter((one) => chosen(String(one), WIDTHS.map(String))))
        for (const theme of THEMES.filter((one) => chosen(one, THEMES))) yield { role, width, theme, state }
}

async function photographAll(from: Browser, all: Place[], view: View) {
  const { role, width, theme, state } = view
  const shown = all.filter((place) => isIn(state, place) && (role === undefined ? !place.roles : (place.owners ?? place.roles)?.includes(role)))
  const viewer = role === undefined ? undefined : await viewerIn(state, role)
  if (shown.length === 0 || (role !== undefined && viewer === undefined)) return
  const context = await from.newContext({
    viewport: { width, height: width < 600 ? 780 : 860 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  })
  const page = await context.newPage()
  await page.goto(`${url()}/auth`)
  if (viewer !== undefined) {
    await signIn(page, viewer)
    await page.waitForURL(`${url()}/dashboard/**`)
  }
  await answerAs(page, state)
  const folder = join(FOLDER, role ?? 'visitante', state ?? '.')
  await mkdir(folder, { recursive: true })
  for (const place of shown) await photograph(page, place, view, folder).catch((error: unknown) => wrong.push(`${place.path} ${said(view)}: ${String(error).split('\n')[0]}`))
  console.log(`${said(view)}: ${shown.length}`)
  await context.close()
}

async function photograph(page: Page, place: Place, view: View, folder: string) {
  await page.goto(`${url()}${place.path}`)
  const found = await settle(page, view.state)
  const [name, missing] = [nameOf(place.path), place.missing ? '-inexistente' : '']
  const file = (more = '') => join(folder, `${name}${missing}${more}-${view.width}-${view.theme}.png`)
  if (view.state === 'dialogos') return photographDialogs(page, place, view, file)
  await page.screenshot({ path: file(), fullPage: true })
  const over_px = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (over_px > 0) found.push(`${over_px} px wider than the screen`)
  if (view.state !== undefined) found.push(...(await brokenRules(page)))
  wrong.push(...found.map((what) => `${place.path} ${said(view)}: ${what}`))
}

/** Each button that says that it opens something, one after the other, under each name once. */
async function photographDialogs(page: Page, place: Place, view: View, file: (more: string) => string) {
  const openers = page.locator('main button[aria-haspopup]:visible:enabled')
  const names = await openers.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent.trim()))
  for (const [at, name] of [...new Set(names)].slice(0, DIALOGS_MAX).entries()) {
    await openers.nth(names.indexOf(name)).click()
    const floating = page.locator('[role=dialog], [role=alertdialog], [role=menu]').last()
    await floating.waitFor()
    await page.screenshot({ path: file(`-${at + 1}`) })
    wrong.push(...(await brokenRules(page)).map((rule) => `${place.path} ${said(view)}, ${name} open: ${rule}`))
    await page.keyboard.press('Escape')
    await floating.waitFor({ state: 'hidden' })
  }
}

function nameOf(path: string): string {
  return path.replace(/[0-9a-f-]{36}/, 'id').replace(/[^a-z-]+/g, '_').replace(/^_|_$/g, '') || 'inicio'
}

function said({ role, width, theme, state }: View): string {
  return `${role ?? 'visitante'} ${state ?? 'telas'} ${width} ${theme}`
}
