import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { serve } from '@/api/test-server'
import { SecondFactor } from '@/features/settings/second-factor'
import { renderAt } from '@/lib/test-render'

const CODES = ['AB12-CD34-EF56-GH78', 'JK12-MN34-PQ56-RS78']
const PHONE = {
  id: 'celular',
  friendly_name: 'Aplicativo autenticador',
  status: 'verified',
  created_at: '2026-11-01T12:00:00Z',
}

const mfa = vi.hoisted(() => ({
  listFactors: vi.fn(),
  enroll: vi.fn(),
  challengeAndVerify: vi.fn(),
  unenroll: vi.fn(),
}))
vi.mock('@/api/client', async (original) => {
  const real = await original<typeof import('@/api/client')>()
  return {
    ...real,
    getClient: () => Promise.resolve({ auth: { mfa, refreshSession: () => ({ data: {}, error: null }) } }),
  }
})

beforeEach(() => {
  const has = (totp: unknown[]) => ({ data: { totp, all: totp }, error: null })
  mfa.listFactors.mockReset().mockResolvedValue(has([]))
  mfa.enroll.mockResolvedValue({
    data: { id: 'celular', totp: { qr_code: 'data:image/svg+xml,x', secret: 'JBSWY3DPEHPK3PXP' } },
    error: null,
  })
  mfa.challengeAndVerify.mockImplementation(() => {
    mfa.listFactors.mockResolvedValue(has([PHONE]))
    return Promise.resolve({ data: {}, error: null })
  })
  mfa.unenroll.mockResolvedValue({ data: { id: 'celular' }, error: null })
  let left = 0
  serve({
    'rpc/count_recovery_codes': () => ({ body: { left } }),
    'rpc/make_recovery_codes': () => {
      left = 10
      return { body: { codes: CODES } }
    },
  })
})

test('an administrator is advised, scans, proves the app and is shown the codes once', async () => {
  renderAt(<SecondFactor isAdmin />)
  expect(await screen.findByText('Recomendada para administradores')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Ativar verificação' }))
  expect(await screen.findByRole('img', { name: 'Código QR com a chave da sua conta' })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Chave da conta' })).toHaveProperty('value', 'JBSWY3DPEHPK3PXP')
  await userEvent.type(screen.getByLabelText(/Código que o aplicativo mostra/), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Ativar' }))
  const list = await screen.findByRole('list', { name: 'Códigos de recuperação' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual(CODES)
  await userEvent.click(screen.getByRole('button', { name: 'Já guardei os códigos' }))
  expect(await screen.findByText('Restam 10 de 10 códigos.')).toBeTruthy()
  expect(mfa.challengeAndVerify).toHaveBeenCalledWith({ factorId: 'celular', code: '123456' })
})

test('removing the last app says what it means', async () => {
  mfa.listFactors.mockResolvedValue({ data: { totp: [PHONE], all: [PHONE] }, error: null })
  renderAt(<SecondFactor isAdmin={false} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Remover Aplicativo autenticador' }))
  const question = await screen.findByRole('alertdialog', { name: 'Desativar a verificação em duas etapas?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Desativar' }))
  await vi.waitFor(() => expect(mfa.unenroll).toHaveBeenCalledWith({ factorId: 'celular' }))
})
