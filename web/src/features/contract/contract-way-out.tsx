import { useState } from 'react'
import { TERMINATION_DAYS } from '@/api/limits'
import type { Contract } from '@/features/contract/queries'
import { ReasonDialog, type ReasonGiven } from '@/features/contract/reason-dialog'
import { ShareFields, sharesOf } from '@/features/contract/share-fields'
import { STEPS } from '@/features/contract/steps'
import { isOtherSideGone, type ContractSide } from '@/features/contract/turn'
import { useStep } from '@/features/contract/use-step'
import { Button } from '@/ui/button'

type WayOutProps = { contract: Contract; side: ContractSide }

/** The honest ways to end a contract early, each where it applies. */
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
      asksToReopen={side === 'company'}
      loading={withdraw.isPending}
      onConfirm={(given) => withdraw.run(ending(contract, side, given))}
    />
  )
}

function TerminateAction({ contract, side }: WayOutProps) {
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
      asksToReopen={side === 'company'}
      loading={propose.isPending}
      onConfirm={(given) =>
        propose.run({
          ...ending(contract, side, given),
          ...(settlement.length === 0 ? {} : { settlement }),
        })
      }
    >
      <ShareFields contract={contract} percents={percents} onPercents={setPercents} />
    </ReasonDialog>
  )
}

function CancelAction({ contract, side }: WayOutProps) {
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
      asksToReopen={side === 'company'}
      loading={cancel.isPending}
      onConfirm={(given) => cancel.run(ending(contract, side, given))}
    />
  )
}

/** Only the company's word about its project counts. */
function ending(contract: Contract, side: ContractSide, { reason, reopen }: ReasonGiven) {
  return { contract_id: contract.id, reason, ...(side === 'company' ? { reopen } : {}) }
}
