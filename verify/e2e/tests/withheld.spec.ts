// A company that proves a withheld tax with a false paper: nothing moves before a word, a silence or a decision.
import { expect, test, type Page } from '@playwright/test'
import { holdsToAccessibility } from '../accessibility.ts'
import { agree, card, finish, follow, lines, step } from '../deals.ts'
import { demo } from '../places.ts'
import { aCompany, aProfessional, closePages, notice, openAs, PHONE } from '../people.ts'

test.afterEach(closePages)

const PAPER = { name: 'guia.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n') }

/** A milestone of R$ 1.000,00 under guarantee that is paid, of which R$ 110,00 of INSS are held. */
async function scene() {
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const { contract, parts } = await agree(serra, marina, { 'Entrega do projeto': 1000 })
  const milestone = String(parts[0]?.id)
  await step(serra, 'record_withholdings', { milestone_id: milestone, lines: [{ tax: 'inss', base: '1000.00', rate: '11' }] })
  await step(marina, 'answer_withholdings', { milestone_id: milestone, accept: true })
  await finish({ serra, marina }, milestone)
  return { serra, marina, contract }
}

async function contest(page: Page, reason: string) {
  await card(page, 'Entrega do projeto').getByRole('button', { name: 'Contestar', exact: true }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill(reason)
  await dialog.getByRole('button', { name: 'Enviar contestação' }).tap()
  await notice(page, 'Comprovante contestado')
}

test('um comprovante falso é contestado duas vezes, a administração decide, e o valor retido é do profissional', async ({ browser }) => {
  test.slow()
  const { serra, marina, contract } = await scene()
  const buyer = await openAs(browser, serra, `/dashboard/contratos/${contract}`)
  const engineer = await openAs(browser, marina, `/dashboard/contratos/${contract}`, PHONE)

  await card(buyer, 'Entrega do projeto').getByRole('button', { name: 'Enviar comprovante de INSS' }).click()
  const form = buyer.getByRole('dialog')
  await form.getByLabel('Número ou código de autenticação').fill('8581 0000 0014')
  await form.locator('input[type=file]').setInputFiles(PAPER)
  await form.getByRole('button', { name: 'Enviar comprovante' }).click()
  await notice(buyer, 'Comprovante enviado')
  await expect(buyer.getByText('Comprovante em conferência')).toBeVisible()

  await expect(engineer.getByRole('region', { name: 'O que vem agora' })).toContainText('Confira o comprovante dos tributos retidos')
  const proof = card(engineer, 'Entrega do projeto').getByRole('list', { name: 'Comprovantes dos tributos retidos' })
  await expect(proof).toContainText('8581 0000 0014')
  const download = engineer.waitForEvent('download')
  await proof.getByRole('button', { name: 'guia.pdf' }).tap()
  expect((await download).suggestedFilename()).toBe('guia.pdf')
  await holdsToAccessibility(engineer, 'comprovante em conferência')
  await contest(engineer, 'A guia é de outra empresa.')

  // The company insists with the same number and paper.
  await expect(card(buyer, 'Entrega do projeto')).toContainText('A guia é de outra empresa.')
  await card(buyer, 'Entrega do projeto').getByRole('button', { name: 'Enviar outro comprovante de INSS' }).click()
  await form.getByRole('button', { name: 'Enviar comprovante' }).click()
  await expect(form).toBeHidden()
  await expect(proof).toContainText('2º comprovante')
  await contest(engineer, 'Continua de outra empresa.')
  await expect(proof).toContainText('Em mediação')

  const admin = await openAs(browser, demo('admin'), '/dashboard/admin')
  await admin.getByRole('link', { name: /comprovantes? de tributos? a decidir/ }).click()
  const asked = admin.getByRole('list', { name: 'Comprovantes a decidir' }).getByRole('listitem').filter({ hasText: serra.name }).first()
  for (const said of ['INSS, R$ 110,00', marina.name, 'A guia é de outra empresa.', 'Continua de outra empresa.']) await expect(asked).toContainText(said)
  const read = admin.waitForEvent('download')
  await asked.getByRole('button', { name: 'guia.pdf' }).first().click()
  expect((await read).suggestedFilename()).toBe('guia.pdf')
  await holdsToAccessibility(admin, 'comprovantes a decidir')
  await asked.getByRole('button', { name: 'Não comprovado' }).click()
  await admin.getByRole('dialog').getByLabel('Motivo').fill('A guia é de outro CNPJ.')
  await admin.getByRole('dialog').getByRole('button', { name: 'Dar por não comprovado' }).click()
  await notice(admin, 'Decisão registrada')

  for (const page of [buyer, engineer]) {
    await expect(card(page, 'Entrega do projeto')).toContainText('Liberado ao profissional')
    await expect(card(page, 'Entrega do projeto')).toContainText('A guia é de outro CNPJ.')
  }
  await follow(engineer, 'Financeiro')
  await expect(lines(engineer).filter({ hasText: 'Tributo retido' })).toHaveText([/R\$\s110,00$/, /-R\$\s110,00$/])
  // R$ 1.000,00 less the fee of R$ 100,00.
  await expect(engineer.getByText('R$ 900,00', { exact: true })).toBeVisible()
})
