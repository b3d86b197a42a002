import { reload } from '@/lib/device/reload'

const RELOADED_KEY = 'automacao-reloaded-to'

/**
 * Reloads the page when the server has a newer build, since the files of this one are gone. It reloads
 * once per build, so that it cannot loop; while the server is down nothing happens.
 */
export async function reloadIfDeployed(): Promise<void> {
  const newest = await newestEntry()
  if (newest === undefined || newest === ownEntry(document)) return
  if (sessionStorage.getItem(RELOADED_KEY) === newest) return
  sessionStorage.setItem(RELOADED_KEY, newest)
  reload()
}

async function newestEntry(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    if (!response.ok) return undefined
    return ownEntry(new DOMParser().parseFromString(await response.text(), 'text/html'))
  } catch {
    return undefined
  }
}

/** The entry script of a document, named after its content. */
export function ownEntry(page: Document): string | undefined {
  const waiting = page.querySelector<HTMLTemplateElement>('template#later')?.content
  const script = [waiting, page].map((part) => part?.querySelector('script[type=module][src]')).find(Boolean)
  return script?.getAttribute('src') ?? undefined
}
