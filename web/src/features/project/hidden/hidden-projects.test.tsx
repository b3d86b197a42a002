import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import HidingDirectory from '@/features/project/hidden/hiding-directory'
import { ENVASE } from '@/features/project/test-project'
import { renderAt } from '@/lib/test-render'

let state: unknown

vi.mock('@/api/session/session', () => ({ useSession: () => state }))

beforeEach(async () => {
  const { alone } = await import('@/api/session/test-member')
  state = alone({ id: 'marina', role: 'professional' })
  serve({ projects: [ENVASE], hidden_projects: [] })
})

function open(search = '') {
  renderAt(<HidingDirectory save={() => <button>Salvar busca</button>} />, {
    path: '/projetos',
    entries: [`/projetos${search}`],
  })
}

test('a hidden project leaves the list, and comes back when asked for', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: /^Não mostrar de novo/ }))
  await vi.waitFor(() =>
    expect(askedOf('hidden_projects').find(({ method }) => method === 'POST')?.body).toEqual({
      project_id: ENVASE.id,
    }),
  )
})

test('what is hidden is left out, and a line says how many', async () => {
  serve({ projects: [ENVASE], hidden_projects: [{ project_id: ENVASE.id }] })
  open()
  const show = await screen.findByRole('button', { name: 'mostrar' })
  expect(screen.queryByRole('link', { name: ENVASE.title })).toBeNull()
  expect(screen.getByText(/^1 oculto/)).toBeTruthy()
  await userEvent.click(show)
  await userEvent.click(await screen.findByRole('button', { name: /^Mostrar de novo/ }))
  await vi.waitFor(() =>
    expect(askedOf('hidden_projects').find(({ method }) => method === 'DELETE')?.query).toEqual({
      project_id: `eq.${ENVASE.id}`,
    }),
  )
})

test('a search can be saved once there are filters, and a visitor reads nothing more', async () => {
  state = { status: 'signed-out' }
  open('?q=envase')
  expect(await screen.findByRole('button', { name: 'Salvar busca' })).toBeTruthy()
  expect(askedOf('hidden_projects')).toEqual([])
})
