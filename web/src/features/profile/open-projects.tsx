import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import { openProjectsQuery } from '@/features/profile/queries'
import { paths } from '@/lib/paths'
import { LinkCard } from '@/ui/card'
import { Codes } from '@/ui/codes'
import { ErrorState } from '@/ui/error-state'
import { MorePages } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

/** What a company is looking for now, by name and budget. */
export function OpenProjects({ companyId }: { companyId: string }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">Projetos abertos</h2>
      <List companyId={companyId} />
    </section>
  )
}

function List({ companyId }: { companyId: string }) {
  const query = useInfiniteQuery(openProjectsQuery(companyId))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando projetos…">
        <Skeleton className="h-32" />
      </Loading>
    )
  }
  const projects = rowsOf(query.data)
  if (projects.length === 0) return <p className="text-muted">Nenhum projeto aberto no momento.</p>
  return (
    <>
      <ul className="flex flex-col gap-3">
        {projects.map((project) => (
          <li key={project.id}>
            <LinkCard className="flex flex-wrap items-center justify-between gap-3 p-4">
              <span className="flex min-w-0 flex-wrap items-center gap-3">
                <Tag>{tagOf('PRJ', project.number)}</Tag>
                <Link
                  to={paths.project(project.id, project.title)}
                  className="min-w-0 font-medium after:absolute after:inset-0"
                >
                  <Codes text={project.title} />
                </Link>
              </span>
              <span className="figures min-w-0 text-sm text-muted">{project.budget}</span>
            </LinkCard>
          </li>
        ))}
      </ul>
      <MorePages list={query} shown={projects.length} total={totalOf(query.data)} noun="projetos" />
    </>
  )
}
