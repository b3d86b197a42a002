import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import { contractDocumentQuery } from '@/features/contract/documents/document-query'
import { formatDateTime } from '@/lib/format'
import { keyOf } from '@/lib/keys-of'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'

const SIDES = { company: 'Contratante', professional: 'Contratado' } as const

/** Who accepted the text, when and from where, with its SHA-256 and a link to the document. */
export function AcceptanceLog({ contractId }: { contractId: string }) {
  const { data } = useQuery(contractDocumentQuery(contractId))
  return (
    <div className="flex flex-col items-start gap-3 rounded border border-line p-4 text-sm">
      <h3 className="font-medium">Aceite eletrônico registrado</h3>
      {data !== undefined && <Acceptances contractDocument={data} />}
      <Button asChild size="sm">
        <Link to={paths.contractDocument(contractId)}>
          <FileText className="size-4" aria-hidden />
          Ver contrato e PDF
        </Link>
      </Button>
    </div>
  )
}

type Acceptance = { side: string; name: string; at: string; address: string }
type AcceptancesProps = { contractDocument: { sha256: string; acceptances: readonly Acceptance[] } }

export function Acceptances({ contractDocument: { sha256, acceptances } }: AcceptancesProps) {
  return (
    <>
      <ul className="flex max-w-full flex-col gap-1.5">
        {acceptances.map(({ side, name, at, address }) => {
          const known = keyOf(SIDES, side)
          return (
            <li key={side} className="break-words">
              <span className="font-medium">{known === undefined ? side : SIDES[known]}:</span> {name}, em{' '}
              {formatDateTime(at)}
              {address !== '' && (
                <span className="text-muted">
                  {' '}
                  (IP <span className="figures">{address}</span>)
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <p className="w-full text-muted">
        SHA-256 do texto: <span className="figures text-xs break-all">{sha256}</span>
      </p>
    </>
  )
}
