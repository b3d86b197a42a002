import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '@/api/session/end-session'

type World = { isDown: boolean; told: string[]; back: () => void }

const world = vi.hoisted((): World => ({ isDown: false, told: [], back: () => undefined }))
vi.mock('@/api/device/connectivity', () => ({
  isServerDown: () => world.isDown,
  untilServerIsUp: () =>
    world.isDown ? new Promise<void>((resolve) => (world.back = resolve)) : Promise.resolve(),
}))
vi.mock('@/api/client', () => ({
  readStoredSession: () => (localStorage.getItem('session') === null ? undefined : { access_token: 'velho' }),
  forgetStoredSession: () => localStorage.removeItem('session'),
  getClient: () => Promise.resolve({ auth: { signOut: () => leave('este') } }),
  getPassingClient: () =>
    Promise.resolve({
      auth: { setSession: () => Promise.resolve({ error: null }), signOut: () => leave('de passagem') },
    }),
}))

function leave(client: string) {
  // The client asks nobody when it finds no session.
  if (client === 'de passagem' || localStorage.getItem('session') !== null) world.told.push(client)
  localStorage.removeItem('session')
  return Promise.resolve({ error: null })
}

beforeEach(() => {
  localStorage.setItem('session', 'velho')
  Object.assign(world, { isDown: false, told: [] })
})

test('with a line the server knows at once', async () => {
  expect(await endSession()).toBe(true)
  expect(world.told).toEqual(['este'])
})

test('without one the session is gone from here at once, and the server is told when it is back', async () => {
  world.isDown = true
  const ending = endSession()
  expect(localStorage.getItem('session')).toBeNull()
  expect(await ending).toBe(false)
  expect(world.told).toEqual([])
  world.isDown = false
  world.back()
  await vi.waitFor(() => expect(world.told).toEqual(['de passagem']))
})
