// People made through the protocol, so that journeys start where they matter.
import { randomInt } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { expect, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { company, professional, url } from './cast.ts'
import { DEMO_PASSWORD } from './places.ts'

type Cast = ReturnType<typeof company> | ReturnType<typeof professional>

export type Person = { id: string; name: string; email: string; password: string; document: string; wire: SupabaseClient }

/** Each person comes from an address of their own: the server counts sign-ups per address. */
async function client(): Promise<SupabaseClient> {
  const { anonKey } = (await (await fetch(`${url()}/config.json`)).json()) as { anonKey: string }
  return createClient(url(), anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` } },
  })
}

async function register(person: Cast): Promise<Person> {
  const wire = await client()
  const { email, password, ...data } = person
  const signedUp = await wire.auth.signUp({ email, password, options: { data: { ...data, terms: true } } })
  expect(signedUp.error).toBeNull()
  const { data: session, error } = await wire.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  return { id: session.user?.id ?? '', name: person.name, email, password, document: person.document, wire }
}

export const aCompany = () => register(company())
export const aProfessional = () => register(professional())

/** Signs somebody with an account in on the wire. */
export async function wireOf({ email, password }: Pick<Person, 'email' | 'password'>): Promise<SupabaseClient> {
  const wire = await client()
  const { error } = await wire.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  return wire
}

/** Signs a demonstration account in on the wire. */
export const demoWire = (email: string) => wireOf({ email, password: DEMO_PASSWORD })

export async function aProject(by: Person, title: string): Promise<string> {
  const { data, error } = await by.wire
    .from('projects')
    .insert({
      title,
      description: 'Trocar a CPU 315-2DP na parada de fim de ano.',
      budget: 'R$ 45.000 – R$ 60.000',
      deadline: '45 dias',
      skills: ['programacao-clp', 'retrofit'],
      company_id: by.id,
    })
    .select('id')
    .single()
  expect(error).toBeNull()
  return String(data?.id)
}

export async function aProposal(by: Person, projectId: string, value: number): Promise<string> {
  const { data, error } = await by.wire
    .from('proposals')
    .insert({ project_id: projectId, professional_id: by.id, value, cover_letter: `Faço por ${value}.`, status: 'pending' })
    .select('id')
    .single()
  expect(error).toBeNull()
  return String(data?.id)
}

/** Opens the one contract that somebody has, by its list. */
export async function openContract(page: Page) {
  if (!page.url().endsWith('/dashboard/contratos')) await page.goto(`${url()}/dashboard/contratos`)
  await page.getByRole('list', { name: 'Contratos' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Marcos' })).toBeVisible()
}

/** Says that the next milestone is delivered, from the page of its contract. */
export async function deliver(page: Page, note = '') {
  await page.getByRole('button', { name: 'Entregar', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/O que foi entregue/).fill(note)
  await dialog.getByRole('button', { name: 'Marcar como entregue' }).click()
  await expect(dialog).toBeHidden()
}

const opened: BrowserContext[] = []

/** A narrow screen that is touched. */
export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }

/** A browser of one's own, signed out. */
export async function openPage(browser: Browser, screen: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(screen)
  opened.push(context)
  return context.newPage()
}

/** Pages that stay open go on listening and drawing, and slow down what follows. */
export async function closePages() {
  await Promise.all(opened.splice(0).map((context) => context.close()))
}

/** Fills in the sign-in form and sends it. */
export async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  const panel = page.getByRole('tabpanel')
  await panel.getByLabel('Email').fill(email)
  await panel.getByLabel('Senha', { exact: true }).fill(password)
  await panel.getByRole('button', { name: 'Entrar', exact: true }).click()
}

/**
 * A browser of one's own on a page, with the session that the form would have
 * left in it: the form itself is tested where it is looked at.
 */
export async function openAs(
  browser: Browser,
  { email, password }: Pick<Person, 'email' | 'password'>,
  path = '/dashboard',
  screen: BrowserContextOptions = {},
): Promise<Page> {
  const { data, error } = await (await client()).auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  const [host] = new URL(url()).hostname.split('.')
  const kept = { name: `sb-${host}-auth-token`, value: JSON.stringify(data.session) }
  const page = await openPage(browser, { ...screen, storageState: { cookies: [], origins: [{ origin: url(), localStorage: [kept] }] } })
  await visit(page, path)
  await page.getByRole('button', { name: /^Abrir menu de/ }).waitFor()
  // The address changes before the page does.
  if (path === '/dashboard') await page.getByRole('complementary').waitFor()
  return page
}

/** Opens a page that the server has drawn and waits for its script: what is pressed before is lost. */
export async function visit(page: Page, path: string) {
  await page.goto(`${url()}${path}`)
  await expect(page.locator('[data-drawn]')).toHaveCount(0)
}

/** Chooses files through the button that a person would press. */
export async function choose(page: Page, button: string | RegExp, files: string | string[]) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles(files)
}

/** The notice with this title is shown, and says this. */
export async function notice(page: Page, title: string, description?: string) {
  await expect(page.getByText(title, { exact: true }).first()).toBeVisible()
  if (description === undefined) return
  // Found by label: an open dialog hides the region from roles.
  const notices = page.getByLabel('Notification', { exact: true }).locator('li')
  await expect(notices.filter({ hasText: title }).getByText(description, { exact: true })).toBeVisible()
}
