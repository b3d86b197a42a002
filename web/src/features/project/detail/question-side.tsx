import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { actsFor } from '@/api/session/party'
import { useSession, type SignedIn } from '@/api/session/session'
import { ownProjectQuery } from '@/features/project/own/own-queries'
import type { Project } from '@/features/project/queries'

type Side = 'company' | 'professional'
type QuestionSideProps = {
  project: Project
  children: (side: Side, maySpeak: boolean) => ReactNode
}

/** From which side the person reads a project's questions; visitors and administrators read none. */
export function QuestionSide({ project, children }: QuestionSideProps) {
  const state = useSession()
  if (state.status !== 'signed-in') return null
  if (state.party?.role === 'company')
    return (
      <OwnerSide project={project} reader={state}>
        {children}
      </OwnerSide>
    )
  if (state.party?.role !== 'professional') return null
  return children('professional', state.rights.includes('publish'))
}

function OwnerSide({ project, reader, children }: QuestionSideProps & { reader: SignedIn }) {
  const { data: own } = useQuery(ownProjectQuery(project.id, reader.profile.id))
  if (!own) return null
  return children('company', actsFor(reader.parties, own.owner.company_id, 'publish'))
}
