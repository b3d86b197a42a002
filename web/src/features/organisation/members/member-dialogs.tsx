import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from '@/lib/zod'
import { errorSentence } from '@/api/errors'
import { isMemberRole, type Acting } from '@/api/session/party'
import { MEMBER_ROLES } from '@/api/rights'
import { announceOwnerRemoval, changeRole, type Member } from '@/features/organisation/queries'
import { RoleChoice } from './role-choice'
import { memberRoleName, OWNER_NOTICE_SENTENCE, sideOf } from '@/features/organisation/text'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent } from '@/ui/dialog'
import { FieldError } from '@/ui/field'
import { toast } from '@/lib/toast'
import { useForm } from '@/ui/use-form'
import { reportOutcome } from '@/lib/timing/report-outcome'
import { AlertDialog } from '@/ui/alert-dialog'

export type MemberMenuProps = {
  member: Member
  name: string
  acting: Acting
  ownId: string
  onRefused: (error: unknown) => void
}

export type MemberDialogProps = MemberMenuProps & { open: boolean; onOpenChange: (open: boolean) => void }

const roleSchema = z.object({ role: z.enum(MEMBER_ROLES, 'Escolha um papel') })

/** Changes the role of a colleague; another owner gets notice of it instead. */
export function RoleDialog({ open, onOpenChange, ...form }: MemberDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`Papel de ${form.name}`}
        description={form.member.role === 'owner' ? OWNER_NOTICE_SENTENCE : 'O novo papel vale na hora.'}
      >
        <RoleForm {...form} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}

type RoleFormProps = Omit<MemberDialogProps, 'open' | 'onOpenChange'> & { onDone: () => void }

function RoleForm({ member, name, acting, ownId, onDone }: RoleFormProps) {
  const { party } = acting
  const side = sideOf(party.role)
  const form = useForm(roleSchema, isMemberRole(member.role) ? { role: member.role } : {})
  const step = { organisationId: party.id, personId: member.person_id, ownId }
  const queryClient = useQueryClient()
  const isOwner = member.role === 'owner'
  const change = useMutation(changeRole(queryClient, step))
  const announce = useMutation(announceOwnerRemoval(queryClient, step))
  const [refusal, setRefusal] = useState<unknown>()

  async function send({ role }: z.output<typeof roleSchema>) {
    try {
      await (isOwner ? announce.mutateAsync(role) : change.mutateAsync(role))
    } catch (error) {
      setRefusal(error)
      return
    }
    toast({ title: isOwner ? `${name} foi avisado` : `${name} agora é ${memberRoleName(role, side)}` })
    onDone()
  }

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
      <RoleChoice side={side} error={form.formState.errors.role?.message} control={form.register('role')} />
      {refusal !== undefined && (
        <div role="alert" className="mt-4">
          <FieldError>{errorSentence(refusal)}</FieldError>
        </div>
      )}
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={form.formState.isSubmitting}>
          {isOwner ? 'Dar o aviso' : 'Salvar papel'}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Gives another owner notice to leave the team. */
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
