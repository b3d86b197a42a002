import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { useOpenPaper } from '@/api/request/save-file'
import {
  attachedFilesQuery,
  contractFilesQuery,
  labelOf,
  shortDigest,
  type Attached,
  type Paper,
} from '@/features/contract/record-queries'
import { formatBytes, formatDate } from '@/lib/format'
import { plainFileName } from '@/lib/text/human-text'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** The files of a contract: deliveries and receipts. */
export function ContractFiles({ contractId }: { contractId: string }) {
  const query = useInfiniteQuery(contractFilesQuery(contractId))
  const { data: attached = [] } = useQuery(attachedFilesQuery(contractId))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando arquivos…">
        <Skeleton className="h-10" />
      </Loading>
    )
  }
  const papers = query.data.pages.flat()
  if (papers.length === 0)
    return <p className="text-sm text-muted">Entregas e comprovantes enviados aparecem aqui.</p>
  return (
    <>
      <ul className="flex flex-col gap-3">
        {papers.map((paper) => (
          <li key={paper.name} className="flex flex-col items-start gap-1 text-sm">
            <OnePaper paper={paper} known={attached.find(({ path }) => path === paper.name)} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          size="sm"
          className="self-start"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Mostrar mais arquivos
        </Button>
      )}
    </>
  )
}

function OnePaper({ paper: { name, label, size, addedAt }, known }: OnePaperProps) {
  const facts = [
    known !== undefined && known.version > 1 && `versão ${String(known.version)}`,
    size !== undefined && formatBytes(size),
    addedAt !== null && formatDate(addedAt),
  ].filter((fact) => fact !== false)
  return (
    <>
      <PaperLink name={name} label={known?.name ?? label} />
      <span className="text-muted">
        {facts.join(' · ')}
        {known !== undefined && (
          <>
            {' '}
            · SHA-256{' '}
            <span className="figures text-xs" title={known.sha256}>
              {shortDigest(known.sha256)}
            </span>
          </>
        )}
      </span>
    </>
  )
}

type OnePaperProps = { paper: Paper; known: Attached | undefined }

/** A file of a contract, downloaded on request. */
export function PaperLink({ name, label }: { name: string; label: string }) {
  const open = useOpenPaper(name, labelOf(name))
  return (
    <Button size="sm" className="max-w-full" loading={open.isPending} onClick={() => open.mutate()}>
      <Paperclip className="size-4 shrink-0" aria-hidden />
      <span className="truncate">{plainFileName(label)}</span>
    </Button>
  )
}
