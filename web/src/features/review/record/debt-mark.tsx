import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { debtRecordQuery } from '@/features/review/queries'
import { formatCount } from '@/lib/format'

/** What a company owes past its date, beside what it completed. */
export function DebtMark({ companyId }: { companyId: string }) {
  const { data } = useQuery(debtRecordQuery(companyId))
  const record = data?.[0]
  if (record === undefined || record.debts === 0) return null
  const { debts, oldest_days } = record
  const since = formatCount(oldest_days, 'dia', 'dias')
  return (
    <p className="flex items-start gap-2 text-sm font-medium text-danger">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      {formatCount(debts, 'pagamento vencido', 'pagamentos vencidos')},{' '}
      {debts === 1 ? `há ${since}` : `o mais antigo há ${since}`}
    </p>
  )
}
