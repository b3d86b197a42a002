// A saved search in the browser: saved from the directory, told of, listed and deleted.
import { expect, test } from '@playwright/test'
import { url } from '../cast.ts'
import { aCompany, aProfessional, aProject, closePages, notice, openAs } from '../people.ts'

test.afterEach(closePages)

test('profissional salva uma busca e é avisado do projeto que combina', async ({ browser }) => {
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const page = await openAs(browser, marina, '/projetos?q=encartuchadeira')
  await page.getByRole('button', { name: 'Salvar busca' }).first().click()
  await page.getByRole('textbox', { name: 'Nome' }).fill('Encartuchadeiras')
  await page.getByRole('combobox', { name: 'Quando avisar' }).selectOption('Na hora')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await notice(page, 'Busca salva')
  await page.goto(`${url()}/dashboard/buscas`)
  await expect(page.getByRole('link', { name: 'Encartuchadeiras' })).toBeVisible()

  await aProject(serra, 'Retrofit da encartuchadeira')
  await page.goto(`${url()}/dashboard/notificacoes`)
  await page.getByRole('main').getByRole('link', { name: 'Novo projeto: Retrofit da encartuchadeira' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Retrofit da encartuchadeira' })).toBeVisible()

  await page.goto(`${url()}/dashboard/buscas`)
  await page.getByRole('button', { name: 'Excluir busca: Encartuchadeiras' }).click()
  await notice(page, 'Busca excluída')
  await expect(page.getByRole('heading', { name: 'Nenhuma busca salva' })).toBeVisible()
})
