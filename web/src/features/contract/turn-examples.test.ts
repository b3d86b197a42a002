import { expect, test } from 'vitest'
import { allNext } from '@/features/contract/next-step/next-steps'
import type { Contract } from '@/features/contract/queries'
import { ACTIVE, DECLARED, UNRECORDED, WHOLE } from '@/features/contract/test-contract'
import examples from '@/features/contract/turn-examples.json'
import { ofCents } from '@/lib/money'

// What the database says of the same states (internal/market/deal/contract).
const WRITTEN: Readonly<Record<string, string>> = examples

const STATES = ['agreed', 'active', 'delivered', 'completed', 'withdrawn', 'terminated', 'cancelled'] as const
const PARTS = [
  'planned',
  'awaiting_payment',
  'owed',
  'funded',
  'delivered',
  'adjusting',
  'released',
  'disputed',
  'split',
  'refunded',
  'cancelled',
] as const

function contractIn(status: Contract['status'], part: (typeof PARTS)[number]): Contract {
  const isOwed = part === 'owed'
  const milestone = {
    ...WHOLE,
    status: isOwed ? 'awaiting_payment' : part,
    owed_due_on: isOwed ? '2026-11-25' : null,
  } as const
  return { ...ACTIVE, status, milestones: [milestone] }
}

function turnsOf(contract: Contract): string {
  return allNext(contract)
    .map(({ kind, side }) => `${side} ${kind === 'answer' ? 'termination' : kind}`)
    .toSorted()
    .join(', ')
}

const LAPSES = new Date(Date.now() + 9 * 24 * 60 * 60 * 1000).toISOString()
const LAPSED = '2020-01-01T12:00:00Z'

function amendment(author: 'company' | 'professional', status: 'proposed' | 'accepted') {
  return { amendments: [{ id: 'a1', label: 'AD-01', author, status, lapses_at: LAPSES }] }
}

type List = Contract['checklists'][number]

/** What a side recorded of a blocking item, and nobody of the other has witnessed. */
const PASSED = {
  ...UNRECORDED,
  result: 'passed',
  blocking: true,
  recorded_side: 'professional',
  witness_due_at: LAPSES,
} as const

function list(
  status: List['status'],
  result: List['items'][number]['result'],
  [company, professional]: readonly [string | null, string | null],
  signed: string | null = null,
  blocking = false,
  more: List['items'] = [],
) {
  const both = status === 'signed' ? LAPSED : null
  return {
    checklists: [
      {
        id: 'l1',
        milestone_id: 'm1',
        kind: 'taf' as const,
        version: 1,
        status,
        agreed_by_company: company,
        agreed_by_professional: professional,
        company_signed_at: signed,
        professional_signed_at: both,
        items: [{ ...UNRECORDED, result, blocking }, ...more],
      },
    ],
  }
}

type Side = 'company' | 'professional'
type Dispute = Contract['disputes'][number]

function dispute(status: Dispute['status'], opened_by: Side, offers: readonly Side[] = []) {
  return {
    disputes: [
      {
        id: 'd1',
        milestone_id: 'm1',
        status,
        opened_by,
        answer_due_at: LAPSES,
        appeal_until: null,
        company_accepted_at: status === 'decided' ? LAPSED : null,
        professional_accepted_at: null,
        entries: offers.map((side, at) => ({ side, offer: at + 1 })),
      },
    ],
  }
}

function invoice(status: Contract['invoices'][number]['status']) {
  return { invoices: [{ id: 'i1', milestone_id: 'm1', status }] }
}

function tax(status: Contract['withholdings'][number]['status']) {
  const cents = ofCents(1)
  return {
    withholdings: [
      { milestone_id: 'm1', gross_cents: cents, value_cents: cents, status, answer_due_at: LAPSES },
    ],
  }
}

function proof(status: Contract['proofs'][number]['status'], due_at: string) {
  return {
    proofs: [{ milestone_id: 'm1', status, due_at, answer_until: status === 'shown' ? due_at : null }],
  }
}

function payment(status: Contract['payments'][number]['status']) {
  return { payments: DECLARED.payments.map((one) => ({ ...one, status })) }
}

