type Value = string | number | boolean | null

/** The position of a page in a list: before or after the row with these values of the order. */
export type Cursor = { side: 'depois' | 'antes'; key: readonly Value[] }

const VALUES_MAX = 8

/** A cursor as an address holds it. */
export function encodeCursor({ key }: Pick<Cursor, 'key'>): string {
  return btoa(JSON.stringify(key)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The cursor in an address; undefined if it is invalid. */
export function decodeCursor(side: Cursor['side'], written: string): Cursor | undefined {
  try {
    const key: unknown = JSON.parse(atob(written.replaceAll('-', '+').replaceAll('_', '/')))
    if (!Array.isArray(key) || key.length === 0 || key.length > VALUES_MAX) return undefined
    return key.every(isValue) ? { side, key } : undefined
  } catch {
    return undefined
  }
}

/** The values of a row in the columns of the order. */
export function cursorKeyOf(row: object, columns: readonly string[]): Value[] {
  return columns.map((column) => {
    const value: unknown = Reflect.get(row, column)
    return isValue(value) ? value : null
  })
}

// Times, numbers and keys only: nothing that could break out of a filter condition.
function isValue(value: unknown): value is Value {
  if (typeof value === 'string') return value !== 'null' && /^[\w:.+-]{1,64}$/.test(value)
  return value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}

const DAY = String.raw`[12]\d{3}-\d\d-\d\d`
/** The form of a column's values, by the name of the column; place.go on the server has the same. */
const SHAPES: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^id$/, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/],
  [/_at$/, new RegExp(`^${DAY}T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?(Z|[+-][01]\\d:[0-5]\\d)$`)],
  [/_on$/, new RegExp(`^${DAY}$`)],
  [/^is_/, /^(true|false)$/],
  [/_cents$/, /^-?\d{1,15}$/],
  [/_count$/, /^\d{1,9}$/],
  [/./, /^-?\d{1,9}(\.\d{1,9})?$/],
]

/** Whether a column can have this value; a cursor of another order, or an invented one, does not fit. */
export function fitsColumn(column: string, isNullable: boolean, value: Value | undefined): boolean {
  if (value === null || value === undefined) return value === null && isNullable
  const text = String(value)
  const shape = SHAPES.find(([name]) => name.test(column))?.[1]
  return shape?.test(text) === true && (!/_(at|on)$/.test(column) || isDay(text.slice(0, 10)))
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
