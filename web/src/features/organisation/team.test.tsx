import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { MemberRole } from '@/api/rights'
import { colleague } from '@/api/session/test-member'
import { askedOf, serve } from '@/api/test-server'
import { Team } from '@/features/organisation/team'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

const SERRA = { id: 'serra', role: 'company', name: 'Serra Azul' } as const
const SINCE = '2026-11-01T12:00:00Z'

function person(id: string, name: string, role: string, email: string | null = null) {
  const account = email === null ? null : { email }
  return {
    person_id: id,
    role,
    created_at: SINCE,
    person: { id, name, title: '', avatar_url: null, avatar_seed: '', account },
  }
}

const BEATRIZ = person('beatriz', 'Beatriz Lima', 'owner', 'beatriz@serra.exemplo')
const RAFAEL = person('rafael', 'Rafael Nunes', 'engineer')
const PENDING = {
  id: 'i1',
  email: 'eva@serra.exemplo',
  role: 'buyer',
  created_at: SINCE,
  expires_at: '2999-11-08T12:00:00Z',
}
const INVITED = { ...PENDING, link: 'https://exemplo.com.br/convite#SEGREDO', mailed: false }

type Answers = Parameters<typeof serve>[0]

function open(role: MemberRole = 'owner', answers: Answers = {}) {
  serve({ memberships: [BEATRIZ, RAFAEL], invitations: [PENDING], ...answers })
  const acting = colleague(role, SERRA)
  renderAt(<Team acting={acting} ownId="beatriz" />)
}

async function row(name: string) {
  const list = within(await screen.findByRole('list', { name: 'Membros' }))
  const item = list.getByText(name).closest('li')
  if (item === null) throw new Error('no row')
  return item
}

async function choose(action: string) {
  await row('Rafael Nunes')
  await userEvent.click(screen.getByRole('button', { name: 'Ações para Rafael Nunes' }))
  await userEvent.click(screen.getByRole('menuitem', { name: action }))
}

test('the team page announces that it is loading', () => {
  open('owner', { memberships: new Promise(() => undefined) })
  expect(screen.getByText('Carregando equipe…')).toBeTruthy()
})

test('a failure is shown and can be retried', async () => {
  open('reader', { memberships: 500 })
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serve({ memberships: [BEATRIZ, RAFAEL] })
  await userEvent.click(retry)
  expect(await row('Rafael Nunes')).toBeTruthy()
})

test('each member is shown with role and date; an e-mail only if the reader may see it', async () => {
  open()
  expect((await row('Rafael Nunes')).textContent).toMatch(/Engenheiro desde 01\/11\/2026/)
  expect((await row('Beatriz Lima')).textContent).toContain('beatriz@serra.exemplo')
  expect(screen.getByText('2 pessoas')).toBeTruthy()
})

test('every role says what it may do, and the own one is marked', async () => {
  open('buyer')
  await row('Rafael Nunes')
  const legend = within(screen.getByRole('complementary', { name: 'O que cada papel permite' }))
  expect(legend.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Proprietário',
    'CompradorSeu papel',
    'Engenheiro',
    'Financeiro',
    'Leitor',
  ])
  expect(legend.getByText('Vê tudo, publica projetos e confere entregas.')).toBeTruthy()
})

test('a role without the right to manage sees the members and may only leave', async () => {
  open('buyer')
  await row('Rafael Nunes')
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Sair da equipe'])
  expect(askedOf('invitations')).toEqual([])
})

