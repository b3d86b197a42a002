import { useMutation } from '@tanstack/react-query'
import { FileText, MessageSquareQuote, PackageCheck } from 'lucide-react'
import { z } from 'zod'
import { errorSentence } from '@/api/errors'
import { fileAddress, fileLabel } from '@/features/dispute/evidence-query'
import type { Entry } from '@/features/dispute/queries'
import { Shares } from '@/features/dispute/shares'
import { KINDS, SIDES } from '@/features/dispute/text'
import { formatDateTime } from '@/lib/format'
import type { Money } from '@/lib/money'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'

type TimelineProps = { entries: readonly Entry[]; value: Money }

/** Everything that was said, shown, offered and decided, in order. */
export function Timeline({ entries, value }: TimelineProps) {
  return (
    <ol aria-label="O que foi dito" className="flex flex-col">
      {entries
        .toSorted((a, b) => a.number - b.number)
        .map((entry) => (
          <li key={entry.id} className="border-l-2 border-line pb-8 pl-5 last:pb-0">
            <Line entry={entry} value={value} />
          </li>
        ))}
    </ol>
  )
}

function Line({ entry, value }: { entry: Entry; value: Money }) {
  const pieces = EVIDENCE.safeParse(entry.evidence).data ?? []
  return (
    <article className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <span className="text-ink">
          {entry.side !== 'time' && <strong className="font-medium">{whoSays(entry)}</strong>}{' '}
          {KINDS[entry.kind]}
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
              <Evidence piece={piece} />
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}

function whoSays({ side, author }: Entry): string {
  return author === null || side === 'administrator' ? SIDES[side] : `${SIDES[side]} (${author.name})`
}

const EVIDENCE = z.array(
  z.object({
    kind: z.enum(['message', 'event', 'file']),
    name: z.string().optional(),
    text: z.string().optional(),
    at: z.string().optional(),
    side: z.string().optional(),
  }),
)
type Piece = z.infer<typeof EVIDENCE>[number]

function Evidence({ piece }: { piece: Piece }) {
  if (piece.kind === 'file') return <FileEvidence name={piece.name ?? ''} />
  const Icon = piece.kind === 'message' ? MessageSquareQuote : PackageCheck
  const who = piece.side === 'company' ? 'Empresa' : piece.side === 'professional' ? 'Profissional' : ''
  return (
    <blockquote className="flex max-w-measure gap-3 rounded border border-line bg-sunken px-4 py-3 text-sm">
      <Icon className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="text-muted">
          {piece.kind === 'message' ? 'Mensagem' : 'Registro do contrato'}
          {who !== '' && `, ${who}`}
          {piece.at !== undefined && `, ${formatDateTime(piece.at)}`}
        </p>
        <p className="break-words whitespace-pre-line">{eventWords(piece.text ?? '')}</p>
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
  const open = useMutation({
    mutationFn: () => fileAddress(name),
    onSuccess: (address) => window.location.assign(address),
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Arquivo não aberto', description: errorSentence(error) }),
  })
  return (
    <Button size="sm" className="max-w-full" loading={open.isPending} onClick={() => open.mutate()}>
      <FileText className="size-4 shrink-0" aria-hidden />
      <span className="truncate">{fileLabel(name)}</span>
    </Button>
  )
}
