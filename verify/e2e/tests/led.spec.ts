// A whole guarantee deal on two phones in which each side only ever presses what the page says comes next.
import { expect, test, type Page } from '@playwright/test'
import { agree, partsOf } from '../deals.ts'
import { aCompany, aProfessional, closePages, notice, openAs, PHONE } from '../people.ts'

test.afterEach(closePages)

const PARTS = { Projeto: 1000, Montagem: 2000.5, Partida: 3000 }

const next = (page: Page) => page.getByRole('region', { name: 'O que vem agora' })

/** It is this side's turn, to do this. */
async function isAsked(page: Page, words: string) {
  await expect(next(page).getByText(words, { exact: true })).toBeVisible()
  await expect(next(page).getByText('Sua vez', { exact: true })).toBeVisible()
}

/** It is the other side's turn, and there is nothing to press above all else. */
async function waits(page: Page, words: string) {
  await expect(next(page).getByText(words, { exact: true })).toBeVisible()
  await expect(next(page).getByText('Vez da outra parte', { exact: true })).toBeVisible()
  await expect(next(page).getByRole('button')).toHaveCount(0)
}

const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

/** Pays with the code; the page says by itself that it is paid, and nothing is refused meanwhile. */
async function deposit(buyer: Page) {
  await next(buyer).getByRole('button', { name: 'Pagar com Pix' }).tap()
  const dialog = buyer.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Simular pagamento' }).tap()
  await expect(dialog.getByText(/Pagamento recebido: valor em garantia em/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Fechar' }).tap()
}

async function confirm(page: Page, name: string) {
  await next(page).getByRole('button', { name, exact: true }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).tap()
}

async function deliver(engineer: Page) {
  await next(engineer).getByRole('button', { name: 'Entregar', exact: true }).tap()
  await engineer.getByRole('dialog').getByRole('button', { name: 'Marcar como entregue' }).tap()
  await notice(engineer, 'Entrega marcada!')
}

test('três marcos com garantia no celular: cada lado só faz o que a página diz que vem agora', async ({ browser }) => {
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const { contract } = await agree(serra, marina, PARTS)
  const buyer = await openAs(browser, serra, `/dashboard/contratos/${contract}`, PHONE)
  const engineer = await openAs(browser, marina, `/dashboard/contratos/${contract}`, PHONE)
  const refused: string[] = []
  for (const page of [buyer, engineer])
    page.on('response', (answer) => {
      if (answer.url().includes('/rest/v1/rpc/') && answer.status() >= 400) refused.push(`${answer.url()} ${answer.status()}`)
    })

  for (const [at, title] of Object.keys(PARTS).entries()) {
    const part = `Marco ${at + 1}, ${title}: `
    await isAsked(buyer, `${part}Deposite o valor em garantia, com Pix`)
    // What was released owes its invoice, which is the professional's to send meanwhile.
    if (at === 0) await waits(engineer, `${part}Espere o depósito da empresa em garantia para trabalhar`)
    else await isAsked(engineer, 'Marco 1, Projeto: Envie a nota fiscal')
    await Promise.all([buyer, engineer].map(fits))
    await deposit(buyer)
    if (at === 0) {
      await isAsked(engineer, `${part}Inicie o trabalho ou entregue`)
      await confirm(engineer, 'Iniciar trabalho')
    }
    await isAsked(engineer, `${part}Entregue quando estiver pronto`)
    await waits(buyer, `${part}O profissional trabalha`)
    await deliver(engineer)
    await isAsked(buyer, `${part}Confira a entrega: aprove ou peça ajustes`)
    await confirm(buyer, 'Aprovar')
    await notice(buyer, 'Marco aprovado!')
  }

  expect((await partsOf(serra, contract)).map(({ status }) => status)).toEqual(['released', 'released', 'released'])
  expect((await marina.wire.rpc('money_balance', {})).data).toEqual({ available: 5400.45, held: 0 })
  expect(refused).toEqual([])
})
