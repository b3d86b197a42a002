import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { DashboardHome, RequireRole } from '@/app/guards'
import type { SessionState } from '@/api/session'
import type { Role } from '@/api/profile'

const current = vi.hoisted((): { state: unknown } => ({ state: undefined }))
vi.mock('@/api/session', () => ({ useSession: () => current.state }))

function member(role: Role) {
  return { status: 'signed-in', profile: { id: 'a', role } }
}

function Where() {
  const location = useLocation()
  return <p>{`${location.pathname} ${JSON.stringify(location.state)}`}</p>
}

function open(path: string, state: unknown) {
  current.state = state
  const router = createMemoryRouter(
    [
      {
        element: <RequireRole roles={['company']} />,
        children: [{ path: '/dashboard/company', element: <p>Painel da empresa</p> }],
      },
      {
        element: <RequireRole roles={['admin', 'professional', 'company']} />,
        children: [{ path: '/dashboard', element: <DashboardHome /> }],
      },
      { path: '*', element: <Where /> },
    ],
    { initialEntries: [path] },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

test('a visitor goes to /auth, which learns where they wanted to go', () => {
  open('/dashboard/company?a=1', { status: 'signed-out' } satisfies Partial<SessionState>)
  expect(screen.getByText('/auth {"from":"/dashboard/company?a=1"}')).toBeTruthy()
})

test('another role goes home', () => {
  open('/dashboard/company', member('professional'))
  expect(screen.getByText('/ null')).toBeTruthy()
})

test('the role itself gets in', () => {
  open('/dashboard/company', member('company'))
  expect(screen.getByText('Painel da empresa')).toBeTruthy()
})

test('nothing is shown before the session is known', () => {
  open('/dashboard/company', { status: 'loading' })
  expect(document.body.textContent).toBe('')
})

test.each([
  ['admin', '/dashboard/admin null'],
  ['professional', '/dashboard/professional null'],
  ['company', 'Painel da empresa'],
] as const)('/dashboard takes the role %s to its own', (role, shown) => {
  open('/dashboard', member(role))
  expect(screen.getByText(shown)).toBeTruthy()
})
