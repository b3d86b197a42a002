// The people of the journeys. Documents are synthetic with valid check digits.
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { cnpj, cpf } from './documents.ts'

export function company() {
  return {
    role: 'company',
    name: 'Envasadora Serra Azul Bebidas',
    email: `serra.azul.${randomUUID()}@exemplo.com.br`,
    password: 'envase-2026',
    document: cnpj(),
  } as const
}

export function professional() {
  return {
    role: 'professional',
    name: 'Marina Alves Teixeira',
    email: `marina.${randomUUID()}@exemplo.com.br`,
    password: 'clp-s7-1500',
    document: cpf(),
    skills: ['programacao-clp', 'retrofit'],
  } as const
}

/** A photograph large enough to be cropped. */
export const PICTURE = resolve(import.meta.dirname, '../../web/public/imagens/og.jpg')

export function url(): string {
  const address = process.env.AUTOMACAO_URL
  if (address === undefined) throw new Error('the server was not started')
  return address
}
