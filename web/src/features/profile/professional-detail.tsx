import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSkillLabels } from '@/api/directory/skills'
import { errorSentence } from '@/api/errors'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { ContactButton } from '@/features/profile/contact-button'
import { PortfolioCard } from '@/features/profile/portfolio-card'
import { ProfileHead } from '@/features/profile/profile-head'
import {
  publicPortfolioQuery,
  publicTechnologiesQuery,
  type ProfessionalCardData,
  type PublicTechnology,
} from '@/features/profile/queries'
import { formatNumber, formatRating, formatRecord } from '@/lib/format'
import { subtitleOf } from '@/lib/person/person'
import { AVAILABILITIES, labelOf, WORK_MODES } from '@/lib/work'
import { Card, CardBody, Stat } from '@/ui/card'
import { ChipList } from '@/ui/chip'
import { ErrorState } from '@/ui/error-state'
import { MorePages } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'

type ProfessionalDetailProps = {
  professional: ProfessionalCardData
  /** What the professional kept of what was agreed. */
  record: ReactNode
  /** What companies said of the work. */
  reviews: ReactNode
  /** The way to tell administrators about this profile. */
  report: ReactNode
}

export function ProfessionalDetail({ professional, record, reviews, report }: ProfessionalDetailProps) {
  const labels = useSkillLabels()
  const { data: portfolio } = useInfiniteQuery(publicPortfolioQuery(professional.id))
  return (
    <article className="flex flex-col gap-8">
      <ProfileHead
        profile={professional}
        subtitle={subtitleOf(professional) || 'Profissional de automação'}
        facts={
          <>
            <Standing professional={professional} />
            <span className="inline-flex items-start gap-1.5">
              <Star className="mt-0.5 size-4 shrink-0" aria-hidden />
              <span className="min-w-0">
                Avaliação: <span className="figures">{formatRating(professional.rating)}</span>
                {formatRecord(professional)}
              </span>
            </span>
          </>
        }
        action={<ContactButton profile={professional} label="Contatar Profissional" />}
      />
      <Card>
        <CardBody>
          <dl className="grid grid-cols-2 gap-6 lg:grid-cols-4">
            <Stat label="Visualizações do perfil" value={formatNumber(professional.profile_views)} />
            <Stat label="Projetos ativos" value={formatNumber(professional.active_projects)} />
            <Stat label="Propostas enviadas" value={formatNumber(professional.proposals_sent)} />
            <Stat
              label="Itens no portfólio"
              value={portfolio === undefined ? '–' : formatNumber(totalOf(portfolio))}
            />
          </dl>
        </CardBody>
      </Card>
      {record}
      <Section title="Sobre">
        <p className="max-w-measure leading-relaxed break-words whitespace-pre-line">
          {professional.about === '' ? 'Este profissional ainda não escreveu sobre si.' : professional.about}
        </p>
      </Section>
      <Section title="Habilidades">
        {professional.skills.length === 0 ? (
          <p className="text-muted">Nenhuma habilidade informada.</p>
        ) : (
          <ChipList words={labels(professional.skills)} />
        )}
      </Section>
      <ProfileTechnologies professional={professional} />
      <Section title="Portfólio">
        <PublicPortfolio professionalId={professional.id} />
      </Section>
      <Section title="Avaliações">{reviews}</Section>
      <div>{report}</div>
    </article>
  )
}

/** How far professionals are in the trade, whether they have time, and how they work. */
function Standing({ professional }: Pick<ProfessionalDetailProps, 'professional'>) {
  const modes = WORK_MODES.filter(({ value }) => professional.work_modes.includes(value))
  const facts = [
    professional.experience,
    labelOf(AVAILABILITIES, professional.availability),
    modes.map(({ label }) => label).join(', '),
  ].filter((fact) => typeof fact === 'string' && fact !== '')
  return facts.map((fact) => <span key={fact}>{fact}</span>)
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

/** What professionals show of their work, in the order they chose. */
function PublicPortfolio({ professionalId }: { professionalId: string }) {
  const query = useInfiniteQuery(publicPortfolioQuery(professionalId))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando portfólio…">
        <Skeleton className="h-64" />
      </Loading>
    )
  }
  const items = rowsOf(query.data)
  if (items.length === 0) return <p className="text-muted">Nenhum projeto no portfólio ainda.</p>
  return (
    <>
      <ul aria-label="Portfólio" className="grid gap-4 md:grid-cols-2">
        {items.map((item) => (
          <li key={item.id}>
            <PortfolioCard item={item} />
          </li>
        ))}
      </ul>
      <MorePages list={query} shown={items.length} total={totalOf(query.data)} noun="projetos" />
    </>
  )
}

/** What a professional masters, best known first, with level and years once they are read. */
function ProfileTechnologies({ professional }: Pick<ProfessionalDetailProps, 'professional'>) {
  const { id, technologies } = professional
  const { data } = useQuery({ ...publicTechnologiesQuery(id), enabled: technologies.length > 0 })
  const said = new Map((data ?? []).map((one) => [one.technology, wordsOf(one)]))
  if (technologies.length === 0) return null
  return (
    <Section title="Tecnologias">
      <ChipList words={technologies.map((slug) => said.get(slug) ?? slug)} />
    </Section>
  )
}

/** `S7-1500 · Especialista · 8 anos`. */
function wordsOf({ known, level, years }: PublicTechnology): string {
  const time = years === null ? [] : [years === 1 ? '1 ano' : `${years} anos`]
  return [known.name, level, ...time].join(' · ')
}
