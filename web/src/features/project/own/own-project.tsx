import { useQuery } from '@tanstack/react-query'
import { ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import type { Acting } from '@/api/session/party'
import { useMember } from '@/api/session/session'
import { ownProjectQuery } from '@/features/project/own/own-queries'
import { isId } from '@/lib/ids'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

export type OwnedProject = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof ownProjectQuery>['queryFn']>>>
>

type OwnProjectProps = {
  projectId: string
  /** Shown when the project belongs to another party of the person. */
  otherParty: (owner: Acting['party']) => ReactNode
  children: (project: OwnedProject) => ReactNode
}

/** Loads a project of the company that the person acts for. */
export function OwnProject({ projectId, otherParty, children }: OwnProjectProps) {
  const { profile, party, parties } = useMember()
  const query = useQuery({ ...ownProjectQuery(projectId, profile.id), enabled: isId(projectId) })
  if (!isId(projectId) || query.data === null) return <AccessDenied />
  if (query.isError)
    return <ErrorState level={1} message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading level={1} label="Carregando projeto…">
        <Skeleton className="h-16 max-w-xl" />
      </Loading>
    )
  }
  const project = query.data
  const owner = parties.find((acting) => acting.party.id === project.owner.company_id)
  if (owner === undefined) return <AccessDenied />
  if (owner.party.id !== party.id) return otherParty(owner.party)
  return children(project)
}

function AccessDenied() {
  return (
    <EmptyState
      icon={ShieldX}
      level={1}
      title="Projeto não encontrado ou acesso negado."
      description="Você só pode ver propostas de seus próprios projetos."
      action={
        <Button asChild variant="primary">
          <Link to={paths.manageProjects()}>Meus projetos</Link>
        </Button>
      }
    />
  )
}
