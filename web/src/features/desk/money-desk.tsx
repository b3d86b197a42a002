import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { useInstitution } from '@/api/deal/payment'
import { Checks } from '@/features/desk/checks'
import { DeskLists } from '@/features/desk/desk-lists'
import { FeeMonths } from '@/features/desk/fee-months'
import { deskQuery } from '@/features/desk/queries'
import { Summary } from '@/features/desk/summary'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** The money of the whole market: what is held, what waits, what does not agree, what was earned. */
export function MoneyDesk() {
  const query = useQuery(deskQuery())
  const institution = useInstitution()
  if (query.data === undefined) {
    return query.isError ? (
      <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
    ) : (
      <Loading label="Carregando o dinheiro…">
        <Skeleton className="mb-6 h-28" />
        <Skeleton className="h-64" />
      </Loading>
    )
  }
  const figures = query.data
  const hasGuarantee =
    institution !== null || figures.held > 0 || figures.fee_cents > 0 || figures.differences > 0
  return (
    <div className="flex flex-col gap-8">
      <Summary figures={figures} institution={institution} hasGuarantee={hasGuarantee} />
      <DeskLists figures={figures} hasGuarantee={hasGuarantee} isDirect={institution === null} />
      <Checks figures={figures} institution={institution} />
      {hasGuarantee && <FeeMonths months={figures.fee_months} />}
    </div>
  )
}
