// A deal from the proposal to the last star: the company at its desk, the professional on a phone,
// and every page turns by itself.
import { expect, test, type Page } from '@playwright/test'
import { holdsToAccessibility } from '../accessibility.ts'
import { PICTURE } from '../cast.ts'
import { card, counter, finish, follow, lines, partsOf, proposeInMilestones, takeCounter } from '../deals.ts'
import { aCompany, aProfessional, aProject, aProposal, closePages, notice, openAs, PHONE } from '../people.ts'

test.afterEach(closePages)

/** A page that is loaded again forgets the mark. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-first', ''))
const wasNeverReloaded = (page: Page) => expect(page.locator('html[data-first]')).toHaveCount(1)

async function accept(buyer: Page) {
  await buyer.getByRole('table').getByRole('button', { name: 'Aceitar proposta' }).first().click()
  const asked = buyer.getByRole('alertdialog')
  await expect(asked.getByText('R$ 46.000,00')).toBeVisible()
  await asked.getByRole('button', { name: 'Aceitar proposta' }).click()
  await notice(buyer, 'Proposta aceita!')
}

/** Follows what a proposal led to. */
async function openDeal(page: Page) {
  await expect(page.getByText(/^CTR-/)).toBeVisible()
  await page.locator('a[href*="/dashboard/contratos/"]').click()
  await expect(page.getByRole('heading', { name: 'Marcos' })).toBeVisible()
}

/** Reads the document, whose log names both sides, and comes back. */
async function readDocument(page: Page) {
  await page.getByRole('link', { name: 'Ver contrato e PDF' }).click()
  await expect(page.getByText(/^ATENÇÃO: a cada entrega/)).toBeVisible()
  const log = page.getByRole('article').getByRole('listitem')
  await expect(log.filter({ hasText: /^Contratante: Envasadora Serra Azul Bebidas, em .+ \(IP [\d.]+\)$/ })).toHaveCount(1)
  await expect(log.filter({ hasText: /^Contratado: Marina Alves Teixeira, em .+ \(IP [\d.]+\)$/ })).toHaveCount(1)
  await expect(page.getByText(/^SHA-256 do texto: [0-9a-f]{64}$/)).toBeVisible()
  await holdsToAccessibility(page, 'documento do contrato')
  await page.getByRole('link', { name: 'Contrato', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Marcos' })).toBeVisible()
}

/** Pays with the code on the screen, which says by itself that it is paid. */
async function pay(buyer: Page, title: string) {
  await card(buyer, title).getByRole('button', { name: 'Pagar com Pix' }).click()
  const dialog = buyer.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'Código QR do Pix' })).toBeVisible()
  await expect(dialog.getByLabel('Pix copia e cola', { exact: true })).toHaveValue(/^000201.*br\.gov\.bcb\.pix.*6304[0-9A-F]{4}$/i)
  await expect(dialog.getByText(/^Vale até .* Esta tela muda sozinha/)).toBeVisible()
  await holdsToAccessibility(buyer, 'código Pix')
  await dialog.getByRole('button', { name: 'Simular pagamento' }).click()
  await expect(dialog.getByText('Pagamento recebido: valor em garantia em Instituição Simulada (demonstração).')).toBeVisible()
  await dialog.getByRole('button', { name: 'Fechar' }).click()
}

const lists = (page: Page) => page.getByRole('region', { name: 'Aceite por TAF e TAC' })
const item = (page: Page, title: string) => lists(page).getByRole('listitem').filter({ hasText: title })

/** The professional proposes what is tested before the delivery, the company agrees. */
async function agreeOnTests(engineer: Page, buyer: Page) {
  await engineer.getByRole('button', { name: 'Propor lista de aceite' }).tap()
  const dialog = engineer.getByRole('dialog')
  await dialog.getByLabel('Marco').selectOption('2. TAF')
  await dialog.getByLabel('Itens de').selectOption('Chamado urgente')
  await holdsToAccessibility(engineer, 'propor lista de aceite')
  await dialog.getByRole('button', { name: 'Propor lista' }).tap()
  await expect(lists(engineer).getByText('Falta a outra parte concordar.')).toBeVisible()
  await lists(buyer).getByRole('button', { name: 'Concordar com a lista' }).click()
  await expect(lists(engineer).getByText('Combinada', { exact: true })).toBeVisible()
}

