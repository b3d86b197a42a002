import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'
import { PROPOSAL_TERMS_MAX } from '@/api/limits'
import type { Row } from '@/api/tables'
import { formatCount } from '@/lib/format'
import { parseDecimal, sumOf, type Money } from '@/lib/money'

/** What a proposal says at one time, whichever of its versions. */
export type Terms = Pick<
  Row<'proposal_terms'>,
  | 'value_cents'
  | 'travel_cents'
  | 'milestones'
  | 'deadline_days'
  | 'valid_until'
  | 'assumptions'
  | 'exclusions'
>

/** An offer of the company's that waits for its answer. */
export type Offer = Terms & Pick<Row<'proposal_terms'>, 'number' | 'note' | 'created_at'>

export type Version = Offer & Pick<Row<'proposal_terms'>, 'author' | 'state' | 'answered_at'>

/** The terms in force, with their number, and the open offer if there is one. */
export type Negotiated = Terms & Pick<Row<'proposals'>, 'terms'> & { offers: Offer[] }

export type Milestone = {
  title: string
  deliverable: string
  value: Money
  due_on: string | null
  /** Kept back until the documents as built are there. */
  isRetention: boolean
  /** The time to answer starts at the executed TAC. */
  waitsForTac: boolean
}

const VERSION_COLUMNS =
  'number, author, state, value_cents, travel_cents, milestones, deadline_days, valid_until, assumptions, exclusions, note, created_at, answered_at'

/** Every version of a proposal's terms, the newest first. */
export function versionsQuery(proposalId: string) {
  return queryOptions({
    queryKey: keys.proposals.versions(proposalId),
    queryFn: ({ signal }): Promise<Version[]> =>
      request((client) =>
        client
          .from('proposal_terms')
          .select(VERSION_COLUMNS)
          .eq('proposal_id', proposalId)
          .order('number', { ascending: false })
          .limit(PROPOSAL_TERMS_MAX)
          .abortSignal(signal),
      ),
  })
}

/** What a proposal says now, read past every cache. */
export function readNegotiated(proposalId: string): Promise<Terms & { terms: number }> {
  return request((client) =>
    client
      .from('proposals')
      .select(
        'terms, value_cents, travel_cents, milestones, deadline_days, valid_until, assumptions, exclusions',
      )
      .eq('id', proposalId)
      .single(),
  )
}

/** The milestones of terms, as the server wrote them. */
export function milestonesOf({ milestones }: Pick<Terms, 'milestones'>): Milestone[] {
  if (!Array.isArray(milestones)) return []
  return milestones.flatMap((one) => {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return []
    const { title, deliverable, value, due_on, kind, waits_for_tac } = one
    const amount = parseDecimal(typeof value === 'number' ? `${value}` : textOf(value))
    return amount === null
      ? []
      : [
          {
            title: textOf(title),
            deliverable: textOf(deliverable),
            value: amount,
            due_on: textOf(due_on) || null,
            isRetention: kind === 'retention',
            waitsForTac: waits_for_tac === true,
          },
        ]
  })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** What the company pays in all. */
export function totalOf({ value_cents, travel_cents }: Pick<Terms, 'value_cents' | 'travel_cents'>): Money {
  return sumOf([value_cents, travel_cents])
}

export function deadlineText(days: number | null): string {
  return days === null ? 'não informado' : formatCount(days, 'dia útil', 'dias úteis')
}

/** Whether all is paid at once, when the work is delivered. */
export function isAtOnce(milestones: readonly Milestone[]): boolean {
  const [only, ...others] = milestones
  if (only === undefined || others.length > 0) return false
  return only.deliverable === '' && only.due_on === null && !only.waitsForTac
}

export const RETENTION_WORDS = 'retenção até o as built'
export const TAC_WORDS = 'aceite por TAC: o prazo começa no TAC executado'

export function milestoneCount(milestones: readonly Milestone[]): string {
  return isAtOnce(milestones) ? '1 marco, na entrega' : formatCount(milestones.length, 'marco', 'marcos')
}
