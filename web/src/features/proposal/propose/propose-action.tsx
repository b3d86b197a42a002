import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { PROPOSALS_PARTY_MAX } from '@/api/limits'
import { useSession } from '@/api/session/session'
import type { Row } from '@/api/tables'
import {
  isOutdated,
  isOver,
  nextNumber,
  sentProposalsQuery,
  type SentProposal,
} from '@/features/proposal/own/sent-proposals'
import type { Wanted } from '@/features/proposal/propose/proposal-dialog'
import { formatDate } from '@/lib/format'
import { formatMoney } from '@/lib/money'
import { loginLink } from '@/lib/navigation/login-redirect'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'

const ProposalDialog = lazy(async () => ({
  default: (await import('@/features/proposal/propose/proposal-dialog')).ProposalDialog,
}))

type ProjectStatus = Row<'projects'>['status']

const CLOSED: Readonly<Record<Exclude<ProjectStatus, 'open'>, string>> = {
  in_progress: 'Este projeto já está em andamento e não recebe propostas.',
  delivered: 'Este projeto já foi entregue e não recebe propostas.',
  completed: 'Este projeto foi concluído e não recebe propostas.',
  closed: 'Este projeto foi encerrado e não recebe propostas.',
}

type ProposeActionProps = {
  project: { status: ProjectStatus; revision: number } & Wanted
}

/** The button of a project: it opens the proposal form, or says why the reader may not propose. */
export function ProposeAction({ project }: ProposeActionProps) {
  const state = useSession()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useOpenForm()
  const professionalId =
    state.status === 'signed-in' && state.party?.role === 'professional' ? state.party.id : undefined
  const mayPropose = state.status === 'signed-in' && state.rights.includes('negotiate')

  function propose() {
    if (state.status !== 'signed-in') {
      toast({
        variant: 'destructive',
        title: 'Acesso Negado',
        description: 'Você precisa estar logado para enviar uma proposta',
      })
      const { to, state: intent } = loginLink({
        from: `${paths.project(project.id, project.title)}?propor=sim`,
        role: 'professional',
      })
      void navigate(to, { state: intent })
    } else if (professionalId === undefined) {
      toast({
        variant: 'destructive',
        title: 'Ação não permitida',
        description: 'Apenas profissionais podem enviar propostas.',
      })
    } else if (!mayPropose) {
      toast({
        variant: 'destructive',
        title: 'Ação não permitida',
        description: 'Seu papel na organização não envia propostas. Veja em Equipe quem envia.',
      })
    } else {
      setOpen(true)
    }
  }

  if (project.status !== 'open') {
    return <p className="text-sm text-muted">{CLOSED[project.status]}</p>
  }
  if (professionalId === undefined) return <ProposeButton onClick={propose} />
  return (
    <>
      <OwnStanding
        project={project}
        professionalId={professionalId}
        button={(number) => <ProposeButton number={number} onClick={propose} />}
      />
      {isOpen && mayPropose && (
        <Suspense>
          <ProposalDialog project={project} professionalId={professionalId} open onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}

/**
 * Whether the form is open. A visitor who was about to propose when they had to sign in
 * continues with it: the address opens the form once, so that a shared or
 * reloaded address does not open it again.
 */
function useOpenForm(): [boolean, (open: boolean) => void] {
  const [wasPressed, setWasPressed] = useState(false)
  const [params, setParams] = useSearchParams()
  function setOpen(open: boolean) {
    setWasPressed(open)
    if (!params.has('propor')) return
    params.delete('propor')
    setParams(params, { replace: true, preventScrollReset: true })
  }
  return [wasPressed || params.get('propor') === 'sim', setOpen]
}

function ProposeButton({ number = 1, onClick }: { number?: number; onClick: () => void }) {
  return (
    <Button variant="primary" size="lg" className="w-full" onClick={onClick}>
      <Send className="size-4" aria-hidden />
      {number === 1 ? 'Enviar Proposta' : `Enviar nova proposta (${number} de ${PROPOSALS_PARTY_MAX})`}
    </Button>
  )
}

type OwnStandingProps = {
  project: { id: string; revision: number }
  professionalId: string
  /** The way to send, named by which of the possible ones it would be. */
  button: (number: number) => ReactNode
}

/** The party's own proposals to an open project, and whether it may send another. */
function OwnStanding({ project, professionalId, button }: OwnStandingProps) {
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
