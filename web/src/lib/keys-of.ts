/** The keys of a record, with their literal types. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table).filter((key) => isKey(table, key))
}

/** A text from outside, such as an address, as a key of the record; undefined if it is none. */
export function keyOf<Key extends string>(
  table: Readonly<Record<Key, unknown>>,
  text: string | null,
): Key | undefined {
  return text !== null && isKey(table, text) ? text : undefined
}

function isKey<Key extends string>(table: Readonly<Record<Key, unknown>>, text: string): text is Key {
  return Object.hasOwn(table, text)
}
