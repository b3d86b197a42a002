// Two sides who do not agree about a milestone end it themselves, or have an administrator decide.
import { expect, test, type Page } from '@playwright/test'
import { holdsToAccessibility } from '../accessibility.ts'
import { agree, card, follow, fund, lines, step } from '../deals.ts'
import { demo } from '../places.ts'
import { aCompany, aProfessional, closePages, notice, openAs, PHONE } from '../people.ts'

test.afterEach(closePages)

const ADMIN = demo('admin')

/** A contract over R$ 1.000,55 whose one milestone Marina has delivered, paid for or not. */
async function scene(isHeld = false) {
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const { contract, parts } = await agree(serra, marina, { 'Entrega do projeto': 1000.55 })
  const milestone = String(parts[0]?.id)
  if (isHeld) await fund(serra, milestone)
  await step(marina, 'deliver_milestone', { milestone_id: milestone, note: 'Programa no repositório.', ...(!isHeld && { unfunded: true }) })
  return { serra, marina, contract, milestone }
}

/** Slides the professional's part to a percentage, the last step with the keyboard. */
async function slide(page: Page, percent: number) {
  const slider = page.getByRole('slider', { name: 'Parte do profissional' }).last()
  await slider.fill(String(percent + 1))
  await slider.press('ArrowLeft')
  await expect(slider).toHaveValue(String(percent))
}

/** What was said, apart from the notices about it. */
const record = (page: Page) => page.getByRole('list', { name: 'O que foi dito' })

