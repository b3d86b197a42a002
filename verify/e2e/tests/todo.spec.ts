// Somebody else's app (apps/todo) on the protocols alone: the binary over a database that
// held nothing, and the app's files from an origin of their own, as its owner starts them.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { holdsToAccessibility } from '../accessibility.ts'
import { BINARY, freePort, keep } from '../server.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const APP = join(ROOT, 'verify/e2e/apps/todo')

/** Starts a program that says in its first line where it is found, and lives no longer than its standard input. */
async function begin(program: string, args: string[]): Promise<{ said: string; end: () => Promise<void> }> {
  const started: ChildProcess = spawn(program, args, { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] })
  if (started.stdout === null) throw new Error('no output')
  const [said] = (await once(createInterface(started.stdout), 'line')) as [string]
  const end = async (signal?: NodeJS.Signals) => {
    const exit = once(started, 'exit')
    if (signal) started.kill(signal)
    started.stdin?.end()
    await exit
  }
  return { said, end: () => end(program === 'node' ? 'SIGTERM' : undefined) }
}

async function start() {
  const database = await begin('go', ['run', './verify/e2e/database'])
  const data = await mkdtemp(join(tmpdir(), 'automacao-e2e-'))
  const listen = `127.0.0.1:${await freePort()}`
  const port = await freePort()
  const env = { ...process.env, DATABASE_URL: database.said, AUTOMACAO_DATA: data, AUTOMACAO_ALLOWED_ORIGINS: `http://127.0.0.1:${port}` }
  const server = await keep(listen, ['wire', '--open-grants', '--addr', listen], env)
  execFileSync('psql', [database.said, '--quiet', '--set', 'ON_ERROR_STOP=1', '--single-transaction', '--file', join(APP, 'schema.sql')])
  const key = /sb_publishable_\S+/.exec(execFileSync(BINARY, ['wire', '--keys'], { env, encoding: 'utf8' }))?.[0] ?? ''
  const site = await begin('node', [join(APP, 'serve.mjs'), server.address, key, String(port)])
  const end = async () => {
    await site.end()
    await server.stop()
    await database.end()
    await rm(data, { recursive: true, force: true })
  }
  return { server, key, site: site.said, end }
}

async function signUp(browser: Browser, site: string, email: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  await page.goto(site)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill('correct horse')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('status')).toHaveText('Live')
  return page
}

async function add(page: Page, task: string, how: { isShared?: boolean; note?: string } = {}) {
  await page.getByLabel('Task').fill(task)
  if (how.isShared) await page.getByLabel('Share').check()
  if (how.note) await page.getByLabel('Attachment').setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from(how.note) })
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(todo(page, task)).toBeVisible()
}

const todo = (page: Page, task: string) => page.getByRole('listitem').filter({ hasText: task })

async function downloaded(page: Page, task: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), todo(page, task).getByRole('button', { name: 'Download' }).click()])
  expect(file.suggestedFilename()).toBe('note.txt')
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

