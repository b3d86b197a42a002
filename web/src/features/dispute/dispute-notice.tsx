import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { Link } from 'react-router'
import { contractDisputesQuery } from '@/features/dispute/queries'
import { LOOKS } from '@/features/dispute/text'
import { formatDistance } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'

type DisputeNoticeProps = { contractId: string; milestoneId: string }

/** The disputes over a milestone: how the newest stands, and the way to it. */
export function DisputeNotice({ contractId, milestoneId }: DisputeNoticeProps) {
  const { data = [] } = useQuery(contractDisputesQuery(contractId))
  const newest = data.find((dispute) => dispute.milestone_id === milestoneId)
  if (newest === undefined) return null
  const { label, tone } = LOOKS[newest.status]
  return (
    <div className="flex w-full flex-wrap items-center gap-3 rounded border border-line bg-sunken px-4 py-3">
      <Scale className="size-4" aria-hidden />
      <p className="flex flex-1 flex-wrap items-center gap-2 text-sm">
        <span className="font-medium">Disputa</span>
        <Badge tone={tone}>{label}</Badge>
        {newest.status === 'open' && (
          <span className="text-muted">resposta {formatDistance(newest.answer_due_at)}</span>
        )}
      </p>
      <Button asChild size="sm">
        <Link to={paths.dispute(contractId, newest.id)}>Ver disputa</Link>
      </Button>
    </div>
  )
}
