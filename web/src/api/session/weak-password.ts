const WEAKNESSES: Readonly<Record<string, string>> = {
  length: 'Esta senha é curta demais. Escolha uma mais longa.',
  characters: 'Esta senha tem caracteres que não são aceitos. Escolha outra.',
  pwned: 'Esta senha está entre as primeiras que alguém tentaria. Escolha outra.',
}

/** The reasons of a `weak_password` error as a sentence; undefined if there are none. */
export function weaknesses(reasons: unknown): string | undefined {
  const known = Array.isArray(reasons) ? reasons.flatMap((reason) => WEAKNESSES[String(reason)] ?? []) : []
  return known.length > 0 ? known.join(' ') : undefined
}
