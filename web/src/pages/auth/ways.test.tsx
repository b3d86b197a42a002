import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { serve } from '@/api/test-server'
import { registerInvited } from '@/features/account/queries'
import { renderAt } from '@/lib/test-render'
import { Ways } from '@/pages/auth/ways'

vi.mock('@/features/account/queries')

const SHOWN = {
  organisation_id: 'serra',
  organisation: 'Serra Azul',
  side: 'company',
  role: 'engineer',
  email: 'eva@exemplo.com.br',
  expires_at: '2026-11-29T12:00:00Z',
  is_open: true,
}

function open(invitation: string, shown: object = SHOWN) {
  serve({ 'rpc/view_invitation': { body: shown } })
  vi.mocked(registerInvited).mockResolvedValue({ enter: () => Promise.resolve() })
  const onRegistered = vi.fn()
  renderAt(
    <Ways
      invitation={invitation}
      registered={{ email: '', hasJoined: false, awaitsMail: false }}
      onRegistered={onRegistered}
    />,
    { entries: ['/auth?tab=register#convite=SEGREDO'] },
  )
  return onRegistered
}

test('who was invited reads by whom and as what, and states only who he is', async () => {
  const onRegistered = open('SEGREDO')
  expect(await screen.findByRole('heading', { name: 'Entre na equipe de Serra Azul' })).toBeTruthy()
  expect(
    await screen.findByText('Papel: Engenheiro. Vê tudo, publica projetos e confere entregas.'),
  ).toBeTruthy()
  await userEvent.type(await screen.findByLabelText('Nome Completo'), 'Eva Martins')
  expect(screen.queryByLabelText('CPF')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('eva@exemplo.com.br')
  await userEvent.type(screen.getByLabelText('Senha'), 'envase-2026')
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Cadastrar e entrar na equipe' }))
  await expect
    .poll(() => onRegistered.mock.calls)
    .toEqual([[{ email: 'eva@exemplo.com.br', hasJoined: true, awaitsMail: false }]])
  expect(vi.mocked(registerInvited).mock.lastCall).toEqual([
    { name: 'Eva Martins', email: 'eva@exemplo.com.br', password: 'envase-2026', terms: true },
    'SEGREDO',
  ])
})

test('an invitation that is over says so and leaves the usual ways', async () => {
  open('SEGREDO', { ...SHOWN, is_open: false })
  expect((await screen.findByRole('alert')).textContent).toMatch(/já foi usado, cancelado ou venceu/)
  expect(screen.getByRole('heading', { name: 'Crie sua conta' })).toBeTruthy()
  expect(screen.getByLabelText('CPF')).toBeTruthy()
})

test('without an invitation nothing is asked of one', () => {
  open('')
  expect(screen.getByRole('heading', { name: 'Crie sua conta' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
