import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { serve } from '@/api/test-server'
import { ProposeAction } from '@/features/proposal/propose/propose-action'
import { renderAt } from '@/lib/test-render'

vi.mock('@/api/session/session', async () => {
  const { alone } = await import('@/api/session/test-member')
  return { useSession: () => alone({ id: 'marina' }) }
})

const PROJECT = {
  id: 'p1',
  title: 'Envase',
  category: 'Robótica',
  state: null,
  scope_clarity: null,
  scope_model: '',
  status: 'open' as const,
  revision: 2,
  budget_min_cents: null,
  budget_max_cents: null,
}
const SENT = {
  id: 'o1',
  value_cents: 5_200_000,
  status: 'pending',
  decline_reason: null,
  invites_new: false,
  project_revision: 2,
  created_at: '2026-11-20T12:00:00Z',
}
const DECLINED = { ...SENT, status: 'declined' }

function show(sent: readonly unknown[]) {
  serve({ proposals: sent })
  renderAt(<ProposeAction project={PROJECT} />)
}

test.each([
  ['nothing sent', [], 'Enviar Proposta'],
  ['one declined', [DECLINED], 'Enviar nova proposta (2 de 3)'],
  ['two taken back', [{ ...SENT, status: 'withdrawn' }, DECLINED], 'Enviar nova proposta (3 de 3)'],
])('%s: the button says which of three it would be', async (_, sent, name) => {
  show(sent)
  expect(await screen.findByRole('button', { name })).toBeTruthy()
})

test.each([
  ['stands', [SENT], 'Você enviou uma proposta de R$ 52.000,00 em 20/11/2026. Ver minhas propostas'],
  [
    'answers an older project',
    [{ ...SENT, project_revision: 1 }],
    'Você enviou uma proposta de R$ 52.000,00 em 20/11/2026. O projeto mudou depois dela: confirme ou retire. Ver minhas propostas',
  ],
  [
    'was the third no',
    [DECLINED, DECLINED, DECLINED],
    'Sua proposta de R$ 52.000,00 foi recusada. Este projeto já recebeu 3 propostas suas. Ver minhas propostas',
  ],
])('where the last one %s, there is no button', async (_, sent, sentence) => {
  show(sent)
  const status = await screen.findByRole('status')
  expect(status.textContent.replaceAll('\u00a0', ' ')).toBe(sentence)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a refusal that invites another proposal says so', async () => {
  show([{ ...DECLINED, invites_new: true }])
  expect((await screen.findByRole('status')).textContent).toContain('A empresa convida você a enviar outra.')
})

test('the address opens the form once: closed, it asks for it no longer', async () => {
  serve({ proposals: [] })
  const { search } = renderAt(<ProposeAction project={PROJECT} />, {
    path: '/projetos/p1',
    entries: ['/projetos/p1?propor=sim&de=mail'],
  })
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(search()).toBe('?de=mail')
})