test('an invitation asks for address and role, and shows its link', async () => {
  open('owner', { 'rpc/invite_member': { body: INVITED } })
  await userEvent.click(screen.getByRole('button', { name: 'Convidar' }))
  await userEvent.type(screen.getByLabelText('E-mail'), 'eva@serra.exemplo')
  await userEvent.click(screen.getByRole('radio', { name: /^Comprador/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Criar convite' }))
  expect(await screen.findByText(/este servidor não envia e-mails/)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link do convite' }).value).toBe(INVITED.link)
  expect(askedOf('rpc/invite_member').map(({ body }) => body)).toEqual([
    { organisation_id: 'serra', email: 'eva@serra.exemplo', role: 'buyer' },
  ])
  // Beside the pending one too, while this page is open.
  await userEvent.click(screen.getByRole('button', { name: 'Pronto' }))
  expect(screen.getByRole('textbox', { name: 'Link do convite de eva@serra.exemplo' })).toBeTruthy()
})

test('an invitation without address or role is not sent', async () => {
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Convidar' }))
  await userEvent.click(screen.getByRole('button', { name: 'Criar convite' }))
  expect(await screen.findByText('Há 2 problemas para corrigir')).toBeTruthy()
  expect(askedOf('rpc/invite_member')).toEqual([])
})

test('a refused invitation says why in the form', async () => {
  open('owner', { 'rpc/invite_member': { status: 409, body: { code: 'already_member' } } })
  await userEvent.click(screen.getByRole('button', { name: 'Convidar' }))
  await userEvent.type(screen.getByLabelText('E-mail'), 'rafael@serra.exemplo')
  await userEvent.click(screen.getByRole('radio', { name: /^Leitor/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Criar convite' }))
  expect(await screen.findByText('Esta pessoa já faz parte da organização.')).toBeTruthy()
})

test('a pending invitation is renewed with a new link', async () => {
  open('owner', { 'rpc/invite_member': { body: INVITED } })
  await userEvent.click(await screen.findByRole('button', { name: 'Renovar o convite de eva@serra.exemplo' }))
  expect(await screen.findByDisplayValue(INVITED.link)).toBeTruthy()
  expect(askedOf('rpc/invite_member').map(({ body }) => body)).toEqual([
    { organisation_id: 'serra', email: 'eva@serra.exemplo', role: 'buyer' },
  ])
})

test('a pending invitation is revoked after saying what follows', async () => {
  open('owner', { 'rpc/revoke_invitation': { body: { id: 'i1', status: 'revoked' } } })
  await userEvent.click(await screen.findByRole('button', { name: 'Revogar o convite de eva@serra.exemplo' }))
  expect(screen.getByText('O link de eva@serra.exemplo deixa de valer na hora.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Revogar convite' }))
  expect(askedOf('rpc/revoke_invitation').map(({ body }) => body)).toEqual([{ invitation_id: 'i1' }])
})

test.each([
  ['one that ran out says so', [{ ...PENDING, expires_at: '2020-01-01T00:00:00Z' }], 'Vencido'],
  ['without one it says that none waits', [], 'Nenhum convite esperando resposta.'],
])('invitations: %s', async (_, invitations, text) => {
  open('owner', { invitations })
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a colleague gets another role', async () => {
  open('owner', { 'rpc/change_member_role': { body: {} } })
  await choose('Mudar papel')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Engenheiro/ }).checked).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: /^Comprador/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Salvar papel' }))
  await expect.poll(currentToast).toMatchObject({ title: 'Rafael Nunes agora é Comprador' })
  expect(askedOf('rpc/change_member_role').map(({ body }) => body)).toEqual([
    { organisation_id: 'serra', person_id: 'rafael', role: 'buyer' },
  ])
})

test('ownership is handed over after the dialog names the new role', async () => {
  open('owner', { 'rpc/transfer_ownership': { body: {} } })
  await choose('Passar a propriedade')
  expect(screen.getByText(/Você fica com o papel que era dessa pessoa, Engenheiro\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Passar a propriedade' }))
  await expect.poll(currentToast).toMatchObject({ title: 'Rafael Nunes agora responde por Serra Azul' })
  expect(askedOf('rpc/transfer_ownership').map(({ body }) => body)).toEqual([
    { organisation_id: 'serra', person_id: 'rafael' },
  ])
})

test('a refused removal is reported in the row', async () => {
  open('owner', { 'rpc/remove_member': { status: 409, body: { code: 'founder_stays' } } })
  await choose('Retirar da equipe')
  await userEvent.click(screen.getByRole('button', { name: 'Retirar da equipe' }))
  const refused = await within(await row('Rafael Nunes')).findByRole('alert')
  expect(refused.textContent).toMatch(/só essa pessoa decide sair/)
})

test('the last owner is told to pass the organisation on before leaving', async () => {
  open('owner', { 'rpc/leave_organisation': { status: 409, body: { code: 'last_owner' } } })
  await row('Beatriz Lima')
  await userEvent.click(screen.getByRole('button', { name: 'Sair da equipe' }))
  expect(screen.getByText(/Para voltar, é preciso um novo convite\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Sair da equipe' }))
  const refused = await within(await row('Beatriz Lima')).findByRole('alert')
  expect(refused.textContent).toMatch(/Passe a propriedade antes\./)
})
