import { render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve } from '@/api/test-server'
import { GROUPS, pointedRules } from './specimens'
import { Specimens } from '@/dev/ui-page'

vi.mock('@/api/session/session', async () => {
  const { alone } = await import('@/api/session/test-member')
  return { useSession: () => alone({ id: 'serra' }), useMember: () => alone({ id: 'serra' }) }
})

const SPECIMENS = GROUPS.flatMap(({ specimens }) => specimens)
const SOURCES = Object.keys(import.meta.glob(['/src/**/*.{ts,tsx}', '!/src/**/*.test.*'])).map((file) =>
  file.replace(/^\/src\/|\.tsx?$/g, ''),
)
const COMPONENTS = Object.keys(import.meta.glob(['/src/ui/*.tsx', '!/src/ui/*.test.tsx'])).map((file) =>
  file.replace(/^\/src\/|\.tsx$/g, ''),
)
const CONTROLS = ['button', 'link', 'textbox', 'searchbox', 'combobox', 'checkbox', 'radio', 'switch', 'slider', 'tab', 'progressbar'] // prettier-ignore

beforeEach(() => {
  serve()
  vi.spyOn(console, 'error')
})
afterEach(() => {
  delete document.documentElement.dataset.theme
})

test('every component has a specimen', () => {
  expect(COMPONENTS.length).toBeGreaterThan(50)
  expect(COMPONENTS.filter((file) => !SPECIMENS.some(({ of }) => of === file))).toEqual([])
})

test('every listed file exists, and ids are unique', () => {
  expect(SPECIMENS.filter(({ of }) => !SOURCES.includes(of)).map(({ of }) => of)).toEqual([])
  const ids = SPECIMENS.map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  expect(SPECIMENS.filter(({ states }) => states.length === 0)).toEqual([])
})

test('every specimen renders without warnings, with a name on each control', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Specimens theme="dark" /> }])
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { name: 'Componentes' })
  expect(document.documentElement.dataset.theme).toBe('dark')
  for (const { id } of SPECIMENS) {
    const section = document.getElementById(id)
    if (section === null) throw new Error(`${id} is not drawn`)
    for (const role of CONTROLS) {
      const all = within(section).queryAllByRole(role, { hidden: true })
      const named = within(section).queryAllByRole(role, { hidden: true, name: /\S/ })
      expect(
        all.filter((control) => !named.includes(control)).map((control) => `${id}: ${control.outerHTML}`),
      ).toEqual([])
    }
  }
  // jsdom does not know the element; browsers do.
  expect(vi.mocked(console.error).mock.calls.filter(([, element]) => element !== 'search')).toEqual([])
})

test('hover and focus states use the rules of the product', () => {
  const sheet = document.head.appendChild(document.createElement('style'))
  sheet.textContent = '.hover\\:bg:hover { color: red } .plain { color: blue }'
  expect(pointedRules(document.styleSheets)).toBe(".hover\\:bg:is([data-as='hover'] > *) { color: red; }")
  sheet.remove()
})
