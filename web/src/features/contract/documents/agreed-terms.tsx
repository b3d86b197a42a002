import type { Contract } from '@/features/contract/queries'
import { formatCount } from '@/lib/format'

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
