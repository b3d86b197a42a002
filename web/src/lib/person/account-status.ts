type Standing = { status: string; removed_at: string | null }

/** Whether somebody is blocked, and so neither reads nor answers. Who left is blocked too, but is gone. */
export function isBlocked(person: Standing | null | undefined): boolean {
  return person?.status === 'blocked' && person.removed_at === null
}

/** Whether anybody reads what is written to somebody; of whom nothing is known, it is not denied. */
export function isActive(person: Standing | null | undefined): boolean {
  return person === undefined || person === null || person.status === 'active'
}
