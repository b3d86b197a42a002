// Unsent input, stored on this device. The name of a draft contains its owner.
const PREFIX = 'automacao-rascunho:'
const watchers = new Set<(name: string) => void>()

/** The draft of this name; undefined if there is none. */
export function readDraft(name: string): Record<string, unknown> | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null')
    return typeof draft === 'object' && draft !== null ? { ...draft } : undefined
  } catch {
    return undefined // Storage is blocked or holds an older format.
  }
}

/** Stores a draft; undefined deletes it. */
export function writeDraft(name: string, values: unknown): void {
  try {
    if (values === undefined) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, JSON.stringify(values))
  } catch {
    // Without storage there is no draft; the form still works.
  }
}

/** The names of all drafts with this prefix. */
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
 * Calls back with the name of a draft that another tab changed, or that signing out deleted here.
 * Returns a function that unsubscribes.
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

/** Deletes all drafts, for the next person who uses this device. */
export function forgetDrafts(): void {
  for (const name of draftsBeginning('')) {
    writeDraft(name, undefined)
    watchers.forEach((changed) => changed(name))
  }
}
