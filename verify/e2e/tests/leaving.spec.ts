// What a router owes: back asks before typed words are lost, and a page is found where it was left.
import { expect, test } from '@playwright/test'
import { url } from '../cast.ts'
import { aProfessional, closePages, openAs, visit } from '../people.ts'

test.afterEach(closePages)

test('voltar pergunta antes de perder o que foi escrito, fica ou sai', async ({ browser }) => {
  const page = await openAs(browser, await aProfessional(), '/dashboard/professional')
  await page.getByRole('link', { name: /Editar perfil/i }).first().click()
  await page.getByLabel('Título', { exact: true }).fill('Outra coisa')
  await page.goBack()
  const dialog = page.getByRole('alertdialog', { name: 'Sair sem salvar?' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(`${url()}/dashboard/perfil/editar`)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByLabel('Título', { exact: true })).toHaveValue('Outra coisa')
  await page.goBack()
  await dialog.getByRole('button', { name: 'Sair sem salvar' }).click()
  await expect(page).toHaveURL(`${url()}/dashboard/professional`)
})

test('voltar encontra a página na altura em que ficou', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 })
  await visit(page, '/termos')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const left = await page.evaluate(() => window.scrollY)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Política de Privacidade' }).click()
  await expect(page).toHaveURL(`${url()}/privacidade`)
  await page.goBack()
  await expect(page).toHaveURL(`${url()}/termos`)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
})
