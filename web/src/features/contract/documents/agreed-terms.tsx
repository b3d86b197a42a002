import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import type { Contract } from '@/features/contract/queries'
import { contractDocumentQuery } from '@/features/contract/record-queries'
import { formatCount, formatDateTime } from '@/lib/format'
import { keyOf } from '@/lib/keys-of'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'

const SCOPE_FIELDS = [
  ['title', 'Título'],
  ['description', 'Descrição'],
  ['budget', 'Orçamento'],
  ['deadline', 'Prazo pedido'],
] as const

const TERM_FIELDS = [
  ['assumptions', 'Premissas'],
  ['exclusions', 'Fora do escopo'],
  ['cover_letter', 'Carta de apresentação'],
] as const

/** The agreed scope and terms, which never change. */
export function AgreedTerms({ contract }: { contract: Contract }) {
  const terms = recordOf(contract.terms)
  const days = terms.deadline_days
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p className="text-muted">
        {`Revisão ${contract.project_revision} do projeto`}
        {typeof terms.number === 'number' && `, termos ${terms.number} da proposta`}.
      </p>
      <dl className="flex flex-col gap-3">
        <Texts from={recordOf(contract.scope)} fields={SCOPE_FIELDS} />
        {typeof days === 'number' && (
          <Text label="Prazo de execução">{formatCount(days, 'dia útil', 'dias úteis')}</Text>
        )}
        <Texts from={terms} fields={TERM_FIELDS} />
      </dl>
    </div>
  )
}

type TextsProps = {
  from: Readonly<Record<string, unknown>>
  fields: readonly (readonly [field: string, label: string])[]
}

function Texts({ from, fields }: TextsProps) {
  return fields.map(([field, label]) => {
    const text = from[field]
    return typeof text === 'string' && text !== '' ? (
      <Text key={field} label={label}>
        {text}
      </Text>
    ) : null
  })
}

function Text({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="max-w-measure break-words whitespace-pre-line">{children}</dd>
    </div>
  )
}

function recordOf(json: Contract['scope']): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {}
}

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
