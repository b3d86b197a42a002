import { useQuery } from '@tanstack/react-query'
import { ShieldX } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import { useMember } from '@/api/session'
import { DealContract } from '@/features/contract/deal-contract'
import { OtherParty } from '@/features/organisation/other-party'
import { whoMaySentence } from '@/features/organisation/text'
import { ownProjectQuery } from '@/features/project/own-queries'
import { ProposalList } from '@/features/proposal/proposal-list'
import { ProjectQuestions } from '@/features/question/project-questions'
import { TrackRecordLine } from '@/features/review/track-record'
import { isId } from '@/lib/ids'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/use-title'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { PageHeader } from '@/ui/page-header'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

export function ProjectProposalsPage() {
  useTitle('Propostas recebidas')
  const { projectId = '' } = useParams()
  const { profile, party, parties, rights } = useMember()
  const query = useQuery({ ...ownProjectQuery(projectId, profile.id), enabled: isId(projectId) })
  if (!isId(projectId) || query.data === null) return <AccessDenied />
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading>
        <Skeleton className="h-16 max-w-xl" />
      </Loading>
    )
  }
  const project = query.data
  const owner = parties.find((acting) => acting.party.id === project.owner.company_id)
  if (owner === undefined) return <AccessDenied />
  if (owner.party.id !== party.id) return <OtherParty current={party} owners={[owner.party]} />
  const mayNegotiate = rights.includes('negotiate')
  return (
    <>
      <PageHeader
        above={<Tag>{tagOf('PRJ', project.number)}</Tag>}
        title={`Propostas: ${project.title}`}
        actions={
          <Button asChild>
            <Link to={paths.project(project.id)}>Ver projeto</Link>
          </Button>
        }
      />
      <div className="mb-6 empty:hidden">
        <DealContract of={{ project_id: project.id }} memberId={party.id} />
      </div>
      {!mayNegotiate && <p className="mb-4 text-sm text-muted">{whoMaySentence('negotiate', 'company')}</p>}
      <ProposalList
        project={project}
        mayDecide={mayNegotiate && project.status === 'open'}
        record={(id, among) => <TrackRecordLine profileId={id} side="professional" among={among} />}
      />
      <div className="mt-10">
        <ProjectQuestions project={project} side="company" maySpeak={rights.includes('publish')} />
      </div>
    </>
  )
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
