import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { ContactButton } from '@/features/profile/contact-button'
import { ProfileHead } from '@/features/profile/profile-head'
import { companyQuery, openProjectsQuery } from '@/features/profile/queries'
import { useCountView } from '@/features/profile/use-count-view'
import { formatMemberSince } from '@/lib/format'
import { isId } from '@/lib/ids'
import { useTitle } from '@/lib/navigation/use-title'
import { paths } from '@/lib/paths'
import { LinkCard } from '@/ui/card'
import { Codes } from '@/ui/codes'
import { ErrorState } from '@/ui/error-state'
import { MorePages } from '@/ui/load-more'
import { NotFound } from '@/ui/not-found'
import { ShareButton } from '@/ui/share-button'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

type CompanyScreenProps = {
  companyId: string
  /** Its track record. */
  record: (id: string) => ReactNode
  /** The reviews about it. */
  reviews: (id: string) => ReactNode
  report: (id: string) => ReactNode
}

/** Loads a company, shows its public profile, and counts the view. */
export function CompanyScreen({ companyId, record, reviews, report }: CompanyScreenProps) {
  const query = useQuery({ ...companyQuery(companyId), enabled: isId(companyId) })
  useTitle(query.data?.name)
  useCountView(query.data?.id)
  if (!isId(companyId) || query.data === null) {
    return <NotFound title="Empresa não encontrada" backTo={paths.home()} backLabel="Voltar ao início" />
  }
  if (query.isError)
    return <ErrorState level={1} message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading level={1} label="Carregando empresa…">
        <Skeleton className="h-72" />
      </Loading>
    )
  }
  const company = query.data
  return (
    <article className="flex flex-col gap-8">
      <ProfileHead
        profile={company}
        subtitle={company.headline === '' ? 'Empresa' : company.headline}
        facts={<span>{formatMemberSince(company.created_at)}</span>}
        action={<ContactButton profile={company} label="Entrar em Contato" />}
      />
      {record(company.id)}
      <section className="flex flex-col gap-3">
        <h2 className="text-lg font-semibold">Sobre</h2>
        <p className="max-w-measure leading-relaxed break-words whitespace-pre-line">
          {company.about === '' ? 'Esta empresa ainda não escreveu sobre si.' : company.about}
        </p>
      </section>
      <OpenProjects companyId={company.id} />
      <section className="flex flex-col gap-3">
        <h2 className="text-lg font-semibold">Avaliações</h2>
        {reviews(company.id)}
      </section>
      <div className="flex flex-wrap gap-2">
        <ShareButton title={company.name} path={paths.company(company.id, company.name)} />
        {report(company.id)}
      </div>
    </article>
  )
}

/** What a company is looking for now, by name and budget. */
function OpenProjects({ companyId }: { companyId: string }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">Projetos abertos</h2>
      <List companyId={companyId} />
    </section>
  )
}

function List({ companyId }: { companyId: string }) {
  const query = useInfiniteQuery(openProjectsQuery(companyId))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando projetos…">
        <Skeleton className="h-32" />
      </Loading>
    )
  }
  const projects = rowsOf(query.data)
  if (projects.length === 0) return <p className="text-muted">Nenhum projeto aberto no momento.</p>
  return (
    <>
      <ul className="flex flex-col gap-3">
        {projects.map((project) => (
          <li key={project.id}>
            <LinkCard className="flex flex-wrap items-center justify-between gap-3 p-4">
              <span className="flex min-w-0 flex-wrap items-center gap-3">
                <Tag>{tagOf('PRJ', project.number)}</Tag>
                <Link
                  to={paths.project(project.id, project.title)}
                  className="min-w-0 font-medium after:absolute after:inset-0"
                >
                  <Codes text={project.title} />
                </Link>
              </span>
              <span className="figures min-w-0 text-sm text-muted">{project.budget}</span>
            </LinkCard>
          </li>
        ))}
      </ul>
      <MorePages list={query} shown={projects.length} total={totalOf(query.data)} noun="projetos" />
    </>
  )
}
