import { ChevronRight, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { formatNumber } from '@/lib/format'
import { Card } from '@/ui/card'

export type Waiting = { count: number; one: string; many: string; to: string }

/** The items that wait for administrators, each a link; nothing while they are unknown. */
export function WaitingForAdministrators({ all }: { all: readonly Waiting[] | undefined }) {
  if (all === undefined) return null
  const waiting = all.filter(({ count }) => count > 0)
  return (
    <section aria-labelledby="precisa-de-voce" className="mb-8 flex flex-col gap-3">
      <h2 id="precisa-de-voce" className="text-lg font-semibold">
        Precisa de você
      </h2>
      {waiting.length === 0 ? (
        <p className="flex items-center gap-2.5 text-sm text-muted">
          <CircleCheck className="size-4 shrink-0 text-success" aria-hidden />
          Nada espera pela administração.
        </p>
      ) : (
        <Card>
          <ul
            aria-labelledby="precisa-de-voce"
            className="grid divide-y divide-line sm:auto-cols-fr sm:grid-flow-col sm:divide-x sm:divide-y-0"
          >
            {waiting.map(({ count, one, many, to }) => (
              <li
                key={to + one}
                className="relative flex items-center gap-3 px-5 py-3.5 transition-colors duration-150 hover:bg-hover"
              >
                <span className="figures text-2xl font-medium">{formatNumber(count)}</span>
                <Link to={to} className="min-w-0 flex-1 text-sm after:absolute after:inset-0 hover:underline">
                  {count === 1 ? one : many}
                </Link>
                <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}
