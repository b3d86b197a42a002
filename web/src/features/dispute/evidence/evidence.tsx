import { BanknoteArrowUp, FileText, ListChecks, MessageSquareQuote, PackageCheck } from 'lucide-react'
import { Link } from 'react-router'
import { z } from '@/lib/zod'
import { useOpenPaper } from '@/api/request/save-file'
import { fileLabel } from '@/features/dispute/evidence/evidence-query'
import { formatDateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'

export const EVIDENCE = z.array(
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
