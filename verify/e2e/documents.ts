// CPF and CNPJ with valid check digits, made up: one signs up once.
import { randomInt } from 'node:crypto'

/** A CPF as people write it; the ninth digit differs from the first, so that not all are alike. */
export function cpf(): string {
  const digits = Array.from({ length: 8 }, () => randomInt(10))
  digits.push(((digits[0] ?? 0) + 1) % 10)
  for (const first of [10, 11]) digits.push(checkDigit(digits, (index) => first - index))
  return digits.join('').replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4')
}

/** An alphanumeric CNPJ of no company: its root says so. */
export function cnpj(): string {
  const root = 'E2' + Array.from({ length: 6 }, () => randomInt(10)).join('')
  const characters = [...`${root}0001`].map((character) => character.charCodeAt(0) - 48)
  const digits: number[] = []
  for (const first of [5, 6]) {
    digits.push(checkDigit([...characters, ...digits], (index) => (index < first - 1 ? first - index : first + 8 - index)))
  }
  return `${root}0001${digits.join('')}`.replace(/(.{2})(.{3})(.{3})(.{4})(\d{2})/, '$1.$2.$3/$4-$5')
}

/** The digit of modulus 11 that closes weighted characters. */
function checkDigit(characters: readonly number[], weight: (index: number) => number): number {
  const sum = characters.reduce((total, value, index) => total + value * weight(index), 0)
  return sum % 11 < 2 ? 0 : 11 - (sum % 11)
}
