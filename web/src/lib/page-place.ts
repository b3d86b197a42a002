type Value = string | number | boolean | null

/** Where a page is in a list: next to the row that has these values of the order, on that side. */
export type Place = { side: 'depois' | 'antes'; key: readonly Value[] }

const VALUES_MAX = 8

/** A place as an address holds it. */
export function writePlace({ key }: Pick<Place, 'key'>): string {
  return btoa(JSON.stringify(key)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** What an address says of a place; undefined where it cannot be one. */
export function readPlace(side: Place['side'], written: string): Place | undefined {
  try {
    const key: unknown = JSON.parse(atob(written.replaceAll('-', '+').replaceAll('_', '/')))
    if (!Array.isArray(key) || key.length === 0 || key.length > VALUES_MAX) return undefined
    return key.every(isValue) ? { side, key } : undefined
  } catch {
    return undefined
  }
}

/** The values of a row that tell its place, by the columns of the order. */
export function keyOf(row: object, columns: readonly string[]): Value[] {
  return columns.map((column) => {
    const value: unknown = Reflect.get(row, column)
    return isValue(value) ? value : null
  })
}

// Times, numbers and keys: nothing that could end a condition it is written into.
function isValue(value: unknown): value is Value {
  if (typeof value === 'string') return /^[\w:.+-]{1,64}$/.test(value)
  return value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}
