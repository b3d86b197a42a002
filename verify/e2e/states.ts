// What a screen shows besides its usual contents: while it waits, with nothing
// in it, when its requests fail, with long texts, and with each dialog open.
import type { Page, Route } from '@playwright/test'
import { layOutAll } from './accessibility.ts'
import { aCompany, aProfessional } from './people.ts'
import { demo, type Place, type Role } from './places.ts'

export const STATES = ['carregando', 'vazio', 'falhando', 'longo', 'dialogos'] as const
export type State = (typeof STATES)[number]

const ROWS = '**/rest/v1/**'
const LONG_WORD = 'Eletrohidropneumaticamentesincronizadoramultifuncional'
const LONG_TEXT = `Superintendência de Manutenção Eletromecânica e Instrumentação ${LONG_WORD} da Envasadora Serra Azul`
const HUGE_CENTS = 99_999_999_999
/** What people write; a row's codes and dates stay as they are. */
const WRITTEN = new Set([
  'title', 'name', 'headline', 'description', 'about', 'content', 'last_content', 'cover_letter', 'body', 'budget', 'deadline', 'reason', 'partner', 'part',
  'city', 'location', 'comment', 'answer', 'question', 'deliverable', 'delivery_note', 'exclusions', 'assumptions', 'note', 'label', 'text',
])

/** Whom a state is looked at as; undefined for one that this role cannot be in. */
export async function viewerIn(state: State | undefined, role: Role) {
  if (state !== 'vazio') return demo(role)
  if (role === 'admin') return undefined
  return role === 'company' ? aCompany() : aProfessional()
}

/** Places of the demonstration's people are not those of who has just come. */
export function isIn(state: State | undefined, { path, missing }: Place): boolean {
  if (state === undefined) return true
  return !missing && !path.includes('#') && (state !== 'vazio' || !/[0-9a-f]{8}-/.test(path))
}

/** From now on the page is answered as the state wants; who looks is answered as ever. */
export async function answerAs(page: Page, state: State | undefined) {
  const own = await page.evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith('-auth-token'))?.[1])
  const ownId = own === undefined ? '' : (JSON.parse(own) as { user: { id: string } }).user.id
  const isSelf = (route: Route) => ownId !== '' && /\/rest\/v1\/(profiles|memberships|organisation_members)\?/.test(route.request().url()) && route.request().url().includes(`=eq.${ownId}`)
  if (state === 'carregando') await page.route(ROWS, (route) => (isSelf(route) ? route.continue() : undefined))
  if (state === 'falhando') await page.route(ROWS, (route) => (isSelf(route) ? route.continue() : route.fulfill({ status: 500, json: { code: 'XX000', message: 'failed' } })))
  if (state === 'longo') await page.route(ROWS, lengthen)
  if (state === 'vazio' && ownId === '') await page.route(ROWS, (route) => route.fulfill({ json: [], headers: { 'Content-Range': '*/0' } }))
}

/** Waits for what the state is to be seen by. Returns what is missing of it. */
export async function settle(page: Page, state: State | undefined): Promise<string[]> {
  await page.locator('[data-drawn]').waitFor({ state: 'detached' })
  if (state === 'carregando') {
    await page.locator('main h1, main [aria-busy=true]').first().waitFor()
    return []
  }
  await page.waitForLoadState('networkidle')
  await layOutAll(page)
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' }).catch(() => undefined)
  return (await page.locator('main [role=status][aria-busy=true]').count()) > 0 ? ['goes on waiting'] : []
}

async function lengthen(route: Route) {
  if (route.request().method() !== 'GET' && !route.request().url().includes('/rpc/')) return route.continue()
  const response = await route.fetch()
  const body: unknown = await response.json().catch(() => undefined)
  return body === undefined ? route.fulfill({ response }) : route.fulfill({ response, json: long(body) })
}

function long(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => long(one, key))
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, long(of, name)]))
  if (typeof value === 'string' && value !== '' && WRITTEN.has(key)) return LONG_TEXT
  return typeof value === 'number' && key.endsWith('_cents') && value > 0 ? HUGE_CENTS : value
}
