const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether an address names something that can exist at all. */
export function isId(text: string): boolean {
  return UUID.test(text)
}
