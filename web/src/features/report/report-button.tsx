import { Flag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '@/ui/button'

const ReportDialog = lazy(() => import('@/features/report/report-dialog'))

export type ReportedKind = 'profile' | 'project' | 'message'

type ReportButtonProps = {
  kind: ReportedKind
  subjectId: string
  /** Shows only the flag, for narrow places. */
  compact?: boolean
}

/** A discreet button that reports something to administrators. */
export function ReportButton({ kind, subjectId, compact = false }: ReportButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size={compact ? 'icon-sm' : 'sm'}
        className="text-muted"
        onClick={() => setIsOpen(true)}
      >
        <Flag className="size-4" aria-hidden />
        <span className={compact ? 'sr-only' : ''}>{compact ? 'Denunciar mensagem' : 'Denunciar'}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog kind={kind} subjectId={subjectId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