async function deliverWithFile(engineer: Page, note: string) {
  await card(engineer, 'TAF').or(engineer.getByRole('region', { name: 'O que vem agora' })).getByRole('button', { name: 'Entregar', exact: true }).last().tap()
  const dialog = engineer.getByRole('dialog')
  await dialog.getByLabel(/O que foi entregue/).fill(note)
  await dialog.locator('input[type=file]').setInputFiles(PICTURE)
  await dialog.getByRole('button', { name: 'Marcar como entregue' }).tap()
  await expect(dialog).toBeHidden()
}

/** An item fails: the delivery cannot be approved, and its time stands still, until it passes. */
async function failAndAdjust(buyer: Page, engineer: Page) {
  await item(buyer, 'Equipamento produz').getByRole('button', { name: 'Reprovado' }).click()
  await item(buyer, 'Equipamento produz').getByLabel('O que falta?').fill('Parou aos quarenta minutos.')
  await item(buyer, 'Equipamento produz').getByRole('button', { name: 'Registrar falha' }).click()
  await expect(item(engineer, 'Equipamento produz').getByText('Parou aos quarenta minutos.')).toBeVisible()
  await expect(card(engineer, 'TAF').getByText(/o prazo do aceite está parado/)).toBeVisible()

  const next = buyer.getByRole('region', { name: 'O que vem agora' })
  await expect(next.getByText(/há item impeditivo em aberto/)).toBeVisible()
  await expect(next.getByRole('link', { name: 'Ver item impeditivo' })).toBeVisible()
  await expect(next.getByRole('button', { name: 'Aprovar' })).toBeHidden()
  await expect(card(buyer, 'TAF').getByText('Entregue', { exact: true })).toBeVisible()

  await next.getByRole('button', { name: 'Pedir ajustes' }).click()
  await buyer.getByRole('dialog').getByLabel('Motivo').fill('Repetir a hora sem falha.')
  await buyer.getByRole('dialog').getByRole('button', { name: 'Pedir ajustes' }).click()
  await expect(engineer.getByText('Marco 2, TAF: Faça os ajustes e entregue de novo')).toBeVisible()
  await expect(engineer.getByRole('region', { name: 'Histórico' }).getByText('Repetir a hora sem falha.')).toBeVisible()
}

/** Who said that it failed says that it passed; the rest is the professional's to record; both sign. */
async function passAndSign(buyer: Page, engineer: Page) {
  await item(buyer, 'Equipamento produz').getByRole('button', { name: 'Mudar resultado' }).click()
  await item(buyer, 'Equipamento produz').getByRole('button', { name: 'Aprovado' }).click()
  for (const title of ['Causa explicada', 'Backup depois da correção']) {
    await item(engineer, title).getByRole('button', { name: 'Aprovado' }).tap()
    await expect(item(buyer, title).getByText('Aprovado', { exact: true }).first()).toBeVisible()
  }
  await holdsToAccessibility(engineer, 'lista de aceite')
  await lists(engineer).getByRole('button', { name: /^Assinar a versão/ }).tap()
  await expect(lists(buyer).getByText(/^Profissional assinou em/)).toBeVisible()
  await lists(buyer).getByRole('button', { name: /^Assinar a versão/ }).click()
  await expect(lists(engineer).getByText('Assinada pelas duas partes')).toBeVisible()
}

async function approve(buyer: Page) {
  await buyer.getByRole('region', { name: 'O que vem agora' }).getByRole('button', { name: 'Aprovar' }).click()
  const asked = buyer.getByRole('alertdialog')
  await expect(asked.getByText(/R\$\s19\.400,00, em garantia, é liberado ao profissional na hora/)).toBeVisible()
  await asked.getByRole('button', { name: 'Aprovar' }).click()
  await notice(buyer, 'Marco aprovado!')
}

