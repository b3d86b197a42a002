/**
 * CPF and CNPJ, as internal/institution/taxid reads them. A CNPJ may carry letters in its first
 * twelve places (IN RFB 2.229/2024).
 */
const CPF_LENGTH = 11
const CNPJ_LENGTH = 14
const CNPJ_LETTERS = 12
const CNPJ_FIRST_WEIGHTS = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
const CNPJ_SECOND_WEIGHTS = [6, ...CNPJ_FIRST_WEIGHTS]

export type DocumentKind = 'cpf' | 'cnpj'

/** A number without separators and label, in capitals: the form that is stored and sent. */
export function bareDocument(text: string): string {
  return cnpjOf(text) ?? digitsOf(text)
}

/** Keeps the digits only. */
export function isCpf(text: string): boolean {
  const cpf = digitsOf(text)
  if (cpf.length !== CPF_LENGTH || isRepeated(cpf)) return false
  const weights = (first: number) => Array.from({ length: first - 1 }, (_, index) => first - index)
  return cpf.endsWith(checkDigits(cpf, weights(10), weights(11)))
}

export function isCnpj(text: string): boolean {
  return cnpjOf(text) !== undefined
}

/** Drops the words of a label one by one, until what follows is a number. */
function cnpjOf(text: string): string | undefined {
  let rest = text
  for (;;) {
    const cnpj = cnpjCharacters(rest)
    if (hasCnpjDigits(cnpj)) return cnpj
    const word = /^[^\p{L}\d]*\p{L}+/u.exec(rest)
    if (word === null) return undefined
    rest = rest.slice(word[0].length)
  }
}

/** The digits of a text, and the letters where a CNPJ may have some. */
function cnpjCharacters(text: string): string {
  const kept = text.replace(/[^0-9A-Za-z]/g, '')
  const tail = kept.slice(CNPJ_LETTERS).replace(/\D/g, '')
  return (kept.slice(0, CNPJ_LETTERS) + tail).toUpperCase()
}

function hasCnpjDigits(cnpj: string): boolean {
  if (cnpj.length !== CNPJ_LENGTH || isRepeated(cnpj)) return false
  return cnpj.endsWith(checkDigits(cnpj, CNPJ_FIRST_WEIGHTS, CNPJ_SECOND_WEIGHTS))
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

function isRepeated(digits: string): boolean {
  return new Set(digits).size === 1
}

function checkDigits(text: string, firstWeights: number[], secondWeights: number[]): string {
  const first = checkDigit(text, firstWeights)
  return `${first}${checkDigit(text.slice(0, firstWeights.length) + String(first), secondWeights)}`
}

// The value of a letter is its ASCII code minus 48: A is 17, Z is 42.
function checkDigit(text: string, weights: number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * (text.charCodeAt(index) - 48), 0)
  return sum % 11 < 2 ? 0 : 11 - (sum % 11)
}

/** Inserts the separators; an unfinished number gets those that it reached. */
export function formatDocument(text: string, kind: DocumentKind): string {
  return kind === 'cpf' ? formatCpf(text) : formatCnpj(text)
}

function formatCpf(text: string): string {
  const cpf = digitsOf(text).slice(0, CPF_LENGTH)
  return join(cpf, [3, 6, 9], ['.', '.', '-'])
}

/** Text before a colon is not part of the number, even of an unfinished one. */
const LABEL = /^\D*:/

function formatCnpj(text: string): string {
  const cnpj = (cnpjOf(text) ?? cnpjCharacters(text.replace(LABEL, ''))).slice(0, CNPJ_LENGTH)
  return join(cnpj, [2, 5, 8, 12], ['.', '.', '/', '-'])
}

function join(text: string, places: number[], separators: string[]): string {
  return text.replace(/./g, (character, index: number) => {
    const place = places.indexOf(index)
    return place === -1 ? character : `${separators[place] ?? ''}${character}`
  })
}
