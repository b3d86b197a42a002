import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSyncExternalStore } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { DashboardHome, RequirePerson, RequireRight, RequireRole } from '@/app/guards'
import { NOBODY, type Role } from '@/api/session/party'
import type { SessionState } from '@/api/session/session'
import { alone, colleague } from '@/api/session/test-member'

const current = vi.hoisted((): { state: unknown; redraw: () => void } => ({
  state: undefined,
  redraw: () => undefined,
}))
vi.mock('@/api/session/session', () => ({
  useSession: () =>
    useSyncExternalStore(
      (redraw) => {
        current.redraw = redraw
        return () => undefined
      },
      () => current.state,
    ),
  useMember: () => current.state,
  usePerson: () => current.state,
  useActFor: () => () => undefined,
}))

function member(role: Role) {
  return alone({ role })
}

const SERRA = { id: 'serra', role: 'company', name: 'Serra Azul' } as const
const OF_BOTH = { ...alone(), parties: [...alone().parties, ...colleague('buyer', SERRA).parties] }

function Where() {
  const location = useLocation()
  return <p>{`${location.pathname} ${JSON.stringify(location.state)}`}</p>
}

function open(path: string, state: unknown) {
  current.state = state
  const router = createMemoryRouter(
    [
      {
        element: <RequirePerson />,
        children: [
          {
            element: <RequireRole roles={['company']} />,
            children: [
              { path: '/dashboard/company', element: <p>Painel da empresa</p> },
              {
                element: <RequireRight right="publish" />,
                children: [{ path: '/dashboard/projetos/novo', element: <p>Publicar</p> }],
              },
            ],
          },
          { path: '/dashboard', element: <DashboardHome /> },
        ],
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

test('who signs out by himself goes home, whose session was ended to /auth', () => {
  for (const [endedBecause, where] of [
    [undefined, '/ null'],
    [new ApiError('session_ended', 401), '/auth {"from":"/dashboard/company"}'],
  ] as const) {
    open('/dashboard/company', member('company'))
    act(() => {
      current.state = { status: 'signed-out', endedBecause }
      current.redraw()
    })
    expect(screen.getByText(where)).toBeTruthy()
    cleanup()
  }
})

test('another role goes home', () => {
  open('/dashboard/company', member('professional'))
  expect(screen.getByText('/ null')).toBeTruthy()
})

test('the role itself gets in', () => {
  open('/dashboard/company', member('company'))
  expect(screen.getByText('Painel da empresa')).toBeTruthy()
})

test('before it is known who is there, the page has its shape', () => {
  open('/dashboard/company', { status: 'loading', failure: undefined })
  expect(screen.getByRole('status').textContent).toBe('Carregando seu painel…')
})

test('where that cannot be learnt, it says so and asks again', async () => {
  const retry = vi.fn()
  open('/dashboard/company', {
    status: 'loading',
    failure: { error: new ApiError('unavailable', 503), retry, isRetrying: false },
  })
  expect(screen.getByRole('alert').textContent).toMatch(/carregar o seu perfil.*indisponível/)
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  expect(retry).toHaveBeenCalledOnce()
})

test.each([
  ['admin', '/dashboard/admin null'],
  ['professional', '/dashboard/professional null'],
  ['company', 'Painel da empresa'],
] as const)('/dashboard takes the role %s to its own', (role, shown) => {
  open('/dashboard', member(role))
  expect(screen.getByText(shown)).toBeTruthy()
})

test('who acts for another party is told whose page it is, and how to switch', async () => {
  open('/dashboard/company', OF_BOTH)
  expect(await screen.findByRole('button', { name: 'Agir por Serra Azul' })).toBeTruthy()
})

test('who belongs to nothing learns what is left to do', async () => {
  open('/dashboard/company', { ...alone(), parties: [], ...NOBODY })
  expect(
    await screen.findByRole('heading', { name: 'Você não participa de nenhuma organização' }),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Mensagens' }).getAttribute('href')).toBe('/dashboard/mensagens')
})

test('a founder who left reads that name and profile stayed, and which account is his', async () => {
  const founder = alone({ ...SERRA, contact_id: 'eva' })
  const user = { ...founder.session.user, email: 'ana@exemplo.com.br' }
  open('/dashboard', { ...founder, session: { ...founder.session, user }, parties: [], ...NOBODY })
  expect(await screen.findByRole('heading', { name: 'Você saiu de Serra Azul' })).toBeTruthy()
  expect(screen.getByText(/ficaram com a organização; sua conta é a de ana@exemplo\.com\.br\./)).toBeTruthy()
})

test('a page that the role does not open says who may', async () => {
  open('/dashboard/projetos/novo', colleague('reader', SERRA))
  expect(await screen.findByText(/^Em Serra Azul, você é Leitor\. Só os papéis/)).toBeTruthy()
})

test('a page that the role opens is there', () => {
  open('/dashboard/projetos/novo', colleague('engineer', SERRA))
  expect(screen.getByText('Publicar')).toBeTruthy()
})
