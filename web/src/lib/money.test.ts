import { expect, test } from 'vitest'
import { formatAmount, formatMoney, ofCents, parseDecimal, parseMoney, toDecimal } from '@/lib/money'
import examples from '@/lib/money-examples.json'

// The server's test reads the same file: both sides agree on every one.
test.each(examples)('decimal text $text is $cents centavos', ({ text, cents, decimal, brl }) => {
  const amount = parseDecimal(text)
  expect(amount).toBe(cents)
  if (amount === null) return
  expect([toDecimal(amount), formatMoney(amount)]).toEqual([decimal, brl?.replace(' ', '\u00a0')])
})

test('a tenth and two tenths are three', () => {
  const sum = (parseDecimal('0.1') ?? 0) + (parseDecimal('0.2') ?? 0)
  expect(toDecimal(ofCents(sum))).toBe('0.30')
})

test.each([
  ['1234,5', 123450],
  ['1.234,56', 123456],
  ['R$ 1.234', 123400],
  ['R$\u00a018.500,00', 1850000],
  ['1234.56', 123456],
  ['12.500', 1250000],
  ['999.999.999,99', 99999999999],
  ['0', 0],
  ['', null],
  ['abc', null],
  ['-5', null],
  ['1.2.3', null],
  ['1.234.56', null],
  ['1,234,567', null],
  ['1e9', null],
  ['12,345', null],
])('%s, as typed, is %s centavos', (text, cents) => expect(parseMoney(text)).toBe(cents))

test('fields show the amount alone', () => expect(formatAmount(ofCents(1850050))).toBe('18.500,50'))

test.each([0.5, Number.NaN, 2 ** 53])('%s is no amount of centavos', (cents) =>
  expect(() => ofCents(cents)).toThrow(RangeError),
)
