import { formatDay } from '@/lib/format'
import type { Change } from '@/features/proposal/terms/revisions'
import {
  deadlineText,
  milestonesOf,
  RETENTION_WORDS,
  TAC_WORDS,
  type Terms,
  type Version,
} from '@/features/proposal/terms/terms'
import { formatMoney } from '@/lib/money'

type Field = { label: string; isLong?: boolean; text: (terms: Terms) => string }

const FIELDS: readonly Field[] = [
  { label: 'Valor', text: ({ value_cents }) => formatMoney(value_cents) },
  {
    label: 'Deslocamento',
    text: ({ travel_cents }) => (travel_cents === 0 ? 'incluído' : formatMoney(travel_cents)),
  },
  { label: 'Marcos', isLong: true, text: milestoneLines },
  { label: 'Prazo', text: ({ deadline_days }) => deadlineText(deadline_days) },
  { label: 'Validade', text: ({ valid_until }) => formatDay(valid_until) },
  { label: 'Premissas', isLong: true, text: ({ assumptions }) => assumptions ?? '' },
  { label: 'Exclusões', isLong: true, text: ({ exclusions }) => exclusions ?? '' },
]

/** What differs between two versions of terms. */
export function termChanges(before: Terms, after: Terms): Change[] {
  return FIELDS.map(({ label, isLong = false, text }) => ({
    label,
    isLong,
    before: text(before),
    after: text(after),
  })).filter((change) => change.before !== change.after)
}

/** A line for each milestone. */
export function milestoneLines(terms: Terms): string {
  return milestonesOf(terms)
    .map(({ title, deliverable, value, due_on, isRetention, waitsForTac }, at) =>
      [
        `${at + 1}. ${title}`,
        deliverable,
        due_on && `até ${formatDay(due_on)}`,
        isRetention && RETENTION_WORDS,
        waitsForTac && TAC_WORDS,
        formatMoney(value),
      ]
        .filter(Boolean)
        .join(' · '),
    )
    .join('\n')
}

/** What a version was written upon: the last one before it that was ever the proposal's word. */
export function baseOf(version: Version, all: readonly Version[]): Version | undefined {
  return all
    .filter(
      ({ number, author, state }) =>
        number < version.number &&
        (author === 'professional' || state === 'current' || state === 'superseded'),
    )
    .reduce<Version | undefined>(
      (latest, one) => (latest === undefined || one.number > latest.number ? one : latest),
      undefined,
    )
}
