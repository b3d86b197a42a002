import { beforeEach, expect, test, vi } from 'vitest'
import { stubDevice } from '@/api/device/test-push'
import { askedOf, serve } from '@/api/test-server'
import { DeviceKeeper } from '@/app/device-keeper'
import { renderAt } from '@/lib/test-render'

beforeEach(() => localStorage.clear())

const added = { 'rpc/add_push_device': { body: { id: 'd2' } } }

test('what was wanted is renewed after another sign-in, and for nobody else', async () => {
  const { done } = stubDevice({ permission: 'granted' })
  localStorage.setItem('automacao-aparelho:marina', 'd1 https://fcm.googleapis.com/0')
  serve(added)
  renderAt(<DeviceKeeper profileId="marina" />)
  await vi.waitFor(() =>
    expect(localStorage.getItem('automacao-aparelho:marina')).toBe('d2 https://fcm.googleapis.com/1'),
  )
  serve(added)
  renderAt(<DeviceKeeper profileId="rafael" />)
  await vi.waitFor(() => expect(askedOf('notifications')).toHaveLength(1))
  expect(askedOf('rpc/add_push_device')).toEqual([])
  renderAt(<DeviceKeeper profileId={null} />)
  await vi.waitFor(() => expect(done.unsubscribed).toBe(1))
})

test('a pressed notification leads here, and only to our own pages', async () => {
  const { worker } = stubDevice()
  serve()
  const { pathname } = renderAt(<DeviceKeeper profileId="marina" />)
  const { port1, port2 } = new MessageChannel()
  const heard = new Promise((resolve) => (port1.onmessage = () => resolve(true)))
  worker.dispatchEvent(new MessageEvent('message', { data: { open: '//alheio.test/x' } }))
  expect(pathname()).toBe('/')
  worker.dispatchEvent(
    new MessageEvent('message', { data: { open: '/dashboard/propostas' }, ports: [port2] }),
  )
  await heard
  await vi.waitFor(() => expect(pathname()).toBe('/dashboard/propostas'))
  port1.close()
})

test('what is being read is taken off the screen of the phone', async () => {
  const { shown } = stubDevice()
  const [here, elsewhere] = [vi.fn(), vi.fn()]
  shown.push({ data: { url: '/dashboard/propostas' }, close: here })
  shown.push({ data: { url: '/dashboard/contratos/c' }, close: elsewhere })
  serve()
  renderAt(<DeviceKeeper profileId="marina" />, { entries: ['/dashboard/propostas'] })
  await vi.waitFor(() => expect(here).toHaveBeenCalled())
  expect(elsewhere).not.toHaveBeenCalled()
})
