import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PROPOSALS_PARTY_MAX } from '@/api/limits'
import {
  isOutdated,
  isOver,
  nextNumber,
  sentProposalsQuery,
  type SentProposal,
} from '@/features/proposal/own/sent-proposals'
import { formatDate } from '@/lib/format'
import { formatMoney } from '@/lib/money'
import { paths } from '@/lib/paths'

type OwnStandingProps = {
  project: { id: string; revision: number }
  professionalId: string
  /** The way to send, named by which of the possible ones it would be. */
  button: (number: number) => ReactNode
}

/** The party's own proposals to an open project, and whether it may send another. */
export function OwnStanding({ project, professionalId, button }: OwnStandingProps) {
  const { data: sent } = useQuery(sentProposalsQuery(project.id, professionalId))
  const [last] = sent ?? []
  if (sent === undefined || last === undefined) return button(1)
  const next = nextNumber(sent)
  return (
    <>
      <p role="status" className="text-sm">
        {said(last)} {isOutdated(last, project) && 'O projeto mudou depois dela: confirme ou retire. '}
        {next !== undefined && last.invites_new && 'A empresa convida você a enviar outra. '}
        {next === undefined &&
          isOver(last.status) &&
          `Este projeto já recebeu ${PROPOSALS_PARTY_MAX} propostas suas. `}
        <Link to={paths.ownProposals()} className="underline underline-offset-2">
          Ver minhas propostas
        </Link>
      </p>
      {next !== undefined && button(next)}
    </>
  )
}

function said({ status, value_cents, created_at }: SentProposal): ReactNode {
  const value = <span className="figures font-medium">{formatMoney(value_cents)}</span>
  if (status === 'declined') return <>Sua proposta de {value} foi recusada.</>
  if (status === 'withdrawn') return <>Você retirou sua proposta de {value}.</>
  if (status === 'ended') return <>O contrato da sua proposta de {value} terminou.</>
  return (
    <>
      Você enviou uma proposta de {value} em {formatDate(created_at)}.
    </>
  )
}
