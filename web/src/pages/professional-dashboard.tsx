import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useMember } from '@/api/session/session'
import { Trends } from '@/features/activity/trends'
import { RunningContracts } from '@/features/contract/lists/running-contracts'
import { Onboarding } from '@/features/onboarding/onboarding'
import { MatchedProjects, usePrefetchMatchedProjects } from '@/features/match/matched-projects'
import { usePrefetchProfessionalCounts, useProfessionalCounts } from '@/features/proposal/own/own-queries'
import { TodoList } from '@/features/todo/todo-list'
import { formatKnown } from '@/lib/format'
import { greetingOf } from '@/lib/person/person'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { OnceKnown } from '@/pages/dashboard/once-known'
import { hideAction } from '@/pages/project/hide-action'
import { Button } from '@/ui/button'
import { Card, Stat } from '@/ui/card'
import { PageHeader } from '@/ui/page-header'

const MATCHES = 6
const ReceivedInvitations = lazy(() => import('@/features/invitation/received-invitations'))

export function ProfessionalDashboardPage() {
  useTitle('Painel do profissional')
  const { profile, party, rights } = useMember()
  usePrefetchProfessionalCounts(party.id)
  usePrefetchMatchedProjects(party.id, MATCHES)
  return (
    <>
      <PageHeader
        title={greetingOf(profile)}
        actions={
          <Button asChild variant="primary">
            <Link to={paths.projects()}>Procurar Projetos</Link>
          </Button>
        }
      />
      <OnceKnown key={party.id} partyId={party.id}>
        <div className="flex flex-col gap-10">
          <TodoList partyId={party.id} />
          <div className="empty:hidden">
            <Suspense>
              <ReceivedInvitations partyId={party.id} mayAnswer={rights.includes('negotiate')} />
            </Suspense>
          </div>
          {rights.includes('manage') && <Onboarding profileId={party.id} />}
          <RunningContracts partyId={party.id} />
          <Figures partyId={party.id} />
          <MatchedProjects partyId={party.id} count={MATCHES} action={hideAction} />
        </div>
      </OnceKnown>
    </>
  )
}

function Figures({ partyId }: { partyId: string }) {
  const counts = useProfessionalCounts(partyId)
  return (
    <Trends
      profileId={partyId}
      trends={[
        { measure: 'views', label: 'Visualizações do perfil' },
        { measure: 'proposals', label: 'Propostas Enviadas', total: formatKnown(counts?.proposals_sent) },
      ]}
    >
      <Card className="p-5">
        <dl>
          <Stat label="Itens no Portfólio" value={formatKnown(counts?.portfolio_projects)} />
        </dl>
      </Card>
    </Trends>
  )
}
