import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useMember } from '@/api/session'
import { Trends } from '@/features/activity/trends'
import { Onboarding } from '@/features/onboarding/onboarding'
import { RecommendedProfessionals } from '@/features/profile/recommended-professionals'
import { OwnProjects } from '@/features/project/own-projects'
import { ownFiguresQuery, ownProjectsQuery } from '@/features/project/own-queries'
import { formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/use-title'
import { Button } from '@/ui/button'
import { Card, Stat } from '@/ui/card'
import { PageHeader } from '@/ui/page-header'

const RECENT = 3

const TRENDS = [
  { measure: 'views', label: 'Visualizações do perfil' },
  { measure: 'proposals', label: 'Propostas recebidas' },
  { measure: 'projects', label: 'Projetos publicados' },
] as const

export function CompanyDashboardPage() {
  useTitle('Painel da empresa')
  const { profile, party, rights } = useMember()
  const mayPublish = rights.includes('publish')
  const { data: figuresOf } = useQuery(ownFiguresQuery(party.id))
  const { data: open } = useInfiniteQuery(ownProjectsQuery(party.id, 'open'))
  const figures = figuresOf?.('')
  return (
    <>
      <PageHeader
        title={`Olá, ${profile.name}`}
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
      {rights.includes('manage') && <Onboarding profileId={party.id} />}
      <Card className="mb-8 p-5">
        <dl className="grid gap-6 sm:grid-cols-2">
          <Stat label="Projetos Publicados" value={counted(figures?.projects)} />
          <Stat label="Propostas Recebidas" value={counted(figures?.proposals)} />
        </dl>
      </Card>
      <Trends profileId={party.id} trends={TRENDS} />
      <section className="mt-8 flex flex-col gap-4">
        <div className="flex items-center justify-between gap-4">
          <h2 className="text-lg font-semibold">Projetos recentes</h2>
          <Link to={paths.manageProjects()} className="text-sm underline underline-offset-2">
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
      <RecommendedProfessionals skills={wanted(open?.pages[0]?.rows ?? [])} />
    </>
  )
}

/** What the newest open projects ask for. */
function wanted(projects: readonly { skills: string[] }[]): string[] {
  return [...new Set(projects.flatMap((project) => project.skills))].sort()
}

function counted(value: number | undefined): string {
  return value === undefined ? '–' : formatNumber(value)
}
