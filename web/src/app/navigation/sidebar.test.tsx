import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { NOBODY, type OwnProfile } from '@/api/session/party'
import type { SignedIn } from '@/api/session/session'
import { alone, colleague } from '@/api/session/test-member'
import { serve } from '@/api/test-server'
import { Sidebar } from '@/app/navigation/sidebar'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

const signOut = vi.hoisted(() => vi.fn())
const actFor = vi.hoisted(() => vi.fn())
vi.mock('@/api/session/session', () => ({ useSignOut: () => signOut, useActFor: () => actFor }))

const MARINA = { id: 'marina', name: 'Marina Alves', title: 'Engenheira de Automação' }
const SERRA = { id: 'serra', role: 'company', name: 'Serra Azul' } as const
const FAVOURITES = ['Favoritos', '/dashboard/favoritos']
const SEARCHES = ['Buscas salvas', '/dashboard/buscas']
const TEAM = ['Equipe', '/dashboard/equipe']

beforeEach(() => {
  serve()
  signOut.mockReset().mockImplementation((farewell: () => Promise<unknown>) => farewell())
})

function show(changes: Partial<OwnProfile> = {}) {
  return showFor(alone({ ...MARINA, ...changes }))
}

function showFor(member: SignedIn) {
  return renderAt(<Sidebar member={member} />, { entries: ['/dashboard/mensagens'] })
}

