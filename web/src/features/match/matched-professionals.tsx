import { useQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import { earnedBy } from '@/features/match/facts'
import { HowWeOrder } from '@/features/match/how-we-order'
import { MatchFacts, MatchScore } from '@/features/match/match-summary'
import { matchedProfessionalsQuery, type MatchedProfessional } from '@/features/match/queries'
import { formatRating } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Avatar } from '@/ui/avatar'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Select } from '@/ui/select'
import { Skeleton } from '@/ui/skeleton'

type MatchedProfessionalsProps = {
  projectId: string
  title: string
  count: number
  /** What the company can do about one of them. */
  action?: ((professional: { id: string; name: string }) => ReactNode) | undefined
}

/** The professionals who match a project of the company, with reasons and gaps. */
export function MatchedProfessionals({ projectId, title, count, action }: MatchedProfessionalsProps) {
  const query = useQuery(matchedProfessionalsQuery(projectId, count))
  const [order, setOrder] = useState<Order>('score')
  return (
    <section aria-labelledby="matched" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="matched" className="text-lg font-semibold break-words">
          {title}
        </h2>
        {(query.data?.length ?? 0) > 3 && <OrderSelect order={order} onChange={setOrder} />}
      </div>
      {query.isError && (
        <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Skeleton className="h-64" />}
      {query.data?.length === 0 && (
        <EmptyState
          icon={UserSearch}
          title="Nenhum profissional indicado por enquanto"
          description="Indicamos quem tem as habilidades e as tecnologias que o projeto pede."
        />
      )}
      <ol className="flex flex-col gap-3">
        {sorted(query.data ?? [], order).map((match) => (
          <li key={match.id}>
            <MatchedPerson match={match} action={action} />
          </li>
        ))}
      </ol>
      <HowWeOrder />
    </section>
  )
}

const ORDERS = [
  { value: 'score', label: 'Maior combinação' },
  { value: 'technologies', label: 'Tecnologias' },
  { value: 'distance', label: 'Mais perto' },
  { value: 'history', label: 'Histórico' },
] as const

type Order = (typeof ORDERS)[number]['value']

function OrderSelect({ order, onChange }: { order: Order; onChange: (order: Order) => void }) {
  return (
    <div className="w-48">
      <Select
        aria-label="Ordenar profissionais indicados"
        options={ORDERS}
        value={order}
        onChange={(event) =>
          onChange(ORDERS.find(({ value }) => value === event.target.value)?.value ?? 'score')
        }
      />
    </div>
  )
}

/** By one criterion, and among equals by the order of the match. */
function sorted(matches: readonly MatchedProfessional[], order: Order): readonly MatchedProfessional[] {
  if (order === 'score') return matches
  return matches.toSorted((a, b) => earnedBy(b, order) - earnedBy(a, order))
}

type MatchedPersonProps = Pick<MatchedProfessionalsProps, 'action'> & { match: MatchedProfessional }

function MatchedPerson({ match, action }: MatchedPersonProps) {
  const { professional } = match
  const does = professional.title === '' ? professional.headline : professional.title
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div className="flex items-start gap-3">
        <Avatar name={professional.name} imageUrl={professional.avatar_url} seed={professional.avatar_seed} />
        <div className="min-w-0 flex-1">
          <h3 className="font-medium break-words">
            <Link
              to={paths.professional(professional.id, professional.name)}
              className="inline-block py-0.5 underline underline-offset-2"
            >
              {professional.name}
            </Link>
          </h3>
          {does !== '' && <p className="text-sm break-words">{does}</p>}
          <p className="text-sm text-muted">
            {professional.location}
            {professional.rating !== null && (
              <span className="figures">
                {professional.location !== '' && ' · '}
                {formatRating(professional.rating)}
              </span>
            )}
          </p>
        </div>
        <MatchScore score={match.score} />
      </div>
      <MatchFacts match={match} />
      {action?.(professional)}
    </Card>
  )
}
