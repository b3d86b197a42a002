import { Handshake } from 'lucide-react'
import { useState } from 'react'
import type { Contract } from '@/features/contract/queries'
import { AgreedShares } from '@/features/contract/ending/share-fields'
import { STEPS, useStep } from '@/features/contract/steps'
import type { ContractSide } from '@/features/contract/side'
import { scrollToAnchor } from '@/lib/navigation/anchor'
import { formatDeadline, formatDistance } from '@/lib/format'
import { SECTIONS } from '@/lib/paths'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'

type TerminationProps = { contract: Contract; side: ContractSide; memberId: string; mayAnswer: boolean }

/** An open distrato: its author, reason and deadline, and the answer. */
export function ContractTermination({ contract, side, memberId, mayAnswer }: TerminationProps) {
  if (contract.termination_by === null) return null
  const isOwn = contract.termination_by === memberId
  const lapses = contract.termination_lapses_at
  return (
    <section
      id={SECTIONS.termination}
      tabIndex={-1}
      ref={scrollToAnchor}
      aria-label="Distrato proposto"
      className="flex flex-col gap-3 rounded border border-line bg-sunken p-4"
    >
      <p className="flex items-center gap-2 font-medium">
        <Handshake className="size-4" aria-hidden />
        {isOwn ? 'Você propôs o distrato' : 'A outra parte propõe o distrato'}
      </p>
      <p className="text-sm break-words whitespace-pre-line">{contract.termination_reason}</p>
      <AgreedShares contract={contract} />
      {lapses !== null && (
        <p className="text-sm text-muted">
          {isOwn ? 'Sem resposta, a proposta caduca' : 'Sem a sua resposta, a proposta caduca'}{' '}
          {formatDistance(lapses)}: vale responder até {formatDeadline(lapses)}.
        </p>
      )}
      {mayAnswer && (
        <div className="flex flex-wrap items-center gap-2">
          {isOwn ? (
            <TakeBack id={contract.id} />
          ) : (
            // A new distrato closes a dialog that was open for the previous one.
            <Answer key={lapses} id={contract.id} side={side} lapses={lapses} />
          )}
        </div>
      )}
    </section>
  )
}

function TakeBack({ id }: { id: string }) {
  const withdraw = useStep(STEPS.withdrawTermination, {
    title: 'Distrato retirado',
    description: 'O contrato continua como está.',
  })
  return (
    <Button
      loading={withdraw.isPending}
      onClick={() => void withdraw.run({ contract_id: id }).catch(() => undefined)}
    >
      Retirar a proposta
    </Button>
  )
}

function Answer({ id, side, lapses }: { id: string; side: ContractSide; lapses: string | null }) {
  const [reopen, setReopen] = useState(true)
  const accept = useStep(STEPS.answerTermination, {
    title: 'Distrato aceito',
    description: 'O contrato terminou por acordo das duas partes.',
  })
  const refuse = useStep(STEPS.answerTermination, {
    title: 'Distrato recusado',
    description: 'O contrato continua como está.',
  })
  const about = { contract_id: id, lapses_at: lapses, ...(side === 'company' ? { reopen } : {}) }
  return (
    <>
      {side === 'company' && (
        <Checkbox
          name="reopen-answer"
          className="basis-full"
          checked={reopen}
          onCheckedChange={(checked) => setReopen(checked === true)}
          label="Abrir o projeto de novo e voltar às propostas em espera"
        />
      )}
      <AlertDialog
        trigger={<Button loading={accept.isPending}>Aceitar o distrato</Button>}
        title="Aceitar o distrato?"
        description="O contrato termina agora, por acordo das duas partes, e cada marco é acertado como está escrito na proposta. Ele não pode ser retomado."
        confirmLabel="Aceitar o distrato"
        destructive
        onConfirm={() => void accept.run({ ...about, accept: true }).catch(() => undefined)}
      />
      <Button
        variant="ghost"
        loading={refuse.isPending}
        onClick={() => void refuse.run({ contract_id: id, accept: false }).catch(() => undefined)}
      >
        Recusar
      </Button>
    </>
  )
}
