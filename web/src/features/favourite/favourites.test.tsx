import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import FavouriteButton from '@/features/favourite/favourite-button'
import { Favourites } from '@/features/favourite/favourites'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

let state: unknown

vi.mock('@/api/session/session', () => ({ useSession: () => state }))

const PROJECT = {
  id: 'f1',
  note: 'Pedir visita técnica.',
  created_at: '2026-11-20T12:00:00Z',
  project_id: 'p1',
  professional_id: null,
  project: {
    id: 'p1',
    number: 42,
    title: 'Retrofit da envasadora',
    status: 'open',
    budget: 'R$ 45.000',
    city: 'Joinville',
    state: 'SC',
    work_mode: 'on_site',
    company: { name: 'Serra Azul' },
  },
  professional: null,
}
const PROFESSIONAL = {
  ...PROJECT,
  id: 'f2',
  note: '',
  project_id: null,
  project: null,
  professional_id: 'rafael',
  professional: {
    id: 'rafael',
    name: 'Rafael Nunes',
    title: 'Programador de CLP',
    headline: '',
    location: 'Curitiba, PR',
    avatar_url: null,
    avatar_seed: 's',
  },
}
const GONE = { ...PROFESSIONAL, id: 'f3', professional: null }

beforeEach(async () => {
  const { alone } = await import('@/api/session/test-member')
  state = alone({ id: 'marina' })
  serve()
})

function list() {
  renderAt(<Favourites personId="marina" status={({ status }) => status} />)
}

const project = { project_id: 'p1' }

test('a project is kept by one press', async () => {
  serve({ favourites: [] })
  renderAt(<FavouriteButton subject={project} />)
  const button = await screen.findByRole('button', { name: 'Favoritar', pressed: false })
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', false))
  serve({ favourites: [{ id: 'f1', note: '' }] })
  await userEvent.click(button)
  expect(await screen.findByRole('button', { name: 'Nos seus favoritos', pressed: true })).toBeTruthy()
  const [kept, read] = askedOf('favourites')
  expect([kept?.method, kept?.body]).toEqual(['POST', project])
  expect([read?.method, read?.query.project_id]).toEqual(['GET', 'eq.p1'])
})

test('its note is saved, and what was typed stays when the server refuses', async () => {
  serve({ favourites: [{ id: 'f1', note: 'Antiga' }] })
  renderAt(<FavouriteButton subject={project} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Editar anotação' }))
  const field = screen.getByRole('textbox', { name: /^Anotação/ })
  await userEvent.type(field, ' e nova')
  serve({ favourites: 500 })
  await userEvent.click(screen.getByRole('button', { name: 'Salvar anotação' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Anotação não salva'))
  expect(field).toHaveProperty('value', 'Antiga e nova')
  serve({ favourites: [{ id: 'f1', note: 'Antiga e nova' }] })
  await userEvent.click(screen.getByRole('button', { name: 'Salvar anotação' }))
  expect(await screen.findByText('Antiga e nova')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(askedOf('favourites').find(({ method }) => method === 'PATCH')).toMatchObject({
    query: { id: 'eq.f1' },
    body: { note: 'Antiga e nova' },
  })
})

test('a note that is not wanted after all changes nothing', async () => {
  serve({ favourites: [{ id: 'f1', note: '' }] })
  renderAt(<FavouriteButton subject={project} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Anotar' }))
  await userEvent.type(screen.getByRole('textbox', { name: /^Anotação/ }), 'Rascunho')
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(screen.getByRole('button', { name: 'Anotar' })).toBeTruthy()
  expect(askedOf('favourites').filter(({ method }) => method === 'PATCH')).toEqual([])
})

test('a removed favourite is gone from the list, and can be kept again with its note', async () => {
  let kept = [PROJECT]
  serve({
    favourites: ({ method }) => {
      if (method === 'DELETE') kept = []
      return kept
    },
  })
  list()
  await userEvent.click(
    await screen.findByRole('button', { name: 'Remover dos favoritos: Retrofit da envasadora' }),
  )
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Removido dos favoritos'))
  expect(askedOf('favourites').find(({ method }) => method === 'DELETE')?.query).toEqual({ id: 'eq.f1' })
  currentToast()?.action?.onClick()
  await vi.waitFor(() =>
    expect(askedOf('favourites').find(({ method }) => method === 'POST')?.body).toEqual({
      project_id: 'p1',
      note: 'Pedir visita técnica.',
    }),
  )
})

test('the list says what each is, and what is gone can only be removed', async () => {
  serve({ favourites: [PROJECT, PROFESSIONAL, GONE] })
  list()
  const [first, second, third] = await screen.findAllByRole('listitem')
  if (!first || !second || !third) throw new Error('three were served')
  expect(within(first).getByRole('link', { name: 'Retrofit da envasadora' })).toBeTruthy()
  expect(within(first).getByText('Serra Azul · R$ 45.000 · Joinville/SC · Presencial')).toBeTruthy()
  expect(within(second).getByRole('link', { name: 'Rafael Nunes' })).toBeTruthy()
  expect(within(third).queryByRole('link')).toBeNull()
  await userEvent.click(
    within(third).getByRole('button', { name: 'Remover dos favoritos: Não está mais disponível' }),
  )
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Removido dos favoritos'))
  expect(currentToast()?.action).toBeUndefined()
})

test('it is filtered by kind', async () => {
  serve({ favourites: [PROFESSIONAL] })
  list()
  await userEvent.click(screen.getByRole('button', { name: 'Profissionais' }))
  await vi.waitFor(() => expect(askedOf('favourites').at(-1)?.query.professional_id).toBe('not.is.null'))
})

test('a list that cannot be read is asked for again, and an empty one says what to do', async () => {
  serve({ favourites: 500 })
  list()
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serve({ favourites: [] })
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { name: 'Nenhum favorito ainda' })).toBeTruthy()
})

test('a visitor signs in first', () => {
  state = { status: 'signed-out' }
  renderAt(<FavouriteButton subject={project} />)
  expect(screen.getByRole('link', { name: 'Favoritar' })).toBeTruthy()
})

test('nobody keeps their own profile', () => {
  renderAt(<FavouriteButton subject={{ professional_id: 'marina' }} />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(askedOf('favourites')).toEqual([])
})
