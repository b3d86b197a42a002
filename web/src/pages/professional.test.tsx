import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { MARINA } from '@/features/profile/test-profiles'
import { renderAt } from '@/lib/test-render'
import { ProfessionalPage } from '@/pages/professional'

vi.mock('@/api/session/session', () => ({ useSession: () => ({ status: 'signed-out' }) }))

function open(userId = MARINA.id) {
  renderAt(<ProfessionalPage />, {
    path: '/encontrar-profissional/:userId',
    entries: [`/encontrar-profissional/${userId}`],
  })
}

test('while it loads, the page says so', () => {
  serve({ profiles: new Promise(() => undefined) })
  open()
  expect(screen.getByText('Carregando perfil…')).toBeTruthy()
})

test('who is missing or no professional is not found', async () => {
  serve({ profiles: [] })
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Perfil não encontrado' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver profissionais' }).getAttribute('href')).toBe(
    '/encontrar-profissional',
  )
  expect(askedOf('profiles').map(({ query }) => [query.id, query.role])).toEqual([
    [`eq.${MARINA.id}`, 'eq.professional'],
  ])
})

test('an address that can name nobody asks for nothing', () => {
  serve()
  open('marina')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Perfil não encontrado')
  expect(askedOf('profiles')).toEqual([])
})

test('a failure is no absence: it is drawn and tried again', async () => {
  serve({ profiles: 500 })
  open()
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  expect(screen.queryByText('Perfil não encontrado')).toBeNull()
  serve({ profiles: [MARINA] })
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { level: 1, name: 'Marina Alves' })).toBeTruthy()
})

test('a profile is shown under its name, and the look is counted', async () => {
  serve({ profiles: [MARINA] })
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Marina Alves' })).toBeTruthy()
  expect(document.title).toBe('Marina Alves · Automação - Indústria')
  await vi.waitFor(() =>
    expect(askedOf('rpc/view_profile').map(({ body }) => body)).toEqual([{ profile_id: MARINA.id }]),
  )
})

test('a profile without a review says so', async () => {
  serve({ profiles: [MARINA] })
  open()
  expect(await screen.findByText('Nenhuma avaliação publicada ainda.')).toBeTruthy()
})

test('words before the key of an address change nothing', async () => {
  serve({ profiles: [] })
  open(`qualquer-nome-${MARINA.id}`)
  await screen.findByRole('heading', { level: 1, name: 'Perfil não encontrado' })
  expect(askedOf('profiles').map(({ query }) => query.id)).toEqual([`eq.${MARINA.id}`])
})
