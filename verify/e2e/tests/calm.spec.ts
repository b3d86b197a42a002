// The server goes away under an open application, and comes back.
import { expect, test as base, type Page } from '@playwright/test'
import { aCompany, aProject, closePages, openAs, openPage } from '../people.ts'
import { aside, type Served } from '../server.ts'

const test = base.extend<{ own: Served }>({
  own: ({}, use) => aside([], (_, server) => use(server)),
})

test.afterEach(closePages)

const bar = (page: Page) => page.getByText(/^Não conseguimos falar com o servidor/)
const again = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Tentar novamente' }).first()
/** The longest pause between two looks for the server, and what its start takes. */
const BACK = { timeout: 45_000 }

test('o servidor cai com o aplicativo aberto: nada fica em branco, e tudo volta sozinho', async ({ browser, own }) => {
  const serra = await aCompany()
  await aProject(serra, 'Troca de inversores')
  const [page, visitor] = [await openAs(browser, serra, '/dashboard/configuracoes'), await openPage(browser)]
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Configurações')
  await visitor.goto(`${own.address}/projetos`)
  await expect(visitor.getByText('Troca de inversores')).toBeVisible()
  // What is read is there before the application is.
  await expect(visitor.locator('[data-drawn]')).toHaveCount(0)

  await own.die()
  // A place that was never loaded says what it lacks, inside the page that stays.
  await page.getByRole('complementary').getByRole('link', { name: 'Contratos' }).click()
  await expect(again(page)).toBeVisible()
  await expect(bar(page)).toBeVisible()
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Configurações' })).toBeVisible()
  await visitor.getByRole('searchbox').first().fill('inversor')
  await expect(again(visitor)).toBeVisible()
  await expect(bar(visitor)).toBeVisible()

  await own.comeBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contratos', BACK)
  await expect(visitor.getByText('Troca de inversores')).toBeVisible(BACK)
  await expect(bar(page)).toBeHidden(BACK)
  await expect(bar(visitor)).toBeHidden(BACK)
})
