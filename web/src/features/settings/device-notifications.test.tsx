import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubDevice, stubNoDevice } from '@/api/device/test-push'
import { askedOf, serve } from '@/api/test-server'
import { DeviceNotifications } from '@/features/settings/device-notifications'
import { renderAt } from '@/lib/test-render'

beforeEach(() => localStorage.clear())

function open() {
  renderAt(<DeviceNotifications profileId="marina" />)
  return screen.findByRole('switch', { name: 'Notificações neste aparelho' })
}

const SERVER = {
  'rpc/add_push_device': { body: { id: 'd1' } },
  'rpc/remove_push_device': { body: { removed: true } },
}

test('a click asks the browser for permission, and the switch shows the result', async () => {
  const { done } = stubDevice()
  serve({ ...SERVER, push_subscriptions: [{ id: 'd1' }] })
  const device = await open()
  expect(device.ariaChecked ?? device.getAttribute('aria-checked')).toBe('false')
  expect(done.asked, 'nobody is asked before').toBe(0)
  await userEvent.click(device)
  await vi.waitFor(() => expect(device.getAttribute('aria-checked')).toBe('true'))
  await screen.findByText(/Vale até você sair da conta nele/)
  expect(askedOf('rpc/add_push_device').map(({ body }) => body)).toEqual([
    { endpoint: 'https://fcm.googleapis.com/1', p256dh: 'p', auth: 'a', user_agent: navigator.userAgent },
  ])
  await userEvent.click(device)
  await vi.waitFor(() => expect(done.unsubscribed).toBe(1))
  await screen.findByText(/O navegador vai pedir a sua permissão/)
  expect(askedOf('rpc/remove_push_device')).toHaveLength(1)
})

test('a denied permission shows how to change it', async () => {
  stubDevice({ answer: 'denied' })
  serve(SERVER)
  await userEvent.click(await open())
  await screen.findByText(/permita as notificações e recarregue a página/)
  expect(screen.getByRole('switch').hasAttribute('disabled')).toBe(true)
  expect(askedOf('rpc/add_push_device')).toEqual([])
})

test('a device unknown to the server is off', async () => {
  stubDevice({ permission: 'granted' })
  serve({ ...SERVER, push_subscriptions: [] })
  const device = await open()
  await userEvent.click(device)
  await vi.waitFor(() => expect(askedOf('push_subscriptions').length).toBeGreaterThan(0))
  await vi.waitFor(() => expect(device.getAttribute('aria-checked')).toBe('false'))
})

test('a refusal of the server leaves the switch off', async () => {
  stubDevice()
  serve({ 'rpc/add_push_device': { status: 400, body: { code: 'push_service_unknown', message: '' } } })
  const device = await open()
  await userEvent.click(device)
  await vi.waitFor(() => expect(askedOf('rpc/add_push_device')).toHaveLength(1))
  await vi.waitFor(() => expect(device.getAttribute('aria-checked')).toBe('false'))
})

test('an iPhone is told to install first, another browser that it cannot', async () => {
  stubNoDevice('Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Safari/604.1')
  serve()
  await open()
  screen.getByText(/Adicionar à Tela de Início/)
})

test('a browser without notifications says so', async () => {
  stubNoDevice()
  serve()
  expect((await open()).hasAttribute('disabled')).toBe(true)
  screen.getByText(/Este navegador não oferece notificações/)
})
