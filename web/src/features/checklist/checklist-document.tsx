import { useQuery } from '@tanstack/react-query'
import { useSavePdf } from '@/api/request/save-file'
import { errorSentence } from '@/api/errors'
import { checklistDocumentQuery, printChecklist } from '@/features/checklist/queries'
import { KINDS, RESULTS, STATUS, WITNESSED_AS, wordsOf } from '@/features/checklist/text'
import { formatDateTime } from '@/lib/format'
import { keyOf } from '@/lib/keys-of'
import { Badge } from '@/ui/badge'
import { Codes } from '@/ui/codes'
import { DocumentActions } from '@/ui/document-actions'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

/** A checklist on its own page, for reading, printing or saving. */
export function ChecklistDocument({ checklistId }: { checklistId: string }) {
  const query = useQuery(checklistDocumentQuery(checklistId))
  if (query.isError)
    return <ErrorState level={1} message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading level={1} label="Carregando lista…">
        <Skeleton className="h-96" />
      </Loading>
    )
  }
  const list = query.data
  const kind = keyOf(KINDS, list.kind)
  const status = keyOf(STATUS, list.status)
  return (
    <article className="max-w-4xl">
      <div className="mb-2 flex flex-wrap items-center gap-2 text-sm text-muted">
        <Tag>{tagOf('CTR', list.number)}</Tag>
        {status !== undefined && <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>}
        <span className="figures">versão {list.version}</span>
      </div>
      <h1 tabIndex={-1} className="text-2xl font-semibold break-words">
        {kind === undefined ? 'Lista de aceite' : KINDS[kind]} · <Codes text={list.milestone} />
      </h1>
      <p className="mt-1 mb-6 max-w-measure text-muted">
        {list.project}. {list.company} contrata {list.professional}.
      </p>
      <Actions checklistId={checklistId} />
      <Items items={list.items} />
      <Signatures list={list} />
    </article>
  )
}

function Actions({ checklistId }: { checklistId: string }) {
  const save = useSavePdf(() => printChecklist(checklistId))
  return <DocumentActions isSaving={save.isPending} onSave={() => save.mutate()} />
}

type Word = { side: string; name: string; at: string; as: string }

type Found = {
  position: number
  title: string
  expected: string
  blocking: boolean
  result: string
  note: string
  files: readonly { name: string; sha256: string }[]
  recorded: Word | null
  witnessed: Word | null
  witness_until: string | null
}

function Items({ items }: { items: readonly Found[] }) {
  return (
    <ol aria-label="Itens" className="divide-y divide-line border-y border-line">
      {items.map((item) => (
        <li
          key={item.position}
          className="grid break-inside-avoid gap-x-4 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_auto] print:grid-cols-[minmax(0,1fr)_auto]"
        >
          <p className="min-w-0 font-medium break-words">
            <span className="text-muted">{item.position}.</span> {item.title}
          </p>
          <p className="flex flex-wrap items-center gap-2 self-start">
            {item.blocking && <Badge tone="outline">Impeditivo</Badge>}
            <Result result={item.result} />
          </p>
          <div className="flex max-w-measure min-w-0 flex-col gap-1 text-sm">
            {item.expected !== '' && (
              <p className="break-words">
                <span className="text-muted">Esperado:</span> {item.expected}
              </p>
            )}
            {item.note !== '' && (
              <p className="break-words whitespace-pre-line">
                <span className="text-muted">Encontrado:</span> {item.note}
              </p>
            )}
            {saidOf(item).map((said) => (
              <p key={said} className="break-words">
                {said}
              </p>
            ))}
            {item.files.map(({ name, sha256 }) => (
              <p key={sha256 + name} className="break-words">
                <span className="text-muted">Arquivo:</span> {name}{' '}
                <span className="figures text-xs break-all text-muted">SHA-256 {sha256}</span>
              </p>
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}

function saidOf({ recorded, witnessed, witness_until }: Found): string[] {
  return wordsOf({
    recorded_side: recorded?.side === 'company' ? 'company' : recorded === null ? null : 'professional',
    recorded_name: recorded?.name ?? null,
    recorded_at: recorded?.at ?? null,
    witness_due_at: witness_until,
    witnessed_as: keyOf(WITNESSED_AS, witnessed?.as ?? '') ?? null,
    witnessed_name: witnessed?.name ?? null,
    witnessed_at: witnessed?.at ?? null,
  })
}

function Result({ result }: { result: string }) {
  const known = keyOf(RESULTS, result)
  return known === undefined ? null : <Badge tone={RESULTS[known].tone}>{RESULTS[known].label}</Badge>
}

const SIDES = { company: 'Contratante', professional: 'Contratado' } as const

type Signed = {
  sha256: string
  executed_at: string | null
  signatures: readonly { side: string; name: string; at: string }[]
}

function Signatures({ list: { sha256, executed_at, signatures } }: { list: Signed }) {
  return (
    <section className="mt-8 flex break-inside-avoid flex-col gap-2 text-sm">
      <h2 className="text-lg font-semibold">Assinaturas registradas</h2>
      {signatures.length === 0 && <p className="text-muted">Ninguém assinou esta versão ainda.</p>}
      <ul className="flex flex-col gap-1.5 empty:hidden">
        {signatures.map(({ side, name, at }) => {
          const known = keyOf(SIDES, side)
          return (
            <li key={side} className="break-words">
              <span className="font-medium">{known === undefined ? side : SIDES[known]}:</span> {name}, em{' '}
              {formatDateTime(at)}
            </li>
          )
        })}
      </ul>
      {executed_at !== null && <p>TAC executado em {formatDateTime(executed_at)}.</p>}
      <p className="text-muted">
        SHA-256 desta versão: <span className="figures text-xs break-all">{sha256}</span>
      </p>
    </section>
  )
}
