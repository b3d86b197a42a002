import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import type { WrittenReview } from '@/features/review/queries'
import { WrittenReviews } from '@/features/review/written-reviews'
import { renderAt } from '@/lib/test-render'

const ABOUT_SERRA = {
  id: 'r3',
  rating: 4,
  axes: {},
  content: 'Escopo claro desde o início.',
  published_at: '2026-11-24T12:00:00Z',
  created_at: '2026-11-10T12:00:00Z',
  subject: { id: 'serra', name: 'Serra Azul' },
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
})
afterEach(() => vi.useRealTimers())

function show(reviews: readonly WrittenReview[]) {
  serve({ reviews })
  return renderAt(<WrittenReviews authorId="marina" />)
}

test('a hidden review says until when', async () => {
  show([ABOUT_SERRA])
  expect(await screen.findByText('Oculta até 24/11/2026')).toBeTruthy()
  expect(screen.getByText('Escopo claro desde o início.')).toBeTruthy()
  expect(askedOf('reviews').map(({ query }) => query.author_id)).toEqual(['eq.marina'])
})

test('a published review has no note', async () => {
  show([{ ...ABOUT_SERRA, published_at: '2026-11-20T11:59:00Z' }])
  expect(await screen.findByText('Serra Azul')).toBeTruthy()
  expect(screen.getByText('4 de 5')).toBeTruthy()
  expect(screen.queryByText(/Oculta/)).toBeNull()
})

test('a person who left is named as such', async () => {
  show([{ ...ABOUT_SERRA, subject: null }])
  expect(await screen.findByText('Usuário removido')).toBeTruthy()
})

test('without reviews nothing is shown', async () => {
  const { container } = show([])
  await vi.waitFor(() => expect(askedOf('reviews')).toHaveLength(1))
  expect(container.textContent).toBe('')
})

test('further pages can be loaded', async () => {
  show(Array.from({ length: 21 }, (_, i) => ({ ...ABOUT_SERRA, id: `r${i}`, content: `Obra ${i}` })))
  await userEvent.click(await screen.findByRole('button', { name: 'Carregar mais' }))
  expect(await screen.findByText('Obra 20')).toBeTruthy()
})
