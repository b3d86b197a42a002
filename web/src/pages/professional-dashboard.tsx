import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { FolderSearch } from 'lucide-react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import { useMember } from '@/api/session/session'
import { Trends } from '@/features/activity/trends'
import { RunningContracts } from '@/features/contract/lists/running-contracts'
import { Onboarding } from '@/features/onboarding/onboarding'
import { ProjectCard } from '@/features/project/directory/project-card'
import { recommendedProjectsQuery } from '@/features/project/queries'
import { professionalCountsQuery } from '@/features/proposal/own/own-queries'
import { TodoList } from '@/features/todo/todo-list'
import { formatNumber } from '@/lib/format'
import { greetingOf } from '@/lib/person/greeting'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { OnceKnown } from '@/pages/once-known'
import { Button } from '@/ui/button'
import { Card, Stat } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { PageHeader } from '@/ui/page-header'

export function ProfessionalDashboardPage() {
  useTitle('Painel do profissional')
  const { profile, party, rights } = useMember()
  usePrefetchQuery(professionalCountsQuery(party.id))
  usePrefetchQuery(recommendedProjectsQuery(party.skills))
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
          {rights.includes('manage') && <Onboarding profileId={party.id} />}
          <RunningContracts partyId={party.id} />
          <Figures partyId={party.id} />
          <section className="flex flex-col gap-4">
            <h2 className="text-lg font-semibold">Projetos recomendados</h2>
            <Recommended skills={party.skills} />
          </section>
        </div>
      </OnceKnown>
    </>
  )
}

function Figures({ partyId }: { partyId: string }) {
  const { data: counts } = useQuery(professionalCountsQuery(partyId))
  return (
    <Trends
      profileId={partyId}
      trends={[
        { measure: 'views', label: 'Visualizações do perfil' },
        { measure: 'proposals', label: 'Propostas Enviadas', total: counted(counts?.proposals_sent) },
      ]}
    >
      <Card className="p-5">
        <dl>
          <Stat label="Itens no Portfólio" value={counted(counts?.portfolio_projects)} />
        </dl>
      </Card>
    </Trends>
  )
}

function counted(value: number | undefined): string {
  return value === undefined ? '–' : formatNumber(value)
}

function Recommended({ skills }: { skills: readonly string[] }) {
  const query = useQuery(recommendedProjectsQuery(skills))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (skills.length === 0 || query.data?.length === 0) {
    return (
      <EmptyState
        icon={FolderSearch}
        title="Nenhuma recomendação por enquanto"
        description="Recomendamos projetos abertos que pedem as suas habilidades."
        action={
          <Button asChild>
            <Link to={paths.projects()}>Ver todos os projetos</Link>
          </Button>
        }
      />
    )
  }
  return (
    <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {query.data?.map((project) => (
        <li key={project.id}>
          <ProjectCard project={project} />
        </li>
      ))}
    </ul>
  )
}
