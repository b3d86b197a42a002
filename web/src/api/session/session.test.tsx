import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { SessionProvider, useActFor, useSession, useSignOut } from '@/api/session/session'
import { reportSessionEnd } from '@/api/session/session-end'
import { readDraft, writeDraft } from '@/lib/device/drafts'

// The client's own bundle is the protocol's business; here it is who listens and who signs out.
const fake = vi.hoisted(() => {
  type Listener = (event: string, session: unknown) => void
  const listeners = new Set<Listener>()
  const auth = {
    onAuthStateChange(listener: Listener) {
      listeners.add(listener)
      return { data: { subscription: { unsubscribe: () => listeners.delete(listener) } } }
    },
    signOut: () => {
      listeners.forEach((listener) => listener('SIGNED_OUT', null))
      return Promise.resolve({ error: null })
    },
  }
  const shown = { role: 'company', status: 'active', is_party: true, contact_id: null }
  const membership = (id: string, name: string) => ({
    role: 'buyer',
    organisation: { id, role: 'company', legal_name: name, party: { ...shown, id, name } },
  })
  const row = { ...shown, id: 'u1', name: 'Serra Azul', memberships: [membership('vale', 'Vale Verde')] }
  const asked: { refusal: { code: string } | null } = { refusal: null }
  const query = {
    maybeSingle: () =>
      Promise.resolve(
        asked.refusal
          ? { data: null, error: asked.refusal, status: 403 }
          : { data: row, error: null, status: 200 },
      ),
  }
  const chain = { select: () => chain, eq: () => chain, order: () => chain, abortSignal: () => query }
  return {
    asked,
    emit: (event: string, session: unknown) => listeners.forEach((listener) => listener(event, session)),
    client: { auth, from: () => chain },
  }
})
vi.mock('@supabase/supabase-js', () => ({ createClient: () => fake.client }))

const SESSION = { access_token: 't', user: { id: 'u1' } }

function endedByTheServer() {
  reportSessionEnd(new ApiError('session_ended', 401))
  return Promise.resolve()
}

let saysFarewell: () => void = () => undefined
const farewell = new Promise<void>((resolve) => {
  saysFarewell = resolve
})

function Who() {
  const state = useSession()
  const signOut = useSignOut()
  const actFor = useActFor()
  return (
    <>
      <p>{state.status === 'signed-in' && `age por ${state.party?.name} como ${state.role}`}</p>
      <button onClick={() => actFor('vale')}>Agir por Vale Verde</button>
      <p>{state.status === 'signed-in' ? state.profile.name : state.status}</p>
      <p>{state.status === 'signed-out' && (state.endedBecause?.message ?? 'sem motivo')}</p>
      <button onClick={() => void signOut(() => Promise.resolve())}>Sair</button>
      <button onClick={() => void signOut(endedByTheServer)}>Excluir</button>
      <button onClick={() => void signOut(() => farewell)}>Demorar</button>
      <button onClick={() => void signOut(() => Promise.reject(new Error())).catch(() => undefined)}>
        Falhar
      </button>
    </>
  )
}

function setup() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionProvider>
        <Who />
      </SessionProvider>
    </QueryClientProvider>,
  )
}

async function signedIn() {
  localStorage.setItem('sb-localhost-auth-token', '{}')
  setup()
  await vi.waitFor(() => {
    act(() => fake.emit('INITIAL_SESSION', SESSION))
    expect(screen.getByText('Serra Azul')).toBeTruthy()
  })
}

beforeEach(() => vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ anonKey: 'anon' }))))
afterEach(() => {
  localStorage.clear()
  fake.asked.refusal = null
})

test('a visitor without a stored session is known to be one at once', () => {
  setup()
  expect(screen.getByText('signed-out')).toBeTruthy()
})

test('the page stands while a stored session and its profile are on their way', async () => {
  localStorage.setItem('sb-localhost-auth-token', '{}')
  setup()
  expect(screen.getByText('loading')).toBeTruthy()
  await vi.waitFor(() => {
    act(() => fake.emit('INITIAL_SESSION', SESSION))
    expect(screen.getByText('Serra Azul')).toBeTruthy()
  })
})

