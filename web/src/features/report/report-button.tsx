import { Flag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '@/ui/button'

const ReportDialog = lazy(() => import('@/features/report/report-dialog'))

export type ReportedKind = 'profile' | 'project' | 'message'

/** A discreet way to tell administrators that something is wrong. */
export function ReportButton({ kind, subjectId }: { kind: ReportedKind; subjectId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" size="sm" className="text-muted" onClick={() => setIsOpen(true)}>
        <Flag className="size-4" aria-hidden />
        Denunciar
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog kind={kind} subjectId={subjectId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
