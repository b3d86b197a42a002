import type { Review, TrackRecord } from '@/features/review/queries'

/** For tests: what Serra Azul said of Marina. */
export const FROM_SERRA: Review = {
  id: 'r1',
  rating: 5,
  axes: {},
  content: 'Entregou antes do prazo.',
  answer: null,
  answered_at: null,
  published_at: '2026-11-02T01:30:00Z',
  created_at: '2026-10-20T12:00:00Z',
  author: { id: 'serra', name: 'Serra Azul', role: 'company', avatar_url: null, avatar_seed: '' },
}

/** For tests: the record of Marina, who has none yet but for what is given. */
export function recordOf(given: Partial<TrackRecord> = {}): TrackRecord {
  return {
    profile_id: 'marina',
    contracts_completed: 0,
    contracts_ended_early: 0,
    contracts_withdrawn: 0,
    contracts_in_dispute: 0,
    on_time_percent: null,
    paid_on_time_percent: null,
    axes: {},
    ...given,
  }
}
