import { useState } from 'react'
import { BOUNDS, TERMINATION_DAYS } from '@/api/limits'
import type { Contract } from '@/features/contract/queries'
import { ReasonDialog } from '@/ui/reason-dialog'
import { ShareFields, sharesOf } from '@/features/contract/ending/share-fields'
import { STEPS, useStep } from '@/features/contract/steps'
import { isOtherSideGone, type ContractSide } from '@/features/contract/side'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'

type WayOutProps = { contract: Contract; side: ContractSide }

/** The ways to end a contract early, each where it applies. */
export function ContractWayOut({ contract, side }: WayOutProps) {
  const isAgreed = contract.status === 'agreed'
  const isGone = isOtherSideGone(contract, side)
  return (
    <>
      {isAgreed && <WithdrawAction contract={contract} side={side} />}
      {isGone && (isAgreed || contract.status === 'active') && (
        <CancelAction contract={contract} side={side} />
      )}
      {!isAgreed && !isGone && contract.termination_by === null && (
        <TerminateAction contract={contract} side={side} />
      )}
    </>
  )
}

function WithdrawAction({ contract, side }: WayOutProps) {
  const reopening = useReopening(side)
  const withdraw = useStep(STEPS.withdraw, {
    title: 'Contrato desfeito',
    description: 'A outra parte recebeu o motivo.',
  })
  return (
    <ReasonDialog
      trigger={<Button variant="ghost">Desistir do contrato</Button>}
      title="Desistir antes do início?"
      description="O trabalho não começou: o contrato é desfeito e a outra parte lê o motivo."
      confirmLabel="Desistir do contrato"
      destructive
      maxLength={BOUNDS.contract_events.reason}
      loading={withdraw.isPending}
      onConfirm={(reason) => withdraw.run({ ...reopening.said, contract_id: contract.id, reason })}
    >
      {reopening.field}
    </ReasonDialog>
  )
}

function TerminateAction({ contract, side }: WayOutProps) {
  const reopening = useReopening(side)
  const [percents, setPercents] = useState<Readonly<Record<string, number>>>({})
  const propose = useStep(STEPS.proposeTermination, {
    title: 'Distrato proposto',
    description: `A outra parte tem ${TERMINATION_DAYS} dias para responder.`,
  })
  const settlement = sharesOf(percents)
  return (
    <ReasonDialog
      trigger={<Button variant="ghost">Propor distrato</Button>}
      title="Propor distrato"
      description={`O contrato só termina se a outra parte concordar. Sem resposta em ${TERMINATION_DAYS} dias, a proposta caduca e tudo segue como está.`}
      confirmLabel="Propor distrato"
      maxLength={BOUNDS.contract_events.reason}
      loading={propose.isPending}
      onConfirm={(reason) =>
        propose.run({
          ...reopening.said,
          contract_id: contract.id,
          reason,
          ...(settlement.length === 0 ? {} : { settlement }),
        })
      }
    >
      <ShareFields contract={contract} percents={percents} onPercents={setPercents} />
      {reopening.field}
    </ReasonDialog>
  )
}

function CancelAction({ contract, side }: WayOutProps) {
  const reopening = useReopening(side)
  const cancel = useStep(STEPS.cancel, {
    title: 'Contrato encerrado',
    description: 'O motivo ficou registrado.',
  })
  return (
    <ReasonDialog
      trigger={<Button variant="ghost">Encerrar contrato</Button>}
      title="Encerrar o contrato?"
      description="A outra parte está bloqueada ou deixou a plataforma, e por isso não precisa concordar."
      confirmLabel="Encerrar contrato"
      destructive
      maxLength={BOUNDS.contract_events.reason}
      loading={cancel.isPending}
      onConfirm={(reason) => cancel.run({ ...reopening.said, contract_id: contract.id, reason })}
    >
      {reopening.field}
    </ReasonDialog>
  )
}

/** Whether the project opens again; only the company decides this. */
function useReopening(side: ContractSide) {
  const [reopen, setReopen] = useState(true)
  if (side !== 'company') return { said: {}, field: null }
  const field = (
    <Checkbox
      name="reopen"
      checked={reopen}
      onCheckedChange={(checked) => setReopen(checked === true)}
      label="Abrir o projeto de novo e voltar às propostas em espera"
    />
  )
  return { said: { reopen }, field }
}
