import { createEvent, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { Thread } from '@/features/message/thread/thread'
import { MESSAGE } from '@/features/message/test-message'
import { renderAt } from '@/lib/test-render'

vi.mock('@/features/message/thread/use-companion', () => ({
  useCompanion: () => ({ isPresent: false, isTyping: false, tellTyping: () => undefined }),
}))

function said(id: string, content: string, timestamp: string) {
  return { ...MESSAGE, id, from_id: 'eva', to_id: 'marina', content, read: true, timestamp }
}

const OLD = '2024-03-01T12:00:00Z'
const NEW = '2026-11-20T12:00:00Z'
const FAR = said('far', 'A válvula é em Jundiaí', OLD)
const NEAR = said('near', 'Trouxe a válvula', NEW)

/** The first page ends long before the older of both places. */
function open(
  found: object[] | number = [FAR, NEAR]
    .map(({ id, timestamp }) => ({ message_id: id, timestamp }))
    .reverse(),
) {
  serve({
    messages: ({ query }) => {
      if (query.timestamp === `lte.${OLD}`) return [FAR]
      if (query.timestamp !== undefined) return []
      return [
        NEAR,
        ...Array.from({ length: 49 }, (_, at) => said(`n${String(at)}`, `Fala ${String(at)}`, NEW)),
      ]
    },
    'rpc/search_conversation': found,
  })
  renderAt(<Thread ownId="marina" partnerId="eva" speaksFor={null} report={() => null} />)
}

async function look(words: string) {
  await screen.findByText('Trouxe a válvula')
  await userEvent.click(screen.getByRole('button', { name: 'Buscar nesta conversa' }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Palavras nesta conversa' }), words)
}

const marked = (text: string) => screen.getByText(text).closest('.outline-2') !== null

test('a search steps through its results, old ones too, and returns to the start', async () => {
  open()
  await look('valvula')
  expect(await screen.findByText('2 mensagens')).toBeTruthy()
  expect(askedOf('rpc/search_conversation').at(-1)?.body).toEqual({ partner_id: 'eva', words: 'valvula' })
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('1 de 2')).toBeTruthy()
  await vi.waitFor(() => expect(marked('Trouxe a válvula')).toBe(true))
  await userEvent.click(screen.getByRole('button', { name: 'Mensagem anterior' }))
  expect(await screen.findByText('A válvula é em Jundiaí')).toBeTruthy()
  expect([marked('A válvula é em Jundiaí'), screen.queryByText('Fala 3')]).toEqual([true, null])
  expect(screen.getByText('2 de 2')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Fechar a busca' }))
  expect(await screen.findByText('Fala 3')).toBeTruthy()
  expect([screen.queryByRole('search'), marked('Trouxe a válvula')]).toEqual([null, false])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Buscar nesta conversa' }))
})

test('stepping wraps around in both directions', async () => {
  open()
  await look('valvula')
  await screen.findByText('2 mensagens')
  await userEvent.keyboard('{Enter}{Shift>}{Enter}{/Shift}')
  expect(await screen.findByText('2 de 2')).toBeTruthy()
  await userEvent.click(screen.getByRole('searchbox', { name: 'Palavras nesta conversa' }))
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('1 de 2')).toBeTruthy()
})

test('an empty result and a failure are shown in the bar', async () => {
  open([])
  await look('xyz')
  expect(await screen.findByText('Nada encontrado')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Mensagem anterior' })).toHaveProperty('disabled', true)
})

test('a failed search can be retried', async () => {
  open(500)
  await look('xy')
  const again = await screen.findByRole('button', { name: 'Tentar novamente' })
  await userEvent.click(again)
  await vi.waitFor(() => expect(askedOf('rpc/search_conversation').length).toBeGreaterThan(1))
})

/** As a browser hands over what is dragged. */
function carried(...files: readonly File[]) {
  const items = files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }))
  return { dataTransfer: { files, items, types: ['Files'] } }
}

test('files are dropped anywhere on the conversation, and refused in the words of chosen ones', async () => {
  open()
  const place = await screen.findByRole('region', { name: 'Conversa' })
  const both = carried(
    new File(['abc'], 'lista.pdf', { type: 'application/pdf' }),
    new File([], 'vazio.pdf', { type: 'application/pdf' }),
  )
  fireEvent.dragEnter(place, both)
  expect(await screen.findByText('Solte para anexar')).toBeTruthy()
  fireEvent.drop(place, both)
  expect(await screen.findByText('lista.pdf')).toBeTruthy()
  expect(screen.getByText('“vazio.pdf” está vazio.')).toBeTruthy()
  expect(screen.queryByText('Solte para anexar')).toBeNull()
})

test('a picture can be pasted anywhere in the conversation', async () => {
  open()
  const log = await screen.findByRole('log')
  const pasted = createEvent.paste(log, {
    clipboardData: { files: [new File(['abc'], 'image.png', { type: 'image/png' })] },
  })
  fireEvent(log, pasted)
  expect(await screen.findByText('image.png')).toBeTruthy()
  expect(pasted.defaultPrevented).toBe(true)
})
