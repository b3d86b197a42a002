import { ENTRY_KINDS } from '@/api/words'
import { keyOf } from '@/lib/keys-of'

/** The kinds of statement lines, in the words of the account's owner. */
export function kindOf(kind: string): string {
  const known = keyOf(ENTRY_KINDS, kind)
  return known === undefined ? 'Lançamento' : ENTRY_KINDS[known]
}

export const KIND_FILTERS = [
  { value: '', label: 'Tudo' },
  { value: 'guarantee', label: 'Garantias' },
  { value: 'release', label: 'Liberações' },
  { value: 'refund', label: 'Devoluções' },
  { value: 'fee', label: 'Taxas' },
  { value: 'withheld', label: 'Tributos' },
  { value: 'payout', label: 'Saques' },
  { value: 'payout_returned', label: 'Saques devolvidos' },
] as const
