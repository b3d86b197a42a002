import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { request, requestCounted } from '@/api/request/request'
import { Reports } from '@/features/admin/reports/reports'

const rpc = vi.hoisted(() => vi.fn())
vi.mock('@/api/request/request-once', () => ({
  requestOnce: (request: (client: { rpc: typeof rpc }) => unknown) => request({ rpc }),
}))
vi.mock('@/api/request/request', () => ({
  request: vi.fn(),
  requestCounted: vi.fn(),
}))

const REPORT = {
  id: 'r1',
  number: 1,
  kind: 'profile',
  subject_id: 'u1',
  excerpt: 'Lúcia Prado',
  reason: 'fraud',
  details: '',
  status: 'open',
  decision: null,
  decided_at: null,
  created_at: '2026-11-01T12:00:00Z',
  profile: { id: 'u1', name: 'Lúcia Prado', role: 'professional', status: 'active' },
  reporter: null,
}

beforeEach(() => {
  vi.mocked(requestCounted)
    .mockReset()
    .mockResolvedValue({ rows: [REPORT], total: 1 })
  rpc.mockReset().mockResolvedValue({ id: 'r1', status: 'upheld' })
})

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <Reports />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

async function decide(text: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Procede' }))
  if (text !== '') await userEvent.type(await screen.findByLabelText('Decisão'), text)
  await userEvent.click(screen.getByRole('button', { name: 'Registrar decisão' }))
}

test('a report shows its ticket and its reason in words', async () => {
  show()
  expect(await screen.findByText('DEN-0001')).toBeTruthy()
  expect(screen.getByText('Golpe ou fraude')).toBeTruthy()
})

test('a reported project is linked by its title; a missing one shows only its kind', async () => {
  const report = { ...REPORT, kind: 'project', subject_id: 'p1' }
  vi.mocked(requestCounted).mockResolvedValue({ rows: [report], total: 1 })
  vi.mocked(request).mockResolvedValueOnce({ title: 'Troca do CLP' })
  show()
  expect(await screen.findByRole('link', { name: 'Projeto: Troca do CLP' })).toBeTruthy()
  cleanup()
  vi.mocked(request).mockResolvedValueOnce(null)
  show()
  expect(await screen.findByRole('link', { name: 'Abrir projeto' })).toBeTruthy()
})

test('nothing is decided without a written decision', async () => {
  show()
  await decide('')
  expect(await screen.findByText('Escreva a decisão.')).toBeTruthy()
  expect(rpc).not.toHaveBeenCalled()
})

test('a written decision is sent', async () => {
  show()
  await decide('Perfil falso.')
  await vi.waitFor(() =>
    expect(rpc).toHaveBeenCalledWith('decide_report', {
      report_id: 'r1',
      status: 'upheld',
      decision: 'Perfil falso.',
    }),
  )
})

test('a decided report shows what was decided', async () => {
  const decided = { ...REPORT, status: 'upheld', decision: 'Perfil falso.', decided_at: REPORT.created_at }
  vi.mocked(requestCounted).mockResolvedValue({ rows: [decided], total: 1 })
  show()
  expect(await screen.findByText('Perfil falso.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Procede' })).toBeNull()
})
