import { MatchedProfessionals } from '@/features/match/matched-professionals'
import { useNewestOpenProject } from '@/features/project/own/use-dashboard'

const PROFESSIONALS = 3

/** The professionals who match the newest open project of a company; nothing without one. */
export function MatchedForNewest({ partyId }: { partyId: string }) {
  const project = useNewestOpenProject(partyId)
  if (project === undefined) return null
  return (
    <MatchedProfessionals
      projectId={project.id}
      title={`Profissionais indicados para “${project.title}”`}
      count={PROFESSIONALS}
    />
  )
}
