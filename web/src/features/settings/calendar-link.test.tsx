import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { CalendarLink } from '@/features/settings/calendar-link'
import { renderAt } from '@/lib/test-render'

test('an address is created, shown once and revoked', async () => {
  let since: string | null = null
  serve({
    'rpc/read_calendar_link': () => ({ body: { path: null, created_at: since } }),
    'rpc/make_calendar_link': () => {
      since = '2026-11-25T12:00:00Z'
      return { body: { path: '/functions/v1/x.ics?token=abc', created_at: since } }
    },
    'rpc/end_calendar_link': () => {
      since = null
      return { body: { path: null, created_at: null } }
    },
  })
  renderAt(<CalendarLink />)
  await userEvent.click(await screen.findByRole('button', { name: 'Criar endereço' }))
  expect(await screen.findByLabelText('Endereço da agenda')).toHaveProperty(
    'value',
    `${window.location.origin}/functions/v1/x.ics?token=abc`,
  )
  expect(await screen.findByText('Um endereço está ativo desde 25/11/2026.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Encerrar endereço' }))
  expect(await screen.findByRole('button', { name: 'Criar endereço' })).toBeTruthy()
  await vi.waitFor(() => expect(screen.queryByLabelText('Endereço da agenda')).toBeNull())
  expect(askedOf('rpc/end_calendar_link')).toHaveLength(1)
})
