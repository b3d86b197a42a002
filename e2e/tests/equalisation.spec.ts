// What is read is what is accepted: terms move on both sides until the company says yes to those it saw.
import { expect, test, type Page } from '@playwright/test'
import { url } from '../cast.ts'
import { aCompany, aProfessional, aProject, aProposal, closePages, notice, openAs } from '../people.ts'

test.afterEach(closePages)

/** Fills the detailed form with the usual milestones of a retrofit, but the last. */
async function proposeInMilestones(engineer: Page) {
  await engineer.getByRole('button', { name: 'Enviar Proposta' }).click()
  const dialog = engineer.getByRole('dialog', { name: 'Enviar Proposta' })
  await dialog.getByLabel('Carta de Apresentação').fill('Já migrei três linhas de envase.')
  await dialog.getByLabel('Valor da Proposta (R$)').fill('48500')
  await dialog.getByRole('button', { name: 'Detalhar proposta' }).click()
  await dialog.getByLabel(/^Prazo em dias úteis/).fill('40')
  await dialog.getByRole('button', { name: /^Retrofit/ }).click()
  await dialog.getByRole('button', { name: 'Remover marco 4' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'faltam' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Distribuir o restante' }).click()
  await expect(dialog.getByText('confere com o valor')).toBeVisible()
  await expect(dialog.getByText(/Você recebe\sR\$\s43.650,00/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Enviar Proposta' }).click()
  await notice(engineer, 'Proposta Enviada!')
}

async function counter(buyer: Page, value: string) {
  const card = buyer.getByRole('listitem').filter({ hasText: 'R$ 48.500,00' }).filter({ hasText: 'Virada' }).first()
  await card.getByRole('button', { name: 'Contrapropor' }).click()
  const dialog = buyer.getByRole('dialog', { name: 'Contrapropor' })
  await dialog.getByLabel('Valor da Proposta (R$)').fill(value)
  await dialog.getByRole('group', { name: 'Marco 3' }).getByLabel('Valor (R$)').fill('16900')
  await dialog.getByLabel(/^Comentário/).fill('Cabe no orçamento aprovado.')
  await dialog.getByRole('button', { name: 'Enviar contraproposta' }).click()
  await notice(buyer, 'Contraproposta enviada')
}

test('proposta em marcos, contraproposta aceita, e a empresa aceita os termos que leu', async ({ browser }) => {
  const [serra, marina, rafael] = await Promise.all([aCompany(), aProfessional(), aProfessional()])
  const project = await aProject(serra, 'Retrofit da enchedora 4')
  await aProposal(rafael, project, 52_000)
  const engineer = await openAs(browser, marina)
  await engineer.goto(`${url()}/projetos/${project}`)
  await proposeInMilestones(engineer)

  const buyer = await openAs(browser, serra)
  await buyer.goto(`${url()}/dashboard/projetos/${project}/propostas`)
  await counter(buyer, '46000')

  await engineer.goto(`${url()}/dashboard/propostas`)
  const offer = engineer.getByRole('region', { name: 'Contraproposta da empresa' })
  await expect(offer.getByText('R$ 46.000,00').first()).toBeVisible()
  await offer.getByRole('button', { name: 'Aceitar contraproposta' }).click()
  await engineer.getByRole('alertdialog').getByRole('button', { name: 'Aceitar contraproposta' }).click()
  await notice(engineer, 'Contraproposta aceita')

  await buyer.getByRole('link', { name: 'Comparar propostas' }).click()
  const grid = buyer.getByRole('table')
  await expect(grid.getByRole('columnheader').filter({ hasText: 'Menor total' })).toHaveCount(1)
  await expect(grid.getByRole('row', { name: /^Total que você paga/ })).toContainText('R$ 46.000,00')
  await expect(grid.getByRole('row', { name: /^Total que você paga/ })).toContainText('R$ 52.000,00')
  const stars = grid.getByRole('button', { name: /^Selecionar a proposta/ })
  await stars.first().click()
  await expect(stars.first()).toHaveAttribute('aria-pressed', 'true')

  // Between the question and the answer the professional changes his mind.
  await grid.getByRole('button', { name: 'Aceitar proposta' }).first().click()
  const question = buyer.getByRole('alertdialog')
  await expect(question.getByText('R$ 46.000,00')).toBeVisible()
  const sent = await marina.wire.from('proposals').select('id, terms').eq('project_id', project).single()
  const revised = await marina.wire.rpc('revise_proposal', {
    proposal_id: sent.data?.id,
    terms: sent.data?.terms,
    value: '47000.00',
    milestones: [],
  })
  expect(revised.error).toBeNull()
  await question.getByRole('button', { name: 'Aceitar proposta' }).click()
  await expect(question.getByRole('alert')).toContainText('A proposta mudou depois que você a leu')
  await expect(question.getByText('R$ 47.000,00')).toBeVisible()
  await question.getByRole('button', { name: 'Aceitar proposta' }).click()
  await notice(buyer, 'Proposta aceita!')
  const agreed = await serra.wire.from('contracts').select('value_cents').eq('project_id', project).single()
  expect(agreed.data?.value_cents).toBe(4_700_000)
})
