import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { DeskLine, DeskList } from './desk-list'
import { differencesQuery, type Difference, type DifferenceState, handleDifference } from './queries'
import { DIFFERENCES, nameOfPart, sidesOf } from './text'
import { formatDateTime } from '@/lib/format'
import { keyOf } from '@/lib/keys-of'
import { formatMoney, ofCents } from '@/lib/money'
import { Badge } from '@/ui/badge'
import { FilterTabs } from '@/ui/filter-tabs'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { ReasonDialog } from '@/ui/reason-dialog'

const STATES: Readonly<Record<DifferenceState, { label: string; empty: string }>> = {
  abertas: { label: 'Abertas', empty: 'Nada espera por você: o que há aqui e na instituição confere.' },
  tratadas: { label: 'Tratadas', empty: 'Aqui fica o que um administrador marcou como tratado, e por quê.' },
  resolvidas: { label: 'Voltaram a conferir', empty: 'Aqui fica o que passou a conferir por si.' },
}

const OPTIONS = (['abertas', 'tratadas', 'resolvidas'] as const).map((value) => ({
  value,
  label: STATES[value].label,
}))

/** Payments without a match and whatever else does not agree with the institution. */
export function DifferenceList() {
  const [params, setParams] = useSearchParams()
  const state = keyOf(STATES, params.get('estado')) ?? 'abertas'
  return (
    <>
      <FilterTabs
        label="Filtrar divergências"
        options={OPTIONS}
        value={state}
        onValueChange={(next) =>
          setParams(
            { aba: 'dinheiro', lista: 'divergencias', estado: next },
            { replace: true, preventScrollReset: true },
          )
        }
      />
      <DeskList
        query={useInfiniteQuery(differencesQuery(state))}
        label="Divergências"
        noun="divergências"
        empty={{ title: 'Nenhuma divergência', description: STATES[state].empty }}
        line={(difference) => <DifferenceLine difference={difference} />}
      />
    </>
  )
}

function DifferenceLine({ difference }: { difference: Difference }) {
  const { kind, charge, detail, reference, found_at, ours_cents, theirs_cents } = difference
  const contract = charge?.contract ?? null
  return (
    <DeskLine
      badge={<StateBadge difference={difference} />}
      title={DIFFERENCES[kind]}
      about={
        contract === null
          ? 'Nenhum contrato daqui.'
          : `${nameOfPart(contract, charge?.milestone?.position)}. ${sidesOf(contract)}`
      }
      amount={theirs_cents ?? ours_cents ?? charge?.value_cents ?? ofCents(0)}
      when={`desde ${formatDateTime(found_at)}`}
    >
      {ours_cents !== null && theirs_cents !== null && (
        <dl className="flex flex-wrap gap-x-8 gap-y-1 text-sm">
          <Amount term="Aqui" amount={ours_cents} />
          <Amount term="Na instituição" amount={theirs_cents} />
        </dl>
      )}
      {detail !== '' && <p className="max-w-measure text-sm break-words">{detail}</p>}
      <p className="figures text-xs break-all text-muted">{reference}</p>
      {difference.handled_at === null ? (
        difference.resolved_at === null && <HandleAction difference={difference} />
      ) : (
        <p className="border-t border-line pt-3 text-sm break-words">
          <span className="font-medium">
            {difference.handler?.name ?? 'Administração'} em {formatDateTime(difference.handled_at)}:{' '}
          </span>
          {difference.handling}
        </p>
      )}
    </DeskLine>
  )
}

function Amount({ term, amount }: { term: string; amount: Difference['ours_cents'] & number }) {
  return (
    <div className="flex gap-2">
      <dt className="text-muted">{term}</dt>
      <dd className="figures">{formatMoney(amount)}</dd>
    </div>
  )
}

function StateBadge({ difference: { resolved_at, handled_at } }: { difference: Difference }) {
  if (resolved_at !== null) return <Badge tone="success">Confere desde {formatDateTime(resolved_at)}</Badge>
  if (handled_at !== null) return <Badge>Tratada</Badge>
  return <Badge tone="warning">Aberta</Badge>
}

/** Records how a difference was handled; it moves no money. */
function HandleAction({ difference }: { difference: Difference }) {
  const handle = useMutation(handleDifference(useQueryClient()))

  async function note(reason: string) {
    await handle.mutateAsync({ difference_id: difference.id, reason })
    toast({ title: 'Divergência tratada', description: 'O registro está na auditoria.' })
  }

  return (
    <ReasonDialog
      trigger={<Button className="self-start">Marcar como tratada</Button>}
      title="Marcar como tratada"
      description={`${DIFFERENCES[difference.kind]}. Nenhum valor se move: fica registrado quem tratou, quando e como. Se algo mudar, a divergência volta a abrir.`}
      label="O que foi feito"
      hint="Com quem se falou, o que a instituição respondeu, onde está o comprovante."
      missing="Escreva o que foi feito."
      refusal={handle.error === null ? undefined : errorSentence(handle.error)}
      confirmLabel="Marcar como tratada"
      maxLength={BOUNDS.reconciliation_differences.handling}
      loading={handle.isPending}
      onConfirm={note}
    />
  )
}