async function openDispute(page: Page, percent: number) {
  await page.getByRole('button', { name: 'Abrir disputa' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('O que não está de acordo').fill('O painel não liga.')
  await slide(page, percent)
  await dialog.getByRole('button', { name: 'Abrir disputa' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Disputa:/ })).toBeVisible()
}

async function answer(page: Page) {
  await page.getByRole('link', { name: 'Ver disputa' }).click()
  await page.getByLabel('Sua resposta').fill('Liga, faltava a alimentação do cliente.')
  await page.getByText('Juntar provas').click()
  await page.getByRole('checkbox', { name: /^Entrega de/ }).check()
  await page.getByRole('button', { name: 'Responder', exact: true }).click()
  await notice(page, 'Resposta enviada')
}

test('os dois lados propõem divisões até uma servir, e o valor fica devido ao centavo', async ({ browser }) => {
  const { serra, marina, contract, milestone } = await scene()
  const buyer = await openAs(browser, serra, `/dashboard/contratos/${contract}`)
  const engineer = await openAs(browser, marina, `/dashboard/contratos/${contract}`)

  await openDispute(buyer, 20)
  // 20 % de R$ 1.000,55
  await expect(buyer.getByText('R$ 200,11').first()).toBeVisible()
  await expect(buyer.getByText('R$ 800,44').first()).toBeVisible()
  await expect(buyer.getByRole('button', { name: 'Responder' })).toBeHidden()

  await answer(engineer)
  await expect(record(buyer).getByText('Liga, faltava a alimentação do cliente.')).toBeVisible()
  await expect(record(buyer).getByText('Entrega: Programa no repositório.')).toBeVisible()

  await slide(engineer, 70)
  await engineer.getByRole('button', { name: 'Propor 70% para o profissional' }).click()
  await notice(engineer, 'Divisão proposta')
  const offer = buyer.getByRole('region', { name: 'Última proposta da outra parte' })
  await expect(offer.getByText('R$ 700,39')).toBeVisible()

  await slide(buyer, 60)
  await buyer.getByRole('button', { name: 'Propor 60% para o profissional' }).click()
  const answered = engineer.getByRole('region', { name: 'Última proposta da outra parte' })
  await expect(answered.getByText('R$ 600,33')).toBeVisible()
  await answered.getByRole('button', { name: 'Aceitar esta divisão' }).click()
  const asked = engineer.getByRole('alertdialog')
  await expect(asked.getByText('R$ 600,33 para o profissional e R$ 400,22 para a empresa')).toBeVisible()
  await asked.getByRole('button', { name: 'Aceitar esta divisão' }).click()
  await notice(engineer, 'Divisão aceita')
  await expect(buyer.getByText('Encerrada por acordo', { exact: true })).toBeVisible()

  const { data } = await serra.wire.from('milestones').select('status, value').eq('id', milestone).single()
  expect(data).toEqual({ status: 'awaiting_payment', value: 600.33 })
})

test('de um valor em garantia, a divisão aceita chega aos dois extratos ao centavo, e a taxa é só da parte do profissional', async ({ browser }) => {
  test.slow()
  const { serra, marina, contract } = await scene(true)
  const buyer = await openAs(browser, serra, `/dashboard/contratos/${contract}`)
  const engineer = await openAs(browser, marina, `/dashboard/contratos/${contract}`, PHONE)
  await openDispute(buyer, 20)
  await expect(card(engineer, 'Entrega do projeto').getByText('Em disputa', { exact: true })).toBeVisible()
  await answer(engineer)
  await slide(engineer, 60)
  await holdsToAccessibility(engineer, 'disputa')
  await engineer.getByRole('button', { name: 'Propor 60% para o profissional' }).tap()
  await buyer.getByRole('region', { name: 'Última proposta da outra parte' }).getByRole('button', { name: 'Aceitar esta divisão' }).click()
  const asked = buyer.getByRole('alertdialog')
  await expect(asked.getByText('R$ 600,33 para o profissional e R$ 400,22 para a empresa')).toBeVisible()
  await asked.getByRole('button', { name: 'Aceitar esta divisão' }).click()
  await expect(engineer.getByText('Encerrada por acordo', { exact: true })).toBeVisible()

  await follow(engineer, 'Financeiro')
  await expect(lines(engineer)).toHaveText([/Valor$/, /Taxa da plataforma.*-R\$\s60,03$/, /Divisão acordada.*R\$\s600,33$/])
  await expect(engineer.getByText('R$ 540,30', { exact: true })).toBeVisible()
  await buyer.getByRole('complementary').getByRole('link', { name: 'Financeiro' }).click()
  await expect(lines(buyer)).toHaveText([/Valor$/, /Divisão acordada.*R\$\s400,22$/, /Garantia depositada.*-R\$\s1\.000,55$/])
})

test('sem acordo a administração decide por escrito, e a decisão vale quando os dois aceitam', async ({ browser }) => {
  const { serra, marina, contract } = await scene()
  const buyer = await openAs(browser, serra, `/dashboard/contratos/${contract}`)
  const engineer = await openAs(browser, marina, `/dashboard/contratos/${contract}`)
  await openDispute(buyer, 0)
  await answer(engineer)
  await engineer.getByRole('button', { name: 'Chamar a administração' }).click()
  const call = engineer.getByRole('dialog')
  await call.getByLabel('Motivo').fill('Não há acordo possível.')
  await call.getByRole('button', { name: 'Chamar a administração' }).click()
  await expect(buyer.getByText('Em mediação', { exact: true })).toBeVisible()

  const admin = await openAs(browser, ADMIN, '/dashboard/admin?aba=disputas')
  await admin
    .getByRole('listitem')
    .filter({ hasText: serra.name })
    .getByRole('link', { name: /^Retrofit da enchedora 6/ })
    .click()
  await slide(admin, 50)
  await admin.getByLabel('Fundamentos').fill('O registro mostra o painel ligado no aceite.')
  await admin.getByRole('button', { name: 'Registrar decisão' }).click()
  await notice(admin, 'Disputa decidida')

  for (const page of [buyer, engineer]) {
    await expect(record(page).getByText('O registro mostra o painel ligado no aceite.')).toBeVisible()
    await page.getByRole('button', { name: 'Aceitar a decisão' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Aceitar a decisão' }).click()
    await notice(page, 'Decisão aceita')
  }
  await expect(engineer.getByText('A decisão vale:')).toBeVisible()
})
