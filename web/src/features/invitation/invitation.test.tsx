import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import InviteButton from '@/features/invitation/invite-button'
import ProjectInvitations from '@/features/invitation/project-invitations'
import ReceivedInvitations from '@/features/invitation/received-invitations'
import { answeringWords } from '@/features/invitation/text'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

let state: unknown

vi.mock('@/api/session/session', () => ({ useSession: () => state }))

const MARINA = { id: 'marina', name: 'Marina Alves' }
const RECEIVED = {
  id: 'i1',
  status: 'sent',
  note: 'Pode visitar na terça?',
  created_at: '2026-11-20T12:00:00Z',
  expires_at: '2126-12-04T12:00:00Z',
  project: {
    id: 'p1',
    number: 42,
    title: 'Retrofit da envasadora',
    budget: 'R$ 45.000',
    deadline: '60 dias',
    company: { name: 'Serra Azul' },
  },
}

beforeEach(async () => {
  const { alone } = await import('@/api/session/test-member')
  state = alone({ id: 'serra', role: 'company' })
  serve()
})

test('a company chooses one of its open projects and invites', async () => {
  serve({
    projects: [
      { id: 'p1', number: 42, title: 'Retrofit', owner: [], invited: [] },
      { id: 'p2', number: 43, title: 'Painel', owner: [], invited: [{ id: 'i1' }] },
    ],
    'rpc/response_figures': [{ invitations: 10, answered: 8, median_hours: 5 }],
    'rpc/invite_to_propose': { body: { id: 'i2', status: 'sent', expires_at: '', left: 9 } },
  })
  renderAt(<InviteButton professional={MARINA} />)
  await userEvent.click(screen.getByRole('button', { name: 'Convidar para projeto' }))
  const dialog = await screen.findByRole('dialog', { name: 'Convidar Marina Alves' })
  await within(dialog).findByText('PRJ-0042 · Retrofit')
  await within(dialog).findByText('Respondeu a 8 de 10 convites, em geral em até 5 horas.')
  await userEvent.type(within(dialog).getByLabelText(/Recado/), ' Pode visitar? ')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar convite' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Convite enviado'))
  expect(askedOf('rpc/invite_to_propose').map(({ body }) => body)).toEqual([
    { project_id: 'p1', professional_id: 'marina', note: 'Pode visitar?' },
  ])
})

test('professionals, visitors and the professional themselves see no button', async () => {
  const { alone, colleague } = await import('@/api/session/test-member')
  for (const reader of [
    { status: 'signed-out' },
    alone({ id: 'rafael' }),
    colleague('reader', { id: 'serra', role: 'company' }),
  ]) {
    state = reader
    renderAt(<InviteButton professional={MARINA} />)
    expect(screen.queryByRole('button')).toBeNull()
    cleanup()
  }
})

test('a company reads whom it invited and what they answered', async () => {
  const sent = {
    ...RECEIVED,
    answered_at: null,
    professional: { ...MARINA, title: '', avatar_url: null, avatar_seed: 's' },
  }
  serve({
    invitations_to_propose: [
      sent,
      { ...sent, id: 'i2', status: 'interested', answered_at: '2026-11-21T12:00:00Z' },
      { ...sent, id: 'i3', expires_at: '2026-11-21T12:00:00Z' },
    ],
  })
  renderAt(<ProjectInvitations projectId="p1" mayInvite />)
  await screen.findByText('3 de 10')
  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(3)
  for (const stand of ['Aguardando resposta', 'Tem interesse', 'Sem resposta']) screen.getByText(stand)
})

test('a professional answers with one press', async () => {
  serve({
    invitations_to_propose: [RECEIVED],
    'rpc/answer_invitation': { body: { id: 'i1', status: 'busy' } },
  })
  renderAt(<ReceivedInvitations partyId="marina" mayAnswer />)
  await userEvent.click(await screen.findByRole('button', { name: 'Sem agenda' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Resposta enviada: Sem agenda'))
  expect(askedOf('rpc/answer_invitation').map(({ body }) => body)).toEqual([
    { invitation_id: 'i1', status: 'busy' },
  ])
})

test('how somebody answers is said in words', () => {
  expect(answeringWords({ invitations: 3, answered: 0, median_hours: null })).toBe(
    'Respondeu a 0 de 3 convites.',
  )
  expect(answeringWords({ invitations: 4, answered: 4, median_hours: 1 })).toBe(
    'Respondeu a 4 de 4 convites, em geral em até uma hora.',
  )
  expect(answeringWords({ invitations: 4, answered: 2, median_hours: 30 })).toBe(
    'Respondeu a 2 de 4 convites, em geral em até 2 dias.',
  )
})
