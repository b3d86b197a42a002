import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Todo } from '@/features/todo/queries'
import { lookOf, pressOf } from '@/features/todo/text'
import { formatDate, formatDeadline, formatDistance } from '@/lib/format'
import { formatMoney, ofCents } from '@/lib/money'
import { Badge } from '@/ui/badge'
import { Tag, tagOf } from '@/ui/tag'

/** A todo with its deal and its date; `action` is beside it. */
export function TodoLine({ todo, action }: { todo: Todo; action?: ReactNode }) {
  const look = lookOf(todo)
  if (look === undefined) return null
  return (
    <div className="group relative flex items-center gap-3 px-5 py-3.5 transition-colors duration-150 hover:bg-hover">
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
          <Link
            to={look.to(todo)}
            className="font-medium break-words after:absolute after:inset-0 hover:underline"
          >
            {look.say(todo)}
          </Link>
          <About todo={todo} />
        </div>
        <When todo={todo} otherwise={look.otherwise} />
      </div>
      {action ?? (
        <ChevronRight
          className="size-4 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
          aria-hidden
        />
      )}
    </div>
  )
}

/** The deal of a todo: its tag, the partner and the value. */
function About({ todo }: { todo: Todo }) {
  const { contract_id, number, title, part, partner, value_cents } = todo
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

/** The deadline or the start of the wait, and what happens otherwise. */
export function When({ todo, otherwise }: { todo: Todo; otherwise: string | undefined }) {
  const { due_at, since, deferred_until, is_early } = todo
  if (deferred_until !== null) {
    return (
      <p className="text-sm text-muted">
        volta {formatDate(deferred_until)}, {formatDistance(deferred_until)}
        {is_early && ': antes do prazo'}
      </p>
    )
  }
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
          {press === 'late' ? 'venceu' : 'até'} {formatDeadline(due_at)} ({formatDistance(due_at)})
        </time>
      </Badge>
      {is_early && <p className="text-xs text-muted">Adiado, de volta pelo prazo.</p>}
      {otherwise !== undefined && <p className="text-xs text-muted">{otherwise}</p>}
    </div>
  )
}
