import { useQuery } from '@tanstack/react-query'
import { FileSearch } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { useSearchParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import {
  contractByNumberQuery,
  type SealedContract,
} from '@/features/admin/personal-data/personal-data-queries'
import { Unsealing } from '@/features/admin/personal-data/unsealing'
import { formatDate } from '@/lib/format'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

/** Unseals the identity of a side that erased its account, found by the contract's number. */
export function SealedParties() {
  const [params, setParams] = useSearchParams()
  const wanted = numberOf(params.get('contrato') ?? '')
  return (
    <section aria-labelledby="sigilo" className="flex flex-col gap-4">
      <div>
        <h2 id="sigilo" className="text-lg font-semibold">
          Dados sob sigilo
        </h2>
        <p className="max-w-measure text-sm text-muted">
          Quem exclui a conta some da plataforma, mas os contratos guardam por cinco anos quem era a parte.
          Abra só quando houver um pedido que justifique.
        </p>
      </div>
      <NumberForm
        key={wanted}
        initial={wanted === undefined ? '' : tagOf('CTR', wanted)}
        onFind={(number) =>
          setParams(
            { aba: 'dados-pessoais', contrato: String(number) },
            { replace: true, preventScrollReset: true },
          )
        }
      />
      {wanted !== undefined && <Found number={wanted} />}
    </section>
  )
}

/** Both "CTR-0012" and "12" are contract 12. */
function numberOf(text: string): number | undefined {
  const digits = /^\s*(?:ctr-?)?0*([1-9]\d{0,8})\s*$/i.exec(text)?.[1]
  return digits === undefined ? undefined : Number.parseInt(digits, 10)
}

function NumberForm({ initial, onFind }: { initial: string; onFind: (number: number) => void }) {
  const [text, setText] = useState(initial)
  const [wasRefused, setWasRefused] = useState(false)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const number = numberOf(text)
    setWasRefused(number === undefined)
    if (number !== undefined) onFind(number)
  }

  return (
    <form noValidate className="flex max-w-md flex-col gap-3 sm:flex-row sm:items-end" onSubmit={submit}>
      <Field
        name="contrato"
        label="Número do contrato"
        className="flex-1"
        error={wasRefused ? 'Escreva o número, como CTR-0012.' : undefined}
      >
        <Input
          placeholder="CTR-0012"
          autoComplete="off"
          maxLength={20}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit">Buscar contrato</Button>
    </form>
  )
}

function Found({ number }: { number: number }) {
  const query = useQuery(contractByNumberQuery(number))
  if (query.isPending) {
    return (
      <Loading label="Carregando contrato…">
        <Skeleton className="h-32" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.data === null) {
    return (
      <EmptyState
        icon={FileSearch}
        title="Contrato não encontrado"
        description={`Nenhum contrato tem o número ${tagOf('CTR', number)}.`}
      />
    )
  }
  return <ContractCard contract={query.data} />
}

function ContractCard({ contract }: { contract: SealedContract }) {
  const hasLeft = [contract.company, contract.professional].some(
    (side) => side !== null && side.removed_at !== null,
  )
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Tag>{tagOf('CTR', contract.number)}</Tag>
        <span>de {formatDate(contract.created_at)}</span>
      </div>
      <p className="font-medium break-words">{contract.project?.title ?? 'Projeto'}</p>
      <dl className="grid gap-3 text-sm sm:grid-cols-2">
        <Side label="Empresa" side={contract.company} />
        <Side label="Profissional" side={contract.professional} />
      </dl>
      {hasLeft ? (
        <Unsealing key={contract.id} contract={contract} />
      ) : (
        <p className="border-t border-line pt-4 text-sm text-muted">
          As duas partes continuam na plataforma: não há dados sob sigilo.
        </p>
      )}
    </Card>
  )
}

function Side({ label, side }: { label: string; side: SealedContract['company'] }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="break-words">
        {side?.name ?? 'Usuário removido'}
        {side?.removed_at && <span className="text-muted"> · saiu em {formatDate(side.removed_at)}</span>}
      </dd>
    </div>
  )
}
