// Without a mouse: Tab, Enter, Space, arrows and Escape are enough, where one
// is can be seen at every step, and closing a dialog leads back to what opened it.
import { expect, test } from '@playwright/test'
import { professional, url } from '../cast.ts'
import { isFocusSeen, tabTo, write } from '../keys.ts'
import { aCompany, aProfessional, aProject, aProposal, closePages, openAs, openPage, visit } from '../people.ts'

test.afterEach(closePages)

test('só com o teclado, quem visita se cadastra e envia uma proposta', async ({ browser }) => {
  const projectId = await aProject(await aCompany(), `Troca de CLP pelo teclado (${Date.now()})`)
  const person = professional()
  const page = await openPage(browser)
  await visit(page, '/projetos')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Pular para o conteúdo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#conteudo')).toBeFocused()

  await visit(page, `/projetos/${projectId}`)
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Enviar Proposta' }).or(page.getByRole('main').getByRole('button', { name: 'Enviar Proposta' })))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auth/)
  await tabTo(page, page.getByRole('tab', { selected: true }))
  if ((await page.getByRole('tab', { selected: true }).textContent()) !== 'Cadastrar') await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Cadastrar')
  const form = page.getByRole('tabpanel')
  await write(page, form.getByLabel('Nome Completo'), person.name)
  await write(page, form.getByLabel('Email'), person.email)
  await write(page, form.getByLabel('Senha', { exact: true }), person.password)
  await write(page, form.getByLabel('CPF', { exact: true }), person.document)
  await tabTo(page, form.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(page, form.getByRole('button', { name: 'Cadastrar' }))
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog')
  await expect(page).toHaveURL(new RegExp(`/projetos/.*${projectId}|/projetos/${projectId}`))
  await expect(dialog).toBeVisible()
  await write(page, dialog.getByLabel('Carta de Apresentação'), 'Já troquei três CLPs em paradas curtas.')
  await write(page, dialog.getByLabel('Valor da Proposta (R$)'), '48.500,00')
  await tabTo(page, dialog.getByRole('button', { name: 'Enviar Proposta' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Proposta Enviada!', { exact: true }).first()).toBeVisible()
})

test('só com o teclado, a empresa compara as propostas, volta atrás e aceita uma', async ({ browser }) => {
  const [serra, marina, wagner] = await Promise.all([aCompany(), aProfessional(), aProfessional()])
  const projectId = await aProject(serra, `Equalização pelo teclado (${Date.now()})`)
  await aProposal(marina, projectId, 48_500)
  await aProposal(wagner, projectId, 52_000)
  const page = await openAs(browser, serra, `/dashboard/projetos/${projectId}/propostas`)
  await tabTo(page, page.getByRole('main').getByRole('link', { name: /lado a lado|Comparar|Equaliza/ }).first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${url()}/dashboard/projetos/${projectId}/equalizacao`)
  const accept = page.getByRole('main').getByRole('button', { name: 'Aceitar proposta' }).first()
  await tabTo(page, accept)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab'] as const) {
    await page.keyboard.press(key)
    expect(await dialog.evaluate((element) => element.contains(document.activeElement)), 'the focus stays in the dialog').toBe(true)
    expect(await isFocusSeen(page)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(accept).toBeFocused()

  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('checkbox')).toBeChecked()
  await tabTo(page, dialog.getByRole('button', { name: 'Aceitar proposta' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Proposta aceita!', { exact: true }).first()).toBeVisible()
})
