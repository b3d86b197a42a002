import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import { TURNS_MAX, turnsQuery, type Turn } from '@/features/turn/queries'
import { lookOf, pressOf } from '@/features/turn/text'
import { formatDate, formatDistance, formatNumber } from '@/lib/format'
import { formatMoney, ofCents } from '@/lib/money'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

const SHOWN = 6

/** The one list of what waits for a person, the most pressing first. */
export function TurnList({ partyId }: { partyId: string }) {
  const query = useQuery(turnsQuery(partyId))
  const known = query.data?.filter((turn) => lookOf(turn) !== undefined)
  return (
    <section aria-labelledby="precisa-de-voce" className="flex flex-col gap-3">
      <h2 id="precisa-de-voce" className="flex items-center gap-2.5 text-lg font-semibold">
        Precisa de você
        {known !== undefined && known.length > 0 && (
          <Badge tone="warning" className="figures">
            {known.length < TURNS_MAX ? formatNumber(known.length) : `${formatNumber(TURNS_MAX - 1)}+`}
          </Badge>
        )}
      </h2>
      {query.isError ? (
        <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
      ) : known === undefined ? (
        <Loading label="Carregando o que espera por você…">
          <Skeleton className="h-64" />
        </Loading>
      ) : known.length === 0 ? (
        <Card className="flex items-center gap-3 p-5">
          <CircleCheck className="size-5 shrink-0 text-success" aria-hidden />
          <p className="text-sm">
            <span className="font-medium">Nada espera por você.</span>{' '}
            <span className="text-muted">Quando for a sua vez, aparece aqui, com a data.</span>
          </p>
        </Card>
      ) : (
        <Turns turns={known} />
      )}
    </section>
  )
}

function Turns({ turns }: { turns: readonly Turn[] }) {
  const [isWhole, setIsWhole] = useState(false)
  const hidden = turns.length - SHOWN
  return (
    <Card>
      <ul aria-labelledby="precisa-de-voce" className="flex flex-col divide-y divide-line">
        {(isWhole ? turns : turns.slice(0, SHOWN)).map((turn) => (
          <li key={`${turn.kind}${turn.contract_id ?? ''}${turn.subject_id ?? ''}`}>
            <TurnLine turn={turn} />
          </li>
        ))}
      </ul>
      {!isWhole && hidden > 0 && (
        <div className="border-t border-line p-2">
          <Button variant="ghost" className="w-full" onClick={() => setIsWhole(true)}>
            Mostrar mais {formatNumber(hidden)}
          </Button>
        </div>
      )}
    </Card>
  )
}

function TurnLine({ turn }: { turn: Turn }) {
  const look = lookOf(turn)
  if (look === undefined) return null
  return (
    <div className="group relative flex items-center gap-3 px-5 py-3.5 transition-colors duration-150 hover:bg-hover">
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
          <Link
            to={look.to(turn)}
            className="font-medium break-words after:absolute after:inset-0 hover:underline"
          >
            {look.say(turn)}
          </Link>
          <About turn={turn} />
        </div>
        <When turn={turn} otherwise={look.otherwise} />
      </div>
      <ChevronRight
        className="size-4 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
        aria-hidden
      />
    </div>
  )
}

/** The deal it is about, by its tag, with whom, and what it is worth. */
function About({ turn }: { turn: Turn }) {
  const { contract_id, number, title, part, partner, value_cents } = turn
  const facts = [title, part, partner !== null && `com ${partner}`].filter(
    (fact): fact is string => typeof fact === 'string',
  )
  if (facts.length === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      {number !== null && <Tag>{tagOf(contract_id === null ? 'PRJ' : 'CTR', number)}</Tag>}
      <span className="min-w-0 break-words">{facts.join(' · ')}</span>
      {value_cents !== null && <span className="figures">{formatMoney(ofCents(value_cents))}</span>}
    </p>
  )
}

const TONES = { late: 'danger', soon: 'warning', later: 'outline' } as const

function When({ turn: { due_at, since }, otherwise }: { turn: Turn; otherwise: string | undefined }) {
  if (due_at === null) {
    return (
      <time dateTime={since} className="text-sm text-muted">
        espera {formatDistance(since)}
      </time>
    )
  }
  const press = pressOf(due_at)
  return (
    <div className="flex flex-col gap-1 sm:items-end">
      <Badge tone={TONES[press]} className="whitespace-normal">
        <time dateTime={due_at}>
          {press === 'late' ? 'venceu' : 'até'} {formatDate(due_at)}, {formatDistance(due_at)}
        </time>
      </Badge>
      {otherwise !== undefined && <p className="text-xs text-muted">{otherwise}</p>}
    </div>
  )
}
