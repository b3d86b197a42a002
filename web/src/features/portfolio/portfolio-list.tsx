import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { FolderPlus } from 'lucide-react'
import { Link } from 'react-router'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import { PortfolioEntry } from '@/features/portfolio/portfolio-entry'
import { portfolioQuery, reorderPortfolio } from '@/features/portfolio/queries'
import type { PortfolioProject } from './schema'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { MorePages } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'
import { toast } from '@/lib/toast'
import { useDragOrder, moveEntry } from '@/ui/use-drag-order'

/** A professional's own portfolio: what is in it and in which order others see it. */
export function PortfolioList({ profileId }: { profileId: string }) {
  const query = useInfiniteQuery(portfolioQuery(profileId))
  if (query.isPending) {
    return (
      <Loading label="Carregando portfólio…">
        <div className="flex flex-col gap-3">
          {Array.from({ length: 3 }, (_, i) => (
            <Skeleton key={i} className="h-40" />
          ))}
        </div>
      </Loading>
    )
  }
  if (query.isError) {
    return (
      <ErrorState
        message={errorSentence(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  const projects = rowsOf(query.data)
  const total = totalOf(query.data)
  if (projects.length === 0) {
    return (
      <EmptyState
        icon={FolderPlus}
        title="Seu portfólio está vazio"
        description="Mostre trabalhos concluídos: empresas escolhem quem já fez algo parecido."
        action={
          <Button asChild variant="primary">
            <Link to={paths.addPortfolioProject()}>Adicionar Projeto</Link>
          </Button>
        }
      />
    )
  }
  return (
    <>
      <Entries profileId={profileId} projects={projects} total={total} />
      <MorePages list={query} shown={projects.length} total={total} noun="projetos" />
    </>
  )
}

type EntriesProps = { profileId: string; projects: PortfolioProject[]; total: number }

function Entries({ profileId, projects, total }: EntriesProps) {
  const reorder = useMutation({
    ...reorderPortfolio(useQueryClient(), profileId),
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Ordem não salva', description: errorSentence(error) }),
  })
  const move = (from: number, to: number) => reorder.mutate(moveEntry(projects, from, to))
  const drag = useDragOrder(move)
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        {formatCount(total, 'projeto', 'projetos')}
        {total > 1 && ', na ordem em que as empresas veem. Arraste ou use as setas para mudar'}.
      </p>
      <ol aria-label="Meu portfólio" className="flex flex-col gap-3">
        {projects.map((project, index) => (
          <PortfolioEntry
            key={project.id}
            project={project}
            isFirst={index === 0}
            isLast={index === projects.length - 1}
            isDropTarget={drag.isTarget(index)}
            dragProps={drag.entryProps(index)}
            onMove={(places) => move(index, index + places)}
          />
        ))}
      </ol>
    </div>
  )
}
