import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { alone } from '@/api/session/test-member'
import { askedOf, serve } from '@/api/test-server'
import type * as Session from '@/api/session/session'
import { renderAt } from '@/lib/test-render'
import { PublishProjectPage } from '@/pages/publish-project'

const serra = vi.hoisted((): { state?: unknown } => ({}))
vi.mock('@/api/session/session', async (original) => ({
  ...(await original<typeof Session>()),
  useMember: () => serra.state,
  useSession: () => serra.state,
}))

const TYPED = {
  title: 'Retrofit da linha 2',
  description: 'Trocar o CLP.',
  budget: 'A combinar',
  deadline: '30 dias',
  skills: ['retrofit'],
  state: 'SP',
  city: 'Joinvile',
}

test('a city that is unknown is said below its field, until another is typed', async () => {
  serra.state = alone({ id: 'serra', role: 'company' })
  localStorage.setItem('automacao-rascunho:projeto-novo:serra:serra', JSON.stringify(TYPED))
  const sentence = 'Não conhecemos esta cidade neste estado. Escolha uma das sugestões.'
  serve({ projects: { status: 400, body: { code: 'unknown_city', message: sentence } } })
  renderAt(<PublishProjectPage />)
  const city = screen.getByRole('combobox', { name: /Cidade/ })
  await userEvent.click(screen.getByRole('button', { name: 'Publicar Projeto' }))
  await waitFor(() => expect(city.getAttribute('aria-invalid')).toBe('true'))
  expect(askedOf('projects')).toHaveLength(1)
  const below = city.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(below)?.textContent).toBe(`Erro: ${sentence}`)
  expect(screen.getByRole('alert')).toBe(document.activeElement)
  await userEvent.type(city, 'x')
  expect(city.getAttribute('aria-invalid')).not.toBe('true')
})
