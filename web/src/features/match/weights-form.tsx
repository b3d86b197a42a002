import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { saveWeight, weightsQuery, type Weight } from '@/features/match/queries'
import { CRITERIA, EXPLAINED } from '@/features/match/text'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Loading, SkeletonList } from '@/ui/skeleton'

const POINTS_MAX = 100

/** What each criterion of the match counts, as administrators set it. */
export function WeightsForm() {
  const query = useQuery(weightsQuery())
  return (
    <section aria-labelledby="weights" className="flex flex-col gap-4">
      <div className="max-w-measure">
        <h2 id="weights" className="text-lg font-semibold">
          Pesos da combinação
        </h2>
        <p className="text-sm text-muted">
          Quanto cada critério conta ao ordenar profissionais e projetos. Todos leem estes pesos em “Como
          ordenamos”, e cada alteração fica na auditoria. Zero deixa o critério de fora.
        </p>
      </div>
      {query.isError && (
        <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && (
        <Loading label="Carregando pesos…">
          <SkeletonList lines={7} />
        </Loading>
      )}
      {query.data && (
        <ul className="grid gap-3 md:grid-cols-2">
          {query.data.map((weight) => (
            <li key={weight.kind}>
              <WeightField key={weight.points} weight={weight} total={total(query.data)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function total(weights: readonly Weight[]): number {
  return weights.reduce((sum, { points }) => sum + points, 0)
}

function WeightField({ weight, total: all }: { weight: Weight; total: number }) {
  const [typed, setTyped] = useState(String(weight.points))
  const save = useMutation({
    ...saveWeight(useQueryClient()),
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Peso não alterado', description: errorSentence(error) }),
  })
  const points = /^\d{1,3}$/.test(typed) ? Number.parseInt(typed, 10) : POINTS_MAX + 1
  const isWrong = points > POINTS_MAX
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isWrong) save.mutate({ kind: weight.kind, points })
  }
  return (
    <Card className="h-full p-4">
      <form onSubmit={submit} className="flex flex-col gap-3" noValidate>
        <Field
          name={weight.kind}
          label={CRITERIA[weight.kind]}
          hint={`${EXPLAINED[weight.kind]} Hoje: ${Math.round((100 * weight.points) / Math.max(all, 1))}% do total.`}
          error={isWrong ? 'Digite um número inteiro de 0 a 100.' : undefined}
        >
          <Input inputMode="numeric" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        <Button
          type="submit"
          aria-label={`Salvar ${CRITERIA[weight.kind]}`}
          className="self-start"
          loading={save.isPending}
          disabled={isWrong || points === weight.points}
        >
          Salvar
        </Button>
      </form>
    </Card>
  )
}
