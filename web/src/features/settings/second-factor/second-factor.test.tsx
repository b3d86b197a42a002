import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { serve } from '@/api/test-server'
import { SecondFactor } from '@/features/settings/second-factor/second-factor'
import { saveText } from '@/lib/device/save-blob'
import { renderAt } from '@/lib/test-render'

const CODES = ['AB12-CD34-EF56-GH78', 'JK12-MN34-PQ56-RS78']
const PHONE = {
  id: 'celular',
  friendly_name: 'Aplicativo autenticador',
  status: 'verified',
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
}

vi.mock(import('@/lib/device/save-blob'), async (original) => ({ ...(await original()), saveText: vi.fn() }))
const mfa = vi.hoisted(() => ({
  listFactors: vi.fn(),
  enroll: vi.fn(),
  challengeAndVerify: vi.fn(),
  unenroll: vi.fn(),
}))
const auth = vi.hoisted(() => ({
  passkey: { list: vi.fn(), update: vi.fn() },
  registerPasskey: vi.fn(),
  updateUser: vi.fn(),
  reauthenticate: vi.fn(),
}))
vi.mock('@/api/session/session', () => ({ useSession: () => ({ status: 'signed-out' }) }))
vi.mock(import('@/api/session/passkeys'), async (original) => ({
  ...(await original()),
  usePasskeys: () => true,
}))
vi.mock('@/api/client', async (original) => {
  const real = await original<typeof import('@/api/client')>()
  return {
    ...real,
    getClient: () =>
      Promise.resolve({ auth: { mfa, ...auth, refreshSession: () => ({ data: {}, error: null }) } }),
  }
})

let isStale = false

beforeEach(() => {
  const has = (totp: unknown[]) => ({ data: { totp, webauthn: [], all: totp }, error: null })
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
  isStale = false
  serve({
    'rpc/count_recovery_codes': () => ({ body: { left } }),
    'rpc/make_recovery_codes': () => {
      if (isStale) return { body: { code: 'reauthentication_needed', message: 'stale' }, status: 400 }
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
  await userEvent.click(screen.getByRole('button', { name: 'Baixar' }))
  expect(saveText).toHaveBeenCalledWith(
    'automacao-codigos-de-recuperacao.txt',
    expect.stringContaining(CODES.join('\n')),
    'text/plain',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Já guardei os códigos' }))
  expect(await screen.findByText('Restam 10 de 10 códigos.')).toBeTruthy()
  expect(mfa.challengeAndVerify).toHaveBeenCalledWith({ factorId: 'celular', code: '123456' })
})

test('removing the last app says what it means', async () => {
  mfa.listFactors.mockResolvedValue({ data: { totp: [PHONE], webauthn: [], all: [PHONE] }, error: null })
  renderAt(<SecondFactor isAdmin={false} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Remover Aplicativo autenticador' }))
  const question = await screen.findByRole('alertdialog', { name: 'Desativar a verificação em duas etapas?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Desativar' }))
  await vi.waitFor(() => expect(mfa.unenroll).toHaveBeenCalledWith({ factorId: 'celular' }))
})

const STALE = { data: null, error: { code: 'reauthentication_needed', status: 400 } }

test('an old session asks for the password before it creates a passkey', async () => {
  const KEY = { id: 'chave', friendly_name: 'Notebook', created_at: '2026-11-01T12:00:00Z' }
  auth.registerPasskey.mockResolvedValueOnce(STALE).mockImplementation(() => {
    mfa.listFactors.mockResolvedValue({ data: { totp: [], webauthn: [KEY], all: [KEY] }, error: null })
    return Promise.resolve({ data: KEY, error: null })
  })
  auth.updateUser.mockResolvedValue({ data: {}, error: null })
  auth.passkey.update.mockResolvedValue({ data: KEY, error: null })
  auth.passkey.list.mockResolvedValue({ data: [KEY], error: null })
  renderAt(<SecondFactor isAdmin={false} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar chave de acesso' }))
  const name = screen.getByRole('textbox', { name: 'Nome da chave' })
  await userEvent.clear(name)
  await userEvent.type(name, 'Notebook')
  await userEvent.click(screen.getByRole('button', { name: 'Criar chave' }))
  expect(await screen.findByRole('dialog', { name: 'Confirme que é você' })).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Senha atual'), 'tanque de inox 7')
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Já guardei os códigos' }))
  expect(await screen.findByText('Chave de acesso · desde 01/11/2026 · ainda não usada')).toBeTruthy()
  expect(auth.updateUser).toHaveBeenCalledWith({ current_password: 'tanque de inox 7' })
  expect(auth.passkey.update).toHaveBeenCalledWith({ passkeyId: 'chave', friendlyName: 'Notebook' })
})

test('an old session asks for the password before it removes a factor', async () => {
  mfa.listFactors.mockResolvedValue({ data: { totp: [PHONE], webauthn: [], all: [PHONE] }, error: null })
  mfa.unenroll.mockReset().mockResolvedValueOnce(STALE).mockResolvedValue({ data: {}, error: null })
  auth.updateUser.mockResolvedValue({ data: {}, error: null })
  renderAt(<SecondFactor isAdmin={false} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Remover Aplicativo autenticador' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Desativar' }))
  await userEvent.type(await screen.findByLabelText('Senha atual'), 'tanque de inox 7')
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }))
  await vi.waitFor(() => expect(mfa.unenroll).toHaveBeenCalledTimes(2))
})

