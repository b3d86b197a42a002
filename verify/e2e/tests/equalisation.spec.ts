// What is read is what is accepted: terms move on both sides until the company says yes to those it saw.
import { expect, test } from '@playwright/test'
import { counter, proposeInMilestones, takeCounter } from '../deals.ts'
import { aCompany, aProfessional, aProject, aProposal, closePages, notice, openAs } from '../people.ts'

test.afterEach(closePages)

test('proposta em marcos, contraproposta aceita, e a empresa aceita os termos que leu', async ({ browser }) => {
  const [serra, marina, rafael] = await Promise.all([aCompany(), aProfessional(), aProfessional()])
  const project = await aProject(serra, 'Retrofit da enchedora 4')
  await aProposal(rafael, project, 52_000)
  const engineer = await openAs(browser, marina, `/projetos/${project}`)
  await proposeInMilestones(engineer)

  const buyer = await openAs(browser, serra, `/dashboard/projetos/${project}/propostas`)
  await counter(buyer, '46000')

  await engineer.getByRole('link', { name: 'Ver minhas propostas' }).click()
  await takeCounter(engineer)

  await buyer.getByRole('link', { name: 'Comparar propostas' }).click()
  const grid = buyer.getByRole('table')
  await expect(grid.getByRole('columnheader').filter({ hasText: 'Menor total' })).toHaveCount(1)
  await expect(grid.getByRole('row', { name: /^Total que você paga/ })).toContainText('R$ 46.000,00')
  await expect(grid.getByRole('row', { name: /^Total que você paga/ })).toContainText('R$ 52.000,00')
  const stars = grid.getByRole('button', { name: /^Selecionar a proposta/ })
  await stars.first().click()
  await expect(stars.first()).toHaveAttribute('aria-pressed', 'true')

  // Between the question and the answer the professional changes their mind.
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
