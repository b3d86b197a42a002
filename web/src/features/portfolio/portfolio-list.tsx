import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, FolderPlus, Pencil, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { PortfolioPicture } from '@/features/portfolio/portfolio-picture'
import { deletePortfolioProject, portfolioQuery, reorderPortfolio } from '@/features/portfolio/queries'
import type { PortfolioProject } from './schema'
import { classNames } from '@/lib/class-names'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toast'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { ChipList } from '@/ui/chip'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { MorePages } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'
import { moveEntry, useDragOrder } from '@/ui/use-drag-order'

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

type PortfolioEntryProps = {
  project: PortfolioProject
  isFirst: boolean
  isLast: boolean
  isDropTarget: boolean
  dragProps: ComponentProps<'li'>
  /** How many places down; negative is up. */
  onMove: (places: number) => void
}

function PortfolioEntry({ project, isDropTarget, dragProps, ...place }: PortfolioEntryProps) {
  return (
    <li
      {...dragProps}
      className={classNames(
        'flex cursor-grab flex-col gap-4 rounded border border-line bg-raised p-4 sm:flex-row',
        isDropTarget && 'border-focus bg-hover',
      )}
    >
      <div className="sm:w-48 sm:shrink-0">
        <PortfolioPicture url={project.image_urls[0]} />
        {project.image_urls.length > 1 && (
          <p className="mt-1 text-xs text-muted">
            {formatCount(project.image_urls.length, 'imagem', 'imagens')}
          </p>
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div>
          <h2 className="text-base font-semibold break-words">{project.title}</h2>
          <p className="text-sm break-words text-muted">{project.role}</p>
        </div>
        <p className="line-clamp-2 text-sm break-words">{project.description}</p>
        <ChipList words={project.technologies} max={6} />
        <div className="mt-auto flex flex-wrap items-center gap-1 pt-2">
          <MoveButtons title={project.title} {...place} />
          <Button asChild variant="ghost" size="sm" className="ml-auto">
            <Link to={paths.editPortfolioProject(project.id)} aria-label={`Editar ${project.title}`}>
              <Pencil className="size-4" aria-hidden />
              Editar
            </Link>
          </Button>
          <DeleteButton project={project} />
        </div>
      </div>
    </li>
  )
}

type MoveButtonsProps = Pick<PortfolioEntryProps, 'isFirst' | 'isLast' | 'onMove'> & { title: string }

/** At the ends the buttons stay reachable, so that the focus is not lost on arrival. */
function MoveButtons({ title, isFirst, isLast, onMove }: MoveButtonsProps) {
  return (
    <>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Mover ${title} para cima`}
        aria-disabled={isFirst}
        onClick={() => !isFirst && onMove(-1)}
      >
        <ArrowUp className="size-4" aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Mover ${title} para baixo`}
        aria-disabled={isLast}
        onClick={() => !isLast && onMove(1)}
      >
        <ArrowDown className="size-4" aria-hidden />
      </Button>
    </>
  )
}

function DeleteButton({ project }: { project: PortfolioProject }) {
  const remove = useMutation({
    ...deletePortfolioProject(useQueryClient()),
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Projeto não excluído', description: errorSentence(error) }),
  })
  return (
    <AlertDialog
      trigger={
        <Button variant="ghost" size="sm" loading={remove.isPending} aria-label={`Excluir ${project.title}`}>
          <Trash2 className="size-4" aria-hidden />
          Excluir
        </Button>
      }
      title="Excluir este projeto?"
      description={`“${project.title}” e suas imagens saem do seu portfólio. Isto não pode ser desfeito.`}
      confirmLabel="Excluir projeto"
      destructive
      onConfirm={() =>
        remove.mutate(project, {
          onSuccess: () => toast({ title: 'Projeto excluído', description: 'Ele saiu do seu portfólio.' }),
        })
      }
    />
  )
}
