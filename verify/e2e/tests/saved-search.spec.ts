// A saved search in the browser: saved from the directory, listed, paused and deleted; and a project
// that somebody does not want to see again.
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
  await page.getByText('Novo projeto: Retrofit da encartuchadeira').click({ timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'Retrofit da encartuchadeira' })).toBeVisible()

  await page.goto(`${url()}/dashboard/buscas`)
  await page.getByRole('button', { name: 'Excluir busca: Encartuchadeiras' }).click()
  await notice(page, 'Busca excluída')
  await expect(page.getByRole('heading', { name: 'Nenhuma busca salva' })).toBeVisible()
})

test('profissional oculta um projeto da lista e o mostra de novo', async ({ browser }) => {
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  await aProject(serra, 'Retrofit da rotuladora oculta')
  const page = await openAs(browser, marina, '/projetos?q=rotuladora+oculta')
  const card = page.getByRole('link', { name: 'Retrofit da rotuladora oculta' })
  await page.getByRole('button', { name: 'Não mostrar de novo: Retrofit da rotuladora oculta' }).click()
  await expect(card).toBeHidden()
  await page.getByRole('button', { name: 'mostrar', exact: true }).click()
  await page.getByRole('button', { name: 'Mostrar de novo: Retrofit da rotuladora oculta' }).click()
  await expect(page.getByRole('button', { name: 'Não mostrar de novo: Retrofit da rotuladora oculta' })).toBeVisible()
})
