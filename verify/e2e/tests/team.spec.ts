// A company of several people: each role does its part, and the company outlives who founded it.
import { randomUUID } from 'node:crypto'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { holdsToAccessibility } from '../accessibility.ts'
import { url } from '../cast.ts'
import { aCompany, aProfessional, aProject, aProposal, closePages, notice, openAs, openPage, wireOf, type Person } from '../people.ts'

test.afterEach(closePages)

const SERRA = 'Envasadora Serra Azul Bebidas'

type Colleague = { name: string; email: string; password: string }

function colleague(name: string): Colleague {
  const mailbox = name.toLowerCase().replaceAll(' ', '.')
  return { name, email: `${mailbox}.${randomUUID()}@exemplo.com.br`, password: 'equipe-2026' }
}

/** Invites an address on the page of the team; the link that is to be handed over. */
async function invite(owner: Page, email: string, role: string): Promise<string> {
  await owner.goto(`${url()}/dashboard/equipe`)
  await owner.getByRole('button', { name: 'Convidar', exact: true }).click()
  const dialog = owner.getByRole('dialog')
  await holdsToAccessibility(owner, 'o diálogo do convite')
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('radio', { name: role }).check()
  await dialog.getByRole('button', { name: 'Criar convite' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Link do convite' }).inputValue()
  await dialog.getByRole('button', { name: 'Pronto' }).click()
  await expect(owner.getByRole('list', { name: 'Convites pendentes' })).toContainText(email)
  return link
}

/** Follows an invitation's link without an account: the registration asks for no document. */
async function join(browser: Browser, link: string, { name, email, password }: Colleague): Promise<Page> {
  const page = await openPage(browser)
  await page.goto(link)
  await expect(page).toHaveURL(/\/auth\?tab=register#convite=/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Entre na equipe de ${SERRA}`)
  const form = page.getByRole('tabpanel')
  await expect(form.getByLabel('Email')).toHaveValue(email)
  await holdsToAccessibility(page, '/auth#convite')
  await form.getByLabel('Nome Completo').fill(name)
  await form.getByLabel('Senha', { exact: true }).fill(password)
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Cadastrar e entrar na equipe' }).click()
  await notice(page, 'Cadastro realizado com sucesso!')
  await expect(page).toHaveURL(/\/dashboard\/company$/)
  return page
}

async function publish(buyer: Page, title: string): Promise<string> {
  await buyer.goto(`${url()}/dashboard/projetos/novo`)
  await buyer.getByLabel('Título do Projeto').fill(title)
  await buyer.getByLabel('Descrição Detalhada').fill('Trocar a CPU 315-2DP na parada de fim de ano.')
  await buyer.getByLabel('Orçamento').fill('R$ 45.000 – R$ 60.000')
  await buyer.getByLabel('Prazo').fill('45 dias')
  await buyer.getByLabel('Habilidades Necessárias').click()
  await buyer.getByRole('option', { name: 'Retrofit e Modernização' }).click()
  await buyer.keyboard.press('Escape')
  await buyer.getByRole('button', { name: 'Publicar Projeto' }).click()
  await notice(buyer, 'Projeto Publicado!')
  const href = await buyer.getByRole('link', { name: title, exact: true }).getAttribute('href')
  return href?.match(/[0-9a-f-]{36}$/)?.[0] ?? ''
}

/** The engineer reads the proposal, and neither the page nor the server lets them take it. */
async function readsOnly(engineer: Page, who: Colleague, project: string, proposal: string) {
  await engineer.goto(`${url()}/dashboard/projetos/${project}/propostas`)
  await expect(engineer.getByText('R$ 48.500,00').first()).toBeVisible()
  await expect(engineer.getByText('Só os papéis Proprietário e Comprador podem aceitar e recusar propostas.')).toBeVisible()
  await expect(engineer.getByRole('button', { name: 'Aceitar proposta' })).toHaveCount(0)
  const wire = await wireOf(who)
  const refused = await wire.rpc('accept_proposal', { proposal_id: proposal })
  expect(refused.error?.code).toBe('right_missing')
  const { data } = await wire.from('proposals').select('status').eq('id', proposal).single()
  expect(data).toEqual({ status: 'pending' })
}

async function idOf(who: Colleague): Promise<string> {
  const { data } = await (await wireOf(who)).auth.getUser()
  return data.user?.id ?? ''
}

async function handOver(owner: Page, to: string) {
  await owner.goto(`${url()}/dashboard/equipe`)
  await owner.getByRole('button', { name: `Ações para ${to}` }).click()
  await owner.getByRole('menuitem', { name: 'Passar a propriedade' }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Passar a propriedade' }).click()
  await notice(owner, `${to} agora responde por ${SERRA}`)
}

async function leave(page: Page) {
  await page.getByRole('button', { name: 'Sair da equipe' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sair da equipe' }).click()
  await notice(page, `Você saiu da equipe de ${SERRA}`)
}

test('três pessoas de uma empresa: o comprador publica e contrata, o engenheiro só lê, a proprietária passa adiante e sai', async ({ browser }) => {
  // Four browsers one after the other, on a machine that has other work.
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const owner = await openAs(browser, serra)
  const [eva, igor] = [colleague('Eva Martins'), colleague('Igor Prado')]
  const buyer = await join(browser, await invite(owner, eva.email, 'Comprador'), eva)
  const engineer = await join(browser, await invite(owner, igor.email, 'Engenheiro'), igor)
  await owner.goto(`${url()}/dashboard/equipe`)
  await expect(owner.getByText('3 pessoas')).toBeVisible()
  await expect(owner.getByText('Nenhum convite esperando resposta.')).toBeVisible()

  const project = await publish(buyer, 'Migração da linha de envase 2')
  const proposal = await aProposal(marina, project, 48_500)
  await readsOnly(engineer, igor, project, proposal)

  await buyer.goto(`${url()}/dashboard/projetos/${project}/propostas`)
  await buyer.getByRole('button', { name: 'Aceitar proposta' }).click()
  await buyer.getByRole('alertdialog').getByRole('button', { name: 'Aceitar proposta' }).click()
  await notice(buyer, 'Proposta aceita!')
  const { data: contract } = await marina.wire.from('contracts').select('company_id, status').single()
  expect(contract).toEqual({ company_id: serra.id, status: 'agreed' })
  // The other side reads for whom a colleague writes.
  const { data: talk } = await marina.wire
    .from('conversations')
    .select('partner:profiles!partner_id(name), party:profiles!partner_party_id(name)')
    .eq('last_from_id', await idOf(eva))
  expect(talk).toEqual([{ partner: { name: eva.name }, party: { name: SERRA } }])

  await handOver(owner, eva.name)
  await leave(owner)
  // Name and profile stay with the company; she is her address.
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText(`Você saiu de ${SERRA}`)
  await expect(owner.getByRole('complementary').getByText(serra.email)).toBeVisible()
  await holdsToAccessibility(owner, 'o painel de quem saiu')
  const { data: seen } = await serra.wire.from('contracts').select('id')
  expect(seen).toEqual([])

  await buyer.goto(`${url()}/dashboard/equipe`)
  await expect(buyer.getByText('2 pessoas')).toBeVisible()
  const herself = buyer.getByRole('list', { name: 'Membros' }).getByRole('listitem').filter({ hasText: eva.name })
  await expect(herself).toContainText('Proprietário')
  await buyer.goto(`${url()}/dashboard/equipe/perfil`)
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(`Perfil de ${SERRA}`)
  await holdsToAccessibility(buyer, '/dashboard/equipe/perfil')
})

/** Acts for another of one's parties, by the head of the sidebar. */
async function actFor(page: Page, name: string) {
  await page.getByRole('button', { name: /^Agindo por/ }).click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) }).click()
  await notice(page, `Agora você age por ${name}`)
}

async function sceneOfTwo(browser: Browser): Promise<{ page: Page; marina: Person }> {
  const [serra, vale, marina] = await Promise.all([aCompany(), aCompany(), aProfessional()])
  await aProject(serra, 'Retrofit da enchedora 3')
  await aProposal(marina, await aProject(vale, 'Supervisório da ETA'), 31_000)
  const owner = await openAs(browser, serra)
  const link = await invite(owner, marina.email, 'Comprador')
  const page = await openAs(browser, marina)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${SERRA} convidou você para a equipe`)
  await holdsToAccessibility(page, '/convite')
  await page.getByRole('button', { name: 'Entrar na equipe' }).click()
  await notice(page, `Você agora faz parte da equipe de ${SERRA}`)
  return { page, marina }
}

test('quem é de duas partes troca entre elas e vê os dados de cada uma', async ({ browser }) => {
  const { page, marina } = await sceneOfTwo(browser)
  await expect(page).toHaveURL(/\/dashboard\/company$/)
  await page.goto(`${url()}/dashboard/projetos/gerenciar`)
  await expect(page.getByText('Retrofit da enchedora 3').first()).toBeVisible()
  await expect(page.getByText('Supervisório da ETA')).toHaveCount(0)

  await actFor(page, marina.name)
  await expect(page).toHaveURL(/\/dashboard\/professional$/)
  await page.goto(`${url()}/dashboard/propostas`)
  await expect(page.getByText('Supervisório da ETA').first()).toBeVisible()
  await expect(page.getByText('Retrofit da enchedora 3')).toHaveCount(0)

  // An address of the other party says whose it is, and offers to switch.
  await page.goto(`${url()}/dashboard/projetos/gerenciar`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Esta página é de ${SERRA}`)
  await page.getByRole('button', { name: `Agir por ${SERRA}` }).click()
  await expect(page.getByText('Retrofit da enchedora 3').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: `Agindo por ${SERRA}. Trocar` })).toBeVisible()
})
