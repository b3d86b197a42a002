import { useInfiniteQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { contractEventsQuery, toldOnce, type ContractEvent } from '@/features/contract/record-queries'
import { formatDateTime } from '@/lib/format'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

type ContractTimelineProps = {
  contractId: string
  /** Whether events name their milestone. */
  namesMilestones: boolean
}

/** All events of a contract and its milestones, the newest first. */
export function ContractTimeline({ contractId, namesMilestones }: ContractTimelineProps) {
  const query = useInfiniteQuery(contractEventsQuery(contractId))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando histórico…">
        <Skeleton className="h-16" />
      </Loading>
    )
  }
  const events = toldOnce(query.data.pages.flat())
  if (events.length === 0) return <p className="text-sm text-muted">Nada registrado ainda.</p>
  return (
    <>
      <ol className="flex flex-col gap-3">
        {events.map((event) => (
          <EventLine key={event.id} event={event} namesMilestone={namesMilestones} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          size="sm"
          className="self-start"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Mostrar mais do histórico
        </Button>
      )}
    </>
  )
}

function EventLine({ event, namesMilestone }: { event: ContractEvent; namesMilestone: boolean }) {
  const actor = event.party_id === null ? 'Automático' : (event.actor?.name ?? 'Usuário indisponível')
  return (
    <li className="border-l-2 border-line pl-3 text-sm">
      <p className="font-medium break-words">
        {ACTIONS[event.action]}
        {namesMilestone && event.milestone !== null && (
          <span className="font-normal text-muted">
            {` · marco ${event.milestone.position}, ${event.milestone.title}`}
          </span>
        )}
      </p>
      <p className="text-muted">
        {actor}, {formatDateTime(event.created_at)}
      </p>
      {event.reason !== null && <p className="break-words whitespace-pre-line">{event.reason}</p>}
    </li>
  )
}

const ACTIONS: Readonly<Record<ContractEvent['action'], string>> = {
  accept_proposal: 'Proposta aceita',
  start_contract: 'Trabalho iniciado',
  deliver_contract: 'Entrega marcada',
  request_adjustments: 'Ajustes pedidos',
  complete_contract: 'Entrega aceita',
  accept_by_silence: 'Entrega aceita por decurso de prazo',
  withdraw_contract: 'Contrato desfeito antes do início',
  propose_termination: 'Distrato proposto',
  withdraw_termination: 'Distrato retirado',
  refuse_termination: 'Distrato recusado',
  answer_termination: 'Distrato aceito',
  lapse_termination: 'Distrato caducou sem resposta',
  cancel_contract: 'Contrato encerrado',
  leave: 'Uma das partes deixou a plataforma',
  follow_milestones: 'Contrato concluído',
  fund_milestone: 'Pagamento do marco pedido',
  expire_charge: 'Cobrança do marco venceu',
  hold_payment: 'Valor do marco em garantia',
  lose_hold: 'Valor do marco voltou a quem pagou',
  waive_guarantee: 'Profissional declarou que trabalha sem garantia',
  deliver_milestone: 'Marco entregue',
  approve_milestone: 'Marco aprovado',
  record_payment: 'Pagamento do marco informado',
  confirm_receipt: 'Recebimento confirmado',
  contest_receipt: 'Recebimento contestado',
  receive_by_silence: 'Recebimento confirmado por decurso de prazo',
  release_milestone: 'Valor do marco liberado',
  split_milestone: 'Valor do marco dividido',
  refund_milestone: 'Valor do marco devolvido à empresa',
  settle_milestone: 'Marco encerrado com pagamento parcial',
  cancel_milestone: 'Marco cancelado',
  start_checklist: 'Lista de aceite proposta',
  agree_checklist: 'Lista de aceite combinada',
  witness_result: 'Resultado testemunhado',
  witness_by_silence: 'Resultado testemunhado por decurso de prazo',
  sign_checklist: 'Lista de aceite assinada',
  execute_tac: 'TAC executado',
  pause_acceptance: 'Prazo de aceite pausado',
  resume_acceptance: 'Prazo de aceite retomado',
  propose_amendment: 'Aditivo proposto',
  accept_amendment: 'Aditivo aceito',
  refuse_amendment: 'Aditivo recusado',
  withdraw_amendment: 'Aditivo retirado',
  lapse_amendment: 'Aditivo caducou sem resposta',
  end_amendment: 'Aditivo encerrado com o contrato',
  send_invoice: 'Nota fiscal enviada',
  replace_invoice: 'Nota fiscal substituída',
  confirm_invoice: 'Nota fiscal conferida',
  refuse_invoice: 'Nota fiscal recusada',
  record_withholdings: 'Retenções de tributos informadas',
  replace_withholdings: 'Retenções trocadas',
  agree_withholdings: 'Retenções aceitas',
  contest_withholdings: 'Retenções contestadas',
  withhold_by_silence: 'Retenções aceitas por decurso de prazo',
  lapse_withholdings: 'Retenções sem efeito',
  prove_withheld: 'Comprovante de tributo retido enviado',
  accept_withheld_proof: 'Comprovante de tributo retido aceito',
  prove_withheld_by_silence: 'Comprovante de tributo retido aceito por decurso de prazo',
  contest_withheld_proof: 'Comprovante de tributo retido contestado',
  mediate_withheld: 'Comprovante de tributo retido em mediação',
  uphold_withheld_proof: 'Administração decidiu que o comprovante de tributo retido vale',
  release_withheld: 'Tributo retido não comprovado, liberado ao profissional',
  owe_withheld: 'Tributo retido não comprovado, devido ao profissional',
  confirm_withheld: 'Tributo retido pago ao profissional',
  lose_withheld: 'Tributo retido devolvido pelo banco',
  open_dispute: 'Disputa aberta',
  dispute_payment: 'Pagamento em disputa',
  uphold_payment: 'Pagamento dado como recebido',
  announce_stop: 'Pagamento vencido: novas propostas suspensas',
  withdraw_dispute: 'Disputa retirada',
  withdraw_dispute_adjusting: 'Disputa retirada',
  withdraw_dispute_funded: 'Disputa retirada',
  withdraw_dispute_planned: 'Disputa retirada',
  end_dispute_released: 'Disputa encerrada a favor do profissional',
  end_dispute_split: 'Disputa encerrada com divisão do valor',
  end_dispute_refunded: 'Disputa encerrada a favor da empresa',
  end_dispute_owed: 'Disputa encerrada com valor a pagar',
  end_dispute_cancelled: 'Disputa encerrada sem valor a pagar',
}
