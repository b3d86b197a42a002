import { queryOptions, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BINDING_STATES } from '@/api/deal/states'
import { keys } from '@/api/keys'
import { request } from '@/api/request/request'
import { nextDateWords, nextFor, nextWords } from '@/features/contract/next-step/next-steps'
import { CONTRACT_COLUMNS, type Contract } from '@/features/contract/queries'
import { sideOf, standOf } from '@/features/contract/side'
import { formatMoney, ofCents } from '@/lib/money'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { Tag, tagOf } from '@/ui/tag'

type DealLineProps = { partyId: string; partnerId: string }

/** The newest contract or proposal between two parties, its state, and its next step. */
export function DealLine({ partyId, partnerId }: DealLineProps) {
  // The line above a conversation is optional: a failure shows nothing.
  const { data: deal } = useQuery(dealBetweenQuery(partyId, partnerId))
  if (deal === undefined) return null
  if (deal === null) return <ProposalLine partyId={partyId} partnerId={partnerId} />
  return (
    <Line
      to={paths.contract(deal.id)}
      tag={tagOf('CTR', deal.number)}
      title={deal.project?.title}
      state={<Badge tone={standOf(deal).tone}>{standOf(deal).label}</Badge>}
    >
      <NextWords deal={deal} partyId={partyId} />
    </Line>
  )
}

function ProposalLine({ partyId, partnerId }: DealLineProps) {
  const { data: proposal } = useQuery(openProposalQuery(partyId, partnerId))
  if (!proposal) return null
  const { project, professional_id, value_cents } = proposal
  const isMine = professional_id !== partyId
  return (
    <Line
      to={isMine ? paths.projectProposals(project.id) : paths.project(project.id, project.title)}
      tag={tagOf('PRJ', project.number)}
      title={project.title}
      state={<Badge tone="info">Proposta de {formatMoney(ofCents(value_cents))}</Badge>}
    >
      <span className={isMine ? 'font-medium text-ink' : ''}>
        {isMine ? 'Responda à proposta' : 'Esperando a resposta da empresa'}
      </span>
    </Line>
  )
}

type LineProps = { to: string; tag: string; title: string | undefined; state: ReactNode; children: ReactNode }

function Line({ to, tag, title, state, children }: LineProps) {
  return (
    <Link
      to={to}
      className="flex items-center gap-3 border-b border-line bg-sunken px-4 py-2 text-sm hover:bg-hover"
    >
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Tag>{tag}</Tag>
          <span className="min-w-0 flex-1 basis-32 truncate font-medium">{title}</span>
          {state}
        </span>
        <span className="mt-0.5 line-clamp-2 text-muted">{children}</span>
      </span>
      <ChevronRight className="size-4 text-muted" aria-hidden />
    </Link>
  )
}

function NextWords({ deal, partyId }: { deal: Contract; partyId: string }) {
  const side = sideOf(deal, partyId)
  const next = nextFor(deal, side)
  if (next === undefined) return null
  const date = nextDateWords(next)
  return (
    <>
      <span className={next.side === side ? 'font-medium text-ink' : ''}>{nextWords(deal, next, side)}</span>
      {date !== undefined && `; ${date}`}
    </>
  )
}

/** The newest binding contract between two parties; null if there is none. */
function dealBetweenQuery(partyId: string, partnerId: string) {
  return queryOptions({
    queryKey: keys.contracts.between(partyId, partnerId),
    queryFn: ({ signal }): Promise<Contract | null> =>
      request((client) =>
        client
          .from('contracts')
          .select(CONTRACT_COLUMNS)
          .or(
            `and(company_id.eq.${partyId},professional_id.eq.${partnerId}),and(company_id.eq.${partnerId},professional_id.eq.${partyId})`,
          )
          .in('status', BINDING_STATES)
          .not('disputes.entries.offer', 'is', null)
          .order('created_at', { ascending: false })
          .limit(1)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

/** The newest open proposal between two parties, sent by either. */
function openProposalQuery(partyId: string, partnerId: string) {
  return queryOptions({
    queryKey: keys.proposals.between(partyId, partnerId),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('proposals')
          .select(
            'id, professional_id, value_cents, project:projects!project_id!inner(id, number, title, company_id)',
          )
          .eq('status', 'pending')
          .in('professional_id', [partyId, partnerId])
          .in('project.company_id', [partyId, partnerId])
          .order('created_at', { ascending: false })
          .limit(1)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}
