import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { ProjectQuestions } from '@/features/question/project-questions'
import type { Question } from '@/features/question/queries'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

vi.mock('@/api/session/session', () => ({ useSession: () => ({ status: 'signed-out' }) }))

const OPEN_QUESTION: Question = {
  id: 'q1',
  content: 'A parada é em dezembro?',
  answer: null,
  answered_at: null,
  created_at: '2026-11-20T12:00:00Z',
}
const ANSWERED: Question = {
  ...OPEN_QUESTION,
  id: 'q2',
  content: 'Há desenhos?',
  answer: 'Sim, todos.',
  answered_at: '2026-11-20T15:00:00Z',
}
const CLARIFICATION: Question = {
  ...ANSWERED,
  id: 'q3',
  content: null,
  answer: 'A visita técnica é dia 3.',
}

beforeEach(() => {
  localStorage.clear()
  serve()
})

type Shown = {
  questions?: readonly Question[] | number | Promise<number>
  side?: 'company' | 'professional'
  status?: 'open' | 'in_progress'
  maySpeak?: boolean
}

function show({ questions = [], side = 'professional', status = 'open', maySpeak = true }: Shown) {
  serve({ project_questions: questions })
  renderAt(<ProjectQuestions project={{ id: 'p1', status }} side={side} maySpeak={maySpeak} />)
}

function bodies(call: string) {
  return askedOf(call).map(({ body }) => body)
}

test('announces that it is loading', () => {
  show({ questions: new Promise<number>(() => undefined) })
  expect(screen.getByText('Carregando perguntas…')).toBeTruthy()
})

test('a failure is shown and can be retried', async () => {
  show({ questions: 500 })
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serve({ project_questions: [ANSWERED] })
  await userEvent.click(retry)
  expect(await screen.findByText('Há desenhos?')).toBeTruthy()
})

test('questions, answers and clarifications are shown without a name', async () => {
  show({ questions: [OPEN_QUESTION, ANSWERED, CLARIFICATION] })
  const [open, answered, clarified] = await screen.findAllByRole('listitem')
  expect(open?.textContent).toContain('Pergunta de um profissional')
  expect(open?.textContent).toContain('Sem resposta')
  expect(answered?.textContent).toContain('Resposta da empresa')
  expect(answered?.textContent).toContain('Sim, todos.')
  expect(clarified?.textContent).toContain('Esclarecimento da empresa')
  expect(clarified?.textContent).not.toContain('Pergunta')
})

test('a professional asks, is told that nobody sees who, and the box is empty again', async () => {
  show({})
  const box = screen.getByRole('textbox', { name: 'Pergunte antes de propor' })
  expect(box.getAttribute('maxlength')).toBe('1000')
  expect(screen.getByText(/A empresa não vê quem perguntou/)).toBeTruthy()
  await userEvent.type(box, '  Há desenhos? ')
  await userEvent.click(screen.getByRole('button', { name: 'Enviar pergunta' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Pergunta enviada'))
  expect(bodies('rpc/ask_question')).toEqual([{ project_id: 'p1', content: 'Há desenhos?' }])
  expect(screen.queryByDisplayValue(/Há desenhos/)).toBeNull()
})

test('a blank question is not sent and says why', async () => {
  show({})
  await userEvent.click(screen.getByRole('button', { name: 'Enviar pergunta' }))
  expect(screen.getByText('Escreva a pergunta.')).toBeTruthy()
  expect(bodies('rpc/ask_question')).toEqual([])
})

test('a refused question stays in the box', async () => {
  serve({ 'rpc/ask_question': 500 })
  renderAt(<ProjectQuestions project={{ id: 'p1', status: 'open' }} side="professional" maySpeak />)
  await userEvent.type(screen.getByRole('textbox'), 'Há desenhos?')
  await userEvent.click(screen.getByRole('button', { name: 'Enviar pergunta' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Pergunta não enviada'))
  expect(screen.getByDisplayValue('Há desenhos?')).toBeTruthy()
})

test('the company answers unanswered questions in place', async () => {
  show({ questions: [OPEN_QUESTION, ANSWERED], side: 'company' })
  await userEvent.click(await screen.findByRole('button', { name: 'Responder' }))
  const [open] = screen.getAllByRole('listitem')
  if (!open) throw new Error('no question')
  await userEvent.type(within(open).getByRole('textbox', { name: 'Sua resposta' }), 'Sim, dia 20.')
  await userEvent.click(within(open).getByRole('button', { name: 'Publicar resposta' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Resposta publicada'))
  expect(bodies('rpc/answer_question')).toEqual([{ question_id: 'q1', answer: 'Sim, dia 20.' }])
})

test('the company publishes a clarification', async () => {
  show({ side: 'company' })
  await userEvent.click(screen.getByRole('button', { name: 'Publicar esclarecimento' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Esclarecimento' }), 'A visita é dia 3.')
  await userEvent.click(screen.getByRole('button', { name: 'Publicar esclarecimento' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Esclarecimento publicado'))
  expect(bodies('rpc/publish_clarification')).toEqual([{ project_id: 'p1', content: 'A visita é dia 3.' }])
})

test.each([
  ['a project that is not open', { status: 'in_progress' as const }],
  ['a role that may not', { maySpeak: false }],
])('nothing is asked of %s', async (_, changes) => {
  show({ questions: [ANSWERED], ...changes })
  await screen.findByText('Há desenhos?')
  expect(screen.queryByRole('textbox')).toBeNull()
})
