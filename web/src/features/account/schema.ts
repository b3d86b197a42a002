import { z } from '@/lib/zod'
import { sentenceOf } from '@/api/errors'
import { BOUNDS, PASSWORD_CHARACTERS_MAX } from '@/api/limits'
import { isCnpj, isCpf } from '@/lib/text/documents'

export const MAX = {
  name: BOUNDS.profiles.name,
  email: BOUNDS.accounts.email,
  password: PASSWORD_CHARACTERS_MAX,
  skills: BOUNDS.profiles.skills,
} as const

export const loginSchema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, 'Email é obrigatório')),
  password: z.string().check(z.minLength(1, 'Senha é obrigatória')),
})

export type LoginValues = z.output<typeof loginSchema>

/** The fields that everybody gives. `passwordMin` comes from the server; six characters is the lowest possible value. */
export function inviteeSchema(passwordMin: number) {
  return z.object({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Nome é obrigatório'),
        z.maxLength(MAX.name, `O nome tem no máximo ${MAX.name} caracteres`),
      ),
    email: z.pipe(
      z.string().check(z.trim(), z.minLength(1, 'Email é obrigatório')),
      z.email('Email inválido'),
    ),
    password: z
      .string()
      .check(
        z.minLength(1, 'Senha é obrigatória'),
        z.minLength(passwordMin, `A senha deve ter no mínimo ${passwordMin} caracteres`),
        z.maxLength(MAX.password, `A senha deve ter no máximo ${MAX.password} caracteres`),
      ),
    terms: z.boolean().check(z.refine(Boolean, 'Você deve aceitar os termos')),
  })
}
export type InviteeValues = z.output<ReturnType<typeof inviteeSchema>>

const STATED = {
  role: z.enum(['professional', 'company']),
  document: z.string().check(z.trim(), z.minLength(1, 'Documento é obrigatório')),
  skills: z.array(z.string()).check(z.maxLength(MAX.skills, { error: () => sentenceOf('too_many_skills') })),
}

const numberOfRole = z.superRefine<Pick<RegisterValues, 'role' | 'document'>>(
  ({ role, document }, context) => {
    if (document === '') return
    if (role === 'professional' && !isCpf(document)) {
      context.addIssue({ code: 'custom', path: ['document'], message: 'CPF inválido.' })
    }
    if (role === 'company' && !isCnpj(document)) {
      context.addIssue({ code: 'custom', path: ['document'], message: 'CNPJ inválido.' })
    }
  },
)

/** People who register for themselves also give their side of the market, their document and their skills. */
export function registerSchema(passwordMin: number) {
  return z.extend(inviteeSchema(passwordMin), STATED).check(numberOfRole)
}

export type RegisterInput = {
  role: 'professional' | 'company'
  document: string
  skills: string[]
} & z.input<ReturnType<typeof inviteeSchema>>
export type RegisterValues = RegisterInput

/** The fields that complete an existing account at the first sign-in. */
const { name, terms } = inviteeSchema(0).shape
export const completionSchema = z.object({ name, ...STATED, terms }).check(numberOfRole)

export type CompletionValues = z.output<typeof completionSchema>
