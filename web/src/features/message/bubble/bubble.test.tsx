import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Bubble } from '@/features/message/bubble/bubble'
import type { Message } from '@/features/message/queries'
import { MESSAGE } from '@/features/message/test-message'
import { renderAt } from '@/lib/test-render'

function show(changes: Partial<Message> = {}, { isOwn = true } = {}) {
  const acts = { onRetry: vi.fn(), onDiscard: vi.fn(), onReply: vi.fn(), onJump: vi.fn() }
  const message = { ...MESSAGE, ...changes }
  const { container } = renderAt(
    <Bubble
      message={message}
      ownId={isOwn ? 'marina' : 'serra'}
      report={<button>Denunciar</button>}
      {...acts}
    />,
  )
  return { outside: container.firstElementChild, message, ...acts }
}

/** What stands beside the time, for screen readers. */
function mark() {
  return screen.getByText('09:05').nextElementSibling?.nextElementSibling?.textContent
}

test.each([
  ['own messages stand on the right', true, 'items-end'],
  ["the partner's on the left", false, 'items-start'],
])('%s', (_, isOwn, side) => {
  expect(show({}, { isOwn }).outside?.classList.contains(side)).toBe(true)
})

test('shows the text with its lines, and hour and minute in São Paulo', () => {
  show()
  expect(screen.getByText(/Posso visitar/).classList.contains('whitespace-pre-wrap')).toBe(true)
  const time = screen.getByText('09:05')
  expect([time.getAttribute('datetime'), time.getAttribute('title')]).toEqual([
    MESSAGE.timestamp,
    '20/11/2026 às 09:05',
  ])
})

test.each([
  ['on its way', { sending: 'sending' }, 'enviando'],
  ['taken by the server', {}, 'enviada'],
  ['arrived', { delivered_at: '2026-11-20T12:05:01Z' }, 'entregue'],
  ['read', { delivered_at: '2026-11-20T12:05:01Z', read: true }, 'lida'],
] as const)('an own message that is %s says so', (_, changes, word) => {
  show(changes)
  expect(mark()).toBe(word)
})

test("the partner's message has no mark", () => {
  show({ read: true }, { isOwn: false })
  expect(mark()).toBeUndefined()
})

test('a message that waits for a connection shows it visibly', () => {
  show({ sending: 'waiting' })
  expect(screen.getByText(/· aguardando conexão$/)).toBeTruthy()
})

test('a failed message shows the reason and can be retried or discarded', async () => {
  const { message, onRetry, onDiscard } = show({ sending: 'failed', reason: 'Sem conexão.' })
  expect(mark()).toBeUndefined()
  expect(screen.getByText(/^Não enviada: Sem conexão\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  expect(onRetry).toHaveBeenCalledWith(message)
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }))
  expect(onDiscard).toHaveBeenCalledWith(message)
})

test('a sent message offers no retry', () => {
  show()
  expect(screen.queryByRole('button', { name: 'Tentar novamente' })).toBeNull()
})

test('a quoted message is shown and links to the original', async () => {
  const quote = { id: 'm0', from_id: 'marina', content: 'Quando começa?', files_count: 0 }
  const { onJump } = show({ quotes_id: 'm0', quote }, { isOwn: false })
  expect(screen.getByText('Quando começa?')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Ir para a mensagem respondida' }))
  expect(onJump).toHaveBeenCalledWith('m0')
})

test('Responder quotes it', async () => {
  const { message, onReply } = show()
  await userEvent.click(screen.getByRole('button', { name: 'Responder' }))
  expect(onReply).toHaveBeenCalledWith(message)
})

test('files are shown with name, size and a download button', () => {
  const file = { path: 'marina/x', name: 'Lista de I/O.pdf', media_type: 'application/pdf', bytes: 2048 }
  show({ content: '', files_count: 1, files: [file] })
  expect(screen.getByRole('button', { name: /^Baixar Lista de I\/O\.pdf, 2/ })).toBeTruthy()
})
