import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { ConversationList } from '@/features/message/conversations/conversation-list'
import type { Conversation } from '@/features/message/queries'
import { renderAt } from '@/lib/test-render'

function conversation(name: string, changes: Partial<Conversation> = {}): Conversation {
  return {
    partner_id: name,
    partner: {
      id: name,
      role: 'company',
      is_party: true,
      name,
      status: 'active',
      removed_at: null,
      avatar_url: null,
      avatar_seed: '',
    },
    party: null,
    last_from_id: name,
    last_content: `Olá de ${name}`,
    last_files_count: 0,
    last_at: '2026-11-20T12:05:00Z',
    unread_count: 0,
    ...changes,
  }
}

function show(
  conversations: readonly Conversation[] | number | Promise<number>,
  at = '/dashboard/mensagens',
) {
  serve({ conversations })
  renderAt(<ConversationList ownId="marina" />, { entries: [at] })
}

test('the list announces that it is loading', () => {
  show(new Promise(() => undefined))
  expect(screen.getByText('Carregando conversas…')).toBeTruthy()
})

test('a failure is shown and can be retried', async () => {
  show(500)
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serve({ conversations: [conversation('Serra Azul')] })
  await userEvent.click(retry)
  expect(await screen.findByText('Olá de Serra Azul')).toBeTruthy()
})

test('an empty list says how a conversation begins', async () => {
  show([])
  expect(await screen.findByRole('heading', { name: 'Nenhuma conversa ainda' })).toBeTruthy()
})

test('requests the own conversations, newest message first, and keeps that order', async () => {
  show(['Vale Papéis', 'Serra Azul', 'Aço Forte'].map((name) => conversation(name)))
  await screen.findByText('Vale Papéis')
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/mensagens/Vale%20Pap%C3%A9is',
    '/dashboard/mensagens/Serra%20Azul',
    '/dashboard/mensagens/A%C3%A7o%20Forte',
  ])
  expect(askedOf('conversations').map(({ query }) => [query.owner_id, query.order])).toEqual([
    ['eq.marina', 'last_at.desc,partner_id.asc'],
  ])
})

test('shows the partner, the last message and the number of unread ones', async () => {
  show([conversation('Serra Azul', { unread_count: 3 })])
  const link = await screen.findByRole('link')
  expect(link.textContent).toContain('Serra Azul')
  expect(link.textContent).toContain('Olá de Serra Azul3 não lidas')
})

test('a conversation that is read has no badge', async () => {
  show([conversation('Serra Azul')])
  expect((await screen.findByRole('link')).textContent).not.toContain('não lidas')
})

test('an own last message says so', async () => {
  show([conversation('Serra Azul', { last_from_id: 'marina', last_content: 'Combinado.' })])
  expect(await screen.findByText('Você: Combinado.')).toBeTruthy()
})

test('a partner who may no longer be seen keeps the conversation', async () => {
  show([conversation('Serra Azul', { partner: null })])
  expect(await screen.findByText('Usuário indisponível')).toBeTruthy()
})

test('the open conversation is marked', async () => {
  show([conversation('serra'), conversation('vale')], '/dashboard/mensagens/vale')
  expect((await screen.findByRole('link', { current: 'page' })).getAttribute('href')).toBe(
    '/dashboard/mensagens/vale',
  )
})

test('a partner who writes for a company is shown with it while it exists', async () => {
  const party = { id: 'serra', role: 'company', name: 'Serra Azul', removed_at: null } as const
  show([
    conversation('Eva Martins', { party }),
    conversation('Igor Prado', { party: { ...party, removed_at: '2026-11-20T12:00:00Z' } }),
  ])
  const [eva, igor] = await screen.findAllByRole('link')
  expect([eva?.textContent, igor?.textContent]).toEqual([
    expect.stringMatching(/^EVEva Martins.*Serra AzulOlá/),
    expect.not.stringContaining('Serra Azul'),
  ])
})

test('a blocked partner is marked as such, one who left is not', async () => {
  const gone = {
    role: 'company',
    is_party: true,
    status: 'blocked',
    avatar_url: null,
    avatar_seed: '',
  } as const
  show([
    conversation('Vale Papéis', { partner: { ...gone, id: 'vale', name: 'Vale Papéis', removed_at: null } }),
    conversation('Ex', {
      partner: { ...gone, id: 'ex', name: 'Usuário removido', removed_at: '2026-11-20T12:00:00Z' },
    }),
  ])
  const [blocked, left] = await screen.findAllByRole('link')
  expect([blocked?.textContent, left?.textContent]).toEqual([
    expect.stringContaining('bloqueado'),
    expect.not.stringContaining('bloqueado'),
  ])
})

test('a partner whose contract waits for the reader is marked, by person or by company', async () => {
  serve({
    conversations: [
      conversation('Serra Azul'),
      conversation('Ana', { party: { id: 'vale', role: 'company', name: 'Vale Papéis', removed_at: null } }),
      conversation('Aço Forte'),
    ],
  })
  renderAt(<ConversationList ownId="marina" waiting={new Set(['Serra Azul', 'vale'])} />)
  await screen.findByText('Olá de Ana')
  const marked = screen.getAllByRole('listitem').map((item) => item.textContent.includes('contrato: sua vez'))
  expect(marked).toEqual([true, true, false])
})

test('further pages of conversations can be loaded', async () => {
  show(Array.from({ length: 60 }, (_, i) => conversation(`Empresa ${i}`)))
  await screen.findByText('Empresa 49')
  expect(screen.queryByText('Empresa 50')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('Mostrando 50 de 60 conversas')
  await userEvent.click(screen.getByRole('button', { name: 'Carregar mais' }))
  expect(await screen.findByText('Empresa 59')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Carregar mais' })).toBeNull()
})

test('files without words are named by their number', async () => {
  show([conversation('Serra Azul', { last_content: '', last_files_count: 2 })])
  expect(await screen.findByText('2 arquivos')).toBeTruthy()
})
