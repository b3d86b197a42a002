// Every text of the database is made hostile, again and again until each field
// has held every payload, and every address is opened in each role.
import { expect, test, type Page } from '@playwright/test'
import { url } from '../cast.ts'
import { openAs, openPage } from '../people.ts'
import { demo, ROLES, places, type Place, type Role } from '../places.ts'
import { made, watch } from '../probe.ts'

type Written = { fields: number; texts: number; pairs: number; left: number }

/** Has whoever started this write the next payloads into every text. */
async function poison(): Promise<Written> {
  const answer = await fetch(process.env.AUTOMACAO_POISON_URL ?? '', { method: 'POST' })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Written
}

async function open(page: Page, place: Place): Promise<string[]> {
  await page.goto(`${url()}${place.path}`)
  await page.locator('[data-drawn]').waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  await page.emulateMedia({ media: 'print' })
  const found = await made(page)
  await page.emulateMedia({ media: 'screen' })
  return found
}

async function walk(everywhere: Place[], viewer: Role | undefined, viewerOf: (role: Role | undefined) => Promise<Page>): Promise<{ opened: number; found: string[] }> {
  const page = await viewerOf(viewer)
  const found = await watch(page.context())
  let opened = 0
  for (const place of everywhere) {
    if (viewer === undefined ? place.roles !== undefined : place.roles !== undefined && !place.roles.includes(viewer)) continue
    found.push(...(await open(page, place)))
    opened += 1
  }
  await page.context().close()
  return { opened, found }
}

test('nada do que está escrito roda, em página nenhuma, para ninguém', async ({ browser }) => {
  const everywhere = await places()
  const viewerOf = (role: Role | undefined) => (role === undefined ? openPage(browser) : openAs(browser, demo(role)))
  const total = { rounds: 0, opened: 0, fields: 0, pairs: 0, left: 0 }
  const roundsMax = Number(process.env.AUTOMACAO_ROUNDS_MAX ?? '6')
  for (let left = 1; left > 0 && total.rounds < roundsMax; ) {
    const written = await poison()
    left = written.left
    total.rounds += 1
    Object.assign(total, { fields: written.fields, pairs: written.pairs, left })
    for (const viewer of [undefined, ...ROLES]) {
      const { opened, found } = await walk(everywhere, viewer, viewerOf)
      total.opened += opened
      expect(found).toEqual([])
    }
  }
  console.log(`FIGURE ${total.fields} fields, ${total.pairs} of payload and field, ${total.left} left, ${total.opened} pages opened in ${total.rounds} rounds: 0 ran`)
})
