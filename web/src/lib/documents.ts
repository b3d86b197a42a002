/**
 * CPF and CNPJ. A CNPJ may carry letters in its first twelve places
 * (IN RFB 2.229/2024), so separators are stripped, never letters.
 */
const CPF_LENGTH = 11
const CNPJ_LENGTH = 14
const CNPJ_FIRST_WEIGHTS = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
const CNPJ_SECOND_WEIGHTS = [6, ...CNPJ_FIRST_WEIGHTS]

export type DocumentKind = 'cpf' | 'cnpj'

/** Without dots, dashes, slashes and spaces, in capitals: what is stored and sent. */
export function bareDocument(text: string): string {
  return text.replace(/[.\-/\s]/g, '').toUpperCase()
}

/** Only the digits count, whatever stands between them. */
export function isCpf(text: string): boolean {
  const cpf = text.replace(/\D/g, '')
  if (cpf.length !== CPF_LENGTH || isRepeated(cpf)) return false
  const weights = (first: number) => Array.from({ length: first - 1 }, (_, index) => first - index)
  return cpf.endsWith(checkDigits(cpf, weights(10), weights(11)))
}

/** Takes a number with or without its usual separators; lower case is refused, as the official code does. */
export function isCnpj(text: string): boolean {
  const cnpj = text.replace(/[.\-/\s]/g, '')
  if (!/^[0-9A-Z]{12}\d{2}$/.test(cnpj) || isRepeated(cnpj)) return false
  return cnpj.endsWith(checkDigits(cnpj, CNPJ_FIRST_WEIGHTS, CNPJ_SECOND_WEIGHTS))
}

function isRepeated(digits: string): boolean {
  return new Set(digits).size === 1
}

function checkDigits(text: string, firstWeights: number[], secondWeights: number[]): string {
  const first = checkDigit(text, firstWeights)
  return `${first}${checkDigit(text.slice(0, firstWeights.length) + String(first), secondWeights)}`
}

// A letter counts as its ASCII code minus 48: A is 17, Z is 42.
function checkDigit(text: string, weights: number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * (text.charCodeAt(index) - 48), 0)
  return sum % 11 < 2 ? 0 : 11 - (sum % 11)
}

/** Puts the separators where they belong; an unfinished number gets those it has reached. */
export function formatDocument(text: string, kind: DocumentKind): string {
  return kind === 'cpf' ? formatCpf(text) : formatCnpj(text)
}

function formatCpf(text: string): string {
  const cpf = text.replace(/\D/g, '').slice(0, CPF_LENGTH)
  return join(cpf, [3, 6, 9], ['.', '.', '-'])
}

function formatCnpj(text: string): string {
  const cnpj = text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, CNPJ_LENGTH)
  return join(cnpj, [2, 5, 8, 12], ['.', '.', '/', '-'])
}

function join(text: string, places: number[], separators: string[]): string {
  return text.replace(/./g, (character, index: number) => {
    const place = places.indexOf(index)
    return place === -1 ? character : `${separators[place] ?? ''}${character}`
  })
}

/** A CPF as it may be shown to its owner on a shared screen: `***.438.034-**`. */
export function maskCpf(text: string): string {
  const cpf = formatCpf(text)
  return cpf.length === 14 ? `***${cpf.slice(3, 12)}**` : '***'
}
