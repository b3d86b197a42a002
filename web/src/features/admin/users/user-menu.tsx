import { useMutation, useQueryClient } from '@tanstack/react-query'
import { EllipsisVertical, MessageSquare, ShieldBan, ShieldCheck, UserRound } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import { setStatus, type User } from '@/features/admin/queries'
import { paths, profilePath } from '@/lib/paths'
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
import { reportOutcome } from '@/lib/timing'

/** What an administrator may do about another user, but not about themselves. */
export function UserMenu({ user, isOwn }: { user: User; isOwn: boolean }) {
  const { profile } = user
  const [isAsking, setIsAsking] = useState(false)
  const change = useMutation(setStatus(useQueryClient()))

  function decide(status: 'active' | 'blocked') {
    reportOutcome(change.mutateAsync({ id: profile.id, status }), {
      onSuccess: () => toast({ title: 'Sucesso', description: 'Status do usuário atualizado.' }),
      onError: (error) =>
        toast({
          variant: 'destructive',
          title: 'Status não atualizado',
          description: errorSentence(error),
        }),
    })
  }

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon-sm" aria-label={`Ações para ${profile.name}`}>
            <EllipsisVertical className="size-4" aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <Actions
            user={user}
            isOwn={isOwn}
            onActivate={() => decide('active')}
            onBlock={() => setIsAsking(true)}
          />
        </DropdownMenuContent>
      </DropdownMenu>
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Bloquear ${profile.name}?`}
        description="As sessões terminam agora, o perfil sai dos diretórios e o acesso é recusado até que seja ativado outra vez."
        confirmLabel="Bloquear usuário"
        destructive
        onConfirm={() => decide('blocked')}
      />
    </>
  )
}

type ActionsProps = { user: User; isOwn: boolean; onActivate: () => void; onBlock: () => void }

function Actions({ user: { profile }, isOwn, onActivate, onBlock }: ActionsProps) {
  return (
    <>
      {profile.role !== 'admin' && profile.status === 'active' && (
        <DropdownMenuItem asChild>
          <Link to={profilePath(profile)}>
            <UserRound className="size-4 text-muted" aria-hidden />
            Ver perfil
          </Link>
        </DropdownMenuItem>
      )}
      {!isOwn && profile.status === 'active' && (
        <DropdownMenuItem asChild>
          <Link to={paths.conversation(profile.id)}>
            <MessageSquare className="size-4 text-muted" aria-hidden />
            Enviar mensagem
          </Link>
        </DropdownMenuItem>
      )}
      {!isOwn && (
        <>
          <DropdownMenuSeparator />
          <DropdownMenuItem disabled={profile.status === 'active'} onSelect={onActivate}>
            <ShieldCheck className="size-4 text-muted" aria-hidden />
            Ativar
          </DropdownMenuItem>
          <DropdownMenuItem destructive disabled={profile.status === 'blocked'} onSelect={onBlock}>
            <ShieldBan className="size-4" aria-hidden />
            Bloquear
          </DropdownMenuItem>
        </>
      )}
      {isOwn && profile.role === 'admin' && <DropdownMenuItem disabled>Esta é a sua conta</DropdownMenuItem>}
    </>
  )
}
