// The one sheet made here and not by a function: the comparison of proposals is the grid on the screen, in its order,
// narrowed as it is and in its words, and has to come without a line too. What a cell may be is internal/sheet's rule;
// csv-examples.json holds both to it.

const BOM = '\uFEFF'
/** What a spreadsheet would run as a formula: also behind blanks or quotes, which some take away, and in full width. */
const FORMULA = /^(?:[\s\uFEFF"']*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|[\t\r\n])/
const AMOUNT = /^-?\d+(,\d+)?$/
/** The same behind what parts cells elsewhere: a comma, a tab, a new line. */
const INNER = /(?<=[,\t\r\n])(?=[ \f\v\p{Z}\uFEFF"']*([=+\-@\uFF0B\uFF0D\uFF1D\uFF20]))/gu
/** What a sign needs after it to do something: a list or a range has none of it. */
const DOING = /[(|!（｜！]/

/** Rows as Brazilian spreadsheets open them: semicolons, CRLF, and no cell that could be a formula. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return BOM + rows.map((row) => row.map(cell).join(';')).join('\r\n') + '\r\n'
}

function cell(text: string): string {
  if (AMOUNT.test(text)) return text
  const safe = (FORMULA.test(text) ? "'" : '') + guarded(text)
  return /[";,\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function guarded(text: string): string {
  return text.replace(INNER, (_, sign: string, at: number) =>
    /[=@\uFF1D\uFF20]/.test(sign) || DOING.test(text.slice(at)) ? "'" : '',
  )
}
