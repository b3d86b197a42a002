import { vi } from 'vitest'

/** For tests: shared content, stored as the service worker stores it. */
export function stubSharedContent(text: string, files: Readonly<Record<string, string>> = {}) {
  const answers = new Map<string, object>()
  answers.set('/compartilhado/texto', { text: () => Promise.resolve(text), headers: new Headers() })
  for (const [name, content] of Object.entries(files)) {
    const headers = new Headers({ 'X-Name': encodeURIComponent(name), 'Content-Type': 'application/pdf' })
    answers.set(`/compartilhado/arquivo/${name}`, {
      headers,
      text: () => Promise.resolve(content),
      blob: () => Promise.resolve(new Blob([content])),
    })
  }
  let isThere = true
  vi.stubGlobal('caches', {
    has: () => Promise.resolve(isThere),
    delete: () => Promise.resolve((isThere = false)),
    open: () =>
      Promise.resolve({
        match: (path: string) => Promise.resolve(answers.get(path)),
        keys: () => Promise.resolve([...answers.keys()]),
      }),
  })
  return { isThere: () => isThere }
}
