import { expect, test } from 'vitest'
import { toCsv } from '@/lib/csv'

test('cells are separated, quoted where they must be, and opened as Brazilians write', () => {
  expect(
    toCsv([
      ['Data', 'Valor'],
      ['22/11/2026', '-1234,50'],
      ['a;b', 'diz "oi"\nfim'],
    ]),
  ).toBe('\uFEFFData;Valor\r\n22/11/2026;-1234,50\r\n"a;b";"diz ""oi""\nfim"\r\n')
})

test('no cell is a formula', () => {
  for (const text of ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1'])
    expect(toCsv([[text]])).toContain(`'${text}`)
})
