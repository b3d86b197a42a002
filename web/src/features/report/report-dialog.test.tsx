import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { ReportButton } from '@/features/report/report-button'
import { currentToast } from '@/lib/toast'

const rpc = vi.hoisted(() => vi.fn())
vi.mock('@/api/request/request', () => ({
  request: (request: (client: { rpc: typeof rpc }) => unknown) => request({ rpc }),
}))

beforeEach(() => {
  rpc.mockReset().mockResolvedValue({ number: 12 })
})

async function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ReportButton kind="project" subjectId="p1" />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Denunciar' }))
  await screen.findByRole('dialog', { name: 'Denunciar projeto' })
}

async function send() {
  await userEvent.click(screen.getByRole('button', { name: 'Enviar denúncia' }))
}

test('a report needs a reason', async () => {
  await open()
  await send()
  expect(screen.getByText('Escolha o motivo da denúncia.')).toBeTruthy()
  expect(rpc).not.toHaveBeenCalled()
})

test('a report is sent and its ticket shown', async () => {
  await open()
  await userEvent.click(screen.getByLabelText('Golpe ou fraude'))
  await send()
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Denúncia registrada'))
  expect(currentToast()?.description).toContain('DEN-0012')
  expect(rpc).toHaveBeenCalledWith('report_content', {
    kind: 'project',
    subject_id: 'p1',
    reason: 'fraud',
    details: '',
  })
})

test('a refused report stays open and says why', async () => {
  rpc.mockRejectedValue(new ApiError('unavailable', 503))
  await open()
  await userEvent.click(screen.getByLabelText('Spam'))
  await send()
  await vi.waitFor(() => expect(currentToast()?.variant).toBe('destructive'))
  expect(screen.getByRole('dialog', { name: 'Denunciar projeto' })).toBeTruthy()
})
