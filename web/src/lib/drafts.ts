// What was typed and not sent, kept on this device. Names carry whose it is.
const PREFIX = 'automacao-rascunho:'

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

/** Leaves nothing for whoever uses this device next. */
export function forgetDrafts(): void {
  try {
    Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .forEach((key) => localStorage.removeItem(key))
  } catch {
    // Without storage there is nothing to forget.
  }
}
