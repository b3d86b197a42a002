import type { Row } from '@/api/tables'

/** Why something may be reported, as it is chosen and as it is read. */
export const REPORT_REASONS: Readonly<Record<Row<'reports'>['reason'], string>> = {
  fraud: 'Golpe ou fraude',
  spam: 'Spam',
  offensive: 'Conteúdo ofensivo',
  contact: 'Contato fora da plataforma',
  false_information: 'Informação falsa',
  other: 'Outro',
}
