import type { Contract, Milestone, Payment } from '@/features/contract/queries'
import { ofCents } from '@/lib/money'

/** For tests: every column of a contract that has not started. */
export const WHOLE: Milestone = {
  id: 'm1',
  position: 1,
  kind: 'work',
  title: 'Entrega do projeto',
  deliverable: '',
  value_cents: ofCents(5_200_000),
  due_on: null,
  status: 'planned',
  held_cents: ofCents(0),
  split_cents: null,
  owed_due_on: null,
  acceptances_stop_on: null,
  delivered_at: null,
  delivered_by: null,
  delivery_note: null,
  review_until: null,
  paused_at: null,
  waits_for_tac: false,
  adjustments_count: 0,
  approved_by: null,
  approved_at: null,
  settled_at: null,
}

/** For tests: a checklist item without a recorded result. */
export const UNRECORDED = { recorded_side: null, witnessed_at: null, witness_due_at: null }

/** For tests: what Serra Azul and Marina agreed on, completed by the company. */
export const COMPLETED: Contract = {
  id: 'c1',
  number: 7,
  project_id: 'p1',
  proposal_id: 'o1',
  status: 'completed',
  settlement: 'direct',
  fee_basis_points: 0,
  value_cents: ofCents(5_200_000),
  company_id: 'serra',
  professional_id: 'marina',
  company_reviewed: false,
  professional_reviewed: false,
  created_at: '2026-10-02T01:30:00Z',
  started_at: '2026-10-05T12:00:00Z',
  delivered_by: 'marina',
  delivered_at: '2026-11-05T12:00:00Z',
  acceptance_due_at: null,
  adjustments_count: 0,
  completed_by: 'serra',
  completed_at: '2026-11-10T12:00:00Z',
  end_reason: null,
  ended_at: null,
  termination_by: null,
  termination_reason: null,
  termination_lapses_at: null,
  termination_settlement: null,
  project_revision: 2,
  scope: {
    title: 'Migração da linha de envase',
    description: 'Migrar o CLP e a IHM da enchedora 3.',
    budget: 'R$ 50.000',
    deadline: '60 dias',
  },
  terms: { number: 1, deadline_days: 30, exclusions: 'Obra civil.' },
  milestones: [
    {
      ...WHOLE,
      status: 'released',
      delivered_at: '2026-11-05T12:00:00Z',
      delivered_by: 'marina',
      approved_by: 'serra',
      approved_at: '2026-11-10T12:00:00Z',
      settled_at: '2026-11-12T12:00:00Z',
    },
  ],
  payments: [],
  amendments: [],
  checklists: [],
  disputes: [],
  withholdings: [],
  proofs: [],
  invoices: [],
  project: { id: 'p1', title: 'Migração da linha de envase' },
  company: {
    id: 'serra',
    name: 'Serra Azul',
    role: 'company',
    contact_id: null,
    status: 'active',
    removed_at: null,
  },
  professional: {
    id: 'marina',
    name: 'Marina Alves',
    role: 'professional',
    contact_id: null,
    status: 'active',
    removed_at: null,
  },
}

export const ACTIVE: Contract = {
  ...COMPLETED,
  status: 'active',
  delivered_by: null,
  delivered_at: null,
  completed_by: null,
  completed_at: null,
  milestones: [WHOLE],
}

export const AGREED: Contract = { ...ACTIVE, status: 'agreed', started_at: null }

export const DELIVERED: Contract = {
  ...ACTIVE,
  status: 'delivered',
  delivered_by: 'marina',
  delivered_at: '2026-11-10T12:00:00Z',
  acceptance_due_at: '2026-11-24T12:00:00Z',
  milestones: [
    {
      ...WHOLE,
      status: 'delivered',
      delivered_by: 'marina',
      delivered_at: '2026-11-10T12:00:00Z',
      delivery_note: 'Programa e backup na pasta da obra.',
      review_until: '2026-11-24T12:00:00Z',
    },
  ],
}

/** Accepted without a guarantee: Serra Azul owes the money. */
export const OWED: Contract = {
  ...COMPLETED,
  milestones: [
    {
      ...WHOLE,
      status: 'awaiting_payment',
      owed_due_on: '2026-11-25',
      approved_by: 'serra',
      approved_at: '2026-11-15T12:00:00Z',
    },
  ],
}

const PAYMENT: Payment = {
  id: 'd1',
  milestone_id: 'm1',
  value_cents: ofCents(5_200_000),
  withheld_cents: ofCents(0),
  paid_on: '2026-11-18',
  receipt: 'c1/0123456789abcdef-pix.pdf',
  end_to_end_id: null,
  note: null,
  status: 'declared',
  declared_at: '2026-11-18T12:00:00Z',
  confirm_due_at: '2026-11-28T12:00:00Z',
  answered_at: null,
  reason: null,
}

/** Serra Azul stated that it paid; Marina has not answered. */
export const DECLARED: Contract = { ...OWED, payments: [PAYMENT] }

/** Two milestones: the first is delivered, the second is not started. */
export const IN_PARTS: Contract = {
  ...ACTIVE,
  milestones: [
    {
      ...WHOLE,
      id: 'm2',
      position: 2,
      title: 'Partida',
      value_cents: ofCents(2_000_000),
      due_on: '2026-12-10',
    },
    {
      ...WHOLE,
      title: 'Painel montado',
      value_cents: ofCents(3_200_000),
      status: 'delivered',
      delivered_by: 'marina',
      delivered_at: '2026-11-10T12:00:00Z',
      review_until: '2026-11-24T12:00:00Z',
    },
  ],
}

/** Marina proposed to end the contract; Serra Azul has not answered. */
export const TERMINATING: Contract = {
  ...ACTIVE,
  termination_by: 'marina',
  termination_reason: 'A parada foi adiada para o próximo ano.',
  termination_lapses_at: '2026-12-04T12:00:00Z',
}