test('an old session asks for the password before it creates new codes', async () => {
  mfa.listFactors.mockResolvedValue({ data: { totp: [PHONE], webauthn: [], all: [PHONE] }, error: null })
  isStale = true
  auth.updateUser.mockImplementation(() => {
    isStale = false
    return Promise.resolve({ data: {}, error: null })
  })
  renderAt(<SecondFactor isAdmin={false} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Gerar novos códigos' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Gerar códigos' }))
  await userEvent.type(await screen.findByLabelText('Senha atual'), 'tanque de inox 7')
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }))
  expect(await screen.findByRole('list', { name: 'Códigos de recuperação' })).toBeTruthy()
})

const KEY = { id: 'chave', friendly_name: 'Notebook', created_at: '2026-11-01T12:00:00Z' }

test('a passkey is renamed, and a name in use is reported at the field', async () => {
  mfa.listFactors.mockResolvedValue({ data: { totp: [], webauthn: [KEY], all: [KEY] }, error: null })
  auth.passkey.list.mockResolvedValue({ data: [KEY], error: null })
  auth.passkey.update
    .mockResolvedValueOnce({ data: null, error: { code: 'mfa_factor_name_conflict', status: 422 } })
    .mockResolvedValue({ data: KEY, error: null })
  renderAt(<SecondFactor isAdmin={false} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Renomear Notebook' }))
  const name = await screen.findByRole('textbox', { name: 'Nome da chave' })
  await userEvent.clear(name)
  await userEvent.click(screen.getByRole('button', { name: 'Salvar nome' }))
  expect(await screen.findByText('Dê um nome à chave.')).toBeTruthy()
  await userEvent.type(name, 'Bancada')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar nome' }))
  await vi.waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  await userEvent.click(screen.getByRole('button', { name: 'Salvar nome' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(auth.passkey.update).toHaveBeenLastCalledWith({ passkeyId: 'chave', friendlyName: 'Bancada' })
})

test('a cancelled ceremony shows a note and no error at the name', async () => {
  auth.registerPasskey.mockReset().mockResolvedValue({
    data: null,
    error: { code: 'ERROR_CEREMONY_ABORTED', status: 400 },
  })
  renderAt(<SecondFactor isAdmin={false} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar chave de acesso' }))
  await userEvent.click(screen.getByRole('button', { name: 'Criar chave' }))
  expect(await screen.findByText(/^Nenhuma chave de acesso foi usada/)).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Nome da chave' }).getAttribute('aria-invalid')).toBeNull()
})
