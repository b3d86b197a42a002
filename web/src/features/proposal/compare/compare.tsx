import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import { isShortlisted, nameOf, ordered, ORDERS, sheetOf, comparedQuery, type Compared } from './compare-rows'
import { COLUMNS_NARROW, CompareTable } from '@/features/proposal/compare/compare-table'
import type { ProposedTo } from '@/features/proposal/received/proposal-card'
import { toCsv } from '@/lib/text/csv'
import { saveText } from '@/lib/device/save-blob'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { DocumentActions } from '@/ui/document-actions'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Field } from '@/ui/field'
import { MorePages } from '@/ui/load-more'
import { Select } from '@/ui/select'
import { Loading, Skeleton } from '@/ui/skeleton'

type CompareProps = {
  project: ProposedTo
  /** The project's, in the name of the file. */
  tag: string
  mayDecide: boolean
  mayNote: boolean
}

/** The proposals of a project in one grid; order, shortlist and pair stand in the address. */
export function Compare(props: CompareProps) {
  const query = useInfiniteQuery(comparedQuery(props.project.id))
  if (query.isPending) {
    return (
      <Loading label="Carregando propostas…">
        <Skeleton className="h-96" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const all: Compared[] = rowsOf(query.data)
  if (all.length === 0) return <Nothing projectId={props.project.id} />
  return (
    <>
      <Grid {...props} all={all} />
      <MorePages list={query} shown={all.length} total={totalOf(query.data)} noun="propostas" />
    </>
  )
}

function Grid({ project, tag, mayDecide, mayNote, all }: CompareProps & { all: Compared[] }) {
  const { order, isShort, pair, put } = useChoices(all)
  const shown = ordered(isShort ? all.filter(isShortlisted) : all, order)
  const [first = '', second = ''] = pairOf(shown, pair)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
        <Select
          aria-label="Ordenar por"
          className="w-52"
          options={ORDERS}
          value={order}
          onChange={({ target }) => put('ordem', target.value)}
        />
        <Checkbox
          name="only-shortlisted"
          className="pb-2"
          label="Só as selecionadas"
          checked={isShort}
          onCheckedChange={(checked) => put('lista', checked === true ? 'sim' : '')}
        />
        <DocumentActions
          saveLabel="Baixar CSV"
          variant="secondary"
          className="mb-0 md:ml-auto"
          onSave={() => saveText(`equalizacao-${tag}.csv`, toCsv(sheetOf(shown)), 'text/csv')}
        />
      </div>
      {shown.length > COLUMNS_NARROW && (
        <div className="mb-4 grid grid-cols-2 gap-3 md:hidden print:hidden">
          <Chosen name="a" label="Comparar" shown={shown} value={first} other={second} onChange={put} />
          <Chosen name="b" label="com" shown={shown} value={second} other={first} onChange={put} />
        </div>
      )}
      {shown.length === 0 ? (
        <p role="status" className="rounded border border-line p-6 text-sm text-muted">
          Nenhuma proposta selecionada. Marque as estrelas das que interessam.
        </p>
      ) : (
        <CompareTable
          proposals={shown}
          pair={[first, second]}
          project={project}
          mayDecide={mayDecide}
          mayNote={mayNote}
        />
      )}
    </>
  )
}

type Put = (name: string, value: string) => void

function useChoices(all: readonly Compared[]) {
  const [params, setParams] = useSearchParams()
  const put: Put = (name, value) => {
    const next = new URLSearchParams(params)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  const known = new Set(all.map(({ id }) => id))
  const pair = [params.get('a') ?? '', params.get('b') ?? ''].map((id) => (known.has(id) ? id : ''))
  return { order: params.get('ordem') ?? '', isShort: params.get('lista') === 'sim', pair, put }
}

/** The two that were chosen, as far as they are shown, filled up with the first that are not. */
function pairOf(shown: readonly Compared[], chosen: readonly string[]): string[] {
  const ids = shown.map(({ id }) => id)
  const wanted = chosen.map((id) => (ids.includes(id) ? id : ''))
  return wanted.reduce<string[]>((pair, id) => {
    const free = ids.find((one) => !pair.includes(one) && !wanted.includes(one))
    return [...pair, id !== '' && !pair.includes(id) ? id : (free ?? '')]
  }, [])
}

type ChosenProps = {
  name: string
  label: string
  shown: readonly Compared[]
  value: string
  /** The other one of the two, which cannot be chosen twice. */
  other: string
  onChange: Put
}

function Chosen({ name, label, shown, value, other, onChange }: ChosenProps) {
  const options = shown.filter(({ id }) => id !== other).map((one) => ({ value: one.id, label: nameOf(one) }))
  return (
    <Field name={name} label={label}>
      <Select options={options} value={value} onChange={({ target }) => onChange(name, target.value)} />
    </Field>
  )
}

function Nothing({ projectId }: { projectId: string }) {
  return (
    <EmptyState
      icon={Inbox}
      title="Nenhuma proposta para comparar"
      description="Aqui ficam lado a lado as propostas que esperam uma decisão."
      action={
        <Button asChild>
          <Link to={paths.projectProposals(projectId)}>Ver propostas</Link>
        </Button>
      }
    />
  )
}
