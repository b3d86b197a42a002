import { useMutation, useQueryClient } from '@tanstack/react-query'
import { EllipsisVertical, KeyRound, UserCog, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { MEMBER_ROLES } from '@/api/rights'
import { isMemberRole, type Acting } from '@/api/session/party'
import { RoleChoice } from './role-choice'
import {
  announceOwnerRemoval,
  changeRole,
  removeMember,
  transferOwnership,
  type Member,
} from '@/features/organisation/queries'
import { memberRoleName, OWNER_NOTICE_SENTENCE, roleSentence, sideOf } from '@/features/organisation/text'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'
import { z } from '@/lib/zod'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent } from '@/ui/dialog'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/ui/dropdown-menu'
import { FieldError } from '@/ui/field'
import { useForm } from '@/ui/use-form'

type Asking = 'role' | 'transfer' | 'remove' | undefined

/** What a manager of the team may do about a colleague. */
export function MemberMenu({ member, name, acting, ownId, onRefused }: MemberMenuProps) {
  const [asking, setAsking] = useState<Asking>()
  const onOpenChange = (isOpen: boolean) => !isOpen && setAsking(undefined)
  const isOwner = member.role === 'owner'
  const dialog = { member, name, acting, ownId, onRefused, onOpenChange }

  function ask(next: Asking) {
    onRefused(undefined)
    setAsking(next)
  }

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon-sm" aria-label={`Ações para ${name}`}>
            <EllipsisVertical className="size-4" aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={() => ask('role')}>
            <UserCog className="size-4 text-muted" aria-hidden />
            Mudar papel
          </DropdownMenuItem>
          {!isOwner && (
            <DropdownMenuItem onSelect={() => ask('transfer')}>
              <KeyRound className="size-4 text-muted" aria-hidden />
              Passar a propriedade
            </DropdownMenuItem>
          )}
          <DropdownMenuSeparator />
          <DropdownMenuItem destructive onSelect={() => ask('remove')}>
            <UserMinus className="size-4" aria-hidden />
            {isOwner ? 'Avisar saída da equipe' : 'Retirar da equipe'}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <RoleDialog {...dialog} open={asking === 'role'} />
      <TransferDialog {...dialog} open={asking === 'transfer'} />
      {isOwner ? (
        <OwnerNoticeDialog {...dialog} open={asking === 'remove'} />
      ) : (
        <RemoveDialog {...dialog} open={asking === 'remove'} />
      )}
    </>
  )
}

function TransferDialog({ member, name, acting, ownId, onRefused, open, onOpenChange }: MemberDialogProps) {
  const { party } = acting
  const step = { organisationId: party.id, personId: member.person_id, ownId }
  const transfer = useMutation(transferOwnership(useQueryClient(), step))
  const side = sideOf(party.role)
  const left = isMemberRole(member.role)
    ? `Você fica com o papel que era dessa pessoa, ${memberRoleName(member.role, side)}. ${roleSentence(member.role, side)}`
    : ''
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Passar a propriedade a ${name}?`}
      description={`${name} passa a responder por ${party.name} e pela equipe. ${left} Só quem é proprietário pode devolver a propriedade.`}
      confirmLabel="Passar a propriedade"
      destructive
      onConfirm={() =>
        reportOutcome(transfer.mutateAsync(), {
          onSuccess: () => toast({ title: `${name} agora responde por ${party.name}` }),
          onError: onRefused,
        })
      }
    />
  )
}

function RemoveDialog({ member, name, acting, ownId, onRefused, open, onOpenChange }: MemberDialogProps) {
  const { party } = acting
  const step = { organisationId: party.id, personId: member.person_id, ownId }
  const remove = useMutation(removeMember(useQueryClient(), step))
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Retirar ${name} da equipe?`}
      description={`${name} deixa de ver tudo de ${party.name} agora, e a conta continua existindo. O que já fez pela organização fica. Para voltar, é preciso um novo convite.`}
      confirmLabel="Retirar da equipe"
      destructive
      onConfirm={() =>
        reportOutcome(remove.mutateAsync(), {
          onSuccess: () => toast({ title: `${name} saiu da equipe` }),
          onError: onRefused,
        })
      }
    />
  )
}

type MemberMenuProps = {
  member: Member
  name: string
  acting: Acting
  ownId: string
  onRefused: (error: unknown) => void
}

type MemberDialogProps = MemberMenuProps & { open: boolean; onOpenChange: (open: boolean) => void }

const roleSchema = z.object({ role: z.enum(MEMBER_ROLES, 'Escolha um papel') })

/** Changes the role of a colleague; another owner gets notice of it instead. */
function RoleDialog({ open, onOpenChange, ...form }: MemberDialogProps) {
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
function OwnerNoticeDialog(props: MemberDialogProps) {
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