function links() {
  return within(screen.getByRole('navigation', { name: 'Painel' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
}

const FIRST = [
  ['Painel', '/dashboard'],
  ['Mensagens', '/dashboard/mensagens'],
]
const LAST = [['Configurações', '/dashboard/configuracoes']]

test.each([
  [
    'professional',
    [
      ['Minhas Propostas', '/dashboard/propostas'],
      ['Contratos', '/dashboard/contratos'],
      ['Portfólio', '/dashboard/portfolio/gerenciar'],
      ['Avaliações', '/dashboard/avaliacoes'],
      ['Financeiro', '/dashboard/financeiro'],
      FAVOURITES,
      SEARCHES,
    ],
  ],
  [
    'company',
    [
      ['Gerenciar Projetos', '/dashboard/projetos/gerenciar'],
      ['Contratos', '/dashboard/contratos'],
      ['Publicar Projeto', '/dashboard/projetos/novo'],
      ['Encontrar Profissionais', '/encontrar-profissional'],
      ['Financeiro', '/dashboard/financeiro'],
      FAVOURITES,
      SEARCHES,
    ],
  ],
  ['admin', [['Gerenciar Usuários', '/dashboard/admin']]],
] as const)('the role %s has the common links and its own', (role, own) => {
  show({ role })
  expect(links()).toEqual([...FIRST, ...own, ...LAST])
})

test('shows who is signed in, with the way to the own profile', () => {
  show()
  expect(screen.getByText('Marina Alves')).toBeTruthy()
  expect(screen.getByText('Engenheira de Automação')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Editar Perfil' }).getAttribute('href')).toBe(
    '/dashboard/perfil/editar',
  )
})

test.each([
  ['professional', 'Profissional'],
  ['company', 'Empresa'],
  ['admin', 'Administrador'],
] as const)('without a title the role %s stands instead', (role, name) => {
  show({ role, title: '' })
  expect(screen.getByText(name)).toBeTruthy()
})

test('unread messages are counted beside their link', async () => {
  serve({
    conversations: [
      { partner_id: 'serra', unread_count: 2 },
      { partner_id: 'vale', unread_count: 1 },
    ],
  })
  show()
  expect(await screen.findByRole('link', { name: /^Mensagens\s*3\s*mensagens não lidas$/ })).toBeTruthy()
})

test('Sair ends the session and returns to the home page', async () => {
  const { pathname } = show()
  await userEvent.click(screen.getByRole('button', { name: 'Sair' }))
  expect([signOut.mock.calls.length, pathname()]).toEqual([1, '/'])
})

test.each([
  [
    'buyer',
    [
      ['Gerenciar Projetos', '/dashboard/projetos/gerenciar'],
      ['Contratos', '/dashboard/contratos'],
      ['Publicar Projeto', '/dashboard/projetos/novo'],
      ['Encontrar Profissionais', '/encontrar-profissional'],
    ],
  ],
  [
    'finance',
    [
      ['Gerenciar Projetos', '/dashboard/projetos/gerenciar'],
      ['Contratos', '/dashboard/contratos'],
      ['Encontrar Profissionais', '/encontrar-profissional'],
      ['Financeiro', '/dashboard/financeiro'],
    ],
  ],
  [
    'reader',
    [
      ['Gerenciar Projetos', '/dashboard/projetos/gerenciar'],
      ['Contratos', '/dashboard/contratos'],
      ['Encontrar Profissionais', '/encontrar-profissional'],
    ],
  ],
] as const)('in a company the role %s has its links, and the team', (role, own) => {
  showFor(colleague(role, SERRA))
  expect(links()).toEqual([...FIRST, ...own, FAVOURITES, SEARCHES, TEAM, ...LAST])
})

test('a colleague sees for whom he acts, and as what', () => {
  showFor(colleague('buyer', SERRA))
  expect(screen.getByText('Serra Azul')).toBeTruthy()
  expect(screen.getByText('Comprador · Beatriz Lima')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Editar Perfil' })).toBeTruthy()
})

test('an owner who was invited edits the organisation’s profile', () => {
  showFor(colleague('owner', SERRA))
  expect(screen.getByRole('link', { name: 'Perfil da empresa' }).getAttribute('href')).toBe(
    '/dashboard/equipe/perfil',
  )
})

test('who belongs to nothing keeps messages and settings', () => {
  showFor({ ...alone(MARINA), parties: [], ...NOBODY })
  expect(links()).toEqual([...FIRST, ...LAST])
  expect(screen.getByText('Sem organização')).toBeTruthy()
})

test('a founder whose organisation goes on is his address, not the organisation', () => {
  const founder = alone({ ...SERRA, contact_id: 'eva' })
  const user = { ...founder.session.user, email: 'ana@exemplo.com.br' }
  showFor({ ...founder, session: { ...founder.session, user }, parties: [], ...NOBODY })
  expect(screen.getByText('ana@exemplo.com.br')).toBeTruthy()
  expect(screen.getByText('Saiu de Serra Azul')).toBeTruthy()
  expect(screen.queryByText('Serra Azul')).toBeNull()
})

test('who works alone has nothing to switch', () => {
  show()
  expect(screen.queryByRole('button', { name: /Trocar/ })).toBeNull()
})

test('a person of two parties switches, lands on the dashboard and hears it', async () => {
  const marina = alone(MARINA)
  const { pathname } = showFor({
    ...marina,
    parties: [...marina.parties, ...colleague('buyer', SERRA).parties],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Agindo por Marina Alves. Trocar' }))
  const choices = screen.getAllByRole('menuitemradio')
  expect(choices.map((choice) => [choice.textContent, choice.getAttribute('aria-checked')])).toEqual([
    ['MAMarina AlvesProfissional por conta própria', 'true'],
    ['SESerra AzulComprador · Empresa', 'false'],
  ])
  await userEvent.click(screen.getByRole('menuitemradio', { name: /Serra Azul/ }))
  expect([actFor.mock.calls, pathname()]).toEqual([[['serra']], '/dashboard'])
  expect(currentToast()).toMatchObject({ title: 'Agora você age por Serra Azul' })
})

test.each([
  ['/dashboard/company', 'Painel'],
  ['/dashboard/projetos/novo', 'Publicar Projeto'],
  ['/dashboard/projetos/p1/propostas', 'Gerenciar Projetos'],
  ['/dashboard/contratos/c1/disputa/d1', 'Contratos'],
])('at %s one is in %s, and nowhere else', (place, name) => {
  renderAt(<Sidebar member={alone(SERRA)} />, { entries: [place] })
  expect(screen.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual([name])
})
