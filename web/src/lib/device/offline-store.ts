// The offline store: query results of a member, kept on this device.
import { deviceStore } from '@/lib/device/device-store'

const ROWS_MAX = 150

const within = deviceStore('automacao-visto', 'visto', (database) => {
  database.createObjectStore('visto', { keyPath: ['owner', 'hash'] }).createIndex('at', 'at')
})

/** `owner` is the session, `hash` the query, `at` the time of the server's answer. */
export type OfflineRow = { owner: string; hash: string; at: number; value: unknown }

/** The rows of an owner; empty if there are none or storage is blocked. */
export async function readOffline(owner: string): Promise<OfflineRow[]> {
  try {
    const rows: unknown[] = await within('readonly', (store) => store.getAll())
    return rows.filter(isRow).filter((row) => row.owner === owner)
  } catch {
    return []
  }
}

/** Stores rows over their older versions, and deletes the oldest rows beyond the limit. */
export async function writeOffline(rows: readonly OfflineRow[]): Promise<void> {
  try {
    const newestLast = await within('readwrite', (store) => {
      for (const row of rows) put(store, row)
      return store.index('at').getAllKeys()
    })
    await remove(newestLast.slice(0, -ROWS_MAX))
  } catch {
    // Without storage only offline use is missing.
  }
}

/** Deletes all rows, or those of all other owners. */
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
    // Data that cannot be cloned is not stored.
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
