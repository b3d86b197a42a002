import { expect, test } from 'vitest'
import { debtOf } from '@/features/contract/milestones/debt'
import { WHOLE } from '@/features/contract/test-contract'

const OWED = { ...WHOLE, status: 'awaiting_payment', owed_due_on: '2026-11-10' } as const

test.each([
  ['on its day', OWED, '2026-11-10', undefined],
  ['the day after', OWED, '2026-11-11', 'Pagamento vencido há 1 dia.'],
  ['once it is paid', { ...OWED, status: 'released' } as const, '2026-12-01', undefined],
  [
    'with the day of the stop, in dispute too',
    { ...OWED, status: 'disputed', acceptances_stop_on: '2026-11-26' } as const,
    '2026-12-14',
    'Pagamento vencido há 34 dias. A partir de 26/11/2026, a empresa não aceita novas propostas enquanto o valor for devido.',
  ],
])('a debt %s', (_, milestone, today, said) => {
  expect(debtOf(milestone, today)).toBe(said)
})
