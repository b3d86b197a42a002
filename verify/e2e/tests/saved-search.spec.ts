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
  await page.getByRole('main').getByRole('link', { name: 'Novo projeto: Retrofit da encartuchadeira' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Retrofit da encartuchadeira' })).toBeVisible()

  await page.goto(`${url()}/dashboard/buscas`)
  await page.getByRole('button', { name: 'Excluir busca: Encartuchadeiras' }).click()
  await notice(page, 'Busca excluída')
  await expect(page.getByRole('heading', { name: 'Nenhuma busca salva' })).toBeVisible()
})

test('profissional oculta um projeto da lista e o mostra de novo', async ({ browser }) => {
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const title = 'Retrofit da rotuladora oculta'
  await aProject(serra, title)
  const page = await openAs(browser, marina, '/projetos?q=rotuladora+oculta')
  // The same project can stand among the matches above the list.
  const list = page.getByRole('list', { name: 'Projetos', exact: true })
  await list.getByRole('button', { name: `Não mostrar de novo: ${title}` }).click()
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  await page.getByRole('button', { name: 'mostrar', exact: true }).click()
  await list.getByRole('button', { name: `Mostrar de novo: ${title}`, exact: true }).click()
  await expect(list.getByRole('button', { name: `Não mostrar de novo: ${title}` })).toBeVisible()
})
