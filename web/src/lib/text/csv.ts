// The only sheet that the browser makes: the comparison of proposals has the order, the filter and the
// words of the screen, and works offline. internal/documents/sheet defines what a cell may hold; csv-examples.json
// holds both to it.

const BOM = '\uFEFF'
/** The signs that start a formula in a spreadsheet, also behind blanks or quotes and in full width. */
const FORMULA = /^(?:[\s\uFEFF"']*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|[\t\r\n])/
const AMOUNT = /^-?\d+(,\d+)?$/
/** The same signs behind the separators of other formats: a comma, a tab, a line break. */
const INNER = /(?<=[,\t\r\n])(?=[ \f\v\p{Z}\uFEFF"']*([=+\-@\uFF0B\uFF0D\uFF1D\uFF20]))/gu
/** What follows a sign in a formula; lists and ranges have none of it. */
const DOING = /[(|!（｜！]/

/** Rows as a CSV file for Brazilian spreadsheets: semicolons, CRLF, and no cell that could be a formula. */
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
