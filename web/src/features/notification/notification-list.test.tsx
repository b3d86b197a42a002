import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { NotificationList } from '@/features/notification/notification-list'
import type { Notification } from '@/features/notification/queries'
import { renderAt } from '@/lib/test-render'

const PROPOSAL: Notification = {
  id: 'n1',
  kind: 'proposal',
  title: 'Nova proposta de Marina Alves',
  body: 'Migração da linha de envase',
  subject_kind: 'project',
  subject_id: 'p1',
  count: 1,
  read: false,
  created_at: '2026-11-20T12:05:00Z',
}
const READ = { ...PROPOSAL, id: 'n2', title: 'Proposta retirada', read: true }

function show(
  notifications: readonly Notification[] | number | Promise<number>,
  props: { kind?: Notification['kind']; compact?: boolean; onFollow?: () => void } = {},
) {
  serve({ notifications })
  return renderAt(<NotificationList profileId="serra" {...props} />)
}

function marks() {
  return askedOf('notifications')
    .filter(({ method }) => method === 'PATCH')
    .map(({ query, body }) => [query.id, body])
}

test('the list announces that it is loading', () => {
  show(new Promise(() => undefined))
  expect(screen.getByText('Carregando notificações…')).toBeTruthy()
})

test('a failure is shown and can be retried', async () => {
  show(500)
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serve({ notifications: [PROPOSAL] })
  await userEvent.click(retry)
  expect(await screen.findByText(/Nova proposta/)).toBeTruthy()
})

test('an empty list says what will appear here', async () => {
  show([])
  expect(await screen.findByRole('heading', { name: 'Nenhuma notificação' })).toBeTruthy()
})

test('the number in a grouped title is not repeated', async () => {
  show([{ ...PROPOSAL, title: '12 novas mensagens de Marina Alves', count: 12 }])
  const line = await screen.findByRole('link', { name: /12 novas mensagens de Marina Alves/ })
  expect(line.textContent).not.toContain('12 novas · ')
})

test('requests the own notifications of a kind, newest first', async () => {
  show([], { kind: 'proposal' })
  await screen.findByText('Nenhuma notificação')
  expect(askedOf('notifications').map(({ query }) => [query.profile_id, query.kind, query.order])).toEqual([
    ['eq.serra', 'eq.proposal', 'created_at.desc,id.desc'],
  ])
})

test('says what happened, and what is unread in words', async () => {
  show([PROPOSAL, READ])
  const [unread, read] = await screen.findAllByRole('link')
  expect([unread?.textContent, read?.textContent]).toEqual([
    expect.stringMatching(/^Não lida: Nova proposta de Marina AlvesMigração da linha de envase/),
    expect.stringMatching(/^Proposta retirada/),
  ])
})

test('several of a kind are one line with their number', async () => {
  show([{ ...PROPOSAL, count: 4 }])
  expect((await screen.findByRole('link')).textContent).toContain('4 novas · ')
})

test('opening an unread notification marks it as read', async () => {
  const onFollow = vi.fn()
  const { pathname } = show([PROPOSAL], { onFollow })
  await userEvent.click(await screen.findByRole('link'))
  expect([pathname(), onFollow.mock.calls.length]).toEqual(['/dashboard/projetos/p1/propostas', 1])
  await vi.waitFor(() => expect(marks()).toEqual([['eq.n1', { read: true }]]))
})

test('a read notification is not marked again', async () => {
  const { pathname } = show([READ])
  await userEvent.click(await screen.findByRole('link'))
  expect([pathname(), marks()]).toEqual(['/dashboard/projetos/p1/propostas', []])
})
