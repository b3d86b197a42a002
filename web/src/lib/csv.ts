import { saveBlob } from '@/lib/save-blob'

const BOM = '\uFEFF'
/** What a spreadsheet would run as a formula: also behind blanks or quotes, which some take away, and in full width. */
const FORMULA = /^(?:[\s\uFEFF"']*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|[\t\r\n])/
const AMOUNT = /^-?\d+(,\d+)?$/

/** Rows as Brazilian spreadsheets open them: semicolons, CRLF, and no cell that could be a formula. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return BOM + rows.map((row) => row.map(cell).join(';')).join('\r\n') + '\r\n'
}

function cell(text: string): string {
  const safe = FORMULA.test(text) && !AMOUNT.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Hands a text to the browser as a file. */
export function download(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  saveBlob(name, new Blob([text], { type }))
}
