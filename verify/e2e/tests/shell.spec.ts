// What surrounds every page: ways out, menus, footer, tabs of the sign-in page, theme.
import { expect, test, type Page } from '@playwright/test'
import { url } from '../cast.ts'
import { aCompany, aProfessional, closePages, openAs, signIn, visit } from '../people.ts'

test.afterEach(closePages)

/** On a slow machine what is done in the wrong order shows. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 8 })
}

/** Signed out, on the home page and nowhere else. */
async function hasLeft(page: Page) {
  await expect(page.getByRole('banner').getByRole('link', { name: 'Entrar' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Abrir menu de/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^O especialista certo/)
  await expect(page).toHaveURL(`${url()}/`)
}

test('o menu do avatar leva a cada lugar, e Sair, nele e na barra lateral, leva à página inicial', async ({ browser }) => {
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const page = await openAs(browser, marina)
  const menu = page.getByRole('menu')
  for (const [item, path, heading] of [
    ['Painel', '/dashboard/professional', `Olá, ${marina.name.split(' ')[0]}`],
    ['Mensagens', '/dashboard/mensagens', 'Mensagens'],
    ['Meu Perfil', `/perfil-profissional/.*${marina.id}`, marina.name],
    ['Configurações', '/dashboard/configuracoes', 'Configurações'],
  ] as const) {
    await page.getByRole('button', { name: `Abrir menu de ${marina.name}` }).click()
    await menu.getByRole('menuitem', { name: item }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    // The next menu is the new page's: the old one goes with its header.
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(menu).toBeHidden()
  }
  await page.getByRole('button', { name: `Abrir menu de ${marina.name}` }).click()
  await menu.getByRole('menuitem', { name: 'Sair', exact: true }).click()
  await hasLeft(page)
  await page.goto(`${url()}/dashboard`)
  await expect(page).toHaveURL(`${url()}/auth`)

  await signIn(page, serra)
  await expect(page).toHaveURL(`${url()}/dashboard/company`)
  await expect(page.getByRole('heading', { level: 1, name: `Olá, ${serra.name}` })).toBeVisible()
  await page.getByRole('button', { name: `Abrir menu de ${serra.name}` }).click()
  await expect(menu.getByRole('menuitem', { name: 'Meu Perfil' })).toHaveAttribute('href', new RegExp(`^/perfil-empresa/.*${serra.id}$`))
  await page.goto(`${url()}/dashboard/configuracoes`)
  await slowDown(page)
  await page.getByRole('complementary').getByRole('button', { name: 'Sair' }).click()
  await hasLeft(page)
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => /^(sb-|automacao-rascunho)/.test(key)))
  expect(kept, 'neither session nor drafts stay').toEqual([])
})

test('o menu do celular abre, fecha com Escape e fecha ao seguir; o rodapé e as abas têm endereço', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, '/')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await expect(menu.getByRole('link')).toHaveText(['Início', 'Projetos', 'Encontrar Profissionais', 'Serviços', 'Como Funciona'])
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await menu.getByRole('link', { name: 'Serviços' }).click()
  await expect(page).toHaveURL(`${url()}/servicos`)
  await expect(menu).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  const footer = page.getByRole('navigation', { name: 'Rodapé' })
  for (const [link, path] of [
    ['Termos de Serviço', '/termos'],
    ['Política de Privacidade', '/privacidade'],
    ['Como Funciona', '/como-funciona'],
  ] as const) {
    await footer.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(`${url()}${path}`)
    await expect(page.getByRole('heading', { level: 1, name: link })).toBeVisible()
  }
  for (const [query, tab] of [
    ['', 'Entrar'],
    ['?tab=register', 'Cadastrar'],
    ['?tab=xyzzy', 'Entrar'],
  ] as const) {
    await page.goto(`${url()}/auth${query}`)
    await expect(page.getByRole('tab', { selected: true })).toHaveText(tab)
  }
  await page.getByRole('tab', { name: 'Cadastrar' }).click()
  await expect(page).toHaveURL(`${url()}/auth?tab=register`)
})

test('o tema troca só entre claro e escuro, fica guardado, e o do sistema acompanha o sistema', async ({ page }) => {
  const theme = (name: string) => expect(page.locator('html')).toHaveAttribute('data-theme', name)
  const choice = page.getByRole('contentinfo').getByRole('combobox', { name: 'Tema' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await visit(page, '/termos')
  await theme('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await theme('light')
  await page.getByRole('button', { name: 'Usar tema escuro' }).click()
  await theme('dark')
  await expect(choice).toHaveValue('dark')
  await page.reload()
  await theme('dark')
  await page.getByRole('button', { name: 'Usar tema claro' }).click()
  await theme('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await theme('light')
  await choice.selectOption('Sistema')
  await theme('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await theme('light')
})
