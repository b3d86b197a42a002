import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { alone, colleague } from '@/api/session/test-member'
import { askedOf, serve } from '@/api/test-server'
import CommandPalette from '@/app/palette/command-palette'
import { recordPage } from '@/app/palette/recent-pages'
import { renderAt } from '@/lib/test-render'

const actFor = vi.hoisted(() => vi.fn())
const current = vi.hoisted((): { state: unknown } => ({ state: undefined }))
vi.mock('@/api/session/session', () => ({
  useSession: () => current.state,
  useSignOut: () => () => Promise.resolve(),
  useActFor: () => actFor,
}))

const SIGNED_OUT = { status: 'signed-out' }

beforeEach(() => {
  localStorage.clear()
  serve()
})

function open(state: unknown = SIGNED_OUT) {
  current.state = state
  const onOpenChange = vi.fn()
  const { pathname } = renderAt(
    <CommandPalette onOpenChange={onOpenChange} onShowShortcuts={() => undefined} />,
  )
  return { onOpenChange, pathname }
}

function names() {
  return screen.getAllByRole('option').map((option) => option.textContent)
}

test('the list is at most 300 px high and scrolls', () => {
  open()
  const classes = screen.getByRole('listbox').classList
  expect([classes.contains('max-h-[300px]'), classes.contains('overflow-y-auto')]).toEqual([true, true])
})

test('a visitor finds the public pages and the way in, no dashboard', () => {
  open()
  expect(names()).toEqual(expect.arrayContaining(['Projetos', 'Termos de Serviço', 'Entrar']))
  expect(names()).not.toContain('Configurações')
})

test('a member finds the pages of the role, and the way out', () => {
  open(alone({ id: 'serra', role: 'company' }))
  expect(names()).toEqual(expect.arrayContaining(['Gerenciar Projetos', 'Configurações', 'Sair']))
  expect(names()).not.toContain('Minhas Propostas')
})

const SERRA = { id: 'serra', role: 'company', name: 'Serra Azul' } as const

test('a person of two parties switches to the other by its name', async () => {
  const marina = alone({ id: 'marina', name: 'Marina Alves' })
  const { pathname } = open({ ...marina, parties: [...marina.parties, ...colleague('buyer', SERRA).parties] })
  expect(names()).not.toContain('Agir por Marina Alves Profissional por conta própria')
  await userEvent.keyboard('agir{Enter}')
  expect([actFor.mock.calls, pathname()]).toEqual([[['serra']], '/dashboard'])
})

test('who manages a team invites from here; who does not only finds it', async () => {
  open(colleague('buyer', SERRA))
  expect(names()).toContain('Equipe')
  expect(names()).not.toContain('Convidar colega')
  cleanup()
  const { pathname } = open(colleague('owner', SERRA))
  await userEvent.keyboard('convidar{Enter}')
  expect(pathname()).toBe('/dashboard/equipe')
})

test('Enter goes to the page that fits and closes the palette', async () => {
  const { onOpenChange, pathname } = open()
  await userEvent.keyboard('como funciona{Enter}')
  expect([pathname(), onOpenChange.mock.calls]).toEqual(['/como-funciona', [[false]]])
})

test('projects and professionals that fit stay in the list while one types on', async () => {
  serve({
    projects: [{ id: 'p1', title: 'Migração da linha de envase' }],
    professionals: [{ id: 'u1', name: 'Marina Alves', title: 'Engenheira' }],
  })
  const { pathname } = open()
  await userEvent.keyboard('envase')
  await userEvent.click(await screen.findByRole('option', { name: /Migração da linha/ }))
  expect(screen.getByRole('option', { name: /Marina Alves/ })).toBeTruthy()
  expect(pathname()).toBe('/projetos/migracao-da-linha-de-envase-p1')
})

test('what fits nothing says so', async () => {
  open()
  await userEvent.keyboard('xyzxyz')
  expect(screen.getByText('Nada encontrado.')).toBeTruthy()
})

const LATE = { id: 'p2', title: 'Atalhos de envase' }

function chosen() {
  return screen.getByRole('option', { selected: true }).textContent
}

test('what is called by the typed word stands above what was found by it', async () => {
  serve({ projects: [{ id: 'p3', title: 'Sintonia de malhas' }] })
  open()
  await userEvent.keyboard('atalhos')
  await screen.findByRole('option', { name: 'Sintonia de malhas' })
  await waitFor(() => expect(names()).toEqual(['Atalhos de teclado', 'Sintonia de malhas']))
})

test('what comes later and stands first is chosen, until one moves', async () => {
  serve({ projects: [LATE] })
  const { pathname } = open()
  await userEvent.keyboard('atalhos')
  await screen.findByRole('option', { name: LATE.title })
  await waitFor(() => expect(chosen()).toBe(names()[0]))
  await userEvent.keyboard('{ArrowDown}')
  expect(chosen()).toBe(names()[1])
  await userEvent.keyboard('{ArrowUp}{Enter}')
  expect(pathname()).toBe(names()[0] === LATE.title ? '/projetos/p2' : '/')
})

