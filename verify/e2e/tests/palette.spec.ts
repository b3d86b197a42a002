// By keyboard alone: the command palette, the list of shortcuts, the way to a notice.
import { expect, test } from '@playwright/test'
import { url } from '../cast.ts'
import { visit } from '../people.ts'

test('Ctrl-K encontra uma página, um projeto e um profissional, e executa uma ação', async ({ page }) => {
  await visit(page, '/')
  const palette = page.getByRole('dialog', { name: 'Paleta de comandos' })
  const chosen = palette.getByRole('option', { selected: true })
  const find = async (text: string) => {
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').fill(text)
  }
  await find('servi')
  await palette.getByRole('option', { name: 'Serviços', exact: true }).click()
  await expect(page).toHaveURL(`${url()}/servicos`)
  await expect(palette).toBeHidden()

  await find('plc envase')
  const project = palette.getByRole('group', { name: 'Projetos' }).getByRole('option', { name: /S7-300 para S7-1500/ })
  await project.click()
  await expect(page).toHaveURL(/\/projetos\/[a-z0-9-]+-[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: /S7-300 para S7-1500/ })).toBeVisible()

  await find('sakamoto')
  await expect(palette.getByRole('group', { name: 'Profissionais' }).getByRole('option')).toHaveCount(1)
  await expect(chosen).toHaveText(/Sakamoto/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/encontrar-profissional\/[a-z0-9-]+-[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Patrícia Gomes Sakamoto' })).toBeVisible()

  await find('tema')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(chosen).toHaveText(/tema/)
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await find('xyzzy')
  await expect(palette.getByText('Nada encontrado.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
})

test('? lista os atalhos, que podem ser desligados, e F8 leva à notificação', async ({ page }) => {
  await visit(page, '/')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Atalhos de teclado' })
  for (const label of ['Abrir a paleta de comandos', 'Ir para a busca da página', 'Ir para a notificação', 'Ir para mensagens'])
    await expect(sheet.getByText(label)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  // One right after the other, however long the page takes to answer the first.
  await Promise.all([page.keyboard.press('g'), page.keyboard.press('p')])
  await expect(page).toHaveURL(`${url()}/projetos`)
  // The address changes before the page does: its search is there when its own heading has the focus.
  await expect(page.getByRole('heading', { level: 1, name: 'Projetos', exact: true })).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Buscar projetos' })).toBeFocused()

  await visit(page, '/')
  await page.getByRole('button', { name: 'Testar notificação' }).click()
  const region = page.getByRole('region', { name: 'Notification' })
  await expect(region.getByText('Explorando a plataforma.')).toBeVisible()
  await page.keyboard.press('F8')
  await expect(region.getByRole('list')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(region.getByText('Explorando a plataforma.')).toBeHidden()

  await page.keyboard.press('?')
  await sheet.getByRole('switch').click()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Paleta de comandos' })).toBeVisible()
  await expect(sheet).toBeHidden()
})
