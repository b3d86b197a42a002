import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { recordPage, recentPages, useRecentPages } from '@/app/palette/recent-pages'
import { forgetDrafts } from '@/lib/device/drafts'

const SESSION = 'sb-teste-auth-token'

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem(
    SESSION,
    JSON.stringify({ access_token: 'a', refresh_token: 'r', user: { id: 'marina' } }),
  )
})

const titled = (name: string) => `${name} · Automação - Indústria`
const titles = (personId: string) => recentPages(personId).map(({ title }) => title)

test('the latest stands first, each once, and of old ones few are kept', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'b']) recordPage('marina', `/${name}`, titled(name))
  expect(titles('marina')).toEqual(['b', 'g', 'f', 'e', 'd', 'c'])
})

test('places are one person’s, and leaving forgets them', () => {
  recordPage('marina', '/contratos/1', titled('CTR-0001'))
  expect([titles('marina'), titles('eva')]).toEqual([['CTR-0001'], []])
  forgetDrafts()
  expect(titles('marina')).toEqual([])
})

test('a page without a name is no place, nor is one that is not there, nor what somebody else wrote there', () => {
  recordPage('marina', '/', 'Automação - Indústria')
  recordPage('marina', '/x', titled('Página não encontrada'))
  expect(titles('marina')).toEqual([])
  localStorage.setItem(
    'automacao-rascunho:lugares:marina',
    '{"places":[{"to":"https://x.test","title":"x"}, 3]}',
  )
  expect(titles('marina')).toEqual([])
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
