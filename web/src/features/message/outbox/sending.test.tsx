import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type * as Client from '@/api/client'
import { ApiError } from '@/api/errors'
import type * as Reach from '@/api/device/connectivity'
import { askedOf, serve } from '@/api/test-server'
import type * as Upload from '@/api/request/upload'
import { rereadOutbox, unsentOf } from './outbox'
import { deliver } from './delivery'
import { Thread } from '@/features/message/thread/thread'
import { renderAt } from '@/lib/test-render'
import type { DraftFile } from '@/lib/device/draft-files'

const world = vi.hoisted(() => ({ isDown: false, stored: vi.fn<(path: string) => void>() }))
const device = stubDraftFiles()
vi.mock('@/lib/device/draft-files', () => ({
  keepDraftFile: (...given: never) => Reflect.apply(device.store.keepDraftFile, null, given),
  markDraftFileStored: (...given: never) => Reflect.apply(device.store.markDraftFileStored, null, given),
  readDraftFile: (...given: never) => Reflect.apply(device.store.readDraftFile, null, given),
  draftFilesOf: (...given: never) => Reflect.apply(device.store.draftFilesOf, null, given),
  forgetDraftFiles: (...given: never) => Reflect.apply(device.store.forgetDraftFiles, null, given),
}))
vi.mock('@/features/message/thread/use-companion', () => ({
  useCompanion: () => ({ isPresent: false, isTyping: false, tellTyping: () => undefined }),
}))
vi.mock('@/api/client', async (original) => ({
  ...(await original<typeof Client>()),
  readStoredSession: () => ({ user: { id: 'marina' } }),
}))
vi.mock('@/api/device/connectivity', async (original) => ({
  ...(await original<typeof Reach>()),
  isServerDown: () => world.isDown,
}))
vi.mock('@/api/request/upload', async (original) => ({
  ...(await original<typeof Upload>()),
  storePaper: (_bucket: string, name: string) => {
    if (world.isDown) return Promise.reject(new ApiError('offline', 0))
    world.stored(name)
    return Promise.resolve()
  },
}))

beforeEach(() => {
  localStorage.clear()
  device.rows.clear()
  world.stored.mockReset()
  world.isDown = false
  rereadOutbox()
})

const SENT = { body: { id: 'm1', timestamp: '2026-11-20T12:00:00Z' } }

function show() {
  renderAt(<Thread ownId="marina" partnerId="serra" speaksFor={null} report={() => null} />)
}

async function attach(name: string) {
  await screen.findByLabelText('Mensagem')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  expect(input).toBeTruthy()
  if (input) await userEvent.upload(input, new File(['abc'], name, { type: 'application/pdf' }))
}

/** As when the page is loaded anew. */
function reload() {
  cleanup()
  rereadOutbox()
  show()
}

test('a chosen file survives a reload, and is cleared once it was sent', async () => {
  serve({ 'rpc/send_message': SENT })
  show()
  await attach('lista\u202efdp.exe.pdf')
  await vi.waitFor(() => expect(world.stored).toHaveBeenCalledTimes(1))
  reload()
  expect(await screen.findByText('listafdp.exe.pdf')).toBeTruthy()
  expect(world.stored, 'it is stored already').toHaveBeenCalledTimes(1)
  await userEvent.type(screen.getByLabelText('Mensagem'), 'Segue{Enter}')
  await vi.waitFor(() =>
    expect(askedOf('rpc/send_message').map(({ body }) => body)).toMatchObject([
      { content: 'Segue', files: [{ path: world.stored.mock.lastCall?.[0], name: 'listafdp.exe.pdf' }] },
    ]),
  )
  await vi.waitFor(() => expect(device.rows.size).toBe(0))
  reload()
  await screen.findByLabelText('Mensagem')
  expect(screen.queryByRole('listitem', { name: 'listafdp.exe.pdf' })).toBeNull()
})

test('a file attached offline survives a reload with its message, and both are sent once', async () => {
  serve({ 'rpc/send_message': SENT })
  show()
  await screen.findByLabelText('Mensagem')
  world.isDown = true
  await attach('lista.pdf')
  expect(await screen.findByText('Guardado neste aparelho: segue com a mensagem.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Mensagem'), 'Segue{Enter}')
  expect(await screen.findByText(/aguardando conexão/)).toBeTruthy()
  reload()
  expect(await screen.findByText('lista.pdf')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Arquivos da mensagem' }).children).toHaveLength(0)
  expect([world.stored.mock.calls.length, askedOf('rpc/send_message').length]).toEqual([0, 0])
  world.isDown = false
  const round = { queryClient: new QueryClient(), ownId: 'marina' }
  await Promise.all([deliver(round), deliver(round)])
  expect(world.stored).toHaveBeenCalledTimes(1)
  expect(askedOf('rpc/send_message').map(({ body }) => body)).toMatchObject([
    { content: 'Segue', files: [{ path: world.stored.mock.lastCall?.[0], name: 'lista.pdf' }] },
  ])
  expect([unsentOf('marina'), device.rows.size]).toEqual([[], 0])
})

test('a message whose key another one uses returns to the box in full', async () => {
  const used = { code: 'message_key_used', message: 'x', details: null, hint: null }
  serve({ 'rpc/send_message': { body: used, status: 409 } })
  show()
  await attach('lista.pdf')
  await vi.waitFor(() => expect(world.stored).toHaveBeenCalledTimes(1))
  await userEvent.type(screen.getByLabelText('Mensagem'), 'Segue{Enter}')
  expect(await screen.findByText(/^Outra mensagem já foi enviada no lugar desta\./)).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Mensagem').value).toBe('Segue')
  expect(screen.getByText('lista.pdf')).toBeTruthy()
  expect([unsentOf('marina'), device.rows.size]).toEqual([[], 1])
})

/** For tests: a store of draft files without IndexedDB. */
function stubDraftFiles() {
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
