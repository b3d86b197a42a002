import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '@/api/session/session'
import { createQueryClient, Providers } from '@/app/providers'
import { ProfileLoading } from '@/app/guards'

type Answer = { data: unknown; error: unknown; status: number }

// The client's own bundle is the protocol's business; here it is what the profile's request answers.
const fake = vi.hoisted(() => {
  type Listener = (event: string, session: unknown) => void
  const profile = { answer: (): Promise<Answer> => Promise.resolve({ data: null, error: null, status: 200 }) }
  const auth = {
    onAuthStateChange(listener: Listener) {
      queueMicrotask(() => listener('INITIAL_SESSION', { access_token: 't', user: { id: 'u1' } }))
      return { data: { subscription: { unsubscribe: () => undefined } } }
    },
  }
  const chain = {
    select: () => chain,
    eq: () => chain,
    order: () => chain,
    abortSignal: () => ({ maybeSingle: () => profile.answer() }),
  }
  return { profile, client: { auth, from: () => chain } }
})
vi.mock('@supabase/supabase-js', () => ({ createClient: () => fake.client }))

const REFUSED: Answer = { data: null, error: { code: 'unexpected_failure' }, status: 500 }
const SERRA_AZUL = { id: 'u1', role: 'company', status: 'active', name: 'Serra Azul', memberships: [] }

const FAILED = 'Não foi possível carregar o seu perfil'

function Who() {
  const state = useSession()
  if (state.status === 'loading') return <ProfileLoading failure={state.failure} />
  return <p>{state.status === 'signed-in' ? `Olá, ${state.profile.name}` : state.status}</p>
}

function showSignedIn() {
  localStorage.setItem('sb-localhost-auth-token', '{}')
  const router = createMemoryRouter([{ path: '*', element: <Who /> }])
  render(
    <Providers queryClient={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  )
}

beforeEach(() => vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ anonKey: 'anon' }))))
afterEach(() => localStorage.clear())

test('a member whose profile cannot be read is told so, and asks again without a reload', async () => {
  fake.profile.answer = () => Promise.resolve(REFUSED)
  showSignedIn()
  expect((await screen.findByRole('alert')).textContent).toContain(FAILED)

  let arrive: (answer: Answer) => void = () => undefined
  fake.profile.answer = () => new Promise((resolve) => (arrive = resolve))
  const again = screen.getByRole('button', { name: 'Tentar novamente' })
  await userEvent.click(again)
  // While it tries, what failed stays in sight.
  expect(screen.getByRole('alert').textContent).toContain(FAILED)
  expect(again.getAttribute('aria-busy')).toBe('true')

  await act(async () => {
    arrive({ data: SERRA_AZUL, error: null, status: 200 })
    await Promise.resolve()
  })
  expect(await screen.findByText('Olá, Serra Azul')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what fails again says so again', async () => {
  const answer = vi.fn(() => Promise.resolve(REFUSED))
  fake.profile.answer = answer
  showSignedIn()
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar novamente' }))
  await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(2))
  expect(
    (await screen.findByRole('button', { name: 'Tentar novamente', busy: false })).textContent,
  ).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain(FAILED)
})
