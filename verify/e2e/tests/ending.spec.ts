// A contract that ends early by agreement settles each milestone as both sides read it.
import { expect, test } from '@playwright/test'
import { holdsToAccessibility } from '../accessibility.ts'
import { agree, amount, card, finish, follow, fund, lines } from '../deals.ts'
import { aCompany, aProfessional, closePages, notice, openAs, PHONE } from '../people.ts'

test.afterEach(closePages)

test('o distrato acerta marco a marco: o liberado fica, o garantido se divide, o planejado cai', async ({ browser }) => {
  test.slow()
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const deal = await agree(serra, marina, { Levantamento: 1000.55, TAF: 999.99, Virada: 500 })
  const [survey, test1] = deal.parts.map(({ id }) => id)
  await finish(deal, String(survey))
  await fund(serra, String(test1))
  const buyer = await openAs(browser, serra, `/dashboard/contratos/${deal.contract}`)
  const engineer = await openAs(browser, marina, `/dashboard/contratos/${deal.contract}`, PHONE)

  await engineer.getByRole('button', { name: 'Propor distrato' }).tap()
  const form = engineer.getByRole('dialog')
  await form.getByLabel('Motivo').fill('A parada foi adiada para o próximo ano.')
  await form.getByLabel('Marco 2, TAF: por cento').fill('30')
  await expect(form.getByText('R$ 300,00 para o profissional; R$ 699,99 volta para a empresa.')).toBeVisible()
  await holdsToAccessibility(engineer, 'propor distrato')
  await form.getByRole('button', { name: 'Propor distrato' }).tap()
  await notice(engineer, 'Distrato proposto')

  const offer = buyer.getByRole('region', { name: 'Distrato proposto' })
  await expect(offer.getByRole('listitem')).toHaveText([
    'Marco 2, TAF: 30%, R$ 300,00 para o profissional; R$ 699,99 volta para a empresa.',
    'Marco 3, Virada: 0%, R$ 0,00 para o profissional; R$ 500,00 não é devido.',
  ])
  await holdsToAccessibility(buyer, 'distrato proposto')
  await offer.getByRole('button', { name: 'Aceitar o distrato' }).click()
  await buyer.getByRole('alertdialog').getByRole('button', { name: 'Aceitar o distrato' }).click()
  await notice(buyer, 'Distrato aceito')

  for (const page of [buyer, engineer]) {
    for (const [title, stands] of [
      ['Levantamento', 'Pago'],
      ['TAF', 'Dividido'],
      ['Virada', 'Cancelado'],
    ] as const)
      await expect(card(page, title).getByText(stands, { exact: true })).toBeVisible()
    await expect(amount(page, 'Em garantia')).toHaveText('R$ 0,00')
    await expect(amount(page, 'Liberado')).toHaveText('R$ 1.300,55')
    await expect(amount(page, 'Por entregar ou aprovar')).toHaveText('R$ 0,00')
  }
  await follow(engineer, 'Financeiro')
  await expect(lines(engineer)).toHaveText([
    /Valor$/,
    /Taxa da plataforma.*-R\$\s30,00$/,
    /Divisão acordada.*R\$\s300,00$/,
    /Taxa da plataforma.*-R\$\s100,06$/,
    /Marco liberado.*R\$\s1\.000,55$/,
  ])
  await expect(engineer.getByText('R$ 1.170,49', { exact: true })).toBeVisible()
  await buyer.getByRole('complementary').getByRole('link', { name: 'Financeiro' }).click()
  await expect(lines(buyer)).toHaveText([
    /Valor$/,
    /Divisão acordada.*R\$\s699,99$/,
    /Garantia depositada.*-R\$\s999,99$/,
    /Garantia depositada.*-R\$\s1\.000,55$/,
  ])
})
