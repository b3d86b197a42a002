import { useParams } from 'react-router'
import type { Reads } from '@/api/request/preloaded'
import { actsFor } from '@/api/session/party'
import { useSession } from '@/api/session/session'
import { CompanyScreen } from '@/features/profile/company-screen'
import { companyQuery, openProjectsQuery } from '@/features/profile/queries'
import { ReportButton } from '@/features/report/report-button'
import { AnswerForm } from '@/features/review/answer-form'
import { debtRecordQuery, reviewsAboutQuery, trackRecordsQuery } from '@/features/review/queries'
import { TrackRecordCard } from '@/features/review/record/track-record'
import { ReviewList } from '@/features/review/review-list'
import { idOf } from '@/lib/text/words'
import { Page } from '@/ui/page'

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
  const companyId = idOf(useParams().userId)
  const state = useSession()
  const mayAnswer = state.status === 'signed-in' && actsFor(state.parties, companyId, 'negotiate')
  return (
    <Page>
      <CompanyScreen
        companyId={companyId}
        record={(id) => <TrackRecordCard profileId={id} side="company" />}
        reviews={(id) => (
          <ReviewList
            profileId={id}
            side="company"
            empty={<p className="text-muted">Nenhuma avaliação publicada ainda.</p>}
            {...(mayAnswer ? { answer: (review) => <AnswerForm reviewId={review.id} /> } : {})}
          />
        )}
        report={(id) => <ReportButton kind="profile" subjectId={id} />}
      />
    </Page>
  )
}
