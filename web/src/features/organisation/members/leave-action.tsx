import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Acting } from '@/api/session/party'
import { leaveOrganisation } from '@/features/organisation/queries'
import { reportOutcome } from '@/lib/timing/report-outcome'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { toast } from '@/lib/toast'

type LeaveActionProps = { acting: Acting; ownId: string; onRefused: (error: unknown) => void }

/** The way out of an organisation; its last owner is told to pass it on first. */
export function LeaveAction({ acting: { party }, ownId, onRefused }: LeaveActionProps) {
  const leave = useMutation(leaveOrganisation(useQueryClient(), party.id, ownId))
  return (
    <AlertDialog
      trigger={
        <Button variant="ghost" size="sm" loading={leave.isPending}>
          Sair da equipe
        </Button>
      }
      title={`Sair da equipe de ${party.name}?`}
      description={consequence(party.id === ownId)}
      confirmLabel="Sair da equipe"
      destructive
      onConfirm={() =>
        reportOutcome(leave.mutateAsync(), {
          onSuccess: () => toast({ title: `Você saiu da equipe de ${party.name}` }),
          onError: onRefused,
        })
      }
    />
  )
}

function consequence(isFounder: boolean): string {
  const lost = 'Você deixa de ver projetos, propostas e contratos agora. Suas mensagens continuam com você.'
  const kept = isFounder ? ' O perfil público fica com a organização.' : ''
  return `${lost}${kept} Para voltar, é preciso um novo convite.`
}
