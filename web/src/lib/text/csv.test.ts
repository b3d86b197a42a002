import { expect, test } from 'vitest'
// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- what the browser tests write
import payloads from '../../../../verify/e2e/payloads.json'
import examples from '@/lib/csv-examples.json'
import { toCsv } from '@/lib/text/csv'

test('cells are separated, quoted where they must be, and opened as Brazilians write', () => {
  expect(
    toCsv([
      ['Data', 'Valor'],
      ['22/11/2026', '-1234,50'],
      ['a;b', 'diz "oi"\nfim'],
    ]),
  ).toBe('\uFEFFData;Valor\r\n22/11/2026;-1234,50\r\n"a;b";"diz ""oi""\nfim"\r\n')
})

test.each(examples)('%j is written as everywhere', (text, written) => {
  expect(toCsv([[text]])).toBe(`\uFEFF${written}\r\n`)
})

/** The cells of a file as a spreadsheet splits them. */
function cellsOf(csv: string): string[] {
  const cells = csv.slice(1, -2).match(/(?:"(?:[^"]|"")*"|[^";\r\n]*)(?:;|\r\n|$)/g) ?? []
  return cells.map((cell) =>
    cell
      .replace(/(?:;|\r\n)$/, '')
      .replace(/^"|"$/g, '')
      .replaceAll('""', '"'),
  )
}

/** A text without the apostrophes that guard it. */
const bare = (text: string) => text.replaceAll("'", '')

const LEADS = ['', '"', '""', '\n', '\r\n', '\t', ' ', '\u00a0', '\uFEFF', "'", '";', '";\n', '"\r\n']
const STARTS = ['=', '+', '-', '@', '＝', '＋', '－', '＠']

test('no cell is a formula, whatever stands before it', () => {
  for (const lead of LEADS)
    for (const start of STARTS) {
      const text = `${lead}${start}HYPERLINK("//x";"y")`
      const [cell = '', more] = cellsOf(toCsv([[text]]))
      expect(more ?? '').toBe('')
      expect(bare(cell)).toBe(bare(text))
      expect(cell).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/)
    }
})

test('no payload adds a cell or starts as a formula', () => {
  for (const text of payloads) {
    const cells = cellsOf(toCsv([[text, 'x']])).slice(0, 2)
    expect(cells[1]).toBe('x')
    expect(bare(cells[0] ?? '')).toBe(bare(text))
    expect(cells[0]).not.toMatch(/^["\s]*[=+\-@]/)
  }
})
