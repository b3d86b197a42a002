import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { skillsQuery } from '@/api/directory/skills'
import type { Reads } from '@/api/request/preloaded'
import { ProfessionalScreen } from '@/features/profile/professional-screen'
import { professionalQuery, publicPortfolioQuery } from '@/features/profile/queries'
import { ReportButton } from '@/features/report/report-button'
import { reviewsAboutQuery, trackRecordsQuery } from '@/features/review/queries'
import { TrackRecordCard } from '@/features/review/record/track-record'
import { ReviewList } from '@/features/review/review-list'
import { idOf } from '@/lib/text/words'
import { Page } from '@/ui/page'

const FavouriteButton = lazy(() => import('@/features/favourite/favourite-button'))
const InviteButton = lazy(() => import('@/features/invitation/invite-button'))

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
  const professionalId = idOf(useParams().userId)
  return (
    <Page>
      <ProfessionalScreen
        professionalId={professionalId}
        record={(id, name) => (
          <>
            <div className="-my-4 flex min-h-9 flex-col items-start gap-3">
              <Suspense>
                <InviteButton professional={{ id, name }} />
                <FavouriteButton subject={{ professional_id: id }} />
              </Suspense>
            </div>
            <TrackRecordCard profileId={id} side="professional" />
          </>
        )}
        reviews={(id) => (
          <ReviewList
            profileId={id}
            side="professional"
            empty={<p className="text-muted">Nenhuma avaliação publicada ainda.</p>}
          />
        )}
        report={(id) => <ReportButton kind="profile" subjectId={id} />}
      />
    </Page>
  )
}
