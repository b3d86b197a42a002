import type { Acting } from '@/api/session/party'
import type { Member } from '@/features/organisation/queries'

export type MemberMenuProps = {
  member: Member
  name: string
  acting: Acting
  ownId: string
  onRefused: (error: unknown) => void
}

export type MemberDialogProps = MemberMenuProps & { open: boolean; onOpenChange: (open: boolean) => void }
