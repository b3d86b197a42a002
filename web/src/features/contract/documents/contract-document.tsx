import { useQuery } from '@tanstack/react-query'
import { useSavePdf } from '@/api/request/save-file'
import { errorSentence } from '@/api/errors'
import { Acceptances } from '@/features/contract/documents/agreed-terms'
import { contractDocumentQuery, printContract } from '@/features/contract/record-queries'
import { classNames } from '@/lib/class-names'
import { formatDate } from '@/lib/format'
import { Codes } from '@/ui/codes'
import { DocumentActions } from '@/ui/document-actions'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** The contract as text, to be read, printed or saved. */
export function ContractDocument({ contractId }: { contractId: string }) {
  const query = useQuery(contractDocumentQuery(contractId))
  if (query.isError)
    return <ErrorState level={1} message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading level={1} label="Carregando contrato…">
        <Skeleton className="h-96" />
      </Loading>
    )
  }
  const [title = '', ...lines] = query.data.content.split('\n')
  return (
    <article className="max-w-measure">
      <h1 tabIndex={-1} className="mb-4 text-xl font-semibold break-words">
        <Codes text={title} />
      </h1>
      <Actions contractId={contractId} />
      {lines.map((line, index) => (
        <p
          key={index}
          className={classNames(
            'min-h-3 break-words whitespace-pre-wrap',
            /^\d+\. [A-ZÀ-Ü]/.test(line) && 'mt-2 font-semibold',
            line.startsWith('ATENÇÃO') && 'my-1 border-l-2 border-ink pl-3 font-semibold',
          )}
        >
          {line}
        </p>
      ))}
      <section className="mt-6 flex flex-col gap-3 border-t border-line pt-4 text-sm">
        <h2 className="font-semibold">Aceite eletrônico registrado</h2>
        {!query.data.is_recorded && (
          <p className="text-muted">
            Este contrato é anterior ao registro do texto, que foi escrito a partir dos dados guardados.
          </p>
        )}
        {query.data.kept_at && (
          <p className="text-muted">
            O arquivo foi guardado em {formatDate(query.data.kept_at)}, depois do aceite: os nomes são os do
            cadastro nesse dia.
          </p>
        )}
        <Acceptances contractDocument={query.data} />
      </section>
    </article>
  )
}

function Actions({ contractId }: { contractId: string }) {
  const save = useSavePdf(() => printContract(contractId))
  return <DocumentActions isSaving={save.isPending} onSave={() => save.mutate()} />
}
