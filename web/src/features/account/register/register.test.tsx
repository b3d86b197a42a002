import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import { toApiError } from '@/api/errors'
import { askedOf, serve } from '@/api/test-server'
import { register } from '@/features/account/queries'
import { CompletionForm } from '@/features/account/register/completion-form'
import { RegisterForm } from '@/features/account/register/register-form'
import { loginSchema, registerSchema } from '@/features/account/schema'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'
import { passwordStrength } from '@/ui/password-input'

vi.mock('@/features/account/queries')

const enter = vi.fn(() => Promise.resolve())
beforeEach(() => vi.mocked(register).mockResolvedValue({ enter }))

async function send() {
  const onRegistered = vi.fn()
  serve()
  renderAt(<RegisterForm onRegistered={onRegistered} />)
  await userEvent.type(screen.getByLabelText('Nome Completo'), 'Marina Alves')
  await userEvent.type(screen.getByLabelText('Email'), 'marina@exemplo.com.br')
  await userEvent.type(screen.getByLabelText('Senha'), 'clp-s7-1500')
  await userEvent.type(screen.getByLabelText('CPF'), '900.000.011-47')
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Cadastrar' }))
  return onRegistered
}

test('a professional without skills is the default, and learns that it worked', async () => {
  const onRegistered = await send()
  expect(vi.mocked(register).mock.lastCall?.[0]).toMatchObject({
    role: 'professional',
    skills: [],
    terms: true,
  })
  expect(currentToast()).toMatchObject({
    title: 'Cadastro realizado com sucesso!',
    description: 'Boas-vindas, Marina! Sua conta está pronta.',
  })
  expect(onRegistered).toHaveBeenCalledWith('marina@exemplo.com.br', false)
  expect(enter).toHaveBeenCalledOnce()
})

test('when a mail has to confirm the address, the text says that it was sent', async () => {
  vi.mocked(register).mockResolvedValueOnce({ enter: undefined })
  const onRegistered = await send()
  expect(currentToast()?.description).toMatch(/^Enviamos um link para marina@exemplo\.com\.br/)
  expect(onRegistered).toHaveBeenCalledWith('marina@exemplo.com.br', true)
})

test('a person who is registered without a session is led to the sign-in form', async () => {
  vi.mocked(register).mockResolvedValueOnce({ enter: () => Promise.reject(new Error()) })
  await send()
  expect(currentToast()?.description).toBe('Agora você pode fazer login com suas credenciais.')
})

test.each([
  ['unexpected_failure', 500, 'Erro inesperado durante o cadastro.'],
  ['never_heard_of', 418, 'Ocorreu um erro. Tente novamente.'],
  ['user_already_exists', 422, 'Este email já está cadastrado. Tente fazer login.'],
  ['terms_required', 422, 'Você deve aceitar os Termos de Serviço.'],
])('%s is said in words', async (code, status, description) => {
  vi.mocked(register).mockRejectedValueOnce(toApiError({ code, status }))
  const onRegistered = await send()
  expect(currentToast()).toMatchObject({ variant: 'destructive', title: 'Falha no cadastro', description })
  expect(onRegistered).not.toHaveBeenCalled()
})

const DONE = { complete_registration: { body: { id: 'u1', role: 'company' } } }

function openCompletion(
  said: Parameters<typeof CompletionForm>[0]['said'],
  answers: Parameters<typeof serve>[0],
) {
  serve({ ...answers, 'rpc/complete_registration': answers?.complete_registration ?? 200 })
  renderAt(<CompletionForm userId="u1" said={said} />)
}

const complete = () => userEvent.click(screen.getByRole('button', { name: 'Concluir cadastro' }))

test('a person who gave name and role is asked only for the document and the terms, with the checks of a registration', async () => {
  openCompletion({ name: 'Vale Verde', role: 'company', skills: [] }, DONE)
  expect(screen.queryByRole('radio')).toBeNull()
  await complete()
  expect(screen.getAllByRole('link', { name: /obrigatório|aceitar/ }).map((one) => one.textContent)).toEqual([
    'Documento é obrigatório',
    'Você deve aceitar os termos',
  ])
  await userEvent.type(screen.getByLabelText('CNPJ'), '11.222.333/0001-81')
  await userEvent.click(screen.getByRole('checkbox'))
  await complete()
  await vi.waitFor(() => expect(askedOf('rpc/complete_registration')).toHaveLength(1))
  expect(askedOf('rpc/complete_registration')[0]?.body).toEqual({
    name: 'Vale Verde',
    role: 'company',
    document: '11.222.333/0001-81',
    terms: true,
  })
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Cadastro realizado com sucesso!'))
})

test('a person who came by an identity provider also chooses a role, and a refusal says why', async () => {
  const refused = { body: { code: 'cpf_taken', message: 'Este CPF já está cadastrado.' }, status: 409 }
  openCompletion({ name: '', role: null, skills: [] }, { complete_registration: refused })
  expect(screen.getAllByRole('radio')).toHaveLength(2)
  await userEvent.type(screen.getByLabelText('Nome Completo'), 'Nina Prado')
  await userEvent.type(screen.getByLabelText('CPF'), '900.000.012-28')
  await userEvent.click(screen.getByRole('checkbox'))
  await complete()
  await vi.waitFor(() => expect(currentToast()?.description).toBe('Este CPF já está cadastrado.'))
  expect(currentToast()?.title).toBe('Falha no cadastro')
})

const good = {
  role: 'professional' as const,
  name: 'Marina Alves Teixeira',
  email: 'marina@exemplo.com.br',
  password: 'clp-s7-1500',
  document: '900.000.011-47',
  skills: ['programacao-clp'],
  terms: true,
}

function firstMessages(values: unknown) {
  const result = registerSchema(6).safeParse(values)
  return result.success ? [] : result.error.issues.map((issue) => issue.message)
}

describe('registration', () => {
  it('accepts a professional with a CPF', () => expect(firstMessages(good)).toEqual([]))
  it('accepts a company with letters in its CNPJ', () =>
    expect(firstMessages({ ...good, role: 'company', document: 'DE.MO0.001/0001-07' })).toEqual([]))
  it.each([
    [{ name: ' ' }, 'Nome é obrigatório'],
    [{ email: '' }, 'Email é obrigatório'],
    [{ password: '' }, 'Senha é obrigatória'],
    [{ password: '12345' }, 'A senha deve ter no mínimo 6 caracteres'],
    [{ document: '' }, 'Documento é obrigatório'],
    [{ document: '111.111.111-11' }, 'CPF inválido.'],
    [{ role: 'company' as const }, 'CNPJ inválido.'],
    [{ terms: false }, 'Você deve aceitar os termos'],
    [{ skills: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'Você pode selecionar no máximo 5 habilidades.'],
  ])('refuses %j', (wrong, message) => expect(firstMessages({ ...good, ...wrong })).toContain(message))
})

describe('login', () => {
  it('requires both fields', () => {
    const result = loginSchema.safeParse({ email: '', password: '' })
    expect(result.error?.issues.map((issue) => issue.message)).toEqual([
      'Email é obrigatório',
      'Senha é obrigatória',
    ])
  })
})

describe('passwordStrength', () => {
  it.each([
    ['', 0],
    ['abcdef', 1],
    ['abcdefgh1', 2],
    ['Clp-s7-1500', 4],
  ])('%s is %d', (password, strength) => expect(passwordStrength(password)).toBe(strength))
})