test("one's own contracts are found by code and conversations by name, each where it is", async () => {
  serve({
    contracts: [{ id: 'c1', number: 7, scope: { title: 'Migração' }, project: { id: 'p1', title: 'x' } }],
    conversations: [{ partner_id: 'marina', partner: { name: 'Marina Alves' }, party: null }],
  })
  const { pathname } = open(alone({ id: 'serra', role: 'company' }))
  await userEvent.keyboard('ctr-0007')
  expect(await screen.findByRole('option', { name: /CTR-0007\s*Migração/ })).toBeTruthy()
  expect(askedOf('contracts').at(-1)?.query).toMatchObject({
    number: 'eq.7',
    or: '(company_id.eq.serra,professional_id.eq.serra)',
  })
  await userEvent.click(await screen.findByRole('option', { name: 'Marina Alves' }))
  expect(pathname()).toBe('/dashboard/mensagens/marina')
  expect(askedOf('conversations').at(-1)?.query.owner_id).toBe('eq.serra')
})

test('contracts and conversations are found by the name of the other side, asked for once', async () => {
  serve({
    contracts: [
      {
        id: 'c1',
        number: 7,
        scope: { title: 'Migração' },
        project: { id: 'p1', title: 'x' },
        company: { id: 'serra', name: 'Serra Azul' },
        professional: { id: 'nunes', name: 'Nunes Automação' },
      },
    ],
    conversations: [
      { partner_id: 'rafael', partner: { name: 'Rafael Nunes' }, party: { name: 'Nunes', removed_at: null } },
    ],
  })
  open(alone({ id: 'serra', role: 'company' }))
  await userEvent.keyboard('nunes')
  await screen.findByRole('option', { name: /CTR-0007\s*Migração\s*Nunes Automação/ })
  await screen.findByRole('option', { name: /Rafael Nunes\s*Nunes/ })
  expect(askedOf('contracts').map(({ query }) => query)).toEqual([
    expect.objectContaining({
      'meant.search': "fts(automacao).'nunes':*",
      'buyer.name': "fts(automacao).'nunes':*",
      'buyer.id': 'neq.serra',
      'supplier.name': "fts(automacao).'nunes':*",
      'supplier.id': 'neq.serra',
      limit: '5',
    }),
  ])
  expect(askedOf('conversations').map(({ query }) => query)).toEqual([
    expect.objectContaining({
      owner_id: 'eq.serra',
      'person.name': "fts(automacao).'nunes':*",
      'firm.name': "fts(automacao).'nunes':*",
      or: '(person.not.is.null,firm.not.is.null)',
    }),
  ])
})

test('messages are found by their words, five at most, and each leads to where it was said', async () => {
  const said = Array.from({ length: 7 }, (_, index) => ({
    message_id: `m${String(index)}`,
    partner_id: 'marina',
    from_id: index === 0 ? 'serra' : 'marina',
    excerpt: `A válvula ${String(index)} é em Jundiaí`,
    timestamp: '2026-11-20T12:00:00Z',
  }))
  serve({ 'rpc/search_messages': said, profiles: [{ id: 'marina', name: 'Marina Alves' }] })
  const { pathname } = open(alone({ id: 'serra', role: 'company' }))
  await userEvent.keyboard('jundiai')
  const own = await screen.findByRole('option', { name: /Marina Alves\s*Você: A válvula 0/ })
  expect(screen.getAllByRole('option', { name: /é em Jundiaí/ })).toHaveLength(5)
  expect(askedOf('rpc/search_messages').at(-1)?.body).toEqual({ words: 'jundiai' })
  await userEvent.click(own)
  expect(pathname()).toBe('/dashboard/mensagens/marina')
})

test('a visitor has no contracts, conversations or messages to look for', async () => {
  open()
  await userEvent.keyboard('ctr-0007')
  await waitFor(() => expect(askedOf('projects').length).toBeGreaterThan(0))
  expect([...askedOf('contracts'), ...askedOf('conversations'), ...askedOf('rpc/search_messages')]).toEqual(
    [],
  )
})

test('where one was last stands first until one types, and Enter goes there', async () => {
  recordPage('marina', '/contratos/c6', 'CTR-0006 · Automação - Indústria')
  recordPage('eva', '/contratos/c9', 'CTR-0009 · Automação - Indústria')
  const { pathname } = open(alone({ id: 'marina' }))
  expect([names()[0], screen.queryByText('CTR-0009')]).toEqual(['CTR-0006', null])
  await userEvent.keyboard('ctr')
  await waitFor(() => expect(screen.queryByText('Recentes')).toBeNull())
  await userEvent.keyboard('{Backspace}{Backspace}{Backspace}')
  await screen.findByText('Recentes')
  await waitFor(() => expect(chosen()).toBe('CTR-0006'))
  await userEvent.keyboard('{Enter}')
  expect(pathname()).toBe('/contratos/c6')
})

test('a company finds its projects that are not open, with how they stand', async () => {
  serve({ projects: [{ id: 'p5', number: 5, title: 'Retrofit do CLP', status: 'in_progress' }] })
  open(alone({ id: 'serra', role: 'company' }))
  await userEvent.keyboard('retrofit')
  const found = await screen.findByRole('option', { name: /PRJ-0005/ })
  expect(found.textContent).toBe('PRJ-0005Retrofit do CLPEm andamento')
  expect(askedOf('projects').some(({ query }) => query.status === 'neq.open')).toBe(true)
})

test('a professional finds proposals by their projects, with how they stand', async () => {
  serve({ proposals: [{ id: 'o1', status: 'accepted', project: { id: 'p5', title: 'Retrofit do CLP' } }] })
  const { pathname } = open(alone({ id: 'marina' }))
  await userEvent.keyboard('retrofit')
  await userEvent.click(await screen.findByRole('option', { name: /Retrofit do CLP.*Aceita/ }))
  expect(pathname()).toBe('/projetos/retrofit-do-clp-p5')
})
