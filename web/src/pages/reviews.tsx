import { Star } from 'lucide-react'
import { useMember } from '@/api/session/session'
import { WaitingReviews } from '@/features/contract/lists/waiting-reviews'
import { AnswerForm } from '@/features/review/answer-form'
import { ReviewDialog } from '@/features/review/review-dialog'
import type { Review } from '@/features/review/queries'
import { ReviewList } from '@/features/review/review-list'
import { WrittenReviews } from '@/features/review/written-reviews'
import { useTitle } from '@/lib/navigation/use-title'
import { EmptyState } from '@/ui/empty-state'
import { PageHeader } from '@/ui/page-header'

export function ReviewsPage() {
  useTitle('Avaliações')
  const { party, rights } = useMember()
  const mayNegotiate = rights.includes('negotiate')
  return (
    <>
      <PageHeader
        title="Avaliações"
        description="O que as empresas disseram do seu trabalho. Você responde a cada avaliação uma vez."
      />
      {mayNegotiate && (
        <WaitingReviews
          memberId={party.id}
          review={(contract, partner) => (
            <ReviewDialog contractId={contract.id} authorId={party.id} partner={partner} />
          )}
        />
      )}
      <ReviewList
        profileId={party.id}
        side={party.role === 'company' ? 'company' : 'professional'}
        {...(mayNegotiate && { answer: (review: Review) => <AnswerForm reviewId={review.id} /> })}
        empty={
          <EmptyState
            icon={Star}
            title="Nenhuma avaliação recebida"
            description="Quando um projeto for concluído, a empresa avalia o trabalho e a nota aparece no seu perfil."
          />
        }
      />
      <WrittenReviews authorId={party.id} />
    </>
  )
}
