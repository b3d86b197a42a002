// Two people in two browsers side by side: what one does, the other sees, and nobody reloads.
import { expect, test, type Locator, type Page } from '@playwright/test'
import { url } from '../cast.ts'
import { agree, step } from '../deals.ts'
import { aCompany, aProfessional, aProject, aProposal, closePages, demoWire, notice, openAs, signIn } from '../people.ts'
import { DEMO, demo } from '../places.ts'

test.afterEach(closePages)

/**
 * Does something in one browser, sees it in the other, and notes how long that
 * took. Less than a second is what it should be; a busy machine may take longer.
 */
async function seen(act: () => Promise<unknown>, shown: Record<string, Locator>) {
  const started = performance.now()
  const waits = Object.entries(shown).map(async ([what, locator]) => {
    await locator.waitFor()
    return `${what}: ${Math.round(performance.now() - started)} ms`
  })
  const [measured] = await Promise.all([Promise.all(waits), act()])
  const took = measured.join(', ')
  console.log(`  ${took}`)
  await test.info().attach('visto do outro lado', { body: took })
}

const log = (page: Page) => page.getByRole('log', { name: 'Mensagens' })

test('mensagem, digitação, leitura, contador e notificação chegam ao outro lado na hora', async ({ browser }) => {
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const buyer = await openAs(browser, serra, `/dashboard/mensagens/${marina.id}`)
  const engineer = await openAs(browser, marina)
  await expect(buyer.getByText('Escreva a primeira mensagem.')).toBeVisible()
  const box = buyer.getByRole('textbox', { name: 'Mensagem' })

  await box.fill('Bom dia, Marina')
  await seen(() => box.press('Enter'), {
    notificação: engineer.getByRole('button', { name: 'Notificações: 1 notificação não lida' }),
    'contador de não lidas': engineer.getByRole('link', { name: /^Mensagens.*1 mensagem não lida$/ }),
    'ponto no avatar': engineer.getByRole('button', { name: /^Abrir menu de/ }).getByText('Há mensagens não lidas'),
  })
  await engineer.getByRole('button', { name: /Notificações/ }).click()
  await engineer.getByRole('link', { name: /Nova mensagem de/ }).click()
  await expect(log(engineer)).toContainText('Bom dia, Marina')
  await expect(log(buyer).getByText('lida')).toBeAttached()
  await expect(engineer.getByRole('button', { name: 'Notificações: 0 notificações não lidas' })).toBeVisible()

  await box.fill('A parada está confirmada.')
  await seen(() => box.press('Enter'), { mensagem: log(engineer).getByText('A parada está confirmada.') })
  // What is typed is told to who is there, and never repeated.
  for (const page of [buyer, engineer]) await expect(page.getByText('na conversa agora')).toBeVisible()
  await seen(() => engineer.getByRole('textbox', { name: 'Mensagem' }).press('O'), { digitando: buyer.getByText('digitando…') })
})

test('proposta nova e proposta aceita aparecem sem recarregar', async ({ browser }) => {
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const project = await aProject(serra, 'Supervisório da ETA')
  const buyer = await openAs(browser, serra, `/dashboard/projetos/${project}/propostas`)
  const engineer = await openAs(browser, marina)
  await expect(buyer.getByText('Nenhuma proposta recebida')).toBeVisible()
  let proposal = ''
  await seen(
    async () => {
      proposal = await aProposal(marina, project, 30000)
    },
    { proposta: buyer.getByText('Faço por 30000.') },
  )
  await engineer.goto(`${url()}/dashboard/propostas`)
  await expect(engineer.getByText('Pendente', { exact: true })).toBeVisible()
  await seen(() => Promise.resolve(serra.wire.rpc('accept_proposal', { proposal_id: proposal })), {
    aceite: engineer.getByText('Aceita', { exact: true }),
  })
})

