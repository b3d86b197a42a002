import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import { ProfessionalDetail } from '@/features/profile/professional-detail'
import { professionalQuery, publicPortfolioQuery } from '@/features/profile/queries'
import { useCountView } from '@/features/profile/use-count-view'
import { ReportButton } from '@/features/report/report-button'
import { ReviewList } from '@/features/review/review-list'
import { TrackRecordCard } from '@/features/review/record/track-record'
import { isId } from '@/lib/ids'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { idOf } from '@/lib/text/words'
import { ErrorState } from '@/ui/error-state'
import { NotFound } from '@/ui/not-found'
import { Page } from '@/ui/page'
import { ShareButton } from '@/ui/share-button'
import { Loading, Skeleton } from '@/ui/skeleton'
import { skillsQuery } from '@/api/directory/skills'
import type { Reads } from '@/api/request/preloaded'
import { reviewsAboutQuery, trackRecordsQuery } from '@/features/review/queries'

export const reads: Reads = (queryClient, params) => {
  const id = idOf(params.userId)
  return Promise.allSettled([
    queryClient.query(professionalQuery(id)),
    queryClient.query(skillsQuery()),
    queryClient.query(trackRecordsQuery([id])),
    queryClient.infiniteQuery(publicPortfolioQuery(id)),
    queryClient.infiniteQuery(reviewsAboutQuery(id)),
  ])
}

export function ProfessionalPage() {
  return (
    <Page>
      <Subject />
    </Page>
  )
}

function Subject() {
  const userId = idOf(useParams().userId)
  const query = useQuery({ ...professionalQuery(userId), enabled: isId(userId) })
  useTitle(query.data?.name)
  useCountView(query.data?.id)
  if (!isId(userId) || query.data === null) {
    return (
      <NotFound title="Perfil não encontrado" backTo={paths.professionals()} backLabel="Ver profissionais" />
    )
  }
  if (query.isError)
    return <ErrorState level={1} message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading level={1} label="Carregando perfil…">
        <Skeleton className="mb-8 h-72" />
        <Skeleton className="h-24" />
      </Loading>
    )
  }
  return (
    <ProfessionalDetail
      professional={query.data}
      record={<TrackRecordCard profileId={query.data.id} side="professional" />}
      report={
        <>
          <ShareButton
            title={query.data.name}
            path={paths.professionalProfile(query.data.id, query.data.name)}
          />
          <ReportButton kind="profile" subjectId={query.data.id} />
        </>
      }
      reviews={
        <ReviewList
          profileId={query.data.id}
          side="professional"
          empty={<p className="text-muted">Nenhuma avaliação publicada ainda.</p>}
        />
      }
    />
  )
}
