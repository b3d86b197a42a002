import { beforeEach, expect, test, vi } from 'vitest'
import { draftFilesOf, forgetAllDraftFiles, keepDraftFile, type DraftFile } from '@/lib/device/draft-files'

const device = vi.hoisted(() => ({ rows: new Map<string, { path: string }>(), isBlocked: false }))
vi.mock('@/lib/device/device-store', () => ({
  deviceStore: () => (_mode: string, work: (store: object) => unknown) =>
    device.isBlocked
      ? Promise.reject(new Error('blocked'))
      : Promise.resolve(
          work({
            put: (row: { path: string }) => device.rows.set(row.path, row),
            delete: (path: string) => device.rows.delete(path),
            clear: () => device.rows.clear(),
            getAll: () => [...device.rows.values()],
            count: () => device.rows.size,
          }),
        ),
}))

const MEGABYTE = 1024 * 1024

beforeEach(() => {
  device.rows.clear()
  device.isBlocked = false
})

function row(path: string, megabytes: number, at = 1): DraftFile {
  const file = new File(['x'], 'lista.pdf')
  // The bytes themselves would only take memory.
  Object.defineProperty(file, 'size', { value: megabytes * MEGABYTE })
  return { path, draft: 'mensagem:marina:serra', name: 'lista.pdf', media_type: 'x/y', file, at, storedAt: 0 }
}

const kept = async () => (await draftFilesOf('mensagem:marina:serra')).map(({ path }) => path)

test('a device keeps no more than 64 MB, and a file that is kept again counts once', async () => {
  expect(await keepDraftFile(row('marina/1', 40, 2))).toBe(true)
  expect(await keepDraftFile(row('marina/2', 24, 1))).toBe(true)
  expect(await keepDraftFile(row('marina/3', 1))).toBe(false)
  expect(await keepDraftFile(row('marina/1', 40, 2))).toBe(true)
  expect(await kept()).toEqual(['marina/2', 'marina/1'])
})

test('who signs in next leaves nothing of others, and whoever leaves nothing at all', async () => {
  await keepDraftFile(row('serra/1', 1))
  await keepDraftFile(row('marina/1', 1))
  await forgetAllDraftFiles('marina')
  expect(await kept()).toEqual(['marina/1'])
  await forgetAllDraftFiles()
  expect(await kept()).toEqual([])
})

test('where the browser blocks storage nothing is kept, and nothing breaks', async () => {
  device.isBlocked = true
  expect(await keepDraftFile(row('marina/1', 1))).toBe(false)
  await forgetAllDraftFiles()
  expect(await kept()).toEqual([])
})
