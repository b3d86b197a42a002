import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { addressOf, savedQuery } from '@/features/saved-search/filters'
import SaveSearch from '@/features/saved-search/save-search'
import { SavedSearches } from '@/features/saved-search/saved-searches'
import { NO_FILTERS } from '@/lib/navigation/use-directory-filters'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

let state: unknown

vi.mock('@/api/session/session', () => ({ useSession: () => state }))

const FILTERS = {
  ...NO_FILTERS,
  text: 'clp',
  skills: ['retrofit'],
  state: 'SP',
  budget: '10000-',
  order: 'prazo',
}
const QUERY = { q: 'clp', habilidade: ['retrofit'], estado: 'SP', orcamento: '10000-' }
const SAVED = {
  id: 's1',
  kind: 'projects',
  name: 'CLP em SP',
  query: QUERY,
  frequency: 'daily',
  last_sent_at: null,
  created_at: '2026-11-20T12:00:00Z',
}

beforeEach(async () => {
  const { alone } = await import('@/api/session/test-member')
  state = alone({ id: 'marina' })
  serve()
})

test('the filters of the address are saved under their names, and open again', () => {
  expect(savedQuery('projects', FILTERS)).toEqual(QUERY)
  expect(savedQuery('professionals', { ...FILTERS, availability: ['available'] })).toEqual({
    q: 'clp',
    habilidade: ['retrofit'],
    estado: 'SP',
    disponibilidade: ['available'],
  })
  expect(addressOf({ kind: 'projects', query: QUERY })).toBe(
    '/projetos?q=clp&habilidade=retrofit&estado=SP&orcamento=10000-',
  )
})

test('a search is saved with a frequency', async () => {
  serve({ saved_searches: [] })
  renderAt(<SaveSearch kind="projects" filters={FILTERS} />)
  await userEvent.click(screen.getByRole('button', { name: 'Salvar busca' }))
  await userEvent.type(screen.getByRole('textbox', { name: /^Nome/ }), 'CLP em SP')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Quando avisar' }), 'Na hora')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Busca salva'))
  expect(askedOf('saved_searches').find(({ method }) => method === 'POST')?.body).toEqual({
    kind: 'projects',
    name: 'CLP em SP',
    query: QUERY,
    frequency: 'at_once',
  })
})

test('the same search twice says so, and what was typed stays', async () => {
  serve({ saved_searches: { status: 409, body: { code: '23505', message: '' } } })
  renderAt(<SaveSearch kind="projects" filters={FILTERS} />)
  await userEvent.click(screen.getByRole('button', { name: 'Salvar busca' }))
  await userEvent.type(screen.getByRole('textbox', { name: /^Nome/ }), 'CLP')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText('Você já salvou esta busca.')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: /^Nome/ })).toHaveProperty('value', 'CLP')
})

test('a visitor signs in first', () => {
  state = { status: 'signed-out' }
  renderAt(<SaveSearch kind="projects" filters={FILTERS} />)
  expect(screen.getByRole('link', { name: 'Salvar busca' })).toBeTruthy()
})

test('the list opens a search, pauses it, and deletes it with undo', async () => {
  let saved = [SAVED]
  serve({
    saved_searches: ({ method }) => {
      if (method === 'DELETE') saved = []
      return saved
    },
  })
  renderAt(<SavedSearches personId="marina" />)
  expect((await screen.findByRole('link', { name: 'CLP em SP' })).getAttribute('href')).toBe(
    addressOf({ kind: 'projects', query: QUERY }),
  )
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Quando avisar: CLP em SP' }), 'Pausada')
  await vi.waitFor(() =>
    expect(askedOf('saved_searches').find(({ method }) => method === 'PATCH')).toMatchObject({
      query: { id: 'eq.s1' },
      body: { frequency: 'never' },
    }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Excluir busca: CLP em SP' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Busca excluída'))
  currentToast()?.action?.onClick()
  await vi.waitFor(() =>
    expect(askedOf('saved_searches').find(({ method }) => method === 'POST')?.body).toEqual({
      kind: 'projects',
      name: 'CLP em SP',
      query: QUERY,
      frequency: 'daily',
    }),
  )
})

test('a list that cannot be read is asked for again, and an empty one says what to do', async () => {
  serve({ saved_searches: 500 })
  renderAt(<SavedSearches personId="marina" />)
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serve({ saved_searches: [] })
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { name: 'Nenhuma busca salva' })).toBeTruthy()
})
