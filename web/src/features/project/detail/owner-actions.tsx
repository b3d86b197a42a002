import { useQuery } from '@tanstack/react-query'
import { Columns3, Pencil, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { actsFor } from '@/api/session/party'
import { useSession } from '@/api/session/session'
import { ownProjectQuery } from '@/features/project/own/own-queries'
import type { ProjectStatus } from '@/features/project/text'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'

type OwnerActionsProps = {
  project: { id: string; status: ProjectStatus; proposals_count: number }
  /** What everybody else may do. */
  children: ReactNode
}

/** The company of a project finds its proposals here, where others propose. */
export function OwnerActions({ project, children }: OwnerActionsProps) {
  const { own, parties } = useOwn(project.id)
  if (!own) return children
  const mayEdit = actsFor(parties, own.owner.company_id, 'publish')
  return (
    <>
      <Button asChild variant="primary">
        <Link to={paths.projectProposals(project.id)}>
          <Users className="size-4" aria-hidden />
          {formatCount(project.proposals_count, 'proposta', 'propostas')}
        </Link>
      </Button>
      {project.proposals_count > 1 && (
        <Button asChild>
          <Link to={paths.equalisation(project.id)}>
            <Columns3 className="size-4" aria-hidden />
            Comparar propostas
          </Link>
        </Button>
      )}
      {mayEdit && project.status === 'open' && (
        <Button asChild>
          <Link to={paths.editProject(project.id)}>
            <Pencil className="size-4" aria-hidden />
            Editar projeto
          </Link>
        </Button>
      )}
    </>
  )
}

/** What the company of a project has no use for. */
export function OthersOnly({
  project,
  children,
}: Pick<OwnerActionsProps, 'children'> & { project: { id: string } }) {
  return useOwn(project.id).own ? null : children
}

function useOwn(projectId: string) {
  const state = useSession()
  const parties = state.status === 'signed-in' ? state.parties : []
  const { data: own } = useQuery({
    ...ownProjectQuery(projectId, state.status === 'signed-in' ? state.profile.id : ''),
    enabled: parties.some(({ party }) => party.role === 'company'),
  })
  return { own, parties }
}
