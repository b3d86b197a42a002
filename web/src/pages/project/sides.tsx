import { useMember } from '@/api/session/session'
import InviteButton from '@/features/invitation/invite-button'
import { MatchedProfessionals } from '@/features/match/matched-professionals'
import { ProjectMatch } from '@/features/match/project-match'
import type { Project } from '@/features/project/queries'
import { ProjectQuestions } from '@/features/question/project-questions'

const PROFESSIONALS = 10

type ProjectSidesProps = { project: Project; side: 'company' | 'professional'; maySpeak: boolean }

/** What each side reads of a project below its text: how well who matches, and the questions. */
export default function ProjectSides({ project, side, maySpeak }: ProjectSidesProps) {
  const { party } = useMember()
  const isOpen = project.status === 'open'
  return (
    <>
      {isOpen && side === 'professional' && <ProjectMatch projectId={project.id} partyId={party.id} />}
      {isOpen && side === 'company' && (
        <MatchedProfessionals
          projectId={project.id}
          title="Profissionais indicados"
          count={PROFESSIONALS}
          action={(professional) => (
            <InviteButton professional={professional} projectId={project.id} size="sm" />
          )}
        />
      )}
      <ProjectQuestions project={project} side={side} maySpeak={maySpeak} />
    </>
  )
}
