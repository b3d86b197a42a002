import type { ShownInvitation } from '@/features/organisation/queries'
import { describeInvitation } from '@/features/organisation/text'
import { Card } from '@/ui/card'

/** The notice above a form: the team and the role of the invitation. */
export function InvitationNotice({ invitation }: { invitation: ShownInvitation }) {
  const { role, sentence } = describeInvitation(invitation)
  return (
    <Card className="mb-6 flex flex-col gap-1 p-4">
      <p className="font-medium break-words">
        {invitation.organisation} convidou {invitation.email}
      </p>
      <p className="text-sm text-muted">
        Papel: {role}. {sentence}
      </p>
    </Card>
  )
}
