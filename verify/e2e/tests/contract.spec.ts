// Two honest sides: each step has its actor, what was agreed on is kept, and there is a way out.
import { expect, test, type Page } from '@playwright/test'
import { url } from '../cast.ts'
import { fundFirst } from '../deals.ts'
import { aCompany, aProfessional, aProject, aProposal, closePages, deliver, notice, openAs, openContract, type Person } from '../people.ts'

test.afterEach(closePages)

async function confirm(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()
}

async function giveReason(page: Page, name: string, reason: string) {
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill(reason)
  await dialog.getByRole('button', { name, exact: true }).click()
}

/** Hires from the list of proposals, and keeps the others waiting. */
async function accept(buyer: Page, value: string) {
  await buyer.getByRole('listitem').filter({ hasText: value }).getByRole('button', { name: 'Aceitar proposta' }).click()
  const dialog = buyer.getByRole('alertdialog')
  await dialog.getByRole('checkbox', { name: /em espera/ }).check()
  await dialog.getByRole('button', { name: 'Aceitar proposta' }).click()
  await notice(buyer, 'Proposta aceita!')
}

async function scene() {
  const [serra, marina, rafael] = await Promise.all([aCompany(), aProfessional(), aProfessional()])
  const project = await aProject(serra, 'Retrofit da enchedora 3')
  await aProposal(marina, project, 48_500)
  const second = await aProposal(rafael, project, 52_000)
  return { serra, marina, rafael, project, second }
}

async function statusOf(who: Person, table: 'proposals' | 'projects', id: string): Promise<string> {
  const { data } = await who.wire.from(table).select('status').eq('id', id).single()
  return String(data?.status)
}

test('o escopo muda, a proposta é confirmada, a entrega passa por ajustes e só a empresa a aceita', async ({ browser }) => {
  const { serra, marina, rafael, project, second } = await scene()
  const buyer = await openAs(browser, serra, `/dashboard/projetos/${project}/editar`)
  await buyer.getByLabel('Prazo').fill('30 dias')
  await buyer.getByRole('button', { name: 'Salvar alterações' }).click()
  await expect(buyer).not.toHaveURL(/editar/)
  const early = await serra.wire.rpc('accept_proposal', { proposal_id: second })
  expect(early.error?.code).toBe('proposal_outdated')

  const engineer = await openAs(browser, marina, '/dashboard/propostas')
  await expect(engineer.getByText('45 dias').first()).toBeVisible()
  await expect(engineer.getByText('30 dias').first()).toBeVisible()
  await engineer.getByRole('button', { name: 'Confirmar proposta' }).click()
  await notice(engineer, 'Proposta confirmada')
  await rafael.wire.rpc('confirm_proposal', { proposal_id: second })

  await buyer.goto(`${url()}/dashboard/projetos/${project}/propostas`)
  await accept(buyer, 'R$ 48.500,00')
  expect(await statusOf(rafael, 'proposals', second)).toBe('waiting')

  await openContract(engineer)
  await fundFirst(serra)
  await confirm(engineer, 'Iniciar trabalho')
  await notice(engineer, 'Trabalho iniciado!')
  expect(await statusOf(rafael, 'proposals', second)).toBe('declined')
  // Until the start is read, the step stands with its milestone; then it moves to the top.
  await expect(engineer.getByRole('button', { name: 'Iniciar trabalho' })).toBeHidden()
  await deliver(engineer)
  await notice(engineer, 'Entrega marcada!')
  await expect(engineer.getByRole('button', { name: 'Aprovar' })).toBeHidden()
  const { data: contract } = await marina.wire.from('contracts').select('id').single()
  const own = await marina.wire.rpc('complete_contract', { contract_id: contract?.id })
  expect(own.error).not.toBeNull()

  await openContract(buyer)
  await giveReason(buyer, 'Pedir ajustes', 'Falta o backup do CLP.')
  await notice(buyer, 'Ajustes pedidos')
  await expect(engineer.getByText('Em ajustes', { exact: true }).first()).toBeVisible()
  await deliver(engineer)
  await confirm(buyer, 'Aprovar')
  await notice(buyer, 'Marco aprovado!')
  await expect(engineer.getByText('A empresa aceitou a entrega.')).toBeVisible()

  await expect(buyer.getByRole('region', { name: 'Histórico' }).getByText('Falta o backup do CLP.').first()).toBeVisible()
  await expect(buyer.getByText('30 dias', { exact: true }).first()).toBeVisible()
})

test('os dois desfazem o contrato por acordo, o projeto reabre e a proposta seguinte volta', async ({ browser }) => {
  const { serra, marina, rafael, project, second } = await scene()
  const buyer = await openAs(browser, serra, `/dashboard/projetos/${project}/propostas`)
  await accept(buyer, 'R$ 48.500,00')
  const engineer = await openAs(browser, marina, '/dashboard/contratos')
  await openContract(engineer)
  await fundFirst(serra)
  await confirm(engineer, 'Iniciar trabalho')
  await notice(engineer, 'Trabalho iniciado!')
  expect(await statusOf(rafael, 'proposals', second)).toBe('declined')

  await giveReason(engineer, 'Propor distrato', 'A parada foi adiada para o próximo ano.')
  await notice(engineer, 'Distrato proposto')
  await expect(engineer.getByRole('button', { name: 'Aceitar o distrato' })).toBeHidden()
  await openContract(buyer)
  await expect(buyer.getByRole('region', { name: 'Distrato proposto' }).getByText('A parada foi adiada para o próximo ano.')).toBeVisible()
  await confirm(buyer, 'Aceitar o distrato')
  await notice(buyer, 'Distrato aceito')
  await expect(engineer.getByText(/^O contrato terminou/)).toBeVisible()
  expect(await statusOf(serra, 'projects', project)).toBe('open')

  await buyer.goto(`${url()}/dashboard/projetos/${project}/propostas`)
  // Somebody else was chosen before; now they are the next best.
  await buyer.getByRole('listitem').filter({ hasText: 'R$ 52.000,00' }).getByRole('button', { name: 'Reabrir proposta' }).click()
  await notice(buyer, 'Proposta reaberta')
  expect(await statusOf(rafael, 'proposals', second)).toBe('pending')
})

test('antes do início cada lado desiste, e as propostas em espera voltam sozinhas', async ({ browser }) => {
  const { serra, marina, rafael, project, second } = await scene()
  const buyer = await openAs(browser, serra, `/dashboard/projetos/${project}/propostas`)
  await accept(buyer, 'R$ 48.500,00')
  const engineer = await openAs(browser, marina, '/dashboard/contratos')
  await openContract(engineer)
  await giveReason(engineer, 'Desistir do contrato', 'Fui chamada para outra parada.')
  await notice(engineer, 'Contrato desfeito')
  expect(await statusOf(serra, 'projects', project)).toBe('open')
  expect(await statusOf(rafael, 'proposals', second)).toBe('pending')
  await accept(buyer, 'R$ 52.000,00')
})
