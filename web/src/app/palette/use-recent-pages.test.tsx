import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { useRecentPages } from '@/app/palette/use-recent-pages'
import { recentPages } from '@/lib/device/recent-pages'

const SESSION = 'sb-teste-auth-token'

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem(
    SESSION,
    JSON.stringify({ access_token: 'a', refresh_token: 'r', user: { id: 'marina' } }),
  )
})

/** A document's name, as pages give it. */
function call(name: string) {
  document.title = `${name} · Automação - Indústria`
}

function Place() {
  useRecentPages('marina')
  return null
}

function open(path: string) {
  const router = createMemoryRouter([{ path: '*', element: <Place /> }], { initialEntries: [path] })
  const shown = render(<RouterProvider router={router} />)
  return { go: (to: string) => act(() => router.navigate(to)), close: shown.unmount }
}

const noted = () => recentPages('marina').map(({ to, title }) => [to, title])

test('a place is noted by its name when one goes elsewhere', async () => {
  call('Projetos')
  const { go } = open('/projetos')
  expect(noted()).toEqual([])
  await go('/dashboard')
  expect(noted()).toEqual([['/projetos', 'Projetos']])
})

test('the last place is noted when the page is left', () => {
  call('Mensagens')
  open('/dashboard/mensagens')
  window.dispatchEvent(new Event('pagehide'))
  expect(noted()).toEqual([['/dashboard/mensagens', 'Mensagens']])
})

test('whoever signs out leaves nothing behind', async () => {
  call('Projetos')
  const { go } = open('/projetos')
  localStorage.removeItem(SESSION)
  await go('/auth')
  expect(noted()).toEqual([])
})

test('the door is no place', async () => {
  call('Entrar')
  const { go, close } = open('/auth')
  await go('/auth?tab=register')
  close()
  expect(noted()).toEqual([])
})
