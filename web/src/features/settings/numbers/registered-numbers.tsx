import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { errorSentence } from '@/api/errors'
import {
  masked,
  NUMBER_NAMES,
  numbersQuery,
  withdrawCorrection,
  type Correction,
  type RegisteredNumber,
} from '@/features/settings/numbers/numbers'
import { formatDate } from '@/lib/format'
import { toast } from '@/lib/toast'
import { AlertDialog } from '@/ui/alert-dialog'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Dialog, DialogContent, DialogTrigger } from '@/ui/dialog'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

type RegisteredNumbersProps = { profile: { id: string; role: string }; managed: readonly string[] }

/** The CPF and CNPJ that one answers for, each with the way to have it corrected. */
export function RegisteredNumbers({ profile, managed }: RegisteredNumbersProps) {
  const query = useQuery(numbersQuery(profile, managed))
  if (profile.role === 'admin') return null
  if (query.isPending) {
    return (
      <Loading label="Carregando documentos…">
        <Skeleton className="h-12" />
      </Loading>
    )
  }
  if (query.isError) {
    return (
      <ErrorState
        className="py-4"
        message={errorSentence(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.data.length === 0) return null
  return (
    <ul aria-label="Documentos" className="flex flex-col divide-y divide-line border-t border-line">
      {query.data.map((number) => (
        <li key={number.partyId + number.kind} className="flex flex-col gap-2 py-4 last:pb-0">
          <NumberLine number={number} />
          {number.correction && <LastCorrection correction={number.correction} />}
        </li>
      ))}
    </ul>
  )
}

function NumberLine({ number }: { number: RegisteredNumber }) {
  const { kind, firm, document, correction } = number
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="text-sm break-words text-muted">
          {NUMBER_NAMES[kind]}
          {firm !== undefined && ` de ${firm}`}
        </p>
        <p className="figures">{document === null ? 'Não informado' : masked(document)}</p>
      </div>
      {correction?.status === 'waiting' ? (
        <TakeBack correction={correction} />
      ) : (
        <CorrectionDialog number={number} />
      )}
    </div>
  )
}

function LastCorrection({ correction }: { correction: Correction }) {
  const { status, new_document, answer, created_at, decided_at } = correction
  if (status === 'withdrawn') return null
  if (status === 'waiting') {
    return (
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone="warning">Em análise</Badge>
        <span>
          Para <span className="figures">{masked(new_document)}</span>, pedida em {formatDate(created_at)}.
        </span>
      </p>
    )
  }
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <Badge tone={status === 'approved' ? 'success' : 'danger'}>
        {status === 'approved' ? 'Corrigido' : 'Correção recusada'}
      </Badge>
      <span className="min-w-0 break-words">
        {decided_at !== null && `Em ${formatDate(decided_at)}. `}
        {answer}
      </span>
    </p>
  )
}

function TakeBack({ correction }: { correction: Correction }) {
  const withdraw = useMutation(withdrawCorrection(useQueryClient()))
  return (
    <AlertDialog
      trigger={<Button loading={withdraw.isPending}>Retirar pedido</Button>}
      title="Retirar o pedido de correção?"
      description="O número continua como está. O pedido retirado conta no limite do mês."
      confirmLabel="Retirar pedido"
      onConfirm={() =>
        withdraw.mutate(correction.id, {
          onSuccess: () => toast({ title: 'Pedido retirado' }),
          onError: (error) =>
            toast({
              variant: 'destructive',
              title: 'Pedido não retirado',
              description: errorSentence(error),
            }),
        })
      }
    />
  )
}

const CorrectionForm = lazy(async () => ({
  default: (await import('@/features/settings/numbers/correction-form')).CorrectionForm,
}))

/** The way to have a number corrected. */
function CorrectionDialog({ number }: { number: RegisteredNumber }) {
  const [isOpen, setIsOpen] = useState(false)
  const name = NUMBER_NAMES[number.kind]
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button>Corrigir {name}</Button>
      </DialogTrigger>
      <DialogContent
        title={`Corrigir ${name}`}
        description={`A administração confere o pedido. Até lá vale o ${name} atual.`}
      >
        <Suspense fallback={<Waiting />}>
          <CorrectionForm number={number} onSent={() => setIsOpen(false)} />
        </Suspense>
      </DialogContent>
    </Dialog>
  )
}

function Waiting() {
  return (
    <Loading label="Carregando…">
      <Skeleton className="h-80" />
    </Loading>
  )
}