test('administrador troca uma imagem do site e as páginas abertas mudam; a troca fica na auditoria', async ({ browser }) => {
  const marina = await aProfessional()
  const reader = await openAs(browser, marina, '/servicos')
  const admin = await openAs(browser, demo('admin'), '/dashboard/admin?aba=imagens')
  const card = admin.getByRole('listitem').filter({ hasText: 'servicesCard' })
  await card.locator('input[type=file]').setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(card.getByText(/File type must be/)).toBeVisible()
  const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  await seen(() => card.locator('input[type=file]').setInputFiles({ name: 'nova.png', mimeType: 'image/png', buffer: picture }), {
    'imagem do site': reader.locator('img[src*="site-images/servicesCard-"]'),
  })
  await notice(admin, 'Imagem do site atualizada.')
  await card.getByRole('button', { name: 'Restaurar original' }).click()
  await expect(card.getByRole('button', { name: 'Restaurar original' })).toBeHidden()
  await admin.getByRole('tab', { name: 'Auditoria' }).click()
  await expect(admin.getByRole('cell', { name: 'Trocou imagem do site' }).first()).toBeVisible()
})

test('bloqueado, o usuário sai na hora e é recusado com uma frase clara', async ({ browser }) => {
  const marina = await aProfessional()
  const engineer = await openAs(browser, marina)
  const admin = await openAs(browser, demo('admin'), '/dashboard/admin')
  await admin.getByRole('searchbox', { name: 'Buscar usuários' }).fill(marina.email)
  // The list before the search shows a newcomer too, and goes with whatever was opened in it.
  const rows = admin.getByRole('table', { name: 'Usuários' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  const row = rows.filter({ hasText: marina.email })
  await row.getByRole('button', { name: `Ações para ${marina.name}` }).click()
  await admin.getByRole('menuitem', { name: 'Bloquear' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Bloquear usuário' }).click()
  await notice(admin, 'Status do usuário atualizado.')
  await expect(row.getByText('Bloqueado', { exact: true })).toBeVisible()
  // Nothing was clicked there: the session ends by itself and says why.
  await expect(engineer.getByText(/Sua conta foi bloqueada/).first()).toBeVisible()
  await expect(engineer).toHaveURL(/\/auth|\/$/)
  await engineer.goto(`${url()}/auth`)
  await signIn(engineer, marina)
  await expect(engineer.getByText(/Sua conta foi bloqueada/).first()).toBeVisible()
  const { error } = await (await demoWire(DEMO.admin)).rpc('activate_user', { user_id: marina.id })
  expect(error).toBeNull()
})

test('o que um lado acrescenta ao contrato ou ao projeto aparece na página aberta do outro', async ({ browser }) => {
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const { contract, parts } = await agree(serra, marina, { Montagem: 1200, Partida: 800 })
  const engineer = await openAs(browser, marina, `/dashboard/contratos/${contract}`)
  await expect(engineer.getByRole('list', { name: 'Marcos' })).toContainText('Partida')
  await seen(
    () =>
      step(serra, 'propose_amendment', {
        contract_id: contract,
        title: 'Segunda bomba',
        description: 'Instalar e comissionar a bomba reserva.',
        reason: 'A bomba principal parou.',
        price: 350,
        shift_days: 0,
      }),
    { aditivo: engineer.getByRole('region', { name: 'Termos aditivos' }).getByText('Segunda bomba') },
  )
  await seen(
    () =>
      step(serra, 'start_checklist', {
        milestone_id: parts[0]?.id,
        kind: 'taf',
        items: [{ title: 'Malha de vazão em automático', expected: 'Erro abaixo de 2 %', blocking: true }],
      }),
    { lista: engineer.getByText('TAF', { exact: false }).first() },
  )

  const project = await aProject(serra, 'Supervisório da caldeira')
  const reader = await openAs(browser, marina, `/projetos/${project}`)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Supervisório da caldeira')
  await seen(
    async () => {
      const { error } = await serra.wire.from('projects').update({ title: 'Supervisório da caldeira 2' }).eq('id', project)
      expect(error).toBeNull()
    },
    { 'edição do projeto': reader.getByRole('heading', { level: 1, name: 'Supervisório da caldeira 2' }) },
  )
})
