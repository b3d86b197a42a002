import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { useSession } from '@/api/session/session'
import { Button } from '@/ui/button'

const InviteDialog = lazy(() => import('@/features/invitation/invite-dialog'))

type InviteButtonProps = {
  professional: { id: string; name: string }
  /** The project to invite to. Without it the company chooses one. */
  projectId?: string
  size?: ComponentProps<typeof Button>['size']
}

/** Invites a professional to propose. Only those see it who publish projects for a company. */
export default function InviteButton({ professional, projectId, size = 'md' }: InviteButtonProps) {
  const state = useSession()
  const [isOpen, setIsOpen] = useState(false)
  if (state.status !== 'signed-in' || state.party?.role !== 'company') return null
  if (!state.rights.includes('publish')) return null
  if (state.parties.some(({ party }) => party.id === professional.id)) return null
  return (
    <>
      <Button size={size} onClick={() => setIsOpen(true)}>
        <UserPlus className="size-4" aria-hidden />
        {projectId === undefined ? 'Convidar para projeto' : 'Convidar'}
        {projectId !== undefined && <span className="sr-only"> {professional.name}</span>}
      </Button>
      {isOpen && (
        <Suspense>
          <InviteDialog
            companyId={state.party.id}
            professional={professional}
            projectId={projectId}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
