import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { Sessions } from '@/features/settings/account/sessions'
import { renderAt } from '@/lib/test-render'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1'
const MOMENTS = { created_at: '2026-11-01T12:00:00Z', refreshed_at: '2026-11-02T12:00:00Z' }

test('this device comes first, is marked and is ended by Sair alone', async () => {
  serve({
    'rpc/list_sessions': [
      { id: 'celular', user_agent: SAFARI, ip: '198.51.100.9', is_current: false, ...MOMENTS },
      { id: 'mesa', user_agent: CHROME, ip: '203.0.113.7', is_current: true, ...MOMENTS },
    ],
    'rpc/end_session': { body: { id: 'celular' } },
  })
  renderAt(<Sessions />)
  const lines = within(await screen.findByRole('list', { name: 'Sessões ativas' })).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^Chrome no WindowsEste dispositivoem uso agora · entrou em 01\/11\/2026/),
    expect.stringMatching(/^Safari no iPhoneúltimo uso .*IP 198\.51\.100\.9/),
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Encerrar' }))
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Encerrar' }),
  )
  await vi.waitFor(() =>
    expect(askedOf('rpc/end_session').map(({ body }) => body)).toEqual([{ session_id: 'celular' }]),
  )
})
