/** The keys of a table that names each of a few, as what they are. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table).filter((key) => isKey(table, key))
}

/** A text from outside, such as an address, if it is one of the keys. */
export function keyOf<Key extends string>(
  table: Readonly<Record<Key, unknown>>,
  text: string | null,
): Key | undefined {
  return text !== null && isKey(table, text) ? text : undefined
}

function isKey<Key extends string>(table: Readonly<Record<Key, unknown>>, text: string): text is Key {
  return Object.hasOwn(table, text)
}
