// The guide for integrators: every program on its pages runs as it stands there.
import { expect, test, type Page } from '@playwright/test'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { url } from '../cast.ts'
import { serve } from '../server.ts'

const run = promisify(execFile)
const RUN_TIMEOUT_MS = 120_000

/** The programs of a page in the order in which they stand there, those of a language one after the other. */
async function programs(page: Page, language: string): Promise<string> {
  const all = await page.locator(`code[data-code=${language}]`).allTextContents()
  expect(all.length).toBeGreaterThan(0)
  return all.join('\n')
}

/** A folder in which the programs of the guide find what they name. */
async function bench(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guide-'))
  await symlink(resolve(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'foto.png'), await picture())
  return folder
}

async function picture(): Promise<Buffer> {
  const answer = await fetch(`${url()}/icon-192.png`)
  if (!answer.ok) throw new Error(`no picture: ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

async function runNode(folder: string, program: string): Promise<string> {
  const file = join(folder, 'guide.mjs')
  await writeFile(file, `${program}\nprocess.exit(0)\n`)
  return stripVTControlCharacters((await run(process.execPath, [file], { cwd: folder, timeout: RUN_TIMEOUT_MS })).stdout)
}

async function runShell(folder: string, program: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const file = join(folder, 'guide.sh')
  await writeFile(file, program)
  const more = { ...process.env, PATH: [resolve(import.meta.dirname, '../../../bin'), process.env.PATH].join(delimiter), ...env }
  return (await run('bash', ['-euo', 'pipefail', file], { cwd: folder, timeout: RUN_TIMEOUT_MS, env: more })).stdout
}

/** The page once it knows the demonstration's account, which the build does not. */
async function openGuide(page: Page, address: string) {
  await page.goto(`${address}/api`)
  await expect(page.locator('[data-example="sign-in.js"]')).toContainText('empresa@automacao.demo')
  await expect(page.locator('[data-example="connect.js"]')).toContainText(address)
}

test('quem integra executa os exemplos do guia como estão', async ({ page }) => {
  await openGuide(page, url())
  const [inNode, inShell] = [await programs(page, 'js'), await programs(page, 'sh')]
  const folder = await bench()
  const said = await runNode(folder, inNode)
  for (const word of [/budget: 'R\$/, /status: 'open'/, /^true$/m, /Obrigado!/, /code: '\w+'/, /\/public-uploads\/avatars\//, /\/rpc\/accept_proposal/])
    expect(said).toMatch(word)
  const withoutTypes = inShell.replace(/^automacao types .*$/m, '')
  expect(withoutTypes).not.toBe(inShell)
  const answered = await runShell(folder, withoutTypes)
  for (const word of [/"budget": ?"R\$/, /"status": ?"open"/, /content-range: 0-9\/\d+/i, /idempotent-replayed: true/i, /"code": ?"\w+"/, /\/rpc\/accept_proposal/])
    expect(answered).toMatch(word)
  await rm(folder, { recursive: true })
})

test('quem opera acrescenta uma tabela sua como o guia diz, e a desfaz', async ({ page }) => {
  const apart = await serve(['--demo'])
  const folder = await bench()
  await openGuide(page, apart.address)
  const connect = (await page.locator('[data-example="connect.js"] code, [data-example="sign-in.js"] code').allTextContents()).join('\n')
  const connectShell = (await page.locator('[data-example="connect.sh"] code, [data-example="sign-in.sh"] code').allTextContents()).join('\n')
  const typed = await page.locator('[data-example="typed.ts"] code').textContent()

  await page.goto(`${apart.address}/api/suas-tabelas`)
  const of = (file: string) => page.locator(`[data-example="${file}"] code`).textContent().then((text) => text ?? '')
  const env = { AUTOMACAO_DATA: apart.data }
  await writeFile(join(folder, 'visitas.sql'), await of('own-table.sql'))
  await runShell(folder, await of('own-apply.sh'), env)
  expect(await runShell(folder, await of('own-watch.sh'), env)).toContain('public.acme_visits')

  const said = await runNode(folder, [connect, await of('own-use.js'), await of('own-live.js')].join('\n'))
  expect(said).toContain("plant: 'Envase, linha 4'")
  expect(said).toContain('Levar o cabo MPI.')
  expect(await runShell(folder, [connectShell, await of('own-use.sh')].join('\n'))).toContain('Envase, linha 4')

  await runShell(folder, await of('own-types.sh'), env)
  await writeFile(join(folder, 'typed.ts'), typed ?? '')
  await run(process.execPath, [resolve(import.meta.dirname, '../node_modules/typescript/bin/tsc'), '--noEmit', '--strict', '--module', 'nodenext', '--skipLibCheck', '--types', 'node', 'typed.ts'], { cwd: folder })

  await writeFile(join(folder, 'desfazer.sql'), await of('own-drop.sql'))
  await runShell(folder, 'automacao table apply desfazer.sql', env)
  await rm(folder, { recursive: true })
  await apart.stop()
})

test('o guia se lê e se copia só com o teclado, em 360 pixels', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await page.goto(url())
  await page.getByRole('navigation', { name: 'Rodapé' }).getByRole('link', { name: 'API' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'API para integradores' })).toBeVisible()

  await page.getByRole('group', { name: 'Linguagem: Conectar' }).getByRole('button', { name: 'curl' }).press('Enter')
  const block = page.getByRole('region', { name: 'Conectar, curl' })
  await expect(block).toBeVisible()
  await page.getByRole('button', { name: 'Copiar: Conectar, curl' }).press('Enter')
  await expect(page.getByText('Copiado')).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`export BASE='${url()}'`)
  await block.focus()
  await expect(block).toBeFocused()
  expect(await block.evaluate((code) => code.scrollWidth > code.clientWidth)).toBe(true)

  await page.locator('summary', { hasText: 'Nesta página' }).press('Enter')
  await page.getByRole('navigation', { name: 'Nesta página' }).getByRole('link', { name: 'Limites' }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Limites' })).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${url()}/api#ler`)
  await expect(page.getByRole('link', { name: 'Ler', exact: true })).toHaveAttribute('aria-current', 'location')
  await context.close()
})
