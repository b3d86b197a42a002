import { useQuery } from '@tanstack/react-query'
import { FolderSearch } from 'lucide-react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import { useMember } from '@/api/session'
import { Trends } from '@/features/activity/trends'
import { Onboarding } from '@/features/onboarding/onboarding'
import { ProjectCard } from '@/features/project/project-card'
import { recommendedProjectsQuery } from '@/features/project/queries'
import { professionalCountsQuery } from '@/features/proposal/own-queries'
import { formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/use-title'
import { Button } from '@/ui/button'
import { Card, Stat } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { PageHeader } from '@/ui/page-header'

const TRENDS = [
  { measure: 'views', label: 'Visualizações do perfil' },
  { measure: 'proposals', label: 'Propostas enviadas' },
] as const

export function ProfessionalDashboardPage() {
  useTitle('Painel do profissional')
  const { profile, party, rights } = useMember()
  const { data: counts } = useQuery(professionalCountsQuery(party.id))
  return (
    <>
      <PageHeader
        title={`Olá, ${profile.name}`}
        actions={
          <Button asChild variant="primary">
            <Link to={paths.projects()}>Procurar Projetos</Link>
          </Button>
        }
      />
      {rights.includes('manage') && <Onboarding profileId={party.id} />}
      <Card className="mb-8 p-5">
        <dl className="grid gap-6 sm:grid-cols-2">
          <Stat label="Propostas Enviadas" value={counts ? formatNumber(counts.proposals_sent) : '–'} />
          <Stat label="Itens no Portfólio" value={counts ? formatNumber(counts.portfolio_projects) : '–'} />
        </dl>
      </Card>
      <Trends profileId={party.id} trends={TRENDS} />
      <section className="mt-8 flex flex-col gap-4">
        <h2 className="text-lg font-semibold">Projetos recomendados</h2>
        <Recommended skills={party.skills} />
      </section>
    </>
  )
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
