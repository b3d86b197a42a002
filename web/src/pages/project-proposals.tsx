import { Link, useParams } from 'react-router'
import { useMember } from '@/api/session/session'
import { DealContract } from '@/features/contract/lists/deal-contract'
import { whoMaySentence } from '@/features/organisation/text'
import { ProposalList } from '@/features/proposal/received/proposal-list'
import { ProjectQuestions } from '@/features/question/project-questions'
import { TrackRecordLine } from '@/features/review/record/track-record'
import { paths } from '@/lib/paths'
import { OwnProject, type Project } from '@/pages/own-project'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { PageHeader } from '@/ui/page-header'
import { Tag, tagOf } from '@/ui/tag'

export function ProjectProposalsPage() {
  useTitle('Propostas recebidas')
  const { projectId = '' } = useParams()
  return <OwnProject projectId={projectId}>{(project) => <Received project={project} />}</OwnProject>
}

function Received({ project }: { project: Project }) {
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
      <div className="mt-10">
        <ProjectQuestions project={project} side="company" maySpeak={rights.includes('publish')} />
      </div>
    </>
  )
}
