import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { markedParts } from '@/features/message/search/found-messages'
import { MessageSearch } from '@/features/message/search/message-search'
import { renderAt } from '@/lib/test-render'

const FOUND = {
  message_id: 'm1',
  partner_id: 'serra',
  from_id: 'marina',
  excerpt: 'A válvula é em Jundiaí',
  timestamp: '2026-11-20T12:00:00Z',
}

function show(answer: object[] | number) {
  serve({
    'rpc/search_messages': answer,
    profiles: [{ id: 'serra', name: 'Serra Azul', avatar_url: null, avatar_seed: '' }],
  })
  renderAt(
    <MessageSearch ownId="marina">
      <p>Conversas</p>
    </MessageSearch>,
  )
}

test('a result links to its message', async () => {
  show([FOUND])
  await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar nas mensagens' }), 'jundiai')
  const link = await screen.findByRole('link', { name: /Serra Azul/ })
  expect(link.getAttribute('href')).toBe('/dashboard/mensagens/serra?mensagem=m1')
  expect(link.querySelector('mark')?.textContent).toBe('Jundiaí')
  expect(link.textContent).toContain('Você: A válvula')
  expect(screen.queryByText('Conversas')).toBeNull()
  expect(askedOf('rpc/search_messages').at(-1)?.body).toEqual({ words: 'jundiai' })
})

test('an empty result says so, and an empty box shows the conversations', async () => {
  show([])
  await userEvent.type(screen.getByRole('searchbox'), 'xyz')
  expect(await screen.findByText('Nenhuma mensagem encontrada')).toBeTruthy()
  await userEvent.clear(screen.getByRole('searchbox'))
  expect(await screen.findByText('Conversas')).toBeTruthy()
})

test('a failure is shown', async () => {
  show(500)
  await userEvent.type(screen.getByRole('searchbox'), 'xy')
  expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
  expect(screen.getByText(/O servidor não conseguiu fazer esta busca/)).toBeTruthy()
})

test('a rate-limited search says so', async () => {
  show(429)
  await userEvent.type(screen.getByRole('searchbox'), 'xy')
  expect(await screen.findByText(/Foram muitas buscas em pouco tempo/)).toBeTruthy()
})

test.each([
  ['v', 'Escreva pelo menos 2 letras para buscar.'],
  [
    'um dois tres quatro cinco seis sete oito nove',
    'A busca olha até 8 palavras de uma vez. Apague algumas.',
  ],
])('%s is not asked for, and why is said', async (words, why) => {
  show([])
  await userEvent.click(screen.getByRole('searchbox'))
  await userEvent.paste(words)
  expect(await screen.findByText(why)).toBeTruthy()
  expect([askedOf('rpc/search_messages'), screen.queryByText('Conversas') !== null]).toEqual([[], true])
})

test.each([
  ['Válvula à vista', 'valvula a', 'Válvula| |à| vist|a'],
  ['nada', 'x', 'nada'],
])('%s with %s marked', (text, words, parts) => {
  expect(
    markedParts(text, words)
      .map(({ part }) => part)
      .join('|'),
  ).toBe(parts)
})
