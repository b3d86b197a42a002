// Every address, signed out and in each role: who gets in, what it is called,
// whether it fits the screen and holds to the accessibility rules, and that
// nothing fails unseen.
import { expect, test, type Page } from '@playwright/test'
import { holdsToAccessibility } from '../accessibility.ts'
import { url } from '../cast.ts'
import { watch } from '../probe.ts'
import { demo, HOMES, ROLES, places, type Place, type Role } from '../places.ts'
import { closePages, openAs, openPage, visit } from '../people.ts'
import { signInAs } from '../sign-in.ts'

test.afterEach(closePages)

const PRODUCT = 'Automação - Indústria'

function failures(page: Page): string[] {
  const seen: string[] = []
  page.on('pageerror', (error) => seen.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    // The browser itself reports the answer 404 that a missing page must have.
    if (message.type() === 'error' && !message.text().includes('status of 404')) seen.push(`${page.url()}: ${message.text()}`)
  })
  return seen
}

function mayOpen(place: Place, viewer: Role | undefined): boolean {
  return place.roles === undefined || (viewer !== undefined && place.roles.includes(viewer))
}

async function open(page: Page, place: Place, viewer: Role | undefined) {
  const answer = await page.goto(`${url()}${place.path}`)
  expect.soft(answer?.status(), place.path).toBe(place.missing ? 404 : 200)
  if (!mayOpen(place, viewer)) {
    await expect.soft(page, place.path).toHaveURL(viewer === undefined ? /\/auth$/ : `${url()}/`)
    return false
  }
  await expect.soft(page, place.path).toHaveTitle(place.title === '' ? PRODUCT : `${place.title} · ${PRODUCT}`)
  await expect.soft(page.getByRole('heading', { level: 1 }), place.path).toHaveCount(1)
  expect.soft(new URL(page.url()).pathname, place.path).toBe(new URL(place.path, url()).pathname)
  return true
}

/** A desk in the light, and a phone in the dark. */
const SCREENS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const

for (const viewer of [undefined, ...ROLES]) {
  test(`${viewer ?? 'visitante'} abre cada endereço`, async ({ browser }) => {
    const page = viewer === undefined ? await openPage(browser) : await openAs(browser, demo(viewer), '/termos')
    const failed = failures(page)
    const reported = await watch(page.context())
    const show = async ({ colorScheme, width }: (typeof SCREENS)[number]) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
    }
    for (const place of await places()) {
      // Public pages look the same to members: visitors check them.
      if (viewer !== undefined && place.roles === undefined) continue
      if (viewer !== undefined && place.owners?.includes(viewer) === false) continue
      await show(SCREENS[0])
      if (!(await open(page, place, viewer))) continue
      for (const screen of SCREENS) {
        await show(screen)
        await holdsToAccessibility(page, place.path)
      }
    }
    expect(failed).toEqual([])
    expect(reported, 'the Content-Security-Policy reports').toEqual([])
  })
}

for (const role of ROLES) {
  test(`${role}: o painel e a página de acesso levam ao próprio painel`, async ({ page }) => {
    await signInAs(page, role)
    for (const path of ['/dashboard', '/auth']) {
      await page.goto(`${url()}${path}`)
      await expect(page).toHaveURL(`${url()}${HOMES[role]}`)
    }
  })
}

test('cada mudança de endereço volta ao topo da página', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 })
  await visit(page, '/termos')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Política de Privacidade' }).click()
  await expect(page).toHaveURL(`${url()}/privacidade`)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})
