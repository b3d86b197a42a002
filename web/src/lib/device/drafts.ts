// What was typed and not sent, kept on this device. Names carry whose it is.
const PREFIX = 'automacao-rascunho:'
const watchers = new Set<(name: string) => void>()

/** What was typed under this name; undefined where there is nothing. */
export function readDraft(name: string): Record<string, unknown> | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null')
    return typeof draft === 'object' && draft !== null ? { ...draft } : undefined
  } catch {
    return undefined // Storage is blocked or holds something older.
  }
}

/** Keeps the values under this name; undefined forgets them. */
export function writeDraft(name: string, values: unknown): void {
  try {
    if (values === undefined) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, JSON.stringify(values))
  } catch {
    // Without storage there is no draft; the form itself goes on working.
  }
}

/** The names that begin so, of all under which something is kept. */
export function draftsBeginning(beginning: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + beginning))
      .map((key) => key.slice(PREFIX.length))
  } catch {
    return []
  }
}

/**
 * Calls back with the name of what another tab kept or forgot, or of what was forgotten here when
 * somebody left. Returns the way to stop.
 */
export function watchDrafts(changed: (name: string) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key?.startsWith(PREFIX) === true) changed(key.slice(PREFIX.length))
  }
  watchers.add(changed)
  window.addEventListener('storage', onStorage)
  return () => {
    watchers.delete(changed)
    window.removeEventListener('storage', onStorage)
  }
}

/** Leaves nothing for whoever uses this device next. */
export function forgetDrafts(): void {
  for (const name of draftsBeginning('')) {
    writeDraft(name, undefined)
    watchers.forEach((changed) => changed(name))
  }
}
