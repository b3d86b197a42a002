import { useQuery } from '@tanstack/react-query'
import { Pencil, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { actsFor } from '@/api/party'
import { useSession } from '@/api/session'
import { ownProjectQuery } from '@/features/project/own-queries'
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
  const state = useSession()
  const parties = state.status === 'signed-in' ? state.parties : []
  const { data: own } = useQuery({
    ...ownProjectQuery(project.id, state.status === 'signed-in' ? state.profile.id : ''),
    enabled: parties.some(({ party }) => party.role === 'company'),
  })
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
