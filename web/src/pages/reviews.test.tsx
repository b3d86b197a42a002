import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { renderAt } from '@/lib/test-render'
import { ReviewsPage } from '@/pages/reviews'

vi.mock('@/api/session/session', async () => {
  const { alone } = await import('@/api/session/test-member')
  return { useMember: () => alone({ id: 'marina' }) }
})

const FROM_SERRA = {
  id: 'r1',
  rating: 5,
  axes: {},
  content: 'Entregou antes do prazo.',
  answer: null,
  answered_at: null,
  published_at: '2026-11-01T12:00:00Z',
  created_at: '2026-10-20T12:00:00Z',
  author: { id: 'serra', name: 'Serra Azul', role: 'company', avatar_url: null, avatar_seed: '' },
}

test('before the first review the page says how one comes about', async () => {
  serve()
  renderAt(<ReviewsPage />)
  expect(await screen.findByRole('heading', { name: 'Nenhuma avaliação recebida' })).toBeTruthy()
  expect(screen.getByText(/Quando um projeto for concluído, a empresa avalia/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Esperando a sua avaliação' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Avaliações que você escreveu' })).toBeNull()
})

test('a received review can be answered', async () => {
  serve({ reviews: ({ query }) => (query.subject_id === 'eq.marina' ? [FROM_SERRA] : []) })
  renderAt(<ReviewsPage />)
  expect(await screen.findByText('Entregou antes do prazo.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Responder' })).toBeTruthy()
  expect(askedOf('reviews').map(({ query }) => query.subject_id ?? query.author_id)).toEqual([
    'eq.marina',
    'eq.marina',
  ])
})
