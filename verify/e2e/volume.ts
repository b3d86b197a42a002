// Opens every screen of a market with 10,000 projects, 10,000 professionals and
// 100,000 messages, and says how long each takes. `make volume` runs it.
import { chromium, type Page, type Request } from '@playwright/test'
import { url } from './cast.ts'
import { demoWire } from './people.ts'
import { DEMO, places, ROLES } from './places.ts'
import { start } from './server.ts'
import { signInAs } from './sign-in.ts'

const VOLUME = ['--projects=10000', '--professionals=10000', '--companies=500', '--messages=100000']
const QUIET_MS = 400

type Figures = { settled: number; blocked: number; requests: number; slowest: number; nodes: number }

const stop = await start(VOLUME)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const all = await places()
  console.log('settled ms, main thread blocked ms, requests, slowest request ms, elements')
  for (const viewer of [undefined, ...ROLES]) {
    const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1280, height: 860 } })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    if (viewer !== undefined) await signInAs(page, viewer)
    console.log(`\n${viewer ?? 'visitante'}`)
    for (const place of all.filter((place) => (viewer === undefined ? !place.roles : place.roles?.includes(viewer))))
      report(place.path, await visit(page, place.path))
    if (viewer === undefined) await useDirectories(page)
    if (viewer === 'admin') await usePanel(page)
    if (viewer === 'company') await useLongThread(page)
    await context.close()
  }
} finally {
  await browser.close()
  await stop()
}

function report(what: string, { settled, blocked, requests, slowest, nodes }: Figures) {
  const figures = [settled, blocked, requests, slowest, nodes].map((figure) => String(Math.round(figure)).padStart(6))
  console.log(`${figures.join(' ')}  ${what}`)
}

async function visit(page: Page, path: string): Promise<Figures> {
  return timed(page, () => page.goto(`${url()}${path}`))
}

async function act(page: Page, what: string, doing: () => Promise<unknown>) {
  await page.evaluate(() => performance.clearResourceTimings())
  report(`  ${what}`, await timed(page, doing))
}

/** Times something until its last answer is there and nothing more was asked for a while. */
async function timed(page: Page, doing: () => Promise<unknown>): Promise<Figures> {
  const waiting = new Set<Request>()
  const before = Date.now()
  let last = before
  const asked = (request: Request) => {
    if (/\/(rest|auth|storage)\/v1\//.test(request.url())) waiting.add(request)
    last = Date.now()
  }
  const answered = (request: Request) => {
    waiting.delete(request)
    last = Date.now()
  }
  page.on('request', asked).on('requestfinished', answered).on('requestfailed', answered)
  await doing()
  last = Math.max(last, Date.now())
  while (waiting.size > 0 || Date.now() - last < QUIET_MS) await page.waitForTimeout(20)
  page.off('request', asked).off('requestfinished', answered).off('requestfailed', answered)
  return measured(page, last - before)
}

async function measured(page: Page, settled: number): Promise<Figures> {
  const seen = await page.evaluate(() => {
    const calls = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({ name }) =>
      /\/(rest|auth|storage)\/v1\//.test(name),
    )
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'longtask', buffered: true })
    const long = observer.takeRecords().reduce((sum, { duration }) => sum + duration - 50, 0)
    return {
      requests: calls.length,
      slowest: Math.max(0, ...calls.map(({ duration }) => duration)),
      nodes: document.querySelectorAll('*').length,
      blocked: long,
    }
  })
  return { settled, ...seen }
}

async function useDirectories(page: Page) {
  for (const path of ['/projetos', '/encontrar-profissional']) {
    await visit(page, path)
    await act(page, `${path}: search "supervisório"`, async () => {
      await page.getByRole('searchbox').first().fill('supervisório')
      await page.waitForURL(/q=/)
    })
    await act(page, `${path}: Próxima página`, () => page.getByRole('link', { name: 'Próxima página' }).click())
  }
}

async function usePanel(page: Page) {
  await visit(page, '/dashboard/admin')
  await act(page, 'users: search "Marina"', async () => {
    await page.getByRole('searchbox').first().fill('Marina')
    await page.waitForURL(/q=/)
  })
}

/** A tenth of the messages lies between the two demonstration accounts. */
async function useLongThread(page: Page) {
  const { data } = await (await demoWire(DEMO.professional)).auth.getUser()
  await act(page, 'the conversation of 10,000', () => page.goto(`${url()}/dashboard/mensagens/${data.user?.id}`))
  const thread = page.getByRole('log')
  await act(page, 'every older message', () => thread.evaluate(scrollToOldest))
  await act(page, 'type and send', async () => {
    await page.getByRole('textbox').last().fill('Confirmado para segunda-feira.')
    await page.keyboard.press('Enter')
    await thread.locator('ol:last-child li:last-child', { hasText: 'Confirmado para segunda-feira.' }).waitFor()
  })
}

async function scrollToOldest(thread: HTMLElement | SVGElement) {
  while (thread.querySelector(':scope > div button')) {
    thread.scrollTo({ top: 0 })
    await new Promise((resume) => setTimeout(resume, 20))
  }
}
