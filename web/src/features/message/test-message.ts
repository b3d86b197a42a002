import type { Message } from '@/features/message/queries'

/** For tests: an unread message of Marina to Serra Azul, without files or a quote. */
export const MESSAGE: Message = {
  id: 'm1',
  from_id: 'marina',
  to_id: 'serra',
  party_id: null,
  content: 'Bom dia.\nPosso visitar a linha?',
  read: false,
  delivered_at: null,
  automatic: false,
  client_id: null,
  quotes_id: null,
  subject_kind: null,
  subject_id: null,
  files_count: 0,
  quote: null,
  files: [],
  timestamp: '2026-11-20T12:05:00Z',
}
