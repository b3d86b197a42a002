import { reload } from '@/lib/device/reload'

const RELOADED_KEY = 'automacao-reloaded-to'

/**
 * Loads the page anew when the server has a newer build than this one, whose files are gone. Once
 * for each build, so that it can never go round; without the server the page stays as it is.
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

/** The script that a document starts with, named after its content. */
export function ownEntry(page: Document): string | undefined {
  const waiting = page.querySelector<HTMLTemplateElement>('template#later')?.content
  const script = [waiting, page].map((part) => part?.querySelector('script[type=module][src]')).find(Boolean)
  return script?.getAttribute('src') ?? undefined
}
