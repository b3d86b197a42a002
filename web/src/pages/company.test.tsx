import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { alone } from '@/api/session/test-member'
import { askedOf, serve } from '@/api/test-server'
import { renderAt } from '@/lib/test-render'
import { CompanyPage } from '@/pages/company'

const current = vi.hoisted((): { state: unknown } => ({ state: undefined }))
vi.mock('@/api/session/session', () => ({ useSession: () => current.state }))

const SERRA_AZUL = {
  id: '0198f0c0-0000-7000-8000-00000000000a',
  role: 'company',
  name: 'Envasadora Serra Azul',
  headline: 'Bebidas desde 1972',
  about: 'Quatro linhas de envase.',
  location: 'Jundiaí/SP',
  // Still January in São Paulo.
  created_at: '2026-02-01T02:30:00Z',
  avatar_url: null,
  avatar_seed: '',
  banner_url: null,
  contact_id: null,
}
const OPEN = [
  { id: 'p1', number: 42, title: 'Migração da linha', budget: 'R$ 45.000' },
  { id: 'p2', number: 7, title: 'Inspeção por visão', budget: 'R$ 35.000' },
]
const NEW = { ...SERRA_AZUL, headline: '', about: '', location: '' }
const REVIEW = {
  id: 'r1',
  rating: 5,
  axes: {},
  content: 'Pagou em dia.',
  answer: null,
  answered_at: null,
  published_at: '2026-11-01T12:00:00Z',
  created_at: '2026-10-20T12:00:00Z',
  author: null,
}

function open({ userId = SERRA_AZUL.id, viewerId = '' } = {}) {
  current.state = viewerId === '' ? { status: 'signed-out' } : alone({ id: viewerId })
  return renderAt(<CompanyPage />, {
    path: '/perfil-empresa/:userId',
    entries: [`/perfil-empresa/${userId}`],
  })
}

test('while it loads, the page says so', () => {
  serve({ profiles: new Promise(() => undefined) })
  open()
  expect(screen.getByText('Carregando empresa…')).toBeTruthy()
})

test('who is missing or no company is not found', async () => {
  serve({ profiles: [] })
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Empresa não encontrada' })).toBeTruthy()
  expect(askedOf('profiles').map(({ query }) => [query.id, query.role])).toEqual([
    [`eq.${SERRA_AZUL.id}`, 'eq.company'],
  ])
})

test('an address that can name nobody asks for nothing', () => {
  serve()
  open({ userId: 'serra' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Empresa não encontrada')
  expect(askedOf('profiles')).toEqual([])
})

test('a failure is no absence: it is drawn and tried again', async () => {
  serve({ profiles: 500 })
  open()
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  expect(screen.queryByText('Empresa não encontrada')).toBeNull()
  serve({ profiles: [SERRA_AZUL] })
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { level: 1, name: 'Envasadora Serra Azul' })).toBeTruthy()
})

test('shows headline, story, place and since when it is a member', async () => {
  serve({ profiles: [SERRA_AZUL] })
  open()
  expect(await screen.findByText('Membro desde janeiro de 2026')).toBeTruthy()
  expect(screen.getByText('Bebidas desde 1972')).toBeTruthy()
  expect(screen.getByText('Quatro linhas de envase.')).toBeTruthy()
  expect(screen.getByText('Jundiaí/SP')).toBeTruthy()
})

test('its open projects lead to their pages', async () => {
  serve({ profiles: [SERRA_AZUL], projects: OPEN })
  open()
  await screen.findByRole('link', { name: 'Migração da linha' })
  const links = screen.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Entrar em Contato', '/auth'],
    ['Migração da linha', '/projetos/migracao-da-linha-p1'],
    ['Inspeção por visão', '/projetos/inspecao-por-visao-p2'],
  ])
  expect(screen.getByText('R$ 45.000')).toBeTruthy()
  expect(askedOf('projects').map(({ query }) => [query.company_id, query.status])).toEqual([
    [`eq.${SERRA_AZUL.id}`, 'eq.open'],
  ])
})

test('more open projects than a page go on', async () => {
  const projects = Array.from({ length: 22 }, (_, i) => ({ ...OPEN[0], id: `p${i}`, title: `Linha ${i}` }))
  serve({ profiles: [SERRA_AZUL], projects })
  open()
  await screen.findByRole('link', { name: 'Linha 19' })
  await userEvent.click(screen.getByRole('button', { name: 'Carregar mais' }))
  expect(await screen.findByRole('link', { name: 'Linha 21' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Carregar mais' })).toBeNull()
})

test.each([
  'Empresa',
  'Localização não informada',
  'Esta empresa ainda não escreveu sobre si.',
  'Nenhum projeto aberto no momento.',
  'Nenhuma avaliação publicada ainda.',
])('what is missing is said: %s', async (text) => {
  serve({ profiles: [NEW] })
  open()
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a member can get in contact', async () => {
  serve({ profiles: [NEW] })
  open({ viewerId: 'marina' })
  const link = await screen.findByRole('link', { name: 'Entrar em Contato' })
  expect(link.getAttribute('href')).toBe(`/dashboard/mensagens/${SERRA_AZUL.id}`)
})

test.each([
  ['the company itself may answer its reviews', SERRA_AZUL.id, 1],
  ['nobody else may', '', 0],
])('%s, and only a visitor is offered to write', async (_, viewerId, answers) => {
  serve({ profiles: [NEW], reviews: [REVIEW] })
  open({ viewerId })
  await screen.findByText('Pagou em dia.')
  expect(screen.queryAllByRole('button', { name: 'Responder' })).toHaveLength(answers)
  expect(screen.queryAllByRole('link', { name: 'Entrar em Contato' })).toHaveLength(viewerId === '' ? 1 : 0)
})
