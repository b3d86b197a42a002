import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serve } from '@/api/test-server'
import { ContractTurn } from '@/features/contract/next-step/contract-turn'
import { allNext, alsoFor, nextFor, nextWords } from '@/features/contract/next-step/next-steps'
import type { Contract } from '@/features/contract/queries'
import { ACTIVE, DELIVERED, UNRECORDED } from '@/features/contract/test-contract'
import { ofCents } from '@/lib/money'
import { renderAt } from '@/lib/test-render'

const AMENDMENT = {
  id: 'a1',
  label: 'AD-01',
  author: 'professional',
  status: 'proposed',
  lapses_at: '2026-12-01T12:00:00Z',
} as const
const LIST = {
  id: 'l1',
  milestone_id: 'm1',
  kind: 'taf',
  version: 3,
  status: 'agreed',
  agreed_by_company: 'serra',
  agreed_by_professional: 'marina',
  company_signed_at: null,
  professional_signed_at: '2026-11-20T12:00:00Z',
  items: [{ ...UNRECORDED, result: 'passed', blocking: true }],
} as const
const DISPUTE = {
  id: 'd1',
  milestone_id: 'm1',
  status: 'open',
  opened_by: 'company',
  answer_due_at: '2026-11-28T03:00:00Z',
  appeal_until: null,
  company_accepted_at: null,
  professional_accepted_at: null,
  entries: [{ side: 'company', offer: 1 }],
} as const

function turns(changes: Partial<Contract>, contract = ACTIVE) {
  return allNext({ ...contract, ...changes }).map(({ kind, side }) => `${kind} ${side}`)
}

const WAITING: readonly [string, Partial<Contract>, string][] = [
  ['an amendment waits for the other side', { amendments: [AMENDMENT] }, 'amendment company'],
  [
    'a list for who did not write it',
    { checklists: [{ ...LIST, items: [], status: 'proposed', agreed_by_company: null }] },
    'list company',
  ],
  [
    'what was tested for who has not signed',
    { checklists: [{ ...LIST, items: [...LIST.items] }] },
    'sign company',
  ],
  ['a dispute for who did not open it', { disputes: [{ ...DISPUTE, entries: [] }] }, 'dispute professional'],
  [
    'a division for who did not propose it',
    {
      disputes: [
        {
          ...DISPUTE,
          status: 'negotiating',
          entries: [
            { side: 'company', offer: 1 },
            { side: 'professional', offer: 2 },
          ],
        },
      ],
    },
    'split company',
  ],
  [
    'a decision for who has not accepted it',
    {
      disputes: [{ ...DISPUTE, status: 'decided', entries: [], company_accepted_at: '2026-11-20T12:00:00Z' }],
    },
    'decision professional',
  ],
  [
    'an invoice is sent by the professional',
    { invoices: [{ id: 'i1', milestone_id: 'm1', status: 'pending' }] },
    'invoice professional',
  ],
  [
    'checked by the company',
    { invoices: [{ id: 'i1', milestone_id: 'm1', status: 'sent' }] },
    'check_invoice company',
  ],
  [
    'and taxes are agreed to by the professional',
    {
      withholdings: [
        {
          milestone_id: 'm1',
          gross_cents: ofCents(100),
          value_cents: ofCents(5),
          status: 'proposed',
          answer_due_at: '2026-11-25T12:00:00Z',
        },
      ],
    },
    'withholding professional',
  ],
]

test.each(WAITING)('%s', (_, changes, turn) => {
  expect(turns(changes)).toContain(turn)
})

test('nobody signs what is not tested yet, and nothing is answered once the contract ended', () => {
  const untested = { ...LIST, items: [{ ...UNRECORDED, result: 'pending' as const, blocking: true }] }
  expect(turns({ checklists: [untested] })).toEqual(['deliver professional'])
  expect(turns({ amendments: [AMENDMENT], status: 'terminated' })).toEqual([])
})

test('with a guarantee the deposit comes before the work, one part at a time', () => {
  const [whole] = ACTIVE.milestones
  if (whole === undefined) throw new Error('a contract has milestones')
  const parts = (...states: Partial<typeof whole>[]) => ({
    settlement: 'guarantee' as const,
    milestones: states.map((state, at) => ({ ...whole, id: `m${at}`, position: at + 1, ...state })),
  })
  const held = { status: 'funded' as const, held_cents: whole.value_cents }
  expect(turns(parts({}, {}))).toEqual(['deposit company'])
  expect(turns(parts({ status: 'awaiting_payment' }, {}))).toEqual(['deposit company'])
  expect(turns(parts(held, {}))).toEqual(['deliver professional'])
  expect(turns(parts({}, held))).toEqual(['deposit company', 'deliver professional'])
  expect(turns(parts({ status: 'delivered' }, {}))).toEqual(['approve company', 'deposit company'])
  expect(turns(parts({ status: 'adjusting' }, {}))).toEqual(['deposit company'])
  expect(turns(parts({ ...held, status: 'adjusting' }, {}))).toEqual(['adjust professional'])
  expect(turns(parts({ status: 'released' }, {}))).toEqual(['deposit company'])
  const contract = { ...ACTIVE, ...parts({}) }
  const next = nextFor(contract, 'professional')
  expect(next && nextWords(contract, next, 'professional')).toBe(
    'Espere o depósito da empresa em garantia para trabalhar',
  )
})

test('the most pressing is asked for, and the rest is not forgotten', () => {
  const contract = { ...DELIVERED, amendments: [AMENDMENT] }
  expect(nextFor(contract, 'company')?.kind).toBe('approve')
  expect(alsoFor(contract, 'company').map((next) => nextWords(contract, next, 'company'))).toEqual([
    'Responda ao aditivo AD-01',
  ])
})

const MAYS = { mayFulfil: true, mayNegotiate: true, mayPay: true }
const TEST_LIST = {
  id: 'l1',
  milestone_id: DELIVERED.milestones[0]?.id ?? '',
  kind: 'tac',
  version: 1,
  status: 'agreed',
  agreed_by_company: 'serra',
  agreed_by_professional: 'marina',
  company_signed_at: null,
  professional_signed_at: null,
} as const

function show(result: 'failed' | 'passed', blocking: boolean) {
  serve()
  const items = [{ ...UNRECORDED, result, blocking }]
  renderAt(
    <ContractTurn
      contract={{ ...DELIVERED, checklists: [{ ...TEST_LIST, items }] }}
      side="company"
      mays={MAYS}
    />,
  )
}

test('what a blocking item holds is not offered for approval', () => {
  show('failed', true)
  expect(screen.getByText(/há item impeditivo em aberto/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver item impeditivo' }).getAttribute('href')).toBe('#listas')
  expect(screen.queryByRole('button', { name: 'Aprovar' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Pedir ajustes' })).toBeTruthy()
})

test.each([
  ['passed', true],
  ['failed', false],
] as const)('a %s item holds nothing where blocking is %s', (result, blocking) => {
  show(result, blocking)
  expect(screen.getByRole('button', { name: 'Aprovar' })).toBeTruthy()
})