const ADDITIONS: Readonly<Record<string, Partial<Contract>>> = {
  'termination by company': { termination_by: 'serra', termination_lapses_at: LAPSES },
  'termination by professional': { termination_by: 'marina', termination_lapses_at: LAPSES },
  'lapsed termination': { termination_by: 'serra', termination_lapses_at: LAPSED },
  'amendment by company': amendment('company', 'proposed'),
  'amendment by professional': amendment('professional', 'proposed'),
  'amendment accepted': amendment('company', 'accepted'),
  'list by company': list('proposed', 'pending', ['serra', null]),
  'list by professional': list('proposed', 'pending', [null, 'marina']),
  'list to execute': list('agreed', 'pending', ['serra', 'marina']),
  'list to sign': list('agreed', 'passed', ['serra', 'marina']),
  'list signed by company': list('agreed', 'failed', ['serra', 'marina'], LAPSED),
  'list signed': list('signed', 'passed', ['serra', 'marina'], LAPSED),
  'list to witness': list('agreed', 'pending', ['serra', 'marina'], null, false, [PASSED]),
  'list to sign and witness': list('agreed', 'passed', ['serra', 'marina'], null, false, [PASSED]),
  'list signed and to witness': list('agreed', 'passed', ['serra', 'marina'], LAPSED, false, [PASSED]),
  'list witnessed': list('agreed', 'pending', ['serra', 'marina'], null, false, [
    { ...PASSED, witnessed_at: LAPSED },
  ]),
  'list that blocks': list('agreed', 'pending', ['serra', 'marina'], null, true),
  'list that blocks by failure': list('agreed', 'failed', ['serra', 'marina'], null, true),
  'list that would block': list('proposed', 'pending', ['serra', null], null, true),
  'list that blocked': list('signed', 'passed', ['serra', 'marina'], LAPSED, true),
  'dispute open': dispute('open', 'company'),
  'dispute open by professional': dispute('open', 'professional'),
  'dispute negotiating': dispute('negotiating', 'company', ['company']),
  'dispute countered': dispute('negotiating', 'company', ['company', 'professional']),
  'dispute in mediation': dispute('mediation', 'company', ['company']),
  'dispute decided': dispute('decided', 'company', ['company']),
  'dispute settled': dispute('settled', 'company', ['company']),
  'invoice pending': invoice('pending'),
  'invoice sent': invoice('sent'),
  'invoice refused': invoice('refused'),
  'invoice checked': invoice('checked'),
  'tax proposed': tax('proposed'),
  'tax agreed': tax('agreed'),
  'tax to prove': proof('due', LAPSES),
  'tax past its date': proof('due', LAPSED),
  'tax shown': proof('shown', LAPSES),
  'tax shown past its date': proof('shown', LAPSED),
  'tax contested': proof('contested', LAPSES),
  'tax contested past its date': proof('contested', LAPSED),
  'tax in mediation': proof('mediation', LAPSES),
  'tax proved': proof('proved', LAPSED),
  'tax without a proof': proof('owed', LAPSED),
  'payment declared': payment('declared'),
  'payment contested': payment('contested'),
  'payment confirmed': payment('confirmed'),
}

function partsBeside(addition: string): (typeof PARTS)[number][] {
  if (addition.startsWith('payment')) return ['owed']
  return addition.startsWith('list')
    ? ['planned', 'owed', 'disputed', 'delivered']
    : ['planned', 'owed', 'disputed']
}

test('the page says whose turn it is as the database does, in every state of a milestone', () => {
  const said = STATES.flatMap((status) =>
    PARTS.flatMap((part) =>
      (['direct', 'guarantee'] as const).map((settlement): [string, string] => [
        `${status}/${part}/${settlement}`,
        turnsOf({ ...contractIn(status, part), settlement }),
      ]),
    ),
  )
  expect(Object.fromEntries(said.filter(([, turns]) => turns !== ''))).toEqual(
    Object.fromEntries(Object.entries(WRITTEN).filter(([name]) => !name.includes('+') && !isPair(name))),
  )
})

test('and in all that may wait beside it', () => {
  const said = STATES.flatMap((status) =>
    Object.entries(ADDITIONS).flatMap(([name, addition]) =>
      partsBeside(name).map((part): [string, string] => [
        `${status}/${part}/direct + ${name}`,
        turnsOf({ ...contractIn(status, part), ...addition }),
      ]),
    ),
  )
  expect(Object.fromEntries(said.filter(([, turns]) => turns !== ''))).toEqual(
    Object.fromEntries(Object.entries(WRITTEN).filter(([name]) => name.includes('+') && !isPair(name))),
  )
})

/** As the states of one of two milestones are called, and what is held of it. */
const PAIRED: Readonly<Record<string, Partial<Contract['milestones'][number]>>> = {
  planned: { status: 'planned' },
  awaiting_payment: { status: 'awaiting_payment' },
  owed: { status: 'awaiting_payment', owed_due_on: '2026-11-25' },
  funded: { status: 'funded', held_cents: ofCents(1) },
  delivered: { status: 'delivered' },
  'delivered held': { status: 'delivered', held_cents: ofCents(1) },
  adjusting: { status: 'adjusting' },
  'adjusting held': { status: 'adjusting', held_cents: ofCents(1) },
  released: { status: 'released' },
  disputed: { status: 'disputed', held_cents: ofCents(1) },
}

test('and of two milestones under guarantee: the deposit before the work, one at a time', () => {
  const said = (['agreed', 'active'] as const).flatMap((status) =>
    Object.entries(PAIRED).flatMap(([first, one]) =>
      Object.entries(PAIRED).map(([second, other]): [string, string] => {
        const milestones = [
          { ...WHOLE, ...one },
          { ...WHOLE, id: 'm2', position: 2, ...other },
        ]
        const turns = allNext({ ...ACTIVE, status, settlement: 'guarantee', milestones })
          .map(({ kind, side, milestone }) => `${side} ${kind} ${milestone?.position}`)
          .toSorted()
          .join(', ')
        return [`${status}/${first} + ${second}`, turns]
      }),
    ),
  )
  expect(Object.fromEntries(said.filter(([, turns]) => turns !== ''))).toEqual(
    Object.fromEntries(Object.entries(WRITTEN).filter(([name]) => isPair(name))),
  )
})

/** Of two milestones: it has no way to settle in its name. */
function isPair(name: string): boolean {
  return !/\/(direct|guarantee)/.test(name)
}
