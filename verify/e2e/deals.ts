// Deals as they stand when a journey begins, made through the protocol, and how
// people work with them on their screens.
import { expect, type Page } from '@playwright/test'
import { aProject, notice, type Person } from './people.ts'

export type Part = { id: string; title: string; status: string }

/** A contract with its milestones in order. */
export type Deal = { serra: Person; marina: Person; contract: string; parts: Part[] }

/** Takes a step as somebody, who may. */
export async function step(who: Person, name: string, about: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { data, error } = await who.wire.rpc(name, about)
  expect(error, name).toBeNull()
  return data as Record<string, unknown>
}

/** A contract over milestones of these values, by their titles. */
export async function agree(serra: Person, marina: Person, values: Record<string, number>): Promise<Deal> {
  const milestones = Object.entries(values).map(([title, value]) => ({ title, deliverable: `${title} com relatório.`, value }))
  const sent = await marina.wire
    .from('proposals')
    .insert({
      project_id: await aProject(serra, 'Retrofit da enchedora 6'),
      professional_id: marina.id,
      value: milestones.reduce((cents, { value }) => cents + Math.round(value * 100), 0) / 100,
      cover_letter: 'Já migrei três linhas.',
      milestones,
    })
    .select('id')
    .single()
  expect(sent.error).toBeNull()
  const { contract_id } = await step(serra, 'accept_proposal', { proposal_id: sent.data?.id })
  return { serra, marina, contract: String(contract_id), parts: await partsOf(serra, String(contract_id)) }
}

export async function partsOf(who: Person, contract: string): Promise<Part[]> {
  const { data, error } = await who.wire.from('milestones').select('id, title, status').eq('contract_id', contract).order('position')
  expect(error).toBeNull()
  return (data ?? []) as Part[]
}

/** Pays a milestone through the simulated institution, and waits for its word. */
export async function fund(serra: Person, milestone: string) {
  const { txid } = await step(serra, 'fund_milestone', { milestone_id: milestone })
  await step(serra, 'simulate_pix', { txid, event: 'paid' })
  const held = () => serra.wire.from('milestones').select('held_cents').eq('id', milestone).single()
  await expect.poll(async () => (await held()).data?.held_cents).toBeGreaterThan(0)
}

/** Pays the first milestone of a company's only contract. */
export async function fundFirst(serra: Person) {
  const { data, error } = await serra.wire.from('milestones').select('id').eq('status', 'planned').order('position').limit(1).single()
  expect(error).toBeNull()
  await fund(serra, String(data?.id))
}

/** Pays, delivers and approves a milestone. */
export async function finish({ serra, marina }: Pick<Deal, 'serra' | 'marina'>, milestone: string) {
  await fund(serra, milestone)
  await step(marina, 'deliver_milestone', { milestone_id: milestone })
  await step(serra, 'approve_milestone', { milestone_id: milestone })
}

/** The card of a milestone on the page of its contract. */
export const card = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Marcos' }).getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** An amount of the contract at a glance, by its label. */
export const amount = (page: Page, label: string) =>
  page.getByRole('region', { name: 'Valores' }).getByRole('definition').and(page.locator(`dt:text-is("${label}") + dd`))

/** Shows the statement, the newest line first. */
export const lines = (page: Page) => page.getByRole('table', { name: 'Extrato' }).getByRole('row')

/** Follows a link of the account's menu, as a phone shows it. */
export async function follow(phone: Page, label: string) {
  await phone.getByRole('button', { name: 'Abrir menu', exact: true }).tap()
  await phone.getByRole('navigation', { name: 'Minha conta' }).getByRole('link', { name: label }).tap()
}

/** Sends a detailed proposal over the first three milestones of a usual retrofit. */
export async function proposeInMilestones(engineer: Page) {
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

/** Offers less for the last of those milestones. */
export async function counter(buyer: Page, value: string) {
  const proposal = buyer.getByRole('listitem').filter({ hasText: 'R$ 48.500,00' }).filter({ hasText: 'Virada' }).first()
  await proposal.getByRole('button', { name: 'Contrapropor' }).click()
  const dialog = buyer.getByRole('dialog', { name: 'Contrapropor' })
  await dialog.getByLabel('Valor da Proposta (R$)').fill(value)
  await dialog.getByRole('group', { name: 'Marco 3' }).getByLabel('Valor (R$)').fill('16900')
  await dialog.getByLabel(/^Comentário/).fill('Cabe no orçamento aprovado.')
  await dialog.getByRole('button', { name: 'Enviar contraproposta' }).click()
  await notice(buyer, 'Contraproposta enviada')
}

/** Accepts the company's counter-offer on the list of one's own proposals. */
export async function takeCounter(engineer: Page) {
  const offer = engineer.getByRole('region', { name: 'Contraproposta da empresa' })
  await expect(offer.getByText('R$ 46.000,00').first()).toBeVisible()
  await offer.getByRole('button', { name: 'Aceitar contraproposta' }).click()
  await engineer.getByRole('alertdialog').getByRole('button', { name: 'Aceitar contraproposta' }).click()
  await notice(engineer, 'Contraproposta aceita')
}
