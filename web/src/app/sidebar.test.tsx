import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OwnProfile } from '@/api/profile'
import { serve } from '@/api/test-server'
import { Sidebar } from '@/app/sidebar'
import { renderAt } from '@/lib/test-render'

const signOut = vi.hoisted(() => vi.fn())
vi.mock('@/api/session', () => ({ useSignOut: () => signOut }))

const MARINA: OwnProfile = {
  id: 'marina',
  role: 'professional',
  status: 'active',
  name: 'Marina Alves',
  title: 'Engenheira de Automação',
  headline: '',
  location: '',
  skills: [],
  avatar_url: null,
  avatar_seed: '',
  banner_url: null,
}

beforeEach(() => {
  serve()
  signOut.mockReset().mockImplementation((farewell: () => Promise<unknown>) => farewell())
})

function show(changes: Partial<OwnProfile> = {}) {
  return renderAt(<Sidebar profile={{ ...MARINA, ...changes }} />, { entries: ['/dashboard/mensagens'] })
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
      ['Portfólio', '/dashboard/portfolio/gerenciar'],
      ['Avaliações', '/dashboard/avaliacoes'],
    ],
  ],
  [
    'company',
    [
      ['Gerenciar Projetos', '/dashboard/projetos/gerenciar'],
      ['Publicar Projeto', '/dashboard/projetos/novo'],
      ['Encontrar Profissionais', '/encontrar-profissional'],
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
