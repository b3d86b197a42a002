import { useMutation, useQueryClient } from '@tanstack/react-query'
import { EllipsisVertical, KeyRound, UserCog, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { isMemberRole } from '@/api/session/party'
import { removeMember, transferOwnership } from '@/features/organisation/queries'
import { RoleDialog, OwnerNoticeDialog, type MemberDialogProps, type MemberMenuProps } from './member-dialogs'
import { memberRoleName, roleSentence, sideOf } from '@/features/organisation/text'
import { reportOutcome } from '@/lib/timing/report-outcome'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/ui/dropdown-menu'
import { toast } from '@/lib/toast'

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
