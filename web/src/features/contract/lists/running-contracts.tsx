import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import { titleOf } from '@/features/contract/lists/contract-list'
import { isOver } from '@/features/contract/milestones/milestone-text'
import { allNext, nextDateWords } from '@/features/contract/next-step/next-steps'
import { runningContractsQuery, partnerOf, type Contract } from '@/features/contract/queries'
import { standOf } from '@/features/contract/side'
import { formatCount, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { Loading, SkeletonList } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

const SHOWN = 4

/** The contracts under way in a line or two each: partner, progress and next date. */
export function RunningContracts({ partyId }: { partyId: string }) {
  const query = useInfiniteQuery(runningContractsQuery(partyId))
  const total = query.data === undefined ? 0 : totalOf(query.data)
  return (
    <section aria-labelledby="em-andamento" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <h2 id="em-andamento" className="text-lg font-semibold">
          Contratos em andamento
        </h2>
        {total > 0 && (
          <Link to={paths.contracts()} className="py-0.5 text-sm underline underline-offset-2">
            {total > SHOWN ? `Ver todos os ${formatNumber(total)}` : 'Ver contratos'}
          </Link>
        )}
      </div>
      {query.isError ? (
        <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Loading label="Carregando contratos…">
          <SkeletonList lines={2} />
        </Loading>
      ) : total === 0 ? (
        <p className="max-w-measure text-sm text-muted">
          Nenhum contrato em andamento. Um contrato começa quando a empresa aceita uma proposta.
        </p>
      ) : (
        <Card>
          <ul aria-labelledby="em-andamento" className="flex flex-col divide-y divide-line">
            {rowsOf<Contract>(query.data)
              .slice(0, SHOWN)
              .map((contract) => (
                <li key={contract.id}>
                  <Line contract={contract} partyId={partyId} />
                </li>
              ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

function Line({ contract, partyId }: { contract: Contract; partyId: string }) {
  const { label, tone } = standOf(contract)
  const over = contract.milestones.filter(isOver).length
  const dated = allNext(contract).find(({ at }) => at !== null)
  const date = dated && nextDateWords(dated)
  return (
    <div className="relative flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3.5 transition-colors duration-150 hover:bg-hover">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
        <Link
          to={paths.contract(contract.id)}
          className="font-medium break-words after:absolute after:inset-0 hover:underline"
        >
          {titleOf(contract)}
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <Tag>{tagOf('CTR', contract.number)}</Tag>
          <span className="min-w-0 break-words">com {partnerOf(contract, partyId)}</span>
        </p>
      </div>
      <div className="flex flex-col gap-1 text-sm sm:items-end">
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-muted">
            {over} de {formatCount(contract.milestones.length, 'marco', 'marcos')}
          </span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        {date !== undefined && <p className="text-muted">{date}</p>}
      </div>
    </div>
  )
}
