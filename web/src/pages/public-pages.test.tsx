import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { request } from '@/api/request/request'
import { getConfig, type Config } from '@/api/client'
import { ConsultingPage } from '@/pages/consulting'
import { HomePage } from '@/pages/home'
import { HowItWorksPage } from '@/pages/how-it-works'
import { PrivacyPage } from '@/pages/privacy'
import { ServicesPage } from '@/pages/services'
import { SolutionsPage } from '@/pages/solutions'
import { TermsPage } from '@/pages/terms'
import { currentToast } from '@/lib/toast'

vi.mock('@/api/request/request', () => ({ request: vi.fn() }))
vi.mock('@/api/client', () => ({ getConfig: vi.fn() }))

const CONTACT = 'contato@automacao.ind.br'

const CONFIG: Config = {
  url: 'https://automacao.ind.br',
  anonKey: '',
  demo: false,
  mail: false,
  passkeyOrigin: '',
  passwordMin: 6,
  contact: CONTACT,
  operator: 'Operado por Automação Indústria Ltda, CNPJ 11.222.333/0001-81, Campinas/SP.',
  officer: 'Helena Prado',
  settlement: 'direct',
  feeBasisPoints: 0,
  institution: null,
  pushKey: '',
  testAccounts: [],
}

beforeEach(() => {
  vi.mocked(request).mockReturnValue(new Promise(() => {}))
  vi.mocked(getConfig).mockResolvedValue(CONFIG)
})

function setup(Page: ComponentType) {
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { container, user: userEvent.setup() }
}

function address(name: string | RegExp) {
  return screen.getByRole('link', { name }).getAttribute('href')
}

function headings(level: number) {
  return screen.getAllByRole('heading', { level }).map((heading) => heading.textContent)
}

const PAGES = [HomePage, HowItWorksPage, SolutionsPage, ServicesPage, ConsultingPage, TermsPage, PrivacyPage]

test.each(PAGES.map((Page) => [Page.name, Page] as const))('%s has one h1 and skips no level', (_, Page) => {
  const { container } = setup(Page)
  const levels = [...container.querySelectorAll('h1, h2, h3, h4')].map((heading) =>
    Number.parseInt(heading.tagName.slice(1), 10),
  )
  expect(levels.filter((level) => level === 1)).toEqual([1])
  expect(levels.filter((level, index) => level - (levels[index - 1] ?? 0) > 1)).toEqual([])
})

test('the home page leads both sides on', () => {
  setup(HomePage)
  expect(
    [
      'Encontrar um profissional',
      'Sou um Profissional',
      'Publicar Projeto',
      'Procurar Projetos',
      'Comece Agora',
    ].map(address),
  ).toEqual(['/auth', '/auth', '/dashboard/projetos/novo', '/projetos', '/auth'])
})

test('the home page makes its four promises', () => {
  setup(HomePage)
  expect(headings(3).slice(0, 4)).toEqual([
    'Definição clara do escopo',
    'Orçamentos transparentes',
    'Acerto direto, por marcos',
    'Avaliado por quem contratou',
  ])
  expect(headings(2)).toContain('Como Funciona')
})

test.each([TermsPage, PrivacyPage].map((Page) => [Page.name, Page] as const))(
  '%s names who runs the market and who answers for personal data',
  async (_, Page) => {
    const { container } = setup(Page)
    await vi.waitFor(() => expect(container.textContent).toContain(CONFIG.operator))
    expect(container.textContent).toContain(
      'Encarregado pelo tratamento de dados pessoais (LGPD, art. 41): Helena Prado.',
    )
  },
)

test.each([HomePage, HowItWorksPage, TermsPage].map((Page) => [Page.name, Page] as const))(
  'where an institution holds the money, %s names it',
  async (_, Page) => {
    vi.mocked(getConfig).mockResolvedValue({ ...CONFIG, institution: 'Cia de Pagamentos S.A.' })
    const { container } = setup(Page)
    await vi.waitFor(() => expect(container.textContent).toContain('Cia de Pagamentos S.A.'))
    expect(container.textContent).not.toContain('Acerto direto')
  },
)

test('the test notification welcomes the visitor', async () => {
  const { user } = setup(HomePage)
  await user.click(screen.getByRole('button', { name: 'Testar notificação' }))
  expect(currentToast()).toMatchObject({
    title: 'Bem-vindo à Automação - Indústria!',
    description: 'Explorando a plataforma.',
  })
})

test('Como Funciona has four steps for each side and calls to register', () => {
  setup(HowItWorksPage)
  expect(headings(3)).toEqual([
    'Publique seu projeto',
    'Receba propostas',
    'Colabore e gerencie',
    'Acerto direto, por marcos',
    'Crie seu perfil',
    'Encontre projetos',
    'Envie propostas',
    'Entregue e receba',
  ])
  expect(screen.getByRole('img', { name: /Empresa: publica o projeto/ })).toBeTruthy()
  expect(['Cadastrar minha empresa', 'Criar perfil profissional', 'Criar conta'].map(address)).toEqual([
    '/auth',
    '/auth',
    '/auth',
  ])
})

test.each([
  ['six solutions', SolutionsPage, 6],
  ['eight services', ServicesPage, 8],
] as const)('%s lead to the professionals who do them', (_, Page, count) => {
  setup(Page)
  const links = screen.getAllByRole('link', { name: /^Ver profissionais/ })
  expect(links).toHaveLength(count)
  expect(links.map((link) => link.getAttribute('href')?.split('?habilidade=')[0])).toEqual(
    links.map(() => '/encontrar-profissional'),
  )
})

test('Soluções shows six pictures and calls to register and to how it works', () => {
  setup(SolutionsPage)
  expect(screen.getAllByRole('img')).toHaveLength(6)
  expect([address('Publicar meu projeto'), address('Como funciona')]).toEqual([
    '/dashboard/projetos/novo',
    '/como-funciona',
  ])
})

test('Consultoria has six cards, its reasons and a call to register', () => {
  setup(ConsultingPage)
  const cards = screen.getByRole('region', { name: 'Seis perguntas que valem um especialista' })
  const reasons = screen.getByRole('region', { name: 'Por que nos escolher' })
  expect([cards, reasons].map((part) => within(part).getAllByRole('listitem').length)).toEqual([6, 5])
  expect(address('Falar com especialistas')).toBe('/auth')
})

test('the terms have eight sections, a date, and end with a contact', async () => {
  setup(TermsPage)
  expect(screen.getByText('Última atualização: 25 de junho de 2025')).toBeTruthy()
  expect([headings(2).length, headings(2).at(-1)]).toEqual([8, '8. Contato'])
  expect((await screen.findByRole('link', { name: CONTACT })).getAttribute('href')).toBe(`mailto:${CONTACT}`)
})

test('the privacy policy has seven sections and ends with the officer', async () => {
  setup(PrivacyPage)
  expect([headings(2).length, headings(2).at(-1)]).toEqual([7, '7. Contato do encarregado'])
  expect((await screen.findByRole('link', { name: CONTACT })).getAttribute('href')).toBe(`mailto:${CONTACT}`)
})
