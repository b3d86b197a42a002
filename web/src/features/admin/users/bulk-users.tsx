import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ShieldBan, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { BulkBar, takeEach, type Choice, type Outcome } from '@/features/admin/bulk-bar'
import { setStatus, type User } from '@/features/admin/queries'
import { formatCount } from '@/lib/format'
import { toast } from '@/lib/toast'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'

type ChosenUser = Choice & { status: User['profile']['status'] }

/** Blocks or activates all selected users; those who already have that state are skipped. */
export function BulkUsers({ chosen, onClear }: { chosen: readonly ChosenUser[]; onClear: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const change = useMutation(setStatus(useQueryClient()))
  const [isBusy, setIsBusy] = useState(false)
  const toBlock = chosen.filter(({ status }) => status === 'active')
  const toActivate = chosen.filter(({ status }) => status === 'blocked')

  async function decide(users: readonly ChosenUser[], status: 'active' | 'blocked') {
    setIsBusy(true)
    const came = await takeEach(users, ({ id }) => change.mutateAsync({ id, status }))
    setIsBusy(false)
    setOutcome(came)
    onClear()
    toast({
      title: status === 'blocked' ? 'Bloqueio em lote' : 'Ativação em lote',
      description: `${formatCount(came.done, 'usuário atualizado', 'usuários atualizados')}.`,
    })
  }
  return (
    <>
      <BulkBar
        count={chosen.length}
        noun={['usuário selecionado', 'usuários selecionados']}
        onClear={onClear}
        outcome={outcome}
      >
        <Button size="sm" disabled={toBlock.length === 0} loading={isBusy} onClick={() => setIsAsking(true)}>
          <ShieldBan className="size-4" aria-hidden />
          Bloquear {toBlock.length}
        </Button>
        <Button
          size="sm"
          disabled={toActivate.length === 0}
          loading={isBusy}
          onClick={() => void decide(toActivate, 'active')}
        >
          <ShieldCheck className="size-4" aria-hidden />
          Ativar {toActivate.length}
        </Button>
      </BulkBar>
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Bloquear ${formatCount(toBlock.length, 'usuário', 'usuários')}?`}
        description={`${toBlock.map(({ name }) => name).join(', ')}. As sessões terminam agora, e cada bloqueio fica na auditoria.`}
        confirmLabel="Bloquear todos"
        destructive
        onConfirm={() => void decide(toBlock, 'blocked')}
      />
    </>
  )
}
