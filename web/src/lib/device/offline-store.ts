// What a member's pages were drawn from, kept on this device for when there is no line.
import { deviceStore } from '@/lib/device/device-store'

const ROWS_MAX = 150

const within = deviceStore('automacao-visto', 'visto', (database) => {
  database.createObjectStore('visto', { keyPath: ['owner', 'hash'] }).createIndex('at', 'at')
})

/** `owner` is whose it is, `hash` what, `at` when the server said it. */
export type OfflineRow = { owner: string; hash: string; at: number; value: unknown }

/** What is kept for an owner; nothing where there is none or storage is blocked. */
export async function readOffline(owner: string): Promise<OfflineRow[]> {
  try {
    const rows: unknown[] = await within('readonly', (store) => store.getAll())
    return rows.filter(isRow).filter((row) => row.owner === owner)
  } catch {
    return []
  }
}

/** Keeps rows in place of their older selves, and forgets the oldest of all when there are too many. */
export async function writeOffline(rows: readonly OfflineRow[]): Promise<void> {
  try {
    const newestLast = await within('readwrite', (store) => {
      for (const row of rows) put(store, row)
      return store.index('at').getAllKeys()
    })
    await remove(newestLast.slice(0, -ROWS_MAX))
  } catch {
    // Without storage nothing is there without a line; all else works.
  }
}

/** Leaves nothing for whoever uses this device next; or only what is of this owner. */
export async function forgetOffline(butOf?: string): Promise<void> {
  try {
    if (butOf === undefined) await within('readwrite', (store) => store.clear())
    else {
      const names = await within('readonly', (store) => store.getAllKeys())
      await remove(names.filter((name) => !Array.isArray(name) || name[0] !== butOf))
    }
  } catch {
    // Without storage there is nothing to forget.
  }
}

function put(store: IDBObjectStore, row: OfflineRow): void {
  try {
    store.put(row)
  } catch {
    // What cannot be copied is not kept.
  }
}

async function remove(names: readonly IDBValidKey[]): Promise<void> {
  if (names.length === 0) return
  await within('readwrite', (store) => {
    for (const name of names) store.delete(name)
    return store.count()
  })
}

function isRow(value: unknown): value is OfflineRow {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'owner') === 'string' &&
    typeof Reflect.get(value, 'hash') === 'string' &&
    typeof Reflect.get(value, 'at') === 'number'
  )
}
