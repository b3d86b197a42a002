import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { contractFilesQuery } from '@/features/contract/files-query'
import { PaperLink } from '@/features/contract/paper-link'
import { formatBytes, formatDate } from '@/lib/format'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** The papers of a contract: what was delivered, and receipts. */
export function ContractFiles({ contractId }: { contractId: string }) {
  const query = useQuery(contractFilesQuery(contractId))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando arquivos…">
        <Skeleton className="h-10" />
      </Loading>
    )
  }
  if (query.data.length === 0)
    return <p className="text-sm text-muted">Entregas e comprovantes enviados aparecem aqui.</p>
  return (
    <ul className="flex flex-col gap-3">
      {query.data.map(({ name, label, size, addedAt }) => (
        <li key={name} className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <PaperLink name={name} label={label} />
          <span className="text-muted">
            {[size === undefined ? '' : formatBytes(size), addedAt === null ? '' : formatDate(addedAt)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