test('whom the market does not know yet is neither a visitor nor signed in', async () => {
  fake.asked.refusal = { code: 'registration_incomplete' }
  localStorage.setItem('sb-localhost-auth-token', '{}')
  setup()
  await vi.waitFor(() => {
    act(() => fake.emit('INITIAL_SESSION', SESSION))
    expect(screen.getByText('unfinished')).toBeTruthy()
  })
})

test('a stored session stays, whatever the client says of it while the server is away', async () => {
  localStorage.setItem('sb-localhost-auth-token', JSON.stringify({ ...SESSION, refresh_token: 'r' }))
  setup()
  expect(await screen.findByText('Serra Azul')).toBeTruthy()
  act(() => fake.emit('INITIAL_SESSION', null))
  expect(screen.getByText('Serra Azul')).toBeTruthy()
  localStorage.clear()
  act(() => fake.emit('SIGNED_OUT', null))
  expect(await screen.findByText('signed-out')).toBeTruthy()
})

test('leaving gives no reason', async () => {
  await signedIn()
  await act(async () => {
    screen.getByRole('button', { name: 'Sair' }).click()
    await Promise.resolve()
  })
  expect(await screen.findByText('sem motivo')).toBeTruthy()
})

test('leaving takes what was typed along', async () => {
  writeDraft('mensagem:u1:u2', { text: 'Bom dia' })
  await signedIn()
  expect(readDraft('mensagem:u1:u2')).toEqual({ text: 'Bom dia' })
  await act(async () => {
    screen.getByRole('button', { name: 'Sair' }).click()
    await Promise.resolve()
  })
  await screen.findByText('sem motivo')
  expect(readDraft('mensagem:u1:u2')).toBeUndefined()
})

test('an end that the farewell brings about is no surprise', async () => {
  await signedIn()
  await act(async () => {
    screen.getByRole('button', { name: 'Excluir' }).click()
    await Promise.resolve()
  })
  expect(await screen.findByText('sem motivo')).toBeTruthy()
})

test('who leaves is a member until the page he leaves for is there', async () => {
  await signedIn()
  act(() => screen.getByRole('button', { name: 'Demorar' }).click())
  localStorage.clear()
  act(() => fake.emit('SIGNED_OUT', null))
  expect(screen.getByText('Serra Azul')).toBeTruthy()
  saysFarewell()
  expect(await screen.findByText('sem motivo')).toBeTruthy()
})

test('a failed farewell leaves the session as it was', async () => {
  await signedIn()
  await act(async () => {
    screen.getByRole('button', { name: 'Falhar' }).click()
    await Promise.resolve()
  })
  expect(screen.getByText('Serra Azul')).toBeTruthy()
  await act(async () => {
    reportSessionEnd(new ApiError('user_banned', 401))
    await Promise.resolve()
  })
  expect(await screen.findByText(/Sua conta foi bloqueada/)).toBeTruthy()
})

test('a session that the server ended says why', async () => {
  await signedIn()
  await act(async () => {
    reportSessionEnd(new ApiError('user_banned', 401))
    await Promise.resolve()
  })
  expect(await screen.findByText(/Sua conta foi bloqueada/)).toBeTruthy()
})

test('a person acts for his own party, and for another once he chose it', async () => {
  await signedIn()
  expect(screen.getByText('age por Serra Azul como owner')).toBeTruthy()
  act(() => screen.getByRole('button', { name: 'Agir por Vale Verde' }).click())
  expect(screen.getByText('age por Vale Verde como buyer')).toBeTruthy()
})

test('the choice outlives a reload', async () => {
  localStorage.setItem('automacao-parte:u1', 'vale')
  await signedIn()
  expect(screen.getByText('age por Vale Verde como buyer')).toBeTruthy()
})

test('a choice that no longer holds is passed over', async () => {
  localStorage.setItem('automacao-parte:u1', 'deixada')
  await signedIn()
  expect(screen.getByText('age por Serra Azul como owner')).toBeTruthy()
})
