// Nobody stands between the two sides: the company says that it paid, the professional that they have it.
import { expect, test as base } from '@playwright/test'
import { PICTURE, url } from '../cast.ts'
import { aCompany, aProfessional, aProject, aProposal, closePages, deliver, notice, openAs, openContract } from '../people.ts'
import { aside } from '../server.ts'

// The demonstration has an institution that holds money; a plain server has none.
const test = base.extend<{ direct: string }>({
  direct: ({}, use) => aside([], use),
})

test.afterEach(closePages)

test('um marco vai da proposta ao pagamento confirmado, sem ninguém recarregar a página', async ({ browser, direct }) => {
  test.slow()
  expect(url()).toBe(direct)
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const project = await aProject(serra, 'Painel da estação de bombeamento')
  await aProposal(marina, project, 18_400)
  const buyer = await openAs(browser, serra, `/dashboard/projetos/${project}/propostas`)
  const engineer = await openAs(browser, marina, '/dashboard/contratos')
  await engineer.setViewportSize({ width: 390, height: 844 })

  await buyer.getByRole('button', { name: 'Aceitar proposta' }).click()
  await buyer.getByRole('alertdialog').getByRole('button', { name: 'Aceitar proposta' }).click()
  await notice(buyer, 'Proposta aceita!')
  await openContract(buyer)
  await openContract(engineer)
  await expect(buyer.getByText('Vez da outra parte')).toBeVisible()
  await expect(engineer.getByText('Sua vez')).toBeVisible()

  await deliver(engineer, 'Painel testado em bancada.')
  const next = buyer.getByRole('region', { name: 'O que vem agora' })
  await expect(next.getByText(/^Aceito por silêncio em 14 dias/)).toBeVisible()
  await expect(buyer.getByText('Painel testado em bancada.')).toBeVisible()
  await next.getByRole('button', { name: 'Pedir ajustes' }).click()
  await buyer.getByRole('dialog').getByLabel('Motivo').fill('Falta identificar os bornes.')
  await buyer.getByRole('dialog').getByRole('button', { name: 'Pedir ajustes' }).click()
  await expect(engineer.getByText('Faça os ajustes e entregue de novo')).toBeVisible()

  await deliver(engineer, 'Bornes identificados.')
  await next.getByRole('button', { name: 'Aprovar' }).click()
  const asked = buyer.getByRole('alertdialog')
  await expect(asked.getByText(/R\$\s18\.400,00 fica devido ao profissional/)).toBeVisible()
  await asked.getByRole('button', { name: 'Aprovar' }).click()
  await expect(engineer.getByText('Aprovado, a pagar')).toBeVisible()

  await next.getByRole('button', { name: 'Paguei' }).click()
  await buyer.getByRole('dialog').locator('input[type=file]').setInputFiles(PICTURE)
  await buyer.getByRole('dialog').getByRole('button', { name: 'Informar pagamento' }).click()
  await notice(buyer, 'Pagamento informado!')
  await expect(engineer.getByRole('button', { name: 'Comprovante' })).toBeVisible()
  await engineer.getByRole('button', { name: 'Recebi', exact: true }).click()
  await engineer.getByRole('alertdialog').getByRole('button', { name: 'Recebi' }).click()
  await notice(engineer, 'Recebimento confirmado!')
  await expect(buyer.getByText('Pago', { exact: true }).first()).toBeVisible()
  await expect(buyer.getByRole('region', { name: 'Histórico' }).getByText('Recebimento confirmado')).toBeVisible()

  const sideways = () => engineer.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await sideways()).toBe(0)
  const saved = buyer.waitForEvent('download')
  await buyer.getByRole('link', { name: 'Ver contrato e PDF' }).click()
  await expect(buyer.getByText(/^ATENÇÃO: a cada entrega/)).toBeVisible()
  await buyer.getByRole('button', { name: 'Baixar PDF' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^contrato-CTR-\d{4,}\.pdf$/)
})
