import { Hammer, PackageCheck, RotateCcw, ShieldCheck, type LucideIcon } from 'lucide-react'
import { ACCEPTANCE_DAYS, REVIEW_DAYS } from '@/api/limits'
import type { Contract } from '@/features/contract/queries'
import { ReasonDialog } from '@/features/contract/reason-dialog'
import { STEPS } from '@/features/contract/steps'
import type { ContractSide } from '@/features/contract/turn'
import { useStep } from '@/features/contract/use-step'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'

/** The next step of a contract, for the side whose step it is. */
export function ContractActions({ contract, side }: { contract: Contract; side: ContractSide }) {
  if (side === 'professional') {
    if (contract.status === 'agreed') return <StartAction id={contract.id} />
    return contract.status === 'active' ? <DeliverAction id={contract.id} /> : null
  }
  if (contract.status !== 'delivered') return null
  return (
    <>
      <CompleteAction id={contract.id} />
      <AdjustAction id={contract.id} />
    </>
  )
}

function StartAction({ id }: { id: string }) {
  const start = useStep(STEPS.start, { title: 'Trabalho iniciado!', description: 'A empresa foi avisada.' })
  return (
    <Confirmed
      icon={Hammer}
      label="Iniciar trabalho"
      title="Iniciar o trabalho?"
      description="A partir daqui o contrato termina pela entrega aceita ou por acordo dos dois lados."
      pending={start.isPending}
      onConfirm={() => start.run({ contract_id: id })}
    />
  )
}

function DeliverAction({ id }: { id: string }) {
  const deliver = useStep(STEPS.deliver, {
    title: 'Entrega marcada!',
    description: `A empresa tem ${ACCEPTANCE_DAYS} dias para responder.`,
  })
  return (
    <Confirmed
      icon={PackageCheck}
      label="Marcar como entregue"
      title="Marcar como entregue?"
      description={`A empresa confere, aceita ou pede ajustes. Sem resposta em ${ACCEPTANCE_DAYS} dias, a entrega é aceita.`}
      pending={deliver.isPending}
      onConfirm={() => deliver.run({ contract_id: id })}
    />
  )
}

function CompleteAction({ id }: { id: string }) {
  const complete = useStep(STEPS.complete, {
    title: 'Entrega aceita!',
    description: 'Conte como foi: avalie.',
  })
  return (
    <Confirmed
      icon={ShieldCheck}
      label="Aceitar entrega"
      title="Aceitar a entrega?"
      description={`O projeto fica concluído e a avaliação abre para os dois lados, por ${REVIEW_DAYS} dias.`}
      pending={complete.isPending}
      onConfirm={() => complete.run({ contract_id: id })}
    />
  )
}

function AdjustAction({ id }: { id: string }) {
  const adjust = useStep(STEPS.adjust, {
    title: 'Ajustes pedidos',
    description: 'O profissional recebeu o motivo.',
  })
  return (
    <ReasonDialog
      trigger={
        <Button>
          <RotateCcw className="size-4" aria-hidden />
          Pedir ajustes
        </Button>
      }
      title="Pedir ajustes"
      description="Diga o que falta para aceitar a entrega. O prazo de aceite recomeça na próxima entrega."
      confirmLabel="Pedir ajustes"
      loading={adjust.isPending}
      onConfirm={({ reason }) => adjust.run({ contract_id: id, reason })}
    />
  )
}

type ConfirmedProps = {
  icon: LucideIcon
  label: string
  title: string
  description: string
  pending: boolean
  onConfirm: () => Promise<void>
}

function Confirmed({ icon: Icon, label, title, description, pending, onConfirm }: ConfirmedProps) {
  return (
    <AlertDialog
      trigger={
        <Button variant="primary" loading={pending}>
          <Icon className="size-4" aria-hidden />
          {label}
        </Button>
      }
      title={title}
      description={description}
      confirmLabel={label}
      onConfirm={() => void onConfirm().catch(() => undefined)}
    />
  )
}
