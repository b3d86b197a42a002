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
  delivered_by: 'marina',
  delivered_at: '2026-11-05T12:00:00Z',
  completed_by: 'serra',
  completed_at: '2026-11-10T12:00:00Z',
  project: { id: 'p1', title: 'Migração da linha de envase' },
  company: { id: 'serra', name: 'Serra Azul' },
  professional: { id: 'marina', name: 'Marina Alves' },
}

export const ACTIVE: Contract = {
  ...COMPLETED,
  status: 'active',
  delivered_by: null,
  delivered_at: null,
  completed_by: null,
  completed_at: null,
}
