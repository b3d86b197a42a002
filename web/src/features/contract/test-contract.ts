import type { Contract } from '@/features/contract/queries'
import { ofCents } from '@/lib/money'

/** For tests: what Serra Azul and Marina agreed on, completed by the company. */
export const COMPLETED: Contract = {
  id: 'c1',
  number: 7,
  project_id: 'p1',
  status: 'completed',
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
  project_revision: 2,
  scope: {
    title: 'Migração da linha de envase',
    description: 'Migrar o CLP e a IHM da enchedora 3.',
    budget: 'R$ 50.000',
    deadline: '60 dias',
  },
  project: { id: 'p1', title: 'Migração da linha de envase' },
  company: { id: 'serra', name: 'Serra Azul', status: 'active', removed_at: null },
  professional: { id: 'marina', name: 'Marina Alves', status: 'active', removed_at: null },
}

export const ACTIVE: Contract = {
  ...COMPLETED,
  status: 'active',
  delivered_by: null,
  delivered_at: null,
  completed_by: null,
  completed_at: null,
}

export const AGREED: Contract = { ...ACTIVE, status: 'agreed', started_at: null }

export const DELIVERED: Contract = {
  ...ACTIVE,
  status: 'delivered',
  delivered_by: 'marina',
  delivered_at: '2026-11-10T12:00:00Z',
  acceptance_due_at: '2026-11-24T12:00:00Z',
}

/** Marina proposes to end it; Serra Azul has not answered. */
export const TERMINATING: Contract = {
  ...ACTIVE,
  termination_by: 'marina',
  termination_reason: 'A parada foi adiada para o próximo ano.',
  termination_lapses_at: '2026-12-04T12:00:00Z',
}
