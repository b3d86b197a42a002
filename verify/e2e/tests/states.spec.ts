// What is looked at only when something is open or went wrong: dialogs, menus
// and lists that are down, forms that were refused. Each holds to the
// accessibility rules, on a desk in the light and on a phone in the dark.
import { expect, test, type BrowserContextOptions, type Locator, type Page } from '@playwright/test'
import { brokenRules, smallTargets } from '../accessibility.ts'
import { url } from '../cast.ts'
import { closePages, openAs, openPage, visit } from '../people.ts'
import { demo, places, type Role } from '../places.ts'

type State = {
  name: string
  viewer?: Role
  /** How the place's address ends. */
  at: RegExp
  /** Where only one of the two has it. */
  on?: 'desk' | 'phone'
  reach: (page: Page) => Promise<void>
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** Opened by a button, and a dialog, a menu or a list is there. */
const opens = (name: string | RegExp, role: 'dialog' | 'alertdialog' | 'menu' | 'listbox') => async (page: Page) => {
  await press(name)(page)
  await expect(page.getByRole(role).first()).toBeVisible()
}

/** Sent with nothing filled in, and refused. */
const refused = (name: string) => async (page: Page) => {
  await page.locator('form').getByRole('button', { name, exact: true }).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
}

const STATES: readonly State[] = [
  {
    name: 'o menu do celular',
    at: /^\/$/,
    on: 'phone',
    reach: (page) => press('Abrir menu')(page).then(() => expect(page.locator('#menu-movel')).toBeVisible()),
  },
  {
    name: 'a paleta',
    at: /^\/$/,
    reach: (page) => page.keyboard.press('Control+k').then(() => expect(page.getByRole('option').first()).toBeVisible()),
  },
  {
    name: 'os atalhos',
    at: /^\/$/,
    reach: (page) => page.keyboard.press('?').then(() => expect(page.getByRole('dialog')).toBeVisible()),
  },
  {
    name: 'os filtros',
    at: /^\/projetos$/,
    on: 'phone',
    reach: opens(/^Filtros/, 'dialog'),
  },
  {
    name: 'a lista de um filtro',
    at: /^\/projetos$/,
    on: 'desk',
    reach: opens(/habilidades/, 'listbox'),
  },
  { name: 'a entrada recusada', at: /^\/auth$/, reach: refused('Entrar') },
  {
    name: 'o cadastro recusado',
    at: /^\/auth\?tab=register$/,
    reach: refused('Cadastrar'),
  },
  {
    name: 'o menu da conta',
    viewer: 'company',
    at: /\/company$/,
    reach: opens(/^Abrir menu de/, 'menu'),
  },
  {
    name: 'os avisos',
    viewer: 'company',
    at: /\/company$/,
    reach: opens(/^Notificações/, 'dialog'),
  },
  {
    name: 'o projeto recusado',
    viewer: 'company',
    at: /\/projetos\/novo$/,
    reach: refused('Publicar Projeto'),
  },
  {
    name: 'a lista das habilidades',
    viewer: 'company',
    at: /\/projetos\/novo$/,
    reach: (page) =>
      page
        .getByLabel('Habilidades Necessárias')
        .click()
        .then(() => expect(page.getByRole('listbox')).toBeVisible()),
  },
  {
    name: 'o aceite',
    viewer: 'company',
    at: /projetos\/[^/]+\/propostas$/,
    reach: opens('Aceitar proposta', 'alertdialog'),
  },
  {
    name: 'a recusa sem motivo',
    viewer: 'company',
    at: /projetos\/[^/]+\/propostas$/,
    reach: async (page) => {
      await opens('Recusar', 'dialog')(page)
      await page.getByRole('button', { name: 'Recusar proposta' }).click()
      await expect(page.getByText('Escreva o motivo da recusa.')).toBeVisible()
    },
  },
  {
    name: 'o convite para a equipe',
    viewer: 'company',
    at: /\/equipe$/,
    reach: opens(/^Convidar/, 'dialog'),
  },
  {
    name: 'a exclusão da conta',
    viewer: 'professional',
    at: /\/configuracoes$/,
    reach: opens('Excluir minha conta', 'dialog'),
  },
  {
    name: 'o item de portfólio recusado',
    viewer: 'professional',
    at: /\/portfolio\/adicionar$/,
    reach: refused('Adicionar Projeto'),
  },
  {
    name: 'o saque',
    viewer: 'professional',
    at: /\/financeiro$/,
    reach: opens(/^(Sacar|Solicitar saque|Transferir)/, 'dialog'),
  },
  {
    name: 'o menu de um usuário',
    viewer: 'admin',
    at: /\/admin$/,
    reach: opens(/^Ações/, 'menu'),
  },
]

const SCREENS: Record<'desk' | 'phone', BrowserContextOptions> = {
  desk: {
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  },
  phone: {
    viewport: { width: 360, height: 780 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  },
}

test.afterEach(closePages)

for (const screen of ['desk', 'phone'] as const) {
  test(`o que se abre e o que é recusado seguem as regras (${screen === 'desk' ? 'computador, claro' : 'celular, escuro'})`, async ({ browser }) => {
    const paths = ['/auth', '/auth?tab=register', ...(await places()).map(({ path }) => path)]
    for (const viewer of [undefined, 'company', 'professional', 'admin'] as const) {
      const shown = STATES.filter((state) => state.viewer === viewer && (state.on ?? screen) === screen)
      const page =
        viewer === undefined ? await openPage(browser, SCREENS[screen]) : await openAs(browser, demo(viewer), '/termos', SCREENS[screen])
      for (const { name, at, reach } of shown) {
        await visit(page, paths.find((path) => at.test(path)) ?? name)
        await reach(page)
        // What lies open covers a part of what is behind it, which is measured where nothing is open.
        expect
          .soft(
            (await brokenRules(page)).filter((rule) => !rule.startsWith('target-size')),
            name,
          )
          .toEqual([])
        expect.soft(await smallTargets(page), `${name} has targets below 24 px`).toEqual([])
        const overflow_px = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        expect.soft(overflow_px, `${name} is wider than the screen`).toBe(0)
      }
    }
  })
}

test('com cores forçadas o item atual tem contorno, e no papel não há botões nem fundo escuro', async ({ browser }) => {
  const page = await openAs(browser, demo('company'), '/dashboard/configuracoes', SCREENS.desk)
  await page.emulateMedia({ forcedColors: 'active' })
  const outline = (target: Locator) => target.evaluate((element) => getComputedStyle(element).outlineStyle)
  const panel = page.getByRole('navigation', { name: 'Painel' })
  expect(await outline(panel.getByRole('link', { name: 'Configurações' }))).toBe('solid')
  expect(await outline(panel.getByRole('link', { name: 'Contratos' }))).toBe('none')
  expect(await outline(page.getByRole('tab', { selected: true }))).toBe('solid')
  expect(await outline(page.getByRole('tab', { selected: false }).first())).toBe('none')

  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark', media: 'print' })
  for (const at of [/\/financeiro$/, /contratos\/[^/]*$/, /contratos\/[^/]*\/documento$/, /projetos\/[^/]+\/propostas$/]) {
    const path = (await places()).find((place) => at.test(place.path))?.path ?? ''
    await page.goto(`${url()}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.locator('button:visible, nav:visible'), path).toHaveCount(0)
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), path).toBe('rgb(255, 255, 255)')
  }
})
