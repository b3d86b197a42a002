import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { weightsQuery } from '@/features/match/queries'
import { CRITERIA, EXPLAINED, PROMISE } from '@/features/match/text'
import { ErrorState } from '@/ui/error-state'
import { Skeleton } from '@/ui/skeleton'

/** The public promise of how the market orders, with what each criterion counts. */
export function HowWeOrder() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="group text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1.5 rounded text-muted underline underline-offset-2 hover:text-ink pointer-coarse:min-h-11">
        Como ordenamos
        <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      {isOpen && <Weights />}
    </details>
  )
}

function Weights() {
  const query = useQuery(weightsQuery())
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) return <Skeleton className="mt-2 h-56 max-w-measure" />
  return (
    <div className="mt-2 flex max-w-measure flex-col gap-3 rounded border border-line bg-raised p-4">
      <p>O número vai de 0 a 100 e soma estes critérios, na proporção dos pesos:</p>
      <dl className="flex flex-col gap-2">
        {query.data
          .filter(({ points }) => points > 0)
          .map(({ kind, points }) => (
            <div key={kind} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-2">
              <dd className="figures row-span-2 text-right font-medium">{points}</dd>
              <dt className="font-medium">{CRITERIA[kind]}</dt>
              <dd className="text-muted">{EXPLAINED[kind]}</dd>
            </div>
          ))}
      </dl>
      <p className="text-muted">O que o projeto não pede não conta, e os outros critérios ocupam o lugar.</p>
      <p>{PROMISE}</p>
    </div>
  )
}
