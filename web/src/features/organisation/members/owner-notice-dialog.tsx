import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MemberDialogProps } from '@/features/organisation/members/member-dialog'
import { announceOwnerRemoval } from '@/features/organisation/queries'
import { OWNER_NOTICE_SENTENCE } from '@/features/organisation/text'
import { reportOutcome } from '@/lib/timing/report-outcome'
import { toast } from '@/lib/toast'
import { AlertDialog } from '@/ui/alert-dialog'

/** Gives another owner notice that they are to leave the team. */
export function OwnerNoticeDialog(props: MemberDialogProps) {
  const { member, name, acting, ownId, onRefused, open, onOpenChange } = props
  const step = { organisationId: acting.party.id, personId: member.person_id, ownId }
  const announce = useMutation(announceOwnerRemoval(useQueryClient(), step))
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Avisar a saída de ${name}?`}
      description={OWNER_NOTICE_SENTENCE}
      confirmLabel="Dar o aviso"
      destructive
      onConfirm={() =>
        reportOutcome(announce.mutateAsync(undefined), {
          onSuccess: () => toast({ title: `${name} foi avisado` }),
          onError: onRefused,
        })
      }
    />
  )
}