/** Stars, a word, and two of the four axes. */
async function review(page: Page, stars: string, content: string, axes: Record<string, string>) {
  await page.getByRole('button', { name: 'Avaliar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: stars }).check({ force: true })
  for (const [axis, score] of Object.entries(axes)) await dialog.getByRole('group', { name: axis }).getByRole('radio', { name: score }).check({ force: true })
  await dialog.getByLabel('Comentário').fill(content)
  await holdsToAccessibility(page, 'avaliação')
  await dialog.getByRole('button', { name: 'Enviar avaliação' }).click()
  await notice(page, 'Avaliação enviada!')
  await expect(page.getByRole('button', { name: 'Avaliar' })).toBeHidden()
}

test('da proposta em marcos ao saque e às avaliações: a empresa na mesa, a profissional no celular', async ({ browser }) => {
  const [serra, marina, rafael] = await Promise.all([aCompany(), aProfessional(), aProfessional()])
  const project = await aProject(serra, 'Retrofit da enchedora 5')
  await aProposal(rafael, project, 52_000)
  const buyer = await openAs(browser, serra, `/dashboard/projetos/${project}/propostas`)
  const engineer = await openAs(browser, marina, `/projetos/${project}`, PHONE)
  await Promise.all([buyer, engineer].map(mark))

  await proposeInMilestones(engineer)
  await counter(buyer, '46000')
  await engineer.getByRole('link', { name: 'Ver minhas propostas' }).tap()
  await takeCounter(engineer)
  await buyer.getByRole('link', { name: 'Comparar propostas' }).click()
  const total = buyer.getByRole('table').getByRole('row', { name: /^Total que você paga/ })
  await expect(total).toContainText('difere')
  await expect(total.getByRole('cell')).toHaveText(['R$ 46.000,00', 'R$ 52.000,00'])
  await holdsToAccessibility(buyer, 'equalização')
  await accept(buyer)

  await openDeal(engineer)
  await buyer.getByRole('link', { name: 'Ver propostas' }).click()
  await openDeal(buyer)
  for (const page of [buyer, engineer]) await readDocument(page)

  await pay(buyer, 'TAF')
  await expect(card(engineer, 'TAF').getByText('Com garantia')).toBeVisible()
  await agreeOnTests(engineer, buyer)
  await deliverWithFile(engineer, 'Uma hora de produção em vídeo.')
  await expect(card(buyer, 'TAF').getByText('Uma hora de produção em vídeo.')).toBeVisible()
  await failAndAdjust(buyer, engineer)
  await deliverWithFile(engineer, 'Duas horas sem falha.')
  await expect(card(buyer, 'TAF').getByText('Duas horas sem falha.')).toBeVisible()
  await expect(buyer.getByRole('region', { name: 'Arquivos' }).getByRole('listitem')).toHaveCount(2)
  await passAndSign(buyer, engineer)
  await approve(buyer)
  await expect(card(engineer, 'TAF').getByText('Pago', { exact: true })).toBeVisible()

  const { data } = await serra.wire.from('contracts').select('id').eq('project_id', project).single()
  for (const { id, status } of await partsOf(serra, String(data?.id))) if (status !== 'released') await finish({ serra, marina }, id)
  await review(buyer, '5 estrelas: Excelente', 'Entregou antes da parada.', { Técnica: '5 de 5', Prazo: '4 de 5' })
  await review(engineer, '4 estrelas: Bom', 'Escopo claro e pagamento em dia.', { 'Escopo claro': '4 de 5', 'Acesso à planta': 'Não se aplica' })
  const written = await marina.wire.from('reviews').select('axes').eq('author_id', marina.id).single()
  expect(written.data?.axes).toEqual({ clear_scope: 4, site_access: null })

  await follow(engineer, 'Financeiro')
  await expect(lines(engineer).filter({ hasText: 'Marco liberado' }).filter({ hasText: 'R$ 19.400,00' })).toHaveCount(1)
  await expect(lines(engineer).filter({ hasText: 'Taxa da plataforma' }).filter({ hasText: '-R$ 1.940,00' })).toHaveCount(1)
  await engineer.getByRole('button', { name: 'Sacar por Pix' }).tap()
  const dialog = engineer.getByRole('dialog')
  await expect(dialog.getByText(/Disponível: R\$\s41\.400,00/)).toBeVisible()
  await dialog.getByLabel('Chave Pix (CPF ou CNPJ)').fill(marina.document)
  await dialog.getByLabel('Sua senha').fill(marina.password)
  await holdsToAccessibility(engineer, 'saque')
  await dialog.getByRole('button', { name: 'Pedir saque' }).tap()
  await notice(engineer, 'Saque pedido')
  const payout = engineer.getByRole('region', { name: 'Saques' }).getByRole('listitem')
  await expect(payout.getByText('Enviado', { exact: true })).toBeVisible()
  await expect(lines(engineer).filter({ hasText: 'Saque por Pix' })).toContainText('R$ 41.400,00')
  await holdsToAccessibility(engineer, 'financeiro')
  await buyer.getByRole('complementary').getByRole('link', { name: 'Financeiro' }).click()
  await expect(lines(buyer).filter({ hasText: 'Garantia depositada' })).toHaveCount(3)
  for (const page of [buyer, engineer]) await wasNeverReloaded(page)
})
