import type { Dispute, Entry } from '@/features/dispute/queries'
import { ofCents } from '@/lib/money'

const PARTY = { contact_id: null }

function entry(number: number, more: Partial<Entry> & Pick<Entry, 'kind' | 'side'>): Entry {
  return {
    id: `e${String(number)}`,
    number,
    content: null,
    professional_percent: null,
    offer: null,
    evidence: [],
    same_administrator: false,
    created_at: '2026-11-20T12:00:00Z',
    author_name: 'Alguém',
    ...more,
  }
}

/** What Serra Azul asked for. */
export const CLAIM = entry(1, {
  kind: 'claim',
  side: 'company',
  content: 'O painel não liga.',
  professional_percent: 20,
  offer: 1,
})

/** For tests: Serra Azul disputes what Marina delivered for R$ 1.000,55. */
export const OPEN: Dispute = {
  id: 'd1',
  contract_id: 'c1',
  milestone_id: 'm1',
  milestone_status: 'delivered',
  status: 'open',
  opened_by: 'company',
  reason: 'O painel não liga.',
  value_cents: ofCents(100_055),
  professional_percent: 20,
  answer_due_at: '2026-11-28T03:00:00Z',
  decided_percent: null,
  decided_at: null,
  appeal_until: null,
  company_accepted_at: null,
  professional_accepted_at: null,
  outcome_percent: null,
  ended_at: null,
  created_at: '2026-11-20T12:00:00Z',
  milestone: { id: 'm1', position: 1, title: 'Montagem', status: 'disputed' },
  contract: {
    id: 'c1',
    number: 7,
    status: 'active',
    company_id: 'serra',
    professional_id: 'marina',
    company: { id: 'serra', name: 'Serra Azul', ...PARTY },
    professional: { id: 'marina', name: 'Marina Alves', ...PARTY },
    project: { id: 'p1', title: 'Retrofit' },
  },
  entries: [CLAIM],
}

export const NEGOTIATING: Dispute = {
  ...OPEN,
  status: 'negotiating',
  entries: [
    CLAIM,
    entry(2, {
      kind: 'answer',
      side: 'professional',
      content: 'Liga.',
      evidence: [{ kind: 'message', text: 'O painel chegou.', side: 'company' }],
    }),
    entry(3, { kind: 'offer', side: 'professional', professional_percent: 80, offer: 2 }),
    entry(4, { kind: 'offer', side: 'company', professional_percent: 40, offer: 3 }),
    entry(5, { kind: 'offer', side: 'professional', professional_percent: 60, offer: 4 }),
  ],
}

export const MEDIATION: Dispute = { ...NEGOTIATING, status: 'mediation' }

export const DECIDED: Dispute = {
  ...MEDIATION,
  status: 'decided',
  decided_percent: 50,
  decided_at: '2026-11-20T12:00:00Z',
  appeal_until: '2026-11-23T12:00:00Z',
}

export const SETTLED: Dispute = {
  ...NEGOTIATING,
  status: 'settled',
  outcome_percent: 60,
  ended_at: '2026-11-21T12:00:00Z',
}
