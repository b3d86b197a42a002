import type { Negotiated, Offer, Version } from '@/features/proposal/terms/terms'
import { ofCents } from '@/lib/money'

/** For tests: a plain proposal as it was sent. */
export const PLAIN: Negotiated = {
  terms: 1,
  value_cents: ofCents(5_200_000),
  travel_cents: ofCents(0),
  milestones: [{ title: 'Entrega do projeto', deliverable: '', value: 52000, due_on: null }],
  deadline_days: null,
  valid_until: '2026-12-20',
  assumptions: null,
  exclusions: null,
  offers: [],
}

/** For tests: three milestones, a term and travel apart. */
export const DETAILED: Negotiated = {
  ...PLAIN,
  travel_cents: ofCents(150_050),
  milestones: [
    { title: 'Levantamento', deliverable: 'Lista de I/O', value: 10400, due_on: '2026-12-05' },
    { title: 'TAF', deliverable: '', value: 26000.5, due_on: null },
    { title: 'Virada', deliverable: '', value: 15599.5, due_on: null },
  ],
  deadline_days: 40,
  assumptions: 'Painéis liberados.',
  exclusions: 'Obras civis.',
}

/** For tests: what the company counters with. */
export const OFFER: Offer = {
  ...PLAIN,
  number: 2,
  value_cents: ofCents(4_800_000),
  milestones: [{ title: 'Entrega do projeto', deliverable: '', value: 48000, due_on: null }],
  deadline_days: 30,
  note: 'Cabe no orçamento.',
  created_at: '2026-11-21T12:00:00Z',
}

export function versionOf(changes: Partial<Version>): Version {
  return {
    ...OFFER,
    number: 1,
    author: 'professional',
    state: 'current',
    note: null,
    answered_at: null,
    ...changes,
  }
}
