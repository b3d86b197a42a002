import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router'
import { expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import type { Role } from '@/api/session/party'
import { alone, colleague } from '@/api/session/test-member'
import { serve, type Answers } from '@/api/test-server'
import { routes } from '@/app/routes'
import { ProfileLoading } from '@/app/guards'
import { AuthPage } from '@/pages/auth'
import { InvitationPage } from '@/pages/invitation'

const current = vi.hoisted((): { state: unknown } => ({ state: undefined }))
vi.mock('@/api/session/session', () => ({
  useSession: () => current.state,
  useMember: () => current.state,
  usePerson: () => current.state,
  useSignOut: () => () => undefined,
  useActFor: () => () => undefined,
}))

// Whole pages are loaded here: longer than one test usually takes on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const ID = '0198c0de-0000-7000-8000-000000000001'

/** Every page of the product with the address that it stands at. */
function pagesOf(children: readonly RouteObject[]): { path: string; load: () => Promise<ComponentType> }[] {
  return children.flatMap((route) => {
    const { path, lazy } = route
    if (path === undefined || typeof lazy !== 'function') return pagesOf(route.children ?? [])
    const load = async () => {
      const { Component } = await lazy()
      if (!Component) throw new Error(`no component at ${path}`)
      return Component
    }
    return path.startsWith('/dev') ? [] : [{ path, load }]
  })
}

/** Who reads a page: visitors what is public, and each role what is its own. */
function readerOf(path: string): unknown {
  if (!path.startsWith('/dashboard')) return { status: 'signed-out', endedBecause: undefined }
  // The organisation's profile is for whoever manages it without being it.
  if (path === '/dashboard/equipe/perfil') return colleague('owner', { id: ID, role: 'company' })
  return alone({ id: ID, role: roleOf(path) })
}

function roleOf(path: string): Role {
  if (path.startsWith('/dashboard/admin')) return 'admin'
  return /^\/dashboard\/(company|projetos)/.test(path) ? 'company' : 'professional'
}

const NEVER = new Promise<never>(() => {})

/** What the server does, and whether the page comes to rest by it. */
const SERVERS: readonly { state: string; answers: Answers; ends: boolean }[] = [
  { state: 'loading', answers: { '*': NEVER }, ends: false },
  { state: 'failing', answers: { '*': 500 }, ends: true },
  { state: 'empty', answers: { 'rpc/read_checklist_document': 404 }, ends: true },
]

async function headingsOf(Page: ComponentType, path: string, ends: boolean): Promise<(string | null)[]> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const address = path === '*' ? '/nada' : path.replace(/:\w+/g, ID)
  const router = createMemoryRouter([{ path, Component: Page }, { path: '*' }], { initialEntries: [address] })
  const { container } = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await act(async () => Promise.resolve())
  const headings = () => [...container.querySelectorAll('h1')].map(({ textContent }) => textContent)
  // A page at rest fetches nothing, and has drawn what it fetched: both, or a busy machine is read between them.
  const rests = () => {
    if (ends) expect(client.isFetching()).toBe(0)
    expect(headings()).toHaveLength(1)
  }
  await vi.waitFor(rests, { timeout: 30_000 }).catch(() => undefined)
  return headings()
}

const PAGES = pagesOf(routes)

test('every page is held', () => expect(PAGES.length).toBeGreaterThan(45))

test.each(PAGES.flatMap((page) => SERVERS.map((server) => ({ ...page, ...server }))))(
  '$path has one heading of the first level while the server is $state',
  async ({ path, load, answers, ends }) => {
    current.state = readerOf(path)
    serve(answers)
    const headings = await headingsOf(await load(), path, ends)
    expect(headings).toHaveLength(1)
    expect(headings[0]).not.toBe('')
  },
)

const FAILED = {
  status: 'loading',
  failure: { error: new ApiError('offline', 0), retry: () => undefined, isRetrying: false },
} as const

test.each([
  { page: 'who signs in', Page: AuthPage },
  { page: 'an invitation', Page: InvitationPage },
  { page: 'any other page', Page: () => <ProfileLoading failure={FAILED.failure} /> },
  { page: 'a page whose reader is on the way', Page: () => <ProfileLoading failure={undefined} /> },
])('$page has one where the reader could not be learnt', async ({ Page }) => {
  current.state = FAILED
  expect(await headingsOf(Page, '/', false)).toHaveLength(1)
})
