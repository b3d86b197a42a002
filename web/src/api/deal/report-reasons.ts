import type { Row } from '@/api/tables'

/** The reasons for a report, for choosing and for showing. */
export const REPORT_REASONS: Readonly<Record<Row<'reports'>['reason'], string>> = {
  fraud: 'Golpe ou fraude',
  spam: 'Spam',
  offensive: 'Conteúdo ofensivo',
  contact: 'Contato fora da plataforma',
  false_information: 'Informação falsa',
  other: 'Outro',
}
