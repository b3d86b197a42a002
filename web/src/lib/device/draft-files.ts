// The files of unsent messages, stored on this device.
import { deviceStore } from '@/lib/device/device-store'

/**
 * `path` is its name in the storage bucket, starting with its owner's folder; `storedAt` is when the
 * server received it, 0 before.
 */
export type DraftFile = {
  path: string
  draft: string
  name: string
  media_type: string
  file: Blob
  at: number
  storedAt: number
}

/** The most bytes stored on one device; further files last only while the page is open. */
const BYTES_MAX = 64 * 1024 * 1024

const within = deviceStore('automacao-anexos', 'anexos', (database) => {
  database.createObjectStore('anexos', { keyPath: 'path' })
})

/** Stores a file; false if there is no room or storage is blocked. */
export async function keepDraftFile(row: DraftFile): Promise<boolean> {
  try {
    const others = (await allRows()).filter(({ path }) => path !== row.path)
    const bytes = others.reduce((sum, { file }) => sum + file.size, row.file.size)
    if (bytes > BYTES_MAX) return false
    await within('readwrite', (store) => store.put(row))
    return true
  } catch {
    return false
  }
}

/** Marks a file as received by the server. */
export async function markDraftFileStored(path: string): Promise<void> {
  const row = await readDraftFile(path)
  if (row !== undefined) await keepDraftFile({ ...row, storedAt: Date.now() })
}

export async function readDraftFile(path: string): Promise<DraftFile | undefined> {
  try {
    const row: unknown = await within('readonly', (store) => store.get(path))
    return isRow(row) ? row : undefined
  } catch {
    return undefined
  }
}

/** The files of a draft, in the order in which they were chosen. */
export async function draftFilesOf(draft: string): Promise<DraftFile[]> {
  try {
    const rows = await allRows()
    return rows.filter((row) => row.draft === draft).sort((one, other) => one.at - other.at)
  } catch {
    return []
  }
}

export async function forgetDraftFiles(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  try {
    await within('readwrite', (store) => {
      for (const path of paths) store.delete(path)
      return store.count()
    })
  } catch {
    // Without storage there is nothing to forget.
  }
}

/** Deletes all files, or those of all other owners. */
export async function forgetAllDraftFiles(butOf?: string): Promise<void> {
  try {
    if (butOf === undefined) await within('readwrite', (store) => store.clear())
    else {
      const rows = await allRows()
      await forgetDraftFiles(rows.map(({ path }) => path).filter((path) => !path.startsWith(`${butOf}/`)))
    }
  } catch {
    // Without storage there is nothing to forget.
  }
}

async function allRows(): Promise<DraftFile[]> {
  const rows: unknown[] = await within('readonly', (store) => store.getAll())
  return rows.filter(isRow)
}

function isRow(value: unknown): value is DraftFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['path', 'draft', 'name', 'media_type'].every((field) => typeof Reflect.get(value, field) === 'string') &&
    ['at', 'storedAt'].every((field) => typeof Reflect.get(value, field) === 'number') &&
    Reflect.get(value, 'file') instanceof Blob
  )
}
