import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useMember } from '@/api/session/session'
import { Trends } from '@/features/activity/trends'
import { RunningContracts } from '@/features/contract/lists/running-contracts'
import { Onboarding } from '@/features/onboarding/onboarding'
import { RecentProjects } from '@/features/project/own/recent-projects'
import { useOwnFigures, usePrefetchOwnProjects } from '@/features/project/own/use-dashboard'
import { TodoList } from '@/features/todo/todo-list'
import { formatKnown } from '@/lib/format'
import { greetingOf } from '@/lib/person/person'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { MatchedForNewest } from '@/pages/dashboard/matched-for-newest'
import { OnceKnown } from '@/pages/dashboard/once-known'
import { Button } from '@/ui/button'
import { PageHeader } from '@/ui/page-header'

export function CompanyDashboardPage() {
  useTitle('Painel da empresa')
  const { profile, party, rights } = useMember()
  const mayPublish = rights.includes('publish')
  usePrefetchOwnProjects(party.id)
  return (
    <>
      <PageHeader
        title={greetingOf(profile)}
        actions={
          mayPublish && (
            <Button asChild variant="primary">
              <Link to={paths.publishProject()}>
                <Plus className="size-4" aria-hidden />
                Publicar Projeto
              </Link>
            </Button>
          )
        }
      />
      <OnceKnown key={party.id} partyId={party.id}>
        <div className="flex flex-col gap-10">
          <TodoList partyId={party.id} />
          {rights.includes('manage') && <Onboarding profileId={party.id} />}
          <RunningContracts partyId={party.id} />
          <Figures partyId={party.id} />
          <RecentProjects
            companyId={party.id}
            mayPublish={mayPublish}
            mayNegotiate={rights.includes('negotiate')}
          />
          <MatchedForNewest partyId={party.id} />
        </div>
      </OnceKnown>
    </>
  )
}

function Figures({ partyId }: { partyId: string }) {
  const figures = useOwnFigures(partyId)
  return (
    <Trends
      profileId={partyId}
      trends={[
        { measure: 'views', label: 'Visualizações do perfil' },
        { measure: 'proposals', label: 'Propostas Recebidas', total: formatKnown(figures?.proposals) },
        { measure: 'projects', label: 'Projetos Publicados', total: formatKnown(figures?.projects) },
      ]}
    />
  )
}
