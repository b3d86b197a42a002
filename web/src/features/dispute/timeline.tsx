import { BanknoteArrowUp, FileText, ListChecks, MessageSquareQuote, PackageCheck } from 'lucide-react'
import { Link } from 'react-router'
import { useOpenPaper } from '@/api/request/save-file'
import { fileLabel } from '@/features/dispute/evidence-query'
import type { Entry } from '@/features/dispute/queries'
import { Shares } from '@/features/dispute/shares'
import { SIDES, wordsOf } from '@/features/dispute/text'
import { formatDateTime } from '@/lib/format'
import type { Money } from '@/lib/money'
import { paths } from '@/lib/paths'
import { z } from '@/lib/zod'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'

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

const EVIDENCE = z.array(
  z.object({
    kind: z.enum(['message', 'event', 'file', 'checklist', 'payment']),
    id: z.optional(z.string()),
    name: z.optional(z.string()),
    text: z.optional(z.string()),
    at: z.optional(z.string()),
    side: z.optional(z.string()),
    version: z.optional(z.number()),
    sha256: z.optional(z.string()),
  }),
)
type Piece = z.infer<typeof EVIDENCE>[number]

const LOOKS = {
  message: { icon: MessageSquareQuote, name: 'Mensagem' },
  event: { icon: PackageCheck, name: 'Registro do contrato' },
  checklist: { icon: ListChecks, name: 'Lista de aceite' },
  payment: { icon: BanknoteArrowUp, name: 'Pagamento informado' },
} as const

/** One thing that was shown, quoted as it stood. */
export function Evidence({ piece, contractId }: { piece: Piece; contractId: string }) {
  if (piece.kind === 'file') return <FileEvidence name={piece.name ?? ''} />
  const { icon: Icon, name } = LOOKS[piece.kind]
  const who = piece.side === 'company' ? 'Empresa' : piece.side === 'professional' ? 'Profissional' : ''
  return (
    <blockquote className="flex max-w-measure gap-3 rounded border border-line bg-sunken px-4 py-3 text-sm">
      <Icon className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="text-muted">
          {name}
          {who !== '' && `, ${who}`}
          {piece.at !== undefined && `, ${formatDateTime(piece.at)}`}
        </p>
        <p className="break-words whitespace-pre-line">{eventWords(piece.text ?? '')}</p>
        {piece.sha256 !== undefined && (
          <p className="text-muted">
            SHA-256 da versão {piece.version}:{' '}
            <span className="figures text-xs break-all">{piece.sha256}</span>
          </p>
        )}
        {piece.kind === 'checklist' && piece.id !== undefined && (
          <Link
            to={paths.contractChecklist(contractId, piece.id)}
            className="min-h-6 w-fit underline underline-offset-2"
          >
            Ver a lista como está hoje
          </Link>
        )}
      </div>
    </blockquote>
  )
}

/** A step's name in words; what was said with it stays. */
function eventWords(text: string): string {
  return text
    .replace(/^deliver_milestone(: )?/, 'Entrega$1')
    .replace(/^request_adjustments(: )?/, 'Pedido de ajustes$1')
}

function FileEvidence({ name }: { name: string }) {
  const open = useOpenPaper(name, fileLabel(name))
  return (
    <Button size="sm" className="max-w-full" loading={open.isPending} onClick={() => open.mutate()}>
      <FileText className="size-4 shrink-0" aria-hidden />
      <span className="truncate">{fileLabel(name)}</span>
    </Button>
  )
}
