import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { DeleteAccount } from '@/features/settings/account/delete-account'
import { renderAt } from '@/lib/test-render'

const auth = vi.hoisted(() => ({ reauthenticate: vi.fn(), updateUser: vi.fn() }))
const providers = vi.hoisted(() => ({ of: ['email'] }))
const settings = vi.hoisted(() => ({ mail: true }))

vi.mock('@/api/session/session', () => ({
  useSignOut: () => (work: () => Promise<void>) => work(),
  useSession: () => ({ session: { user: { app_metadata: { providers: providers.of } } } }),
}))
vi.mock('@/api/client', async (original) => {
  const real = await original<typeof import('@/api/client')>()
  return {
    ...real,
    getClient: () => Promise.resolve({ auth }),
    getConfig: async () => ({ ...(await real.getConfig()), ...settings }),
  }
})

beforeEach(() => {
  providers.of = ['email']
  settings.mail = true
  auth.reauthenticate.mockReset().mockResolvedValue({ data: { user: null, session: null }, error: null })
  auth.updateUser.mockReset().mockResolvedValue({ data: { user: {} }, error: null })
})

async function open() {
  const page = renderAt(<DeleteAccount />)
  await userEvent.click(screen.getByRole('button', { name: 'Excluir minha conta' }))
  await userEvent.type(await screen.findByLabelText('Digite EXCLUIR'), 'EXCLUIR')
  return page
}

const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Excluir conta' }))

const refused = (code: string) => ({ status: 422, body: { code, message: 'x' } })

test('says what is kept under seal, and offers to end what is running only when something is', async () => {
  let isBound = true
  serve({
    'rpc/delete_account': () =>
      isBound ? { ...refused('has_active_contracts'), status: 409 } : { body: { id: 'marina' } },
  })
  const { pathname } = await open()
  expect(screen.getByText(/por cinco anos depois do fim dele/)).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()

  await userEvent.type(screen.getByLabelText('Senha Atual'), 'clp-s7-1500')
  await confirm()
  await userEvent.click(await screen.findByRole('checkbox', { name: /Encerrar meus contratos em andamento/ }))
  isBound = false
  await confirm()
  await vi.waitFor(() => expect(pathname()).toBe('/'))
  expect(askedOf('rpc/delete_account').map(({ body }) => body)).toEqual([
    { password: 'clp-s7-1500', end_contracts: false },
    { password: 'clp-s7-1500', end_contracts: true },
  ])
})

test('a person without a password confirms with an e-mailed code once the server asks for it', async () => {
  providers.of = ['google']
  let isProved = false
  serve({
    'rpc/delete_account': () => (isProved ? { body: { id: 'marina' } } : refused('presence_unproved')),
  })
  const { pathname } = await open()
  expect(screen.queryByLabelText('Senha Atual')).toBeNull()
  await confirm()
  expect(await screen.findByText(/Confirme que é você: peça um código/)).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Enviar código' }))
  expect(await screen.findByText('Código enviado. Veja a sua caixa de entrada.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Código recebido por e-mail'), ' 123456')
  isProved = true
  await confirm()
  await vi.waitFor(() => expect(pathname()).toBe('/'))
  expect(auth.updateUser.mock.calls).toEqual([[{ nonce: '123456' }]])
  expect(askedOf('rpc/delete_account').at(-1)?.body).toEqual({ end_contracts: false })
})

test('a person with a password is asked for it again', async () => {
  serve({ 'rpc/delete_account': refused('wrong_password') })
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Não tenho senha' }))
  await confirm()
  expect(await screen.findByText('Sua conta tem senha: confirme com ela.')).toBeTruthy()
  expect(screen.getByLabelText('Senha Atual')).toBeTruthy()
})

test('without mail no code is offered, and an error of the password is not shown for it', async () => {
  settings.mail = false
  serve({ 'rpc/delete_account': refused('presence_unproved') })
  await open()
  await confirm()
  expect(screen.getByText('Informe sua senha atual.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Não tenho senha' }))
  expect(await screen.findByText(/não envia e-mails.*saia e entre de novo/)).toBeTruthy()
  expect(screen.queryByText('Informe sua senha atual.')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Enviar código' })).toBeNull()
  await confirm()
  await vi.waitFor(() => expect(screen.getByText(/não envia e-mails/).className).toContain('text-danger'))
  await userEvent.click(screen.getByRole('button', { name: 'Usar minha senha' }))
  expect(screen.getByLabelText('Senha Atual').getAttribute('aria-invalid')).toBeNull()
  expect(auth.reauthenticate).not.toHaveBeenCalled()
})
