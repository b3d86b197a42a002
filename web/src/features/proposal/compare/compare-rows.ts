import { isOutdated } from '@/features/proposal/own/sent-proposals'
import { milestoneLines } from '@/features/proposal/terms/term-changes'
import { deadlineText, totalOf } from '@/features/proposal/terms/terms'
import { statusOf } from '@/features/proposal/text'
import { formatDay, formatRating, formatRecord } from '@/lib/format'
import { formatAmount, formatMoney, type Money } from '@/lib/money'
import type { QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { countedPages } from '@/api/request/counted-pages'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import type { Insert, Row } from '@/api/tables'
import { FOR_COMPANY, type ProjectProposal } from '@/features/proposal/queries'

const PAGE_SIZE = 50

type Note = Pick<Row<'proposal_notes'>, 'note' | 'shortlisted'>

export type Compared = ProjectProposal & { noted: Note | null }

/** The proposals to compare, cheapest first, with the company's notes. */
export function comparedQuery(projectId: string) {
  return countedPages(keys.proposals.compared(projectId), PAGE_SIZE, (client) =>
    client
      .from('proposals')
      .select(`${FOR_COMPANY}, noted:proposal_notes!proposal_id(note, shortlisted)`, { count: 'estimated' })
      .eq('project_id', projectId)
      .eq('offers.state', 'offered')
      .in('status', ['pending', 'waiting', 'accepted', 'expired'])
      .order('value_cents')
      .order('id'),
  )
}

/** Saves the company's note on a proposal; the professional never sees it. */
export function noteProposal(queryClient: QueryClient) {
  return {
    mutationFn: (note: Insert<'proposal_notes'>) =>
      requestOnce((client) => client.from('proposal_notes').upsert(note)),
    onSuccess: () => invalidate(queryClient, after.noteChange),
  }
}

export type CompareRow = {
  label: string
  text: (proposal: Compared) => string
  /** Where a spreadsheet wants the bare amount. */
  amount?: (proposal: Compared) => Money
  isLong?: boolean
}

export const ROWS: readonly CompareRow[] = [
  money('Valor', ({ value_cents }) => value_cents),
  money('Deslocamento', ({ travel_cents }) => travel_cents),
  money('Total que você paga', totalOf),
  { label: 'Taxa para a empresa', text: () => 'nenhuma' },
  { label: 'Prazo', text: ({ deadline_days }) => deadlineText(deadline_days) },
  { label: 'Válida até', text: ({ valid_until }) => formatDay(valid_until) },
  { label: 'Marcos', text: milestoneLines, isLong: true },
  { label: 'Premissas', text: ({ assumptions }) => assumptions ?? '—', isLong: true },
  { label: 'Exclusões', text: ({ exclusions }) => exclusions ?? '—', isLong: true },
  {
    label: 'Avaliação',
    text: ({ professional }) => `${formatRating(professional?.rating)}${formatRecord(professional)}`,
  },
  { label: 'Experiência', text: ({ professional }) => professional?.experience ?? '—' },
]

function money(label: string, amount: (proposal: Compared) => Money): CompareRow {
  return { label, amount, text: (proposal) => formatMoney(amount(proposal)) }
}

/** Whether the proposals say different things in a row. */
export function differs({ text }: CompareRow, proposals: readonly Compared[]): boolean {
  return new Set(proposals.map(text)).size > 1
}

/** The best of the proposals that can still be accepted; all of them in a tie. */
export function bestOf(proposals: readonly Compared[]) {
  const open = proposals.filter(({ status }) => status === 'pending' || status === 'waiting')
  const total = Math.min(...open.map(totalOf))
  const days = Math.min(...open.map(({ deadline_days }) => deadline_days ?? Infinity))
  return (proposal: Compared): string[] => {
    if (open.length < 2 || !open.includes(proposal)) return []
    return [
      ...(totalOf(proposal) === total ? ['Menor total'] : []),
      ...(proposal.deadline_days === days ? ['Menor prazo'] : []),
    ]
  }
}

export const ORDERS = [
  { value: '', label: 'Menor total' },
  { value: 'prazo', label: 'Menor prazo' },
  { value: 'avaliacao', label: 'Melhor avaliação' },
  { value: 'selecionadas', label: 'Selecionadas primeiro' },
] as const

/** A sorted copy; ties are ordered by their total. */
export function ordered(proposals: readonly Compared[], order: string): Compared[] {
  const rank = (proposal: Compared): number => {
    if (order === 'prazo') return proposal.deadline_days ?? Infinity
    if (order === 'avaliacao') return -(proposal.professional?.rating ?? 0)
    if (order === 'selecionadas') return isShortlisted(proposal) ? 0 : 1
    return 0
  }
  return proposals.toSorted((a, b) => compare(rank(a), rank(b)) || compare(totalOf(a), totalOf(b)))
}

// Infinity minus Infinity is NaN.
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

export function isShortlisted({ noted }: Compared): boolean {
  return noted?.shortlisted === true
}

export function nameOf({ professional }: Compared): string {
  return professional?.name ?? 'Usuário indisponível'
}

/** What stands beside the name: whether it can be chosen. */
export function stateOf(proposal: Compared, project: { revision: number }): string {
  if (isOutdated(proposal, project)) return 'Não confirmada'
  return statusOf(proposal.status).label
}

/** The grid as a spreadsheet, with what the company noted. */
export function sheetOf(proposals: readonly Compared[]): string[][] {
  return [
    ['', ...proposals.map(nameOf)],
    ['Situação', ...proposals.map(({ status }) => statusOf(status).label)],
    ...ROWS.map(({ label, text, amount }) => [
      label,
      ...proposals.map((one) => (amount === undefined ? text(one) : formatAmount(amount(one)))),
    ]),
    ['Selecionada', ...proposals.map((one) => (isShortlisted(one) ? 'sim' : 'não'))],
    ['Anotação', ...proposals.map(({ noted }) => noted?.note ?? '')],
  ].map((row) => row.map((cell) => cell.replaceAll('\u00a0', ' ')))
}
