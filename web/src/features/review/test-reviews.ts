import type { Review } from '@/features/review/queries'

/** For tests: what Serra Azul said of Marina. */
export const FROM_SERRA: Review = {
  id: 'r1',
  rating: 5,
  content: 'Entregou antes do prazo.',
  answer: null,
  answered_at: null,
  published_at: '2026-11-02T01:30:00Z',
  created_at: '2026-10-20T12:00:00Z',
  author: { id: 'serra', name: 'Serra Azul', role: 'company', avatar_url: null, avatar_seed: '' },
}
