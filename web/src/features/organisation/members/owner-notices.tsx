import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import { isMemberRole, type Acting } from '@/api/session/party'
import {
  answerOwnerRemoval,
  ownerRemovalsQuery,
  withdrawOwnerRemoval,
  type OwnerRemoval,
} from '@/features/organisation/queries'
import { memberRoleName, sideOf } from '@/features/organisation/text'
import { formatDateTime } from '@/lib/format'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { FieldError } from '@/ui/field'
import { ReasonDialog } from '@/ui/reason-dialog'

type OwnerNoticesProps = { acting: Acting; ownId: string }

/** The open notices to owners; nothing when there are none. */
export function OwnerNotices({ acting, ownId }: OwnerNoticesProps) {
  const query = useQuery(ownerRemovalsQuery(acting.party.id))
  if (query.data === undefined || query.data.length === 0) return null
  return (
    <section aria-labelledby="avisos-de-saida" className="flex flex-col gap-3">
      <h2 id="avisos-de-saida" className="text-lg font-semibold">
        Avisos de saída
      </h2>
      <ul aria-labelledby="avisos-de-saida" className="flex flex-col gap-3">
        {query.data.map((removal) => (
          <li key={removal.id}>
            <Notice removal={removal} acting={acting} ownId={ownId} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Notice({ removal, acting, ownId }: OwnerNoticesProps & { removal: OwnerRemoval }) {
  const [refusal, setRefusal] = useState<unknown>()
  const isAbout = removal.person_id === ownId
  return (
    <Card className="flex flex-col gap-3 p-4">
      <p className="text-sm">{sentenceOf(removal, acting, isAbout)}</p>
      {removal.objection !== null && (
        <blockquote className="border-l-2 border-line pl-4 text-sm break-words whitespace-pre-line">
          {removal.objection}
        </blockquote>
      )}
      {refusal !== undefined && (
        <div role="alert">
          <FieldError>{errorSentence(refusal)}</FieldError>
        </div>
      )}
      {isAbout && <Answer removal={removal} ownId={ownId} onRefused={setRefusal} />}
      {removal.proposed_by === ownId && <Withdraw removal={removal} onRefused={setRefusal} />}
    </Card>
  )
}

/** The last minute at which an objection counts. */
function lastMoment({ takes_effect_at }: OwnerRemoval): string {
  return formatDateTime(new Date(Date.parse(takes_effect_at) - 60_000).toISOString())
}

function sentenceOf(removal: OwnerRemoval, { party }: Acting, isAbout: boolean): string {
  const proposer = removal.proposer?.name ?? 'Um proprietário'
  const whose = isAbout ? 'a sua saída' : `a saída de ${removal.person?.name ?? 'um proprietário'}`
  const role = removal.role ?? ''
  const becomes = isMemberRole(role)
    ? ` da propriedade, com o papel ${memberRoleName(role, sideOf(party.role))}`
    : ' da equipe'
  const lead = `${proposer} avisou ${whose}${becomes}.`
  if (removal.status === 'objected') return `${lead} Houve oposição: nada muda até a administração decidir.`
  return `${lead} Até ${lastMoment(removal)} é possível se opor; sem resposta, o aviso passa a valer depois disso.`
}

type StepProps = { removal: OwnerRemoval; onRefused: (error: unknown) => void }

function Answer({ removal, ownId, onRefused }: StepProps & { ownId: string }) {
  const answer = useMutation(answerOwnerRemoval(useQueryClient(), ownId))

  function send(given: { agree: boolean; reason?: string }, title: string) {
    const work = answer.mutateAsync({ removal_id: removal.id, ...given })
    reportOutcome(work, { onSuccess: () => toast({ title }), onError: onRefused })
    return work
  }

  return (
    <div className="flex flex-wrap gap-2">
      {removal.status === 'announced' && (
        <ReasonDialog
          trigger={<Button variant="primary">Opor-se à saída</Button>}
          title="Opor-se à saída?"
          description="Você continua proprietário até a administração decidir."
          hint="Os proprietários e a administração leem o que você escrever."
          confirmLabel="Opor-se"
          maxLength={BOUNDS.owner_removals.objection}
          loading={answer.isPending}
          onConfirm={(reason) => send({ agree: false, reason }, 'A administração foi avisada')}
        />
      )}
      <AlertDialog
        trigger={<Button loading={answer.isPending}>Consentir</Button>}
        title="Consentir com a saída?"
        description="Vale na hora. Para voltar a ser proprietário, é preciso que outro proprietário queira."
        confirmLabel="Consentir"
        destructive
        onConfirm={() => void send({ agree: true }, 'O aviso passou a valer').catch(() => undefined)}
      />
    </div>
  )
}

function Withdraw({ removal, onRefused }: StepProps) {
  const withdraw = useMutation(withdrawOwnerRemoval(useQueryClient()))
  return (
    <div>
      <Button
        loading={withdraw.isPending}
        onClick={() =>
          reportOutcome(withdraw.mutateAsync(removal.id), {
            onSuccess: () => toast({ title: 'Aviso retirado' }),
            onError: onRefused,
          })
        }
      >
        Retirar o aviso
      </Button>
    </div>
  )
}
