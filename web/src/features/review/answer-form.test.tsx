import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { AnswerForm } from '@/features/review/answer-form'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

beforeEach(() => {
  serve({ reviews: [{ id: 'r1' }] })
})

async function open() {
  renderAt(<AnswerForm reviewId="r1" />)
  await userEvent.click(screen.getByRole('button', { name: 'Responder' }))
  return screen.getByRole('textbox', { name: 'Sua resposta' })
}

function publish() {
  return userEvent.click(screen.getByRole('button', { name: 'Publicar resposta' }))
}

test('says that an answer is public, and only once', async () => {
  const box = await open()
  expect(box.getAttribute('maxlength')).toBe('3000')
  expect(
    screen.getByText('Você responde uma vez; a resposta fica pública e não pode ser editada.'),
  ).toBeTruthy()
})

test('publishes the trimmed answer', async () => {
  await userEvent.type(await open(), '  Obrigada!  ')
  await publish()
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Resposta publicada!'))
  expect(askedOf('reviews').map(({ method, query, body }) => [method, query.id, body])).toEqual([
    ['PATCH', 'eq.r1', { answer: 'Obrigada!' }],
  ])
})

test('a blank answer is not sent', async () => {
  await userEvent.type(await open(), '   ')
  await publish()
  expect(askedOf('reviews')).toEqual([])
})

test('a refused answer stays in the box and says why', async () => {
  serve({ reviews: 500 })
  const box = await open()
  await userEvent.type(box, 'Obrigada!')
  await publish()
  await vi.waitFor(() =>
    expect(currentToast()).toMatchObject({ variant: 'destructive', title: 'Resposta não publicada' }),
  )
  expect(screen.getByDisplayValue('Obrigada!')).toBe(box)
})

test('the form can be cancelled', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(screen.queryByRole('textbox')).toBeNull()
})
