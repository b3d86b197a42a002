import { Paperclip } from 'lucide-react'
import { useOpenPaper } from '@/api/request/save-file'
import type { ProofRound } from '@/features/fiscal/queries'
import { plainFileName } from '@/lib/text/human-text'
import { formatDateTime } from '@/lib/format'
import { Button } from '@/ui/button'

/** Each proof of a withheld tax with its file and the reason of its contest, followed by the decision. */
export function ProofRounds({
  rounds,
  decision,
}: {
  rounds: readonly ProofRound[]
  decision: string | null
}) {
  return (
    <>
      <ol aria-label="Comprovantes enviados" className="flex w-full min-w-0 flex-col gap-3 empty:hidden">
        {rounds.map((one) => (
          <li key={one.round} className="flex min-w-0 flex-col items-start gap-1.5">
            <p className="max-w-measure break-words">
              {rounds.length > 1 ? `${one.round}º comprovante` : 'Comprovante'}{' '}
              <span className="figures">{one.reference}</span>,{' '}
              <span className="text-muted">{formatDateTime(one.given_at)}</span>
            </p>
            {one.paper !== null && <Paper {...one.paper} />}
            {one.reason !== null && <Quote title="Contestado pelo profissional">{one.reason}</Quote>}
          </li>
        ))}
      </ol>
      {decision !== null && <Quote title="Decisão da administração">{decision}</Quote>}
    </>
  )
}

function Quote({ title, children }: { title: string; children: string }) {
  return (
    <figure className="max-w-measure border-l-2 border-line pl-3">
      <figcaption className="text-muted">{title}</figcaption>
      <blockquote className="break-words whitespace-pre-line">{children}</blockquote>
    </figure>
  )
}

function Paper({ name, path }: { name: string; path: string }) {
  const label = plainFileName(name)
  const open = useOpenPaper(path, label)
  return (
    <Button size="sm" className="max-w-full" loading={open.isPending} onClick={() => open.mutate()}>
      <Paperclip className="size-4 shrink-0" aria-hidden />
      <span className="truncate">{label}</span>
    </Button>
  )
}