test('the todo list of somebody else runs on the protocols alone', async ({ browser }) => {
  const { server, key, site, end } = await start()
  const ana = await signUp(browser, site, 'ana@example.com')
  await holdsToAccessibility(ana, 'the empty list')
  const bia = await signUp(browser, site, 'bia@example.com')
  for (const page of [ana, bia]) await expect(page.getByRole('region', { name: 'Who is here' }).getByRole('listitem')).toHaveText(['ana@example.com', 'bia@example.com'])

  await add(ana, 'Buy a ring', { note: 'size 16' })
  await add(ana, 'Book the hall', { isShared: true, note: 'for 80' })
  await add(bia, 'Bake the cake', { isShared: true })
  await expect(todo(ana, 'Bake the cake')).toBeVisible()
  await expect(bia.locator('.task')).toHaveText(['Book the hall', 'Bake the cake'])
  await holdsToAccessibility(ana, 'the full list')
  await test.step('files follow the rights of their rows', async () => {
    expect(await downloaded(ana, 'Buy a ring')).toBe('size 16')
    expect(await downloaded(bia, 'Book the hall')).toBe('for 80')
    await aStrangerGetsNothing(server.address, key)
  })
  await test.step('what one does the other sees', async () => {
    await expect(todo(bia, 'Book the hall').getByRole('checkbox')).toBeDisabled()
    await todo(ana, 'Book the hall').getByRole('checkbox').check()
    await expect(todo(bia, 'Book the hall').getByRole('checkbox')).toBeChecked()
    await todo(bia, 'Bake the cake').getByRole('button', { name: 'Remove' }).click()
    await expect(todo(ana, 'Bake the cake')).toHaveCount(0)
  })

  await test.step('a server that is away is told, and found again', async () => {
    await server.die()
    await expect(ana.getByRole('status')).toHaveText('Connecting…')
    await ana.getByLabel('Task').fill('Order flowers')
    await ana.getByRole('button', { name: 'Add' }).click()
    await expect(ana.getByRole('alert')).toContainText('fetch')
    await server.comeBack()
    for (const page of [ana, bia]) await expect(page.getByRole('status')).toHaveText('Live', { timeout: 60_000 })
    await add(ana, 'Order flowers', { isShared: true })
    await expect(ana.getByRole('alert')).toBeEmpty()
    await expect(todo(bia, 'Order flowers')).toBeVisible()
    await expect(bia.getByRole('region', { name: 'Who is here' }).getByRole('listitem')).toHaveText(['ana@example.com', 'bia@example.com'])
  })
  await test.step('what is refused is shown, and whoever leaves is gone', async () => {
    await ana.getByLabel('Task').fill('x'.repeat(201))
    await ana.getByRole('button', { name: 'Add' }).click()
    await expect(ana.getByRole('alert')).toContainText('todos_task_check')
    await ana.getByRole('button', { name: 'Sign out' }).click()
    await expect(bia.getByRole('region', { name: 'Who is here' }).getByRole('listitem')).toHaveText(['bia@example.com'])
    await ana.getByLabel('E-mail').fill('ana@example.com')
    await ana.getByLabel('Password').fill('wrong horse')
    await ana.getByRole('button', { name: 'Sign in' }).click()
    await expect(ana.getByRole('alert')).toHaveText('Invalid login credentials')
    await holdsToAccessibility(ana, 'the refusal')
    await ana.getByLabel('Password').fill('correct horse')
    await ana.getByRole('button', { name: 'Sign in' }).click()
    await expect(todo(ana, 'Buy a ring')).toBeVisible()
    await ana.reload()
    await expect(todo(ana, 'Buy a ring')).toBeVisible()
  })
  await Promise.all([ana.context().close(), bia.context().close()])
  await end()
})

/** Bia, past the app: she knows where the private file lies. */
async function aStrangerGetsNothing(address: string, key: string) {
  const client = () => createClient(address, key, { auth: { persistSession: false, autoRefreshToken: false } })
  const [ana, bia] = [client(), client()]
  await ana.auth.signInWithPassword({ email: 'ana@example.com', password: 'correct horse' })
  await bia.auth.signInWithPassword({ email: 'bia@example.com', password: 'correct horse' })
  const { data: secret } = await ana.from('todos').select().eq('task', 'Buy a ring').single()
  const path = `${secret.user_id}/${secret.id}`
  expect((await ana.storage.from('attachments').download(path)).error).toBeNull()
  for (const stranger of [bia, client()]) {
    expect((await stranger.from('todos').select().eq('id', secret.id)).data).toEqual([])
    const files = stranger.storage.from('attachments')
    for (const { error } of [await files.download(path), await files.createSignedUrl(path, 60), await files.upload(path, 'mine', { upsert: true })]) expect(error).not.toBeNull()
    expect((await files.remove([path])).data ?? []).toEqual([])
    expect((await stranger.from('todos').update({ task: 'Mine' }).eq('id', secret.id).select()).data).toEqual([])
  }
  const shared = await bia.from('todos').update({ is_complete: true }).eq('task', 'Book the hall').select()
  expect(shared.data).toEqual([])
  expect((await bia.from('todos').insert({ task: 'For Ana', user_id: secret.user_id })).error?.code).toBe('42501')
  expect((await ana.storage.from('attachments').download(path)).error).toBeNull()
}
