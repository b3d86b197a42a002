import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { referencePricesQuery } from '@/api/directory/reference-prices'
import { errorSentence } from '@/api/errors'
import { formatReais, type Money } from '@/lib/money'
import { paths } from '@/lib/paths'
import { readFilters } from '@/lib/navigation/use-directory-filters'
import { STATES } from '@/lib/work'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Field } from '@/ui/field'
import { Select } from '@/ui/select'
import { Loading, Skeleton } from '@/ui/skeleton'

/** What completed contracts cost, model by model, in the country or in one state. */
export function PricesScreen() {
  const [params, setParams] = useSearchParams()
  const { state } = readFilters(params)
  return (
    <div className="flex flex-col gap-8">
      <div className="max-w-xs">
        <Field name="estado" label="Estado">
          <Select
            options={STATES}
            placeholder="Todo o Brasil"
            value={state}
            onChange={({ target }) =>
              setParams(target.value === '' ? {} : { estado: target.value }, {
                replace: true,
                preventScrollReset: true,
              })
            }
          />
        </Field>
      </div>
      <Prices state={state} />
    </div>
  )
}

function Prices({ state }: { state: string }) {
  const { data: prices, error, refetch } = useQuery(referencePricesQuery(state))
  if (error) return <ErrorState message={errorSentence(error)} onRetry={() => void refetch()} />
  if (prices === undefined)
    return (
      <Loading label="Carregando os preços…">
        <Skeleton className="h-64" />
      </Loading>
    )
  if (prices.length === 0)
    return (
      <EmptyState
        title="Ainda não há contratos suficientes"
        description="Um preço aparece quando ao menos cinco pares de empresa e profissional concluíram contratos do mesmo modelo."
        action={
          <Button asChild>
            <Link to={paths.projects()}>Ver projetos abertos</Link>
          </Button>
        }
      />
    )
  const most = Math.max(...prices.map(({ high }) => high))
  return (
    <ul className="flex flex-col divide-y divide-line border-y border-line">
      {prices.map((price) => (
        <PriceLine key={price.model} price={price} most={most} />
      ))}
    </ul>
  )
}

type Price = { model: string; name: string; n: number; low: Money; middle: Money; high: Money }

/** One model: its three figures, and where they lie among all that are shown. */
function PriceLine({ price, most }: { price: Price; most: number }) {
  const { model, name, n, low, middle, high } = price
  const at = (value: number) => `${Math.round((100 * value) / most)}%`
  return (
    <li id={model} className="grid gap-x-8 gap-y-3 py-5 sm:grid-cols-2">
      <div className="min-w-0">
        <h2 className="text-lg font-semibold">{name}</h2>
        <p className="text-sm text-muted">{n} contratos concluídos</p>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <p className="figures text-lg font-semibold">
          {formatReais(low)} a {formatReais(high)}
        </p>
        <div aria-hidden className="relative h-2 rounded-sm bg-sunken">
          <span
            className="absolute inset-y-0 rounded-sm bg-accent"
            style={{ left: at(low), right: `calc(100% - ${at(high)})` }}
          />
          <span className="absolute -inset-y-1 w-0.5 bg-ink" style={{ left: at(middle) }} />
        </div>
        <p className="figures text-sm text-muted">Metade fechou abaixo de {formatReais(middle)}</p>
      </div>
    </li>
  )
}
