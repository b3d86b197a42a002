import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi, type Mock } from 'vitest'
import { alone, colleague } from '@/api/session/test-member'
import { askedOf, serve } from '@/api/test-server'
import { renderAt } from '@/lib/test-render'
import { InvitationPage } from '@/pages/invitation'

const current = vi.hoisted((): { state: unknown; actFor: Mock; signOut: Mock } => ({
  state: undefined,
  actFor: vi.fn(),
  signOut: vi.fn(() => Promise.resolve()),
}))
vi.mock('@/api/session/session', () => ({
  useSession: () => current.state,
  useActFor: () => current.actFor,
  useSignOut: () => current.signOut,
}))

const SHOWN = {
  organisation_id: 'serra',
  organisation: 'Serra Azul',
  side: 'company',
  role: 'buyer',
  email: 'marina@exemplo.com.br',
  expires_at: '2026-11-29T12:00:00Z',
  is_open: true,
}

type Answers = Parameters<typeof serve>[0]

function marina(email = SHOWN.email) {
  const member = alone({ id: 'marina' })
  return { ...member, session: { ...member.session, user: { ...member.session.user, email } } }
}

function open(state: unknown, answers: Answers = {}, address = '/convite#SEGREDO') {
  current.state = state
  serve({ 'rpc/view_invitation': { body: SHOWN }, ...answers })
  return renderAt(<InvitationPage />, { path: '/convite', entries: [address] })
}

beforeEach(() => {
  current.actFor.mockReset()
})

test('a visitor is led to register, the secret with him', () => {
  const { pathname } = open({ status: 'signed-out' })
  expect(pathname()).toBe('/auth')
})

test('whom it was made for sees the team and the role, accepts, and acts for it', async () => {
  const { pathname } = open(marina(), { 'rpc/accept_invitation': { body: {} } })
  expect(await screen.findByRole('heading', { name: 'Serra Azul convidou você para a equipe' })).toBeTruthy()
  expect(screen.getByText('Comprador')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Entrar na equipe' }))
  await expect.poll(pathname).toBe('/dashboard')
  expect(askedOf('rpc/accept_invitation').map(({ body }) => body)).toEqual([{ token: 'SEGREDO' }])
  expect(current.actFor.mock.calls).toEqual([['serra']])
})

test('another address is told whose it is, and may leave', async () => {
  open(marina('rafael@exemplo.com.br'))
  expect(
    await screen.findByText(
      'Ele foi feito para marina@exemplo.com.br, e você entrou como rafael@exemplo.com.br.',
    ),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Sair e entrar com esse e-mail' }))
  expect(current.signOut).toHaveBeenCalledOnce()
})

test.each([
  [
    'used, revoked or run out',
    { 'rpc/view_invitation': { body: { ...SHOWN, is_open: false } } },
    /já foi usado, cancelado ou venceu/,
  ],
  [
    'unknown',
    { 'rpc/view_invitation': { status: 404, body: { code: 'invitation_not_found' } } },
    /Convite não encontrado/,
  ],
])('one that is %s says so', async (_, answers, sentence) => {
  open(marina(), answers)
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('who belongs already is told so', async () => {
  open(colleague('buyer', { id: 'serra', name: 'Serra Azul' }))
  expect(
    await screen.findByRole('heading', { name: 'Você já faz parte da equipe de Serra Azul' }),
  ).toBeTruthy()
})

test('what the server refuses is said where it was asked', async () => {
  open(marina(), { 'rpc/accept_invitation': { status: 409, body: { code: 'too_many_members' } } })
  await userEvent.click(await screen.findByRole('button', { name: 'Entrar na equipe' }))
  expect((await screen.findByRole('alert')).textContent).toContain('limite de 50 pessoas')
})

test('a failure is drawn and tried again', async () => {
  open(marina(), { 'rpc/view_invitation': 500 })
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serve({ 'rpc/view_invitation': { body: SHOWN } })
  await userEvent.click(retry)
  expect(await screen.findByRole('button', { name: 'Entrar na equipe' })).toBeTruthy()
})

test('an address without a secret asks for nothing', () => {
  open({ status: 'signed-out' }, {}, '/convite')
  expect(screen.getByText(/Convite não encontrado/)).toBeTruthy()
  expect(askedOf('rpc/view_invitation')).toEqual([])
})
