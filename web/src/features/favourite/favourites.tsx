import { useInfiniteQuery } from '@tanstack/react-query'
import { Bookmark, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { FavouriteNote, useRemove } from '@/features/favourite/favourite-button'
import {
  favouritesQuery,
  KINDS,
  type Kind,
  type ListedFavourite,
  type Subject,
} from '@/features/favourite/queries'
import { paths } from '@/lib/paths'
import { labelOf, placeOf, WORK_MODES } from '@/lib/work'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { FilterTabs } from '@/ui/filter-tabs'
import { LoadMore } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

type ListedProject = NonNullable<ListedFavourite['project']>

type FavouritesProps = {
  personId: string
  /** The state of a project, as the pages of projects show it. */
  status: (project: ListedProject) => ReactNode
}

/** A person's favourites; the kind stands in the address. */
export function Favourites({ personId, status }: FavouritesProps) {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('tipo') ?? ''
  const kind = KINDS.find(({ value }) => value === wanted) ?? KINDS[0]
  return (
    <>
      <FilterTabs
        label="Filtrar por tipo"
        options={KINDS}
        value={kind.value}
        onValueChange={(next) => setParams(next === '' ? {} : { tipo: next }, { replace: true })}
      />
      <List personId={personId} kind={kind} status={status} />
    </>
  )
}

function List({ personId, kind, status }: FavouritesProps & { kind: Kind }) {
  const query = useInfiniteQuery(favouritesQuery(personId, kind))
  if (query.isError && query.data === undefined)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.data === undefined) {
    return (
      <Loading label="Carregando favoritos…">
        <Skeleton className="mb-3 h-40" />
        <Skeleton className="h-40" />
      </Loading>
    )
  }
  const found = rowsOf(query.data)
  if (found.length === 0) return <Nothing />
  return (
    <>
      <ul className="grid gap-3 xl:grid-cols-2">
        {found.map((favourite) => (
          <li key={favourite.id}>
            <Item favourite={favourite} status={status} />
          </li>
        ))}
      </ul>
      <LoadMore
        shown={found.length}
        total={totalOf(query.data)}
        noun="favoritos"
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </>
  )
}

function Item({ favourite, status }: Pick<FavouritesProps, 'status'> & { favourite: ListedFavourite }) {
  const remove = useRemove()
  const { subject, name, to, above, facts } = shownOf(favourite, status)
  return (
    <Card className="flex h-full flex-col gap-4 p-5">
      <div className="flex items-start gap-3">
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          {above}
          <h2 className="text-base font-semibold break-words">
            {to === undefined ? name : <Link to={to}>{name}</Link>}
          </h2>
          <p className="text-sm break-words text-muted">{facts.filter((fact) => fact !== '').join(' · ')}</p>
        </div>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Remover dos favoritos: ${name}`}
          loading={remove.isPending}
          onClick={() => remove.run({ ...favourite, subject })}
        >
          <X className="size-4" aria-hidden />
        </Button>
      </div>
      <div className="mt-auto">
        <FavouriteNote key={favourite.note} favourite={favourite} about={name} />
      </div>
    </Card>
  )
}

type Shown = {
  /** What would be kept again; nothing for what can no longer be seen. */
  subject?: Subject
  name: string
  to?: string
  above?: ReactNode
  facts: readonly string[]
}

function shownOf({ project, professional }: ListedFavourite, status: FavouritesProps['status']): Shown {
  if (project) {
    const { id, title, budget, company } = project
    return {
      subject: { project_id: id },
      name: title,
      to: paths.project(id, title),
      above: (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <Tag>{tagOf('PRJ', project.number)}</Tag>
          {status(project)}
        </p>
      ),
      facts: [company?.name ?? '', budget, placeOf(project), labelOf(WORK_MODES, project.work_mode) ?? ''],
    }
  }
  if (!professional) return { name: 'Não está mais disponível', facts: [] }
  const { id, name, avatar_url, avatar_seed } = professional
  return {
    subject: { professional_id: id },
    name,
    to: paths.professional(id, name),
    above: <Avatar name={name} imageUrl={avatar_url} seed={avatar_seed} />,
    facts: [professional.title === '' ? professional.headline : professional.title, professional.location],
  }
}

function Nothing() {
  return (
    <EmptyState
      icon={Bookmark}
      title="Nenhum favorito ainda"
      description="Favorite um projeto ou um profissional na página dele para encontrá-lo aqui depois."
      action={
        <>
          <Button asChild>
            <Link to={paths.projects()}>Explorar Projetos</Link>
          </Button>
          <Button asChild>
            <Link to={paths.professionals()}>Encontrar Profissionais</Link>
          </Button>
        </>
      }
    />
  )
}
