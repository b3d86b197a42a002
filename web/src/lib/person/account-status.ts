type Standing = { status: string; removed_at: string | null }

/**
 * Whether a person is blocked, and so neither reads nor answers. A person who left is blocked too, but
 * does not count here.
 */
export function isBlocked(person: Standing | null | undefined): boolean {
  return person?.status === 'blocked' && person.removed_at === null
}

/** Whether a person reads what is written to them; true while nothing is known. */
export function isActive(person: Standing | null | undefined): boolean {
  return person === undefined || person === null || person.status === 'active'
}
