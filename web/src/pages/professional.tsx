import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import { ProfessionalDetail } from '@/features/profile/professional-detail'
import { professionalQuery } from '@/features/profile/queries'
import { useCountView } from '@/features/profile/use-count-view'
import { ReportButton } from '@/features/report/report-button'
import { ReviewList } from '@/features/review/review-list'
import { TrackRecordCard } from '@/features/review/track-record'
import { isId } from '@/lib/ids'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/use-title'
import { idOf } from '@/lib/words'
import { ErrorState } from '@/ui/error-state'
import { NotFound } from '@/ui/not-found'
import { Page } from '@/ui/page'
import { Loading, Skeleton } from '@/ui/skeleton'

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
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando perfil…">
        <Skeleton className="mb-8 h-72" />
        <Skeleton className="h-24" />
      </Loading>
    )
  }
  return (
    <ProfessionalDetail
      professional={query.data}
      record={<TrackRecordCard profileId={query.data.id} side="professional" />}
      report={<ReportButton kind="profile" subjectId={query.data.id} />}
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
