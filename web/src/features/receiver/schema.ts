import { z } from '@/lib/zod'
import type { Money } from '@/lib/money'

/** How a party bills: a person by their CPF, or a firm. */
export type HolderKind = 'person' | 'mei' | 'pj'

/** As long as the institution's fields are. */
export const TEXT_MAX = 120

export const COMPANY_TYPES = [
  { value: 'LIMITED', label: 'Sociedade limitada (LTDA, também unipessoal)' },
  { value: 'INDIVIDUAL', label: 'Empresário individual' },
  { value: 'ASSOCIATION', label: 'Associação' },
] as const

function filled(message: string) {
  return z
    .string()
    .check(z.trim(), z.minLength(1, message), z.maxLength(TEXT_MAX, `No máximo ${TEXT_MAX} caracteres`))
}

function digits(least: number, most: number, message: string) {
  return z
    .pipe(
      z.string(),
      z.transform((text: string) => text.replaceAll(/[\s().+-]/g, '')),
    )
    .check(z.refine((text) => /^\d*$/.test(text) && text.length >= least && text.length <= most, message))
}

const shared = {
  phone: digits(10, 11, 'Informe o telefone com DDD'),
  postal_code: digits(8, 8, 'O CEP tem oito dígitos'),
  address: filled('Informe a rua ou avenida'),
  address_number: filled('Informe o número, ou “s/n”'),
  complement: z.string().check(z.trim(), z.maxLength(TEXT_MAX, `No máximo ${TEXT_MAX} caracteres`)),
  district: filled('Informe o bairro'),
}

function income(message: string) {
  return z
    .nullable(z.custom<Money>((value) => typeof value === 'number'))
    .check(z.refine((value) => value !== null && value > 0, message))
}

/** The data that an institution requires of a payee. */
export function holderSchema(kind: HolderKind) {
  const isPerson = kind === 'person'
  return z.object({
    birth_on: isPerson ? z.string().check(z.minLength(1, 'Informe a data de nascimento')) : z.string(),
    company_type: kind === 'pj' ? z.string().check(z.minLength(1, 'Escolha o tipo de empresa')) : z.string(),
    monthly_income: income(isPerson ? 'Informe a renda mensal' : 'Informe o faturamento mensal'),
    ...shared,
  })
}

export type HolderInput = z.input<ReturnType<typeof holderSchema>>
export type HolderValues = z.output<ReturnType<typeof holderSchema>>

export const EMPTY_HOLDER: HolderInput = {
  birth_on: '',
  company_type: '',
  monthly_income: null,
  phone: '',
  postal_code: '',
  address: '',
  address_number: '',
  complement: '',
  district: '',
}

/** What a refusal says of a field, `phone: Informe o telefone`; no field where none is known. */
export function refusedField(details: string | undefined): { field?: keyof HolderInput; sentence?: string } {
  const [name = '', ...words] = (details ?? '').split(': ')
  const sentence = words.join(': ')
  if (sentence === '') return {}
  const field = FIELDS.find((one) => one === name)
  return field === undefined ? { sentence } : { field, sentence }
}

const FIELDS = [
  'birth_on',
  'company_type',
  'monthly_income',
  'phone',
  'postal_code',
  'address',
  'address_number',
  'complement',
  'district',
] as const satisfies readonly (keyof HolderInput)[]
