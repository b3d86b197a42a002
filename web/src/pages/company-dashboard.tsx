import { useInfiniteQuery, usePrefetchInfiniteQuery, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useMember } from '@/api/session/session'
import { Trends } from '@/features/activity/trends'
import { RunningContracts } from '@/features/contract/lists/running-contracts'
import { Onboarding } from '@/features/onboarding/onboarding'
import { RecommendedProfessionals } from '@/features/profile/recommended-professionals'
import { OwnProjects } from '@/features/project/own/own-projects'
import { ownFiguresQuery, ownProjectsQuery } from '@/features/project/own/own-queries'
import { TodoList } from '@/features/todo/todo-list'
import { formatNumber } from '@/lib/format'
import { greetingOf } from '@/lib/person/greeting'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { OnceKnown } from '@/pages/once-known'
import { Button } from '@/ui/button'
import { PageHeader } from '@/ui/page-header'

const RECENT = 3

export function CompanyDashboardPage() {
  useTitle('Painel da empresa')
  const { profile, party, rights } = useMember()
  const mayPublish = rights.includes('publish')
  usePrefetchQuery(ownFiguresQuery(party.id))
  usePrefetchInfiniteQuery(ownProjectsQuery(party.id, ''))
  usePrefetchInfiniteQuery(ownProjectsQuery(party.id, 'open'))
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
          <section className="flex flex-col gap-4">
            <div className="flex items-center justify-between gap-4">
              <h2 className="text-lg font-semibold">Projetos recentes</h2>
              <Link to={paths.manageProjects()} className="py-0.5 text-sm underline underline-offset-2">
                Ver todos
              </Link>
            </div>
            <OwnProjects
              companyId={party.id}
              mayPublish={mayPublish}
              mayNegotiate={rights.includes('negotiate')}
              max={RECENT}
            />
          </section>
          <Recommended partyId={party.id} />
        </div>
      </OnceKnown>
    </>
  )
}

function Figures({ partyId }: { partyId: string }) {
  const { data: figuresOf } = useQuery(ownFiguresQuery(partyId))
  const figures = figuresOf?.('')
  return (
    <Trends
      profileId={partyId}
      trends={[
        { measure: 'views', label: 'Visualizações do perfil' },
        { measure: 'proposals', label: 'Propostas Recebidas', total: counted(figures?.proposals) },
        { measure: 'projects', label: 'Projetos Publicados', total: counted(figures?.projects) },
      ]}
    />
  )
}

function Recommended({ partyId }: { partyId: string }) {
  const { data: open } = useInfiniteQuery(ownProjectsQuery(partyId, 'open'))
  return <RecommendedProfessionals skills={wanted(open?.pages[0]?.rows ?? [])} />
}

/** What the newest open projects ask for. */
function wanted(projects: readonly { skills: string[] }[]): string[] {
  return [...new Set(projects.flatMap((project) => project.skills))].sort()
}

function counted(value: number | undefined): string {
  return value === undefined ? '–' : formatNumber(value)
}
