import { passwordStrength } from '@/ui/password-input'
import { describe, expect, it } from 'vitest'
import { loginSchema, registerSchema } from '@/features/account/schema'

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
