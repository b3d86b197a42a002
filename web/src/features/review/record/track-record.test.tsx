import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import type { Side } from '@/features/review/axes'
import { recordOf } from '@/features/review/test-reviews'
import { TrackRecordCard, TrackRecordLine, DebtMark } from './track-record'
import { renderAt } from '@/lib/test-render'

async function facts(given: Parameters<typeof recordOf>[0], side: Side = 'professional') {
  serve({ 'rpc/track_records': [recordOf(given)] })
  renderAt(<TrackRecordCard profileId="marina" side={side} />)
  return (await screen.findByText('Em disputa')).closest('dl')?.textContent
}

test('shows what was finished, on time, ended early and is in dispute', async () => {
  expect(
    await facts({
      contracts_completed: 12,
      contracts_ended_early: 2,
      contracts_withdrawn: 1,
      contracts_in_dispute: 1,
      on_time_percent: 92,
    }),
  ).toBe(
    'Concluídos12Entregas no prazo92%dos marcos com dataInterrompidos2e 1 desfeito antes do inícioEm disputa1',
  )
  expect(askedOf('rpc/track_records').map(({ query }) => query)).toEqual([{ profile_ids: '{marina}' }])
})

test('a company’s record shows how it pays', async () => {
  expect(
    await facts({ contracts_completed: 4, paid_on_time_percent: 100, on_time_percent: 3 }, 'company'),
  ).toBe('Concluídos4Pagamento em dia100%dos marcos aceitosInterrompidos0Em disputa0')
})

test('a share that rests on too little is N/A', async () => {
  expect(await facts({ contracts_completed: 2 })).toContain('Entregas no prazoN/Aa partir de 3 contratos')
})

test('a failure is shown and can be retried', async () => {
  serve({ 'rpc/track_records': 500 })
  renderAt(<TrackRecordCard profileId="marina" side="professional" />)
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serve({ 'rpc/track_records': [recordOf({ contracts_completed: 7 })] })
  await userEvent.click(retry)
  expect(await screen.findByText('7')).toBeTruthy()
})

test('a party that may not be seen has no record', async () => {
  serve()
  const { container } = renderAt(<TrackRecordCard profileId="marina" side="professional" />)
  await vi.waitFor(() => expect(container.textContent).toBe(''))
})

test('one request reads several records', async () => {
  serve({ 'rpc/track_records': [recordOf({ on_time_percent: 80 }), recordOf({ profile_id: 'bruno' })] })
  renderAt(
    <>
      <TrackRecordLine profileId="marina" side="professional" among={['marina', 'bruno']} />
      <TrackRecordLine profileId="bruno" side="professional" among={['marina', 'bruno']} />
    </>,
  )
  const lines = await screen.findAllByLabelText('Histórico de contratos')
  expect(lines.map((line) => line.textContent)).toEqual([
    'Entregas no prazo80%Interrompidos0Em disputa0',
    'Entregas no prazoN/AInterrompidos0Em disputa0',
  ])
  expect(askedOf('rpc/track_records').map(({ query }) => query)).toEqual([{ profile_ids: '{bruno,marina}' }])
})

test.each([
  [{ debts: 1, oldest_days: 34 }, '1 pagamento vencido, há 34 dias'],
  [{ debts: 2, oldest_days: 1 }, '2 pagamentos vencidos, o mais antigo há 1 dia'],
])('what is owed past its date is said with its age', async (record, said) => {
  serve({ 'rpc/debt_records': [{ profile_id: 'serra', ...record }] })
  renderAt(<DebtMark companyId="serra" />)
  expect(await screen.findByText(said)).toBeTruthy()
})
