// The scope of a project in the browser: built from a model, edited, and compared by who proposed.
import { expect, test } from '@playwright/test'
import { url } from '../cast.ts'
import { aCompany, aProfessional, aProject, aProposal, closePages, notice, openAs } from '../people.ts'

test.afterEach(closePages)

test('empresa monta o escopo, e quem propôs vê o que mudou', async ({ browser }) => {
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const project = await aProject(serra, 'Retrofit da rotuladora')
  const page = await openAs(browser, serra, `/dashboard/projetos/${project}/editar`)

  const fill = async (digital: string) => {
    await page.locator('summary').filter({ hasText: 'Dimensões' }).click()
    await page.getByRole('textbox', { name: 'ED', exact: true }).fill(digital)
    await page.getByRole('button', { name: 'Salvar alterações' }).click()
    await notice(page, 'Projeto atualizado')
  }
  await page.getByRole('button', { name: 'Montar o escopo' }).click()
  await page.getByRole('combobox', { name: /Modelo de projeto/ }).selectOption('Retrofit de CLP')
  await page.getByRole('textbox', { name: /CLP atual/ }).fill('Siemens S7-300')
  await expect(page.getByRole('progressbar', { name: 'Clareza do escopo' })).toBeVisible()
  await page.getByRole('button', { name: 'Falta: Quem fornece o quê' }).click()
  await expect(page.getByRole('combobox', { name: 'CLP, módulos e instrumentos' })).toBeFocused()
  await fill('128')
  await aProposal(marina, project, 48500)

  await page.goto(`${url()}/dashboard/projetos/${project}/editar`)
  await expect(page.getByRole('textbox', { name: /CLP atual/ })).toHaveValue('Siemens S7-300')
  await fill('140')

  const reader = await openAs(browser, marina, `/projetos/${project}`)
  await expect(reader.getByText('Escopo: Retrofit de CLP (rev. B)')).toBeVisible()
  await expect(reader.getByText('140 entradas digitais.')).toBeVisible()
  const download = reader.waitForEvent('download')
  await reader.getByRole('button', { name: 'Baixar o escopo em PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^escopo-PRJ-\d+-rev-B\.pdf$/)
  await reader.goto(`${url()}/dashboard/notificacoes`)
  await expect(reader.getByText(/No escopo: Entradas e saídas \(\+12 ED\)/)).toBeVisible()
})
