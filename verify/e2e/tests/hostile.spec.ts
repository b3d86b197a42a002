// What people write is text: it runs nowhere, in nobody's browser.
import { readFile } from 'node:fs/promises'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { PICTURE, url } from '../cast.ts'
import { aCompany, aProfessional, closePages, openAs, openPage, type Person } from '../people.ts'
import { stuffed } from '../payloads.ts'
import { made, watch } from '../probe.ts'

test.afterEach(closePages)

type Refusal = { message: string } | null

/** Writes with less and less, until it is short enough for the field. */
async function fitting(write: (text: (characters: number) => string) => PromiseLike<{ error: Refusal }>, turn = { at: 0 }) {
  let refusal: Refusal = null
  for (const share of [1, 0.8, 0.6, 0.4, 0.2]) {
    const { error } = await write((characters) => {
      const { text, next } = stuffed(Math.max(60, characters * share), turn.at)
      turn.at = next
      return text
    })
    if (error === null) return
    refusal = error
  }
  expect(refusal).toBeNull()
}

/** Every text that a company and a professional may write to a table. */
async function write(buyer: Person, engineer: Person) {
  const turn = { at: 0 }
  for (const person of [buyer, engineer])
    for (const [column, characters] of [['name', 120], ['headline', 160], ['title', 120], ['location', 120], ['about', 4000]] as const)
      await fitting((text) => person.wire.from('profiles').update({ [column]: text(characters) }).eq('id', person.id), turn)
  const project = crypto.randomUUID()
  await fitting(
    (text) =>
      buyer.wire.from('projects').insert({
        id: project, company_id: buyer.id, title: text(120), description: text(5000), budget: text(80), deadline: text(80), skills: ['retrofit'],
      }),
    turn,
  )
  const proposal = crypto.randomUUID()
  await fitting(
    (text) =>
      engineer.wire.from('proposals').insert({
        id: proposal, project_id: project, professional_id: engineer.id, value: 48500, cover_letter: text(4000), assumptions: text(1500), exclusions: text(1500),
      }),
    turn,
  )
  await fitting((text) => buyer.wire.from('proposal_notes').insert({ proposal_id: proposal, note: text(900) }), turn)
  await fitting((text) => buyer.wire.from('messages').insert({ from_id: buyer.id, to_id: engineer.id, content: text(4000) }), turn)
  await fitting((text) => engineer.wire.from('messages').insert({ from_id: engineer.id, to_id: buyer.id, content: text(4000) }), turn)
  const item = crypto.randomUUID()
  await fitting(
    (text) =>
      engineer.wire.from('portfolio_projects').insert({ id: item, profile_id: engineer.id, title: text(100), description: text(2000), role: text(80), technologies: [text(40)] }),
    turn,
  )
  expect(turn.at, 'each payload is written').toBeGreaterThan(127)
  return { project, item }
}

async function see(page: Page, path: string) {
  await page.goto(`${url()}${path}`)
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await made(page)).toEqual([])
}

async function watched(browser: Browser, person?: Person): Promise<{ page: Page; seen: string[] }> {
  const page = person === undefined ? await openPage(browser) : await openAs(browser, person)
  return { page, seen: await watch(page.context()) }
}

test('o que se escreve é texto: nada roda para visitante, empresa ou profissional', async ({ browser }) => {
  const [buyer, engineer] = [await aCompany(), await aProfessional()]
  const { project, item } = await write(buyer, engineer)
  const everybodys = ['/projetos', `/projetos/${project}`, `/perfil-empresa/${buyer.id}`, `/encontrar-profissional/${engineer.id}`, '/encontrar-profissional']
  for (const [person, places] of [
    [undefined, everybodys],
    [buyer, ['/dashboard/company', `/dashboard/projetos/${project}/propostas`, `/dashboard/projetos/${project}/equalizacao`, `/dashboard/projetos/${project}/editar`, `/dashboard/mensagens/${engineer.id}`, '/dashboard/notificacoes']],
    [engineer, ['/dashboard/professional', '/dashboard/propostas', '/dashboard/portfolio/gerenciar', `/dashboard/portfolio/${item}/editar`, `/dashboard/mensagens/${buyer.id}`, '/dashboard/perfil/editar']],
  ] as const) {
    const { page, seen } = await watched(browser, person)
    for (const path of places) await see(page, path)
    expect(seen).toEqual([])
  }
})

test('um arquivo que esconde uma página é uma figura, aberto no navegador', async ({ browser }) => {
  const engineer = await aProfessional()
  const hidden = '<html><script>window.__xss?.(1)</script><body onload="window.__xss?.(2)"></body></html>'
  const picture = await readFile(PICTURE)
  const page = await openPage(browser)
  const seen = await watch(page.context())
  for (const [name, content] of [
    ['figura.jpg', Buffer.concat([picture, Buffer.from(hidden)])],
    ['outra.jpg', Buffer.concat([picture.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, hidden.length + 2]), Buffer.from(hidden), picture.subarray(2)])],
  ] as const) {
    const path = `avatars/${engineer.id}-${name}`
    const { error } = await engineer.wire.storage.from('public-uploads').upload(path, content, { contentType: 'image/jpeg' })
    expect(error).toBeNull()
    const answer = await page.goto(engineer.wire.storage.from('public-uploads').getPublicUrl(path).data.publicUrl)
    expect(answer?.headers()).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" })
    expect((await answer?.body())?.toString('latin1')).not.toContain('__xss')
  }
  for (const name of ['figura.html', 'figura.svg', 'figura.html.jpg']) {
    const { error } = await engineer.wire.storage.from('public-uploads').upload(`avatars/${engineer.id}-${name}`, picture, { contentType: 'image/jpeg' })
    expect(error).toMatchObject({ statusCode: '415' })
  }
  for (const content of [hidden, `<svg xmlns="http://www.w3.org/2000/svg" onload="window.__xss?.(3)"/>`]) {
    const { error } = await engineer.wire.storage.from('public-uploads').upload(`avatars/${engineer.id}-x.png`, content, { contentType: 'image/png' })
    expect(error).toMatchObject({ statusCode: '415' })
  }
  expect(seen.filter((what) => what.includes('ran') || what.includes('dialog'))).toEqual([])
})

test('o que vigia a página vê um script alheio, um aviso e o que a política barrou', async ({ browser }) => {
  const page = await openPage(browser)
  const seen = await watch(page.context())
  await page.goto(`${url()}/termos`)
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="__xss(1)"><iframe src="javascript:__xss(2)"></iframe>')
    const run: unknown = Reflect.get(window, '__xss')
    if (typeof run === 'function') run(3)
    window.alert('4')
  })
  await expect.poll(() => seen.join('\n')).toMatch(/payload 3 ran/)
  await expect.poll(() => seen.join('\n')).toMatch(/a dialog says 4/)
  await expect.poll(() => seen.join('\n')).toMatch(/the policy kept out script-src-attr inline/)
  expect((await made(page)).length).toBe(2)
})
