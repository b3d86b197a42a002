import { useQuery } from '@tanstack/react-query'
import { FileText, Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import { ItemRow } from './item-row'
import { ListActions } from './list-actions'
import { checklistsQuery, type Checklist, type Item, useWitness } from './queries'
import { StartChecklist } from './start-checklist'
import { KINDS, mayWitness, STATUS } from './text'
import { scrollToAnchor } from '@/lib/navigation/anchor'
import { formatDateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** The button that disputes a failed item, if disputes are possible. */
export type Contest = (milestoneId: string, list: Checklist, item: Item) => ReactNode

type Part = { id: string; position: number; title: string; status: string }

type ChecklistSectionProps = {
  contractId: string
  milestones: readonly Part[]
  side: 'company' | 'professional'
  mayAct: boolean
  contest?: Contest
}

/** The acceptance checklists of a contract's milestones. */
export function ChecklistSection({ contractId, milestones, side, mayAct, contest }: ChecklistSectionProps) {
  const query = useQuery(checklistsQuery(contractId))
  return (
    <section aria-labelledby="listas" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="listas" tabIndex={-1} ref={scrollToAnchor} className="text-lg font-semibold">
          Aceite por TAF e TAC
        </h2>
        {mayAct && <StartChecklist milestones={milestones} />}
      </div>
      {query.isError ? (
        <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Loading label="Carregando listas de aceite…">
          <Skeleton className="h-24" />
        </Loading>
      ) : query.data.length === 0 ? (
        <p className="max-w-measure text-sm text-muted">
          Nenhuma lista. Combinem antes da entrega o que será testado: item impeditivo em aberto segura a
          aprovação e o prazo.
        </p>
      ) : (
        query.data.map((list) => (
          <ChecklistCard
            key={list.id}
            list={list}
            part={milestones.find(({ id }) => id === list.milestone_id)}
            contractId={contractId}
            side={side}
            mayAct={mayAct}
            contest={contest}
          />
        ))
      )}
    </section>
  )
}

type ChecklistCardProps = {
  list: Checklist
  part: Part | undefined
  contractId: string
  side: 'company' | 'professional'
  mayAct: boolean
  contest: Contest | undefined
}

function ChecklistCard({ list, part, contractId, side, mayAct, contest }: ChecklistCardProps) {
  const { label, tone } = STATUS[list.status]
  const items = list.items.toSorted((one, other) => one.position - other.position)
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">
          {KINDS[list.kind]} · Marco {part?.position}, {part?.title}
        </h3>
        <Badge tone={tone}>{label}</Badge>
        <span className="figures text-sm text-muted">versão {list.version}</span>
      </div>
      <ol className="flex flex-col divide-y divide-line">
        {items.map((item) => (
          <ItemRow
            key={item.id}
            item={item}
            contractId={contractId}
            mayRecord={mayAct && mayRecord(list, item)}
            witness={mayAct && mayWitness(list, item, side) && <WitnessItem list={list} item={item} />}
            contest={item.result === 'failed' ? contest?.(list.milestone_id, list, item) : undefined}
          />
        ))}
      </ol>
      <Signatures list={list} />
      <div className="flex flex-wrap gap-2 empty:hidden print:hidden">
        {mayAct && <ListActions list={list} side={side} />}
        {list.status !== 'proposed' && (
          <Button asChild size="lg">
            <Link to={paths.contractChecklist(contractId, list.id)}>
              <FileText className="size-4" aria-hidden />
              Ver lista e PDF
            </Link>
          </Button>
        )}
      </div>
    </Card>
  )
}

/** Results that both sides signed as passed are final; failed ones may still be corrected. */
function mayRecord({ status }: Checklist, { result }: Item): boolean {
  return status === 'agreed' || (status === 'signed' && result === 'failed')
}

function Signatures({ list }: { list: Checklist }) {
  if (list.company_signed_at === null && list.professional_signed_at === null) return null
  return (
    <p className="text-sm text-muted">
      {list.company_signed_at !== null && `Empresa assinou em ${formatDateTime(list.company_signed_at)}. `}
      {list.professional_signed_at !== null &&
        `Profissional assinou em ${formatDateTime(list.professional_signed_at)}. `}
      {list.executed_at !== null && `TAC executado em ${formatDateTime(list.executed_at)}.`}
    </p>
  )
}

/** The button by which a side witnesses a result of the version that it read. */
function WitnessItem({ list, item }: { list: Checklist; item: Item }) {
  const witness = useWitness()
  return (
    <Button
      variant="primary"
      loading={witness.isPending}
      aria-label={`Testemunhar o item ${String(item.position)}`}
      onClick={() => witness.mutate({ checklist_id: list.id, version: list.version, item_ids: [item.id] })}
    >
      <Eye className="size-4" aria-hidden />
      Testemunhar
    </Button>
  )
}
