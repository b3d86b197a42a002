import type { Frequency, SavedSearch } from '@/features/saved-search/queries'
import { formatRelative } from '@/lib/format'

export const FREQUENCIES = [
  { value: 'at_once', label: 'Na hora' },
  { value: 'daily', label: 'Uma vez por dia' },
  { value: 'weekly', label: 'Uma vez por semana' },
  { value: 'never', label: 'Pausada' },
] as const satisfies readonly { value: Frequency; label: string }[]

export const FREQUENCY_HINTS: Record<Frequency, string> = {
  at_once: 'No sino, nos aparelhos e por e-mail, assim que chega.',
  daily: 'Um resumo às 8h, se chegou algo.',
  weekly: 'Um resumo às segundas, às 8h, se chegou algo.',
  never: 'Fica salva, sem avisos.',
}

export function frequencyOf(value: string): Frequency | undefined {
  return FREQUENCIES.find((one) => one.value === value)?.value
}

/** When the person was last told of a result. */
export function lastSentText({ frequency, last_sent_at }: Pick<SavedSearch, 'frequency' | 'last_sent_at'>) {
  if (last_sent_at !== null) return `Último aviso: ${formatRelative(last_sent_at)}`
  return frequency === 'never' ? 'Sem avisos' : 'Nenhum resultado novo ainda'
}
