import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import { actsFor } from '@/api/session/party'
import { useSession } from '@/api/session/session'
import { ContactButton } from '@/features/profile/contact-button'
import { OpenProjects } from '@/features/profile/open-projects'
import { ProfileHead } from '@/features/profile/profile-head'
import { companyQuery, openProjectsQuery } from '@/features/profile/queries'
import { useCountView } from '@/features/profile/use-count-view'
import { ReportButton } from '@/features/report/report-button'
import { AnswerForm } from '@/features/review/answer-form'
import { ReviewList } from '@/features/review/review-list'
import { TrackRecordCard } from '@/features/review/record/track-record'
import { formatMemberSince } from '@/lib/format'
import { isId } from '@/lib/ids'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { idOf } from '@/lib/text/words'
import { ErrorState } from '@/ui/error-state'
import { NotFound } from '@/ui/not-found'
import { Page } from '@/ui/page'
import { ShareButton } from '@/ui/share-button'
import { Loading, Skeleton } from '@/ui/skeleton'
import type { Reads } from '@/api/request/preloaded'
import { debtRecordQuery, reviewsAboutQuery, trackRecordsQuery } from '@/features/review/queries'

export const reads: Reads = (queryClient, params) => {
  const id = idOf(params.userId)
  return Promise.allSettled([
    queryClient.query(companyQuery(id)),
    queryClient.query(trackRecordsQuery([id])),
    queryClient.query(debtRecordQuery(id)),
    queryClient.infiniteQuery(openProjectsQuery(id)),
    queryClient.infiniteQuery(reviewsAboutQuery(id)),
  ])
}

export function CompanyPage() {
  return (
    <Page>
      <Subject />
    </Page>
  )
}

function Subject() {
  const userId = idOf(useParams().userId)
  const query = useQuery({ ...companyQuery(userId), enabled: isId(userId) })
  useTitle(query.data?.name)
  useCountView(query.data?.id)
  const state = useSession()
  const mayAnswer = state.status === 'signed-in' && actsFor(state.parties, userId, 'negotiate')
  if (!isId(userId) || query.data === null) {
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
      <TrackRecordCard profileId={company.id} side="company" />
      <section className="flex flex-col gap-3">
        <h2 className="text-lg font-semibold">Sobre</h2>
        <p className="max-w-measure leading-relaxed break-words whitespace-pre-line">
          {company.about === '' ? 'Esta empresa ainda não escreveu sobre si.' : company.about}
        </p>
      </section>
      <OpenProjects companyId={company.id} />
      <section className="flex flex-col gap-3">
        <h2 className="text-lg font-semibold">Avaliações</h2>
        <ReviewList
          profileId={company.id}
          side="company"
          empty={<p className="text-muted">Nenhuma avaliação publicada ainda.</p>}
          {...(mayAnswer ? { answer: (review) => <AnswerForm reviewId={review.id} /> } : {})}
        />
      </section>
      <div className="flex flex-wrap gap-2">
        <ShareButton title={company.name} path={paths.company(company.id, company.name)} />
        <ReportButton kind="profile" subjectId={company.id} />
      </div>
    </article>
  )
}
