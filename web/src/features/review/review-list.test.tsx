import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import type { Review } from '@/features/review/queries'
import { ReviewList } from '@/features/review/review-list'
import { FROM_SERRA, recordOf } from '@/features/review/test-reviews'
import { renderAt } from '@/lib/test-render'

const ANSWERED = { ...FROM_SERRA, id: 'r2', rating: 4, answer: 'Obrigada, foi um prazer.' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
})
afterEach(() => vi.useRealTimers())

function show(reviews: readonly Review[] | number | Promise<number>, { mayAnswer = false } = {}) {
  serve({ reviews })
  renderAt(
    <ReviewList
      profileId="marina"
      side="professional"
      empty={<p>Nenhuma avaliação ainda</p>}
      {...(mayAnswer ? { answer: (review: Review) => <button>{`Responder ${review.id}`}</button> } : {})}
    />,
  )
}

async function list() {
  return within(await screen.findByRole('list', { name: 'Avaliações' }))
}

test('the list announces that it is loading', () => {
  show(new Promise(() => undefined))
  expect(screen.getByText('Carregando avaliações…')).toBeTruthy()
})

test('a failure is shown and can be retried', async () => {
  show(500)
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serve({ reviews: [FROM_SERRA] })
  await userEvent.click(retry)
  expect(await screen.findByText('Entregou antes do prazo.')).toBeTruthy()
})

test('without a review the place says so', async () => {
  show([])
  expect(await screen.findByText('Nenhuma avaliação ainda')).toBeTruthy()
})

test('asks only for what is published, the newest first', async () => {
  show([])
  await screen.findByText('Nenhuma avaliação ainda')
  expect(askedOf('reviews').map(({ query }) => [query.subject_id, query.published_at, query.order])).toEqual([
    ['eq.marina', 'lte.now', 'published_at.desc,id.desc'],
  ])
})

test('shows who said what, with the rating in words and the day in São Paulo', async () => {
  show([FROM_SERRA])
  const review = await list()
  expect(review.getByText('Serra Azul')).toBeTruthy()
  expect(review.getByText('Entregou antes do prazo.')).toBeTruthy()
  expect(review.getByText('5 de 5')).toBeTruthy()
  expect(review.getByText('01/11/2026')).toBeTruthy()
})

test('a person who left is named as such', async () => {
  show([{ ...FROM_SERRA, author: null }])
  expect((await list()).getByText('Usuário removido')).toBeTruthy()
})

test('shows the average, the number of reviews and the number of each rating', async () => {
  show([FROM_SERRA, ANSWERED])
  await list()
  expect(screen.getByText('4,5')).toBeTruthy()
  expect(screen.getByText('2 avaliações')).toBeTruthy()
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    '5 estrelas1',
    '4 estrelas1',
    '3 estrelas0',
    '2 estrelas0',
    '1 estrela0',
  ])
})

test('an answer is shown under its review, and there is only one', async () => {
  show([FROM_SERRA, ANSWERED], { mayAnswer: true })
  const reviews = await list()
  expect(reviews.getByText('Obrigada, foi um prazer.')).toBeTruthy()
  expect(reviews.getAllByRole('button').map((button) => button.textContent)).toEqual(['Responder r1'])
})

test('others cannot answer', async () => {
  show([FROM_SERRA])
  expect((await list()).queryByRole('button')).toBeNull()
})

test('further pages can be loaded, and the summary counts all reviews from the start', async () => {
  const reviews = Array.from({ length: 25 }, (_, i) => ({ ...FROM_SERRA, id: `r${i}`, content: `Obra ${i}` }))
  serve({ reviews: ({ query }) => (query.rating === undefined || query.rating === 'eq.5' ? reviews : []) })
  renderAt(<ReviewList profileId="marina" side="professional" empty={null} />)
  expect((await list()).getAllByRole('listitem')).toHaveLength(20)
  expect(await screen.findByText('25 avaliações')).toBeTruthy()
  expect(screen.getByText('5,0')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Carregar mais' }))
  expect(await screen.findByText('Obra 24')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Carregar mais' })).toBeNull()
})

test('the scores by axis are shown with the review, including axes that do not apply', async () => {
  show([{ ...FROM_SERRA, axes: { technique: 5, deadline: 3, safety: null } }])
  const said = (await list()).getByLabelText('Por critério')
  expect(said.textContent).toBe('Técnica5 de 5Prazo3 de 5Segurançanão se aplica')
})

test('a review without scores by axis shows none', async () => {
  show([FROM_SERRA])
  expect((await list()).queryByLabelText('Por critério')).toBeNull()
})

test('the average of an axis is N/A until enough counterparts rated it', async () => {
  serve({ reviews: [FROM_SERRA], 'rpc/track_records': [recordOf({ axes: { technique: 4.67 } })] })
  renderAt(<ReviewList profileId="marina" side="professional" empty={null} />)
  const averages = within(await screen.findByRole('list', { name: 'Média por critério' }))
  expect(averages.getAllByRole('listitem').map((axis) => axis.textContent)).toEqual([
    'Técnica4,7 de 5',
    'PrazoN/A',
    'DocumentaçãoN/A',
    'SegurançaN/A',
  ])
  expect(screen.getByText('Cada critério aparece a partir de 3 contrapartes.')).toBeTruthy()
})
