import { Evidence, EVIDENCE } from '@/features/dispute/evidence/evidence'
import type { Entry } from '@/features/dispute/queries'
import { Shares } from '@/features/dispute/shares'
import { SIDES, wordsOf } from '@/features/dispute/text'
import { formatDateTime } from '@/lib/format'
import type { Money } from '@/lib/money'
import { Badge } from '@/ui/badge'

type TimelineProps = { contractId: string; entries: readonly Entry[]; value: Money }

/** Everything that was said, shown, offered and decided, in order. */
export function Timeline({ contractId, entries, value }: TimelineProps) {
  return (
    <ol aria-label="O que foi dito" className="flex flex-col">
      {entries
        .toSorted((a, b) => a.number - b.number)
        .map((entry) => (
          <li key={entry.id} className="border-l-2 border-line pb-8 pl-5 last:pb-0">
            <Line contractId={contractId} entry={entry} value={value} />
          </li>
        ))}
    </ol>
  )
}

function Line({ contractId, entry, value }: { contractId: string; entry: Entry; value: Money }) {
  const pieces = EVIDENCE.safeParse(entry.evidence).data ?? []
  return (
    <article className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <span className="text-ink">
          {entry.side !== 'time' && <strong className="font-medium">{whoSays(entry)}</strong>}{' '}
          {wordsOf(entry)}
        </span>
        {entry.offer !== null && <Badge tone="outline">proposta {entry.offer}</Badge>}
        <time dateTime={entry.created_at}>{formatDateTime(entry.created_at)}</time>
      </p>
      {entry.content !== null && (
        <p className="max-w-measure break-words whitespace-pre-line">{entry.content}</p>
      )}
      {entry.professional_percent !== null && (
        <Shares className="max-w-md" value={value} percent={entry.professional_percent} />
      )}
      {entry.same_administrator && (
        <p className="text-sm text-muted">
          Decidido por quem tomou a primeira decisão: não há outro administrador.
        </p>
      )}
      {pieces.length > 0 && (
        <ul aria-label="Provas" className="flex flex-col gap-2">
          {pieces.map((piece, at) => (
            <li key={at}>
              <Evidence piece={piece} contractId={contractId} />
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}

function whoSays({ side, author_name }: Entry): string {
  return author_name === null ? SIDES[side] : `${SIDES[side]} (${author_name})`
}
