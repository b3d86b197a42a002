import type { DraftFile } from '@/lib/device/draft-files'

/** For tests: a store of draft files without IndexedDB. */
export function stubDraftFiles() {
  const rows = new Map<string, DraftFile>()
  return {
    rows,
    store: {
      keepDraftFile: (row: DraftFile) => Promise.resolve(rows.set(row.path, row).size > 0),
      markDraftFileStored: (path: string) => {
        const row = rows.get(path)
        if (row !== undefined) rows.set(path, { ...row, storedAt: Date.now() })
        return Promise.resolve()
      },
      readDraftFile: (path: string) => Promise.resolve(rows.get(path)),
      draftFilesOf: (draft: string) =>
        Promise.resolve([...rows.values()].filter((row) => row.draft === draft)),
      forgetDraftFiles: (paths: readonly string[]) => {
        paths.forEach((path) => rows.delete(path))
        return Promise.resolve()
      },
    },
  }
}
