import { Link, useParams } from 'react-router'
import { useMember } from '@/api/session/session'
import { OtherParty } from '@/features/organisation/other-party'
import { OwnProject } from '@/features/project/own/own-project'
import { Compare } from '@/features/proposal/compare/compare'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { PageHeader } from '@/ui/page-header'
import { Tag, tagOf } from '@/ui/tag'

export function EqualisationPage() {
  useTitle('Equalização de propostas')
  const { projectId = '' } = useParams()
  const { party, rights } = useMember()
  const mayNegotiate = rights.includes('negotiate')
  return (
    <OwnProject projectId={projectId} otherParty={(owner) => <OtherParty current={party} owners={[owner]} />}>
      {(project) => (
        <>
          <PageHeader
            above={<Tag>{tagOf('PRJ', project.number)}</Tag>}
            title={`Equalização: ${project.title}`}
            description="As propostas lado a lado, com o que difere marcado. As anotações e a seleção são só da sua empresa."
            actions={
              <Button asChild className="print:hidden">
                <Link to={paths.projectProposals(project.id)}>Ver propostas</Link>
              </Button>
            }
          />
          <Compare
            project={project}
            tag={tagOf('PRJ', project.number)}
            mayDecide={mayNegotiate && project.status === 'open'}
            mayNote={mayNegotiate}
          />
        </>
      )}
    </OwnProject>
  )
}
