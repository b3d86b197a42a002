import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { errorSentence, toApiError } from '@/api/errors'
import { usePasskeys } from '@/api/session/passkeys'
import { AddPasskey } from '@/features/settings/second-factor/add-passkey'
import { CONFIRM_TITLE, CONFIRM_WHY, ConfirmOwner } from '@/features/settings/second-factor/confirm-owner'
import { FactorLine } from '@/features/settings/second-factor/factor-line'
import { KeptCodes } from '@/features/settings/second-factor/kept-codes'
import {
  makeRecoveryCodes,
  secondFactorQuery,
  type VerifiedFactor,
} from '@/features/settings/second-factor/second-factor-queries'
import { toast } from '@/lib/toast'
import { AlertDialog } from '@/ui/alert-dialog'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card, CardBody } from '@/ui/card'
import { Dialog, DialogContent } from '@/ui/dialog'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

const EnrolFactor = lazy(async () => ({
  default: (await import('@/features/settings/second-factor/enrol-factor')).EnrolFactor,
}))

/** What the account asks for besides its password, and the codes for when that is lost. */
export function SecondFactor({ isAdmin }: { isAdmin: boolean }) {
  const query = useQuery(secondFactorQuery())
  const [adding, setAdding] = useState<'app' | 'passkey'>()
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando a verificação em duas etapas…">
        <Skeleton className="h-28 max-w-2xl" />
      </Loading>
    )
  }
  const { factors, codesLeft } = query.data
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <Card>
        {factors.length === 0 ? (
          <Off isAdmin={isAdmin} onAdd={setAdding} />
        ) : (
          <On factors={factors} onAdd={setAdding} />
        )}
      </Card>
      {factors.length > 0 && <RecoveryCodes left={codesLeft} />}
      {adding === 'app' && (
        <Suspense>
          <EnrolFactor withCodes={codesLeft === 0} onClose={() => setAdding(undefined)} />
        </Suspense>
      )}
      {adding === 'passkey' && (
        <AddPasskey withCodes={codesLeft === 0} onClose={() => setAdding(undefined)} />
      )}
    </div>
  )
}

type Add = (kind: 'app' | 'passkey') => void

function Off({ isAdmin, onAdd }: { isAdmin: boolean; onAdd: Add }) {
  return (
    <CardBody className="flex flex-wrap items-center justify-between gap-4">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          Desativada
          {isAdmin && <Badge tone="warning">Recomendada para administradores</Badge>}
        </p>
        <p className="text-sm text-muted">
          Com ela, quem descobre a sua senha ainda não entra: o acesso pede também um código do aplicativo
          autenticador no seu celular, ou uma chave de acesso.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onAdd('app')}>Ativar verificação</Button>
        <PasskeyButton onAdd={onAdd} />
      </div>
    </CardBody>
  )
}

/** Not offered where the browser could make none. */
function PasskeyButton({ onAdd, size = 'md' }: { onAdd: Add; size?: 'sm' | 'md' }) {
  if (!usePasskeys()) return null
  return (
    <Button size={size} onClick={() => onAdd('passkey')}>
      <KeyRound className="size-4" aria-hidden />
      Adicionar chave de acesso
    </Button>
  )
}

function On({ factors, onAdd }: { factors: readonly VerifiedFactor[]; onAdd: Add }) {
  const hasApp = factors.some(({ kind }) => kind === 'app')
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4">
        <p className="flex items-center gap-2 text-sm font-medium">
          <ShieldCheck className="size-5 text-success" aria-hidden />
          Ativada: sua senha sozinha não abre a conta.
        </p>
        <div className="flex flex-wrap gap-2">
          <PasskeyButton onAdd={onAdd} size="sm" />
          <Button size="sm" onClick={() => onAdd('app')}>
            {hasApp ? 'Adicionar outro celular' : 'Adicionar aplicativo'}
          </Button>
        </div>
      </div>
      <ul aria-label="Aplicativos e chaves de acesso" className="divide-y divide-line">
        {factors.map((factor) => (
          <FactorLine key={factor.id} factor={factor} isLast={factors.length === 1} />
        ))}
      </ul>
    </>
  )
}

const FEW = 3

/** How many codes are left, and the way to new ones. */
function RecoveryCodes({ left }: { left: number }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const [asksPassword, setAsksPassword] = useState(false)
  const make = useMutation(makeRecoveryCodes(useQueryClient()))

  function begin() {
    setAsksPassword(false)
    make.mutate(undefined, {
      onSuccess: setCodes,
      onError: (error) => {
        if (toApiError(error).code === 'reauthentication_needed') setAsksPassword(true)
        else
          toast({ variant: 'destructive', title: 'Códigos não gerados', description: errorSentence(error) })
      },
    })
  }

  return (
    <Card>
      <CardBody className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
          <p className="text-sm font-medium">Códigos de recuperação</p>
          <p className={left <= FEW ? 'text-sm text-warning' : 'text-sm text-muted'}>{sentence(left)}</p>
        </div>
        <AlertDialog
          trigger={<Button loading={make.isPending}>Gerar novos códigos</Button>}
          title="Gerar novos códigos?"
          description="Os códigos que você guardou antes deixam de valer agora."
          confirmLabel="Gerar códigos"
          onConfirm={begin}
        />
        <Dialog open={asksPassword} onOpenChange={setAsksPassword}>
          <DialogContent title={CONFIRM_TITLE} description={CONFIRM_WHY}>
            <ConfirmOwner onConfirmed={begin} onCancel={() => setAsksPassword(false)} />
          </DialogContent>
        </Dialog>
        {codes && (
          <Dialog open onOpenChange={() => setCodes(undefined)}>
            <KeptCodes codes={codes} onClose={() => setCodes(undefined)} />
          </Dialog>
        )}
      </CardBody>
    </Card>
  )
}

function sentence(left: number): string {
  if (left === 0) return 'Nenhum código guardado: se perder o celular, você fica sem acesso.'
  if (left === 1) return 'Resta 1 código. Gere novos antes que acabem.'
  return left <= FEW
    ? `Restam ${left} códigos. Gere novos antes que acabem.`
    : `Restam ${left} de 10 códigos.`
}
