import { z } from '@/lib/zod'
import { BOUNDS } from '@/api/limits'
import { MEMBER_ROLES } from '@/api/rights'
import { formatDocument, isCnpj } from '@/lib/text/documents'

const EMAIL_MAX = BOUNDS.invitations.email
export const LEGAL_NAME_MAX = BOUNDS.organisations.legal_name

export const inviteSchema = z.object({
  email: z.pipe(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'E-mail é obrigatório'),
        z.maxLength(EMAIL_MAX, `O e-mail tem no máximo ${EMAIL_MAX} caracteres`),
      ),
    z.email('E-mail inválido'),
  ),
  role: z.enum(MEMBER_ROLES, 'Escolha um papel'),
})
export type InviteValues = z.output<typeof inviteSchema>

/** How a professional bills: the legal form, its name, its CNPJ, and whether it is in the Simples Nacional. */
export const firmSchema = z.object({
  kind: z.enum(['mei', 'pj'], 'Escolha entre MEI e PJ'),
  legal_name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Razão social é obrigatória'),
      z.maxLength(LEGAL_NAME_MAX, `A razão social tem no máximo ${LEGAL_NAME_MAX} caracteres`),
    ),
  document: z
    .string()
    .check(z.trim(), z.minLength(1, 'CNPJ é obrigatório'), z.refine(isCnpj, 'CNPJ inválido.')),
  is_simples: z.boolean(),
})
export type FirmInput = z.input<typeof firmSchema>
export type FirmValues = z.output<typeof firmSchema>

export const EMPTY_FIRM: FirmInput = { kind: 'mei', legal_name: '', document: '', is_simples: false }

/** A firm as it is stored, to be corrected. */
export function firmOf(row: {
  kind: string
  legal_name: string
  document: string | null
  is_simples: boolean
}): FirmInput {
  return {
    kind: row.kind === 'pj' ? 'pj' : 'mei',
    legal_name: row.legal_name,
    document: formatDocument(row.document ?? '', 'cnpj'),
    is_simples: row.is_simples,
  }
}
