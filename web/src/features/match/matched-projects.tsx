import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { FolderSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import { HowWeOrder } from '@/features/match/how-we-order'
import { MatchFacts, MatchScore } from '@/features/match/match-summary'
import { matchedProjectsQuery, type MatchedProject } from '@/features/match/queries'
import { paths } from '@/lib/paths'
import { labelOf, placeOf, WORK_MODES } from '@/lib/work'
import { Button } from '@/ui/button'
import { LinkCard } from '@/ui/card'
import { Codes } from '@/ui/codes'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

/** Starts to load the projects that match a professional. */
export function usePrefetchMatchedProjects(partyId: string, count: number): void {
  usePrefetchQuery(matchedProjectsQuery(partyId, count))
}

type MatchedProjectsProps = {
  partyId: string
  count: number
  /** What a person can do with a project, at the end of its card. */
  action: (project: MatchedProject['project']) => ReactNode
}

/** The open projects that match a professional, with reasons and gaps. */
export function MatchedProjects({ partyId, count, action }: MatchedProjectsProps) {
  const query = useQuery(matchedProjectsQuery(partyId, count))
  return (
    <section aria-labelledby="matched" className="flex flex-col gap-4">
      <h2 id="matched" className="text-lg font-semibold">
        Combina com você
      </h2>
      {query.isError && (
        <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Skeleton className="h-48" />}
      {query.data?.length === 0 && <NoMatch />}
      <ol className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {query.data?.map((match) => (
          <li key={match.id}>
            <MatchedCard match={match} action={action(match.project)} />
          </li>
        ))}
      </ol>
      <HowWeOrder />
    </section>
  )
}

function NoMatch() {
  return (
    <EmptyState
      icon={FolderSearch}
      title="Nenhum projeto combina por enquanto"
      description="Comparamos os projetos abertos com as habilidades e as tecnologias do seu perfil."
      action={
        <Button asChild>
          <Link to={paths.projects()}>Ver todos os projetos</Link>
        </Button>
      }
    />
  )
}

function MatchedCard({ match, action }: { match: MatchedProject; action: ReactNode }) {
  const { project } = match
  const where = [project.state && placeOf(project), labelOf(WORK_MODES, project.work_mode)].filter(Boolean)
  return (
    <LinkCard className="flex h-full flex-col gap-3 p-5">
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 flex-col items-start gap-1.5">
          <Tag>{tagOf('PRJ', project.number)}</Tag>
          <h3 className="leading-snug font-semibold break-words">
            <Link to={paths.project(project.id, project.title)} className="after:absolute after:inset-0">
              <Codes text={project.title} />
            </Link>
          </h3>
          <p className="text-sm text-muted">{project.company?.name ?? 'Empresa Confidencial'}</p>
        </div>
        <MatchScore score={match.score} />
      </div>
      <MatchFacts match={match} />
      <p className="mt-auto flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-3 text-sm text-muted">
        <span className="figures min-w-0">{project.budget}</span>
        <span>{project.deadline}</span>
        {where.length > 0 && <span>{where.join(' · ')}</span>}
      </p>
      {action}
    </LinkCard>
  )
}
