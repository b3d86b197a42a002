/** One transaction of an IndexedDB store; resolves to the result of its last request. */
type DeviceStore = <Value>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Value>,
) => Promise<Value>

/**
 * Opens an IndexedDB database with one store and creates it if needed. Rejects where the browser blocks
 * storage.
 */
export function deviceStore(name: string, store: string, make: (database: IDBDatabase) => void): DeviceStore {
  return async (mode, work) => {
    const database = await open(name, make)
    try {
      return await settled(work(database.transaction(store, mode).objectStore(store)))
    } finally {
      database.close()
    }
  }
}

function open(name: string, make: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => make(request.result)
  return settled(request)
}

function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('indexedDB'))
  })
}
