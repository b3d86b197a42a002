import { lazy, Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { useMember } from '@/api/session/session'
import { DealContract } from '@/features/contract/lists/deal-contract'
import { OtherParty } from '@/features/organisation/other-party'
import { whoMaySentence } from '@/features/organisation/text'
import { OwnProject, type OwnedProject } from '@/features/project/own/own-project'
import { ProposalList } from '@/features/proposal/received/proposal-list'
import { ProjectQuestions } from '@/features/question/project-questions'
import { TrackRecordLine } from '@/features/review/record/track-record'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { PageHeader } from '@/ui/page-header'
import { Tag, tagOf } from '@/ui/tag'

const ProjectInvitations = lazy(() => import('@/features/invitation/project-invitations'))

export function ProjectProposalsPage() {
  useTitle('Propostas recebidas')
  const { projectId = '' } = useParams()
  const { party } = useMember()
  return (
    <OwnProject projectId={projectId} otherParty={(owner) => <OtherParty current={party} owners={[owner]} />}>
      {(project) => <Received project={project} />}
    </OwnProject>
  )
}

function Received({ project }: { project: OwnedProject }) {
  const { party, rights } = useMember()
  const mayNegotiate = rights.includes('negotiate')
  return (
    <>
      <PageHeader
        above={<Tag>{tagOf('PRJ', project.number)}</Tag>}
        title={`Propostas: ${project.title}`}
        actions={
          <Button asChild>
            <Link to={paths.project(project.id, project.title)}>Ver projeto</Link>
          </Button>
        }
      />
      <div className="mb-6 empty:hidden">
        <DealContract of={{ project_id: project.id }} memberId={party.id} />
      </div>
      {!mayNegotiate && <p className="mb-4 text-sm text-muted">{whoMaySentence('negotiate', 'company')}</p>}
      <ProposalList
        project={project}
        compare={paths.equalisation(project.id)}
        mayDecide={mayNegotiate && project.status === 'open'}
        record={(id, among) => <TrackRecordLine profileId={id} side="professional" among={among} />}
      />
      <div className="mt-10 empty:hidden">
        <Suspense>
          <ProjectInvitations
            projectId={project.id}
            mayInvite={rights.includes('publish') && project.status === 'open'}
          />
        </Suspense>
      </div>
      <div className="mt-10">
        <ProjectQuestions project={project} side="company" maySpeak={rights.includes('publish')} />
      </div>
    </>
  )
}
