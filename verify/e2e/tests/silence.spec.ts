// What nobody answers: fourteen days pass on a server of its own, since they pass for everybody.
import { expect, test as base } from '@playwright/test'
import { holdsToAccessibility } from '../accessibility.ts'
import { agree, card, follow, fund, lines, partsOf, step } from '../deals.ts'
import { aCompany, aProfessional, aProject, aProposal, closePages, demoWire, openAs, PHONE, type Person } from '../people.ts'
import { DEMO } from '../places.ts'
import { aside } from '../server.ts'

const test = base.extend<{ alone: string }>({ alone: ({}, use) => aside(['--demo'], use) })

test.afterEach(closePages)

const ADDED = 'AD-01 · Segundo painel'
const REMINDERS = ['Falta 1 dia', 'Faltam 3 dias', 'Faltam 7 dias'].map((left) => `${left} para responder à entrega: Retrofit da enchedora 6`)

/** How often somebody was reminded, of one day, of three and of seven. */
async function reminded({ wire }: Person): Promise<number[]> {
  const { data, error } = await wire.from('notifications').select('title').in('title', REMINDERS)
  expect(error).toBeNull()
  return REMINDERS.map((title) => data?.filter((told) => told.title === title).length ?? 0)
}

test('o aditivo vira marco; sem resposta a empresa é lembrada três vezes, e no 14º dia tudo é liberado uma vez só', async ({ browser, alone }) => {
  test.slow()
  const [serra, marina, rafael, admin] = await Promise.all([aCompany(), aProfessional(), aProfessional(), demoWire(DEMO.admin)])
  // What expires after thirty days shows that time has come so far.
  const waiting = await aProposal(rafael, await aProject(serra, 'Painel da estação'), 9000)
  const { contract, parts } = await agree(serra, marina, { 'Entrega do projeto': 1000.55 })
  await fund(serra, String(parts[0]?.id))
  await step(marina, 'deliver_milestone', { milestone_id: parts[0]?.id })
  const buyer = await openAs(browser, serra, `/dashboard/contratos/${contract}`)
  const engineer = await openAs(browser, marina, `/dashboard/contratos/${contract}`, PHONE)
  expect(buyer.url()).toContain(alone)

  await engineer.getByRole('button', { name: 'Propor aditivo' }).tap()
  const form = engineer.getByRole('dialog')
  await form.getByLabel('Título').fill('Segundo painel')
  await form.getByLabel('O que será feito').fill('Montar e testar o painel 2.')
  await form.getByLabel('Preço').fill('300,10')
  await form.getByLabel('Horas').fill('12')
  await form.getByLabel('Motivo').fill('Pedido em obra.')
  await holdsToAccessibility(engineer, 'propor aditivo')
  await form.getByRole('button', { name: 'Propor', exact: true }).tap()
  await buyer.getByRole('region', { name: 'Termos aditivos' }).getByRole('button', { name: 'Aceitar AD-01' }).click()
  await expect(card(engineer, ADDED)).toContainText('Sem garantia')
  await fund(serra, String((await partsOf(serra, contract))[1]?.id))
  await expect(card(engineer, ADDED)).toContainText('Com garantia')
  await card(engineer, ADDED).or(engineer.getByRole('region', { name: 'O que vem agora' })).getByRole('button', { name: 'Entregar', exact: true }).last().tap()
  await engineer.getByRole('dialog').getByRole('button', { name: 'Marcar como entregue' }).tap()
  await expect(card(buyer, ADDED).getByText(/aceito por silêncio em 14 dias/)).toBeVisible()

  const pass = async (days: number) => expect((await admin.rpc('pass_time', { days })).error).toBeNull()
  for (const [days, told] of [
    [7, [0, 0, 2]],
    [11, [0, 2, 2]],
    [13, [2, 2, 2]],
  ] as const) {
    await pass(days)
    await expect.poll(() => reminded(serra)).toEqual(told)
  }
  await buyer.getByRole('button', { name: /^Notificações/ }).click()
  await expect(buyer.getByRole('dialog', { name: 'Notificações' }).getByText(String(REMINDERS[0]))).toHaveCount(2)
  await buyer.keyboard.press('Escape')
  for (const title of ['Entrega do projeto', ADDED]) await expect(card(buyer, title).getByText('Entregue', { exact: true })).toBeVisible()

  await pass(14)
  for (const page of [buyer, engineer])
    for (const title of ['Entrega do projeto', ADDED]) {
      await expect(card(page, title).getByText('Pago', { exact: true })).toBeVisible()
      await expect(card(page, title).getByText(/^Aceito por silêncio em/)).toBeVisible()
    }
  await pass(14)
  await pass(40)
  await expect.poll(async () => (await rafael.wire.from('proposals').select('status').eq('id', waiting).single()).data?.status).toBe('expired')
  expect(await reminded(serra)).toEqual([2, 2, 2])
  await expect(buyer.getByRole('region', { name: 'Histórico' }).getByText(/^Entrega aceita por decurso de prazo · marco/)).toHaveCount(2)

  await follow(engineer, 'Financeiro')
  await expect(lines(engineer).filter({ hasText: 'Marco liberado' })).toHaveCount(2)
  await expect(lines(engineer).filter({ hasText: 'Taxa da plataforma' })).toHaveCount(2)
  // R$ 1.000,55 and R$ 300,10, less R$ 100,06 and R$ 30,01.
  await expect(engineer.getByText('R$ 1.170,58', { exact: true })).toBeVisible()
})
