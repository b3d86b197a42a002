// The institution of the demonstration holds what the company pays, until the company approves.
import { expect, test } from '@playwright/test'
import { aCompany, aProfessional, aProject, aProposal, closePages, openAs } from '../people.ts'
import { demo } from '../places.ts'

test.afterEach(closePages)

test('a empresa paga um marco com Pix, o valor fica em garantia e é liberado com a aprovação', async ({ browser }) => {
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const proposal = await aProposal(marina, await aProject(serra, 'Retrofit da enchedora 3'), 48_500)
  const { data: agreed } = await serra.wire.rpc('accept_proposal', { proposal_id: proposal })
  const contract = String(agreed?.contract_id)
  const buyer = await openAs(browser, serra, `/dashboard/contratos/${contract}`)
  const engineer = await openAs(browser, marina, `/dashboard/contratos/${contract}`)

  await expect(engineer.getByText('Sem garantia').first()).toBeVisible()
  await buyer.getByRole('button', { name: 'Pagar com Pix' }).click()
  const dialog = buyer.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'Código QR do Pix' })).toBeVisible()
  await expect(dialog.getByLabel('Pix copia e cola', { exact: true })).toHaveValue(/^000201/)
  await dialog.getByRole('button', { name: 'Simular pagamento' }).click()
  await expect(dialog.getByText(/valor em garantia em Instituição Simulada/)).toBeVisible()
  await expect(engineer.getByText('Com garantia').first()).toBeVisible()

  const desk = await openAs(browser, demo('admin'), '/dashboard/admin?aba=dinheiro&lista=garantias')
  const held = desk.getByRole('list', { name: 'Garantias' }).getByRole('listitem').filter({ hasText: 'Retrofit da enchedora 3' }).last()
  await expect(held).toContainText(/R\$\s48\.500,00/)
  await desk.getByRole('button', { name: 'Verificar o livro' }).click()
  await expect(desk.getByText(/O livro confere: .* somas e corrente em ordem/)).toBeVisible()

  const { data: milestone } = await marina.wire.from('milestones').select('id').eq('contract_id', contract).single()
  const delivered = await marina.wire.rpc('deliver_milestone', { milestone_id: String(milestone?.id) })
  expect(delivered.error).toBeNull()
  const approved = await serra.wire.rpc('approve_milestone', { milestone_id: String(milestone?.id) })
  expect(approved.data?.status).toBe('released')
  const { data: balance } = await marina.wire.rpc('money_balance', {})
  expect(balance).toEqual({ available: 43_650, held: 0 })
})
