// The server goes away under an open application, and comes back.
import { expect, test as base, type Page } from '@playwright/test'
import { aside, type Served } from '../server.ts'
import { signInAs } from '../sign-in.ts'

const test = base.extend<{ own: Served }>({ own: ({}, use) => aside(['--demo'], (_, server) => use(server)) })

const bar = (page: Page) => page.getByText(/^Não conseguimos falar com o servidor/)

test('o servidor cai com o aplicativo aberto: nada fica em branco, e tudo volta sozinho', async ({ page, browser, own }) => {
  await signInAs(page, 'company')
  const visitor = await browser.newPage()
  await visitor.goto(`${own.address}/projetos`)
  await expect(visitor.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await page.getByRole('complementary').getByRole('link', { name: 'Configurações' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Configurações')

  await own.die()
  // A place that was never loaded says what it lacks, inside the page that stays.
  await page.getByRole('complementary').getByRole('link', { name: 'Mensagens' }).click()
  await expect(bar(page)).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Tentar novamente' }).first()).toBeVisible()
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Configurações' })).toBeVisible()
  await visitor.getByRole('searchbox').first().fill('inversor')
  await expect(visitor.getByRole('main').getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
  await expect(bar(visitor)).toBeVisible()

  await own.comeBack()
  await page.getByRole('button', { name: 'Tentar agora' }).click()
  await expect(bar(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mensagens')
  await visitor.getByRole('button', { name: 'Tentar agora' }).click()
  await expect(bar(visitor)).toBeHidden()
  await expect(visitor.getByRole('main').getByRole('button', { name: 'Tentar novamente' })).toBeHidden()
  await visitor.close()
})
