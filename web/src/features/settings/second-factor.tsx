import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { EnrolFactor } from '@/features/settings/enrol-factor'
import { RecoveryCodes } from '@/features/settings/recovery-codes'
import {
  removeFactor,
  secondFactorQuery,
  type VerifiedFactor,
} from '@/features/settings/second-factor-queries'
import { formatDate } from '@/lib/format'
import { toast } from '@/lib/toast'
import { AlertDialog } from '@/ui/alert-dialog'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card, CardBody } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** What the account asks for besides its password, and the codes for when that is lost. */
export function SecondFactor({ isAdmin }: { isAdmin: boolean }) {
  const query = useQuery(secondFactorQuery())
  const [isEnrolling, setIsEnrolling] = useState(false)
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
          <Off isAdmin={isAdmin} onStart={() => setIsEnrolling(true)} />
        ) : (
          <On factors={factors} onAdd={() => setIsEnrolling(true)} />
        )}
      </Card>
      {factors.length > 0 && <RecoveryCodes left={codesLeft} />}
      {isEnrolling && <EnrolFactor withCodes={codesLeft === 0} onClose={() => setIsEnrolling(false)} />}
    </div>
  )
}

function Off({ isAdmin, onStart }: { isAdmin: boolean; onStart: () => void }) {
  return (
    <CardBody className="flex flex-wrap items-center justify-between gap-4">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          Desativada
          {isAdmin && <Badge tone="warning">Recomendada para administradores</Badge>}
        </p>
        <p className="text-sm text-muted">
          Com ela, quem descobre a sua senha ainda não entra: o acesso pede também um código do aplicativo
          autenticador no seu celular.
        </p>
      </div>
      <Button onClick={onStart}>Ativar verificação</Button>
    </CardBody>
  )
}

function On({ factors, onAdd }: { factors: readonly VerifiedFactor[]; onAdd: () => void }) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4">
        <p className="flex items-center gap-2 text-sm font-medium">
          <ShieldCheck className="size-5 text-success" aria-hidden />
          Ativada: sua senha sozinha não abre a conta.
        </p>
        <Button size="sm" onClick={onAdd}>
          Adicionar outro celular
        </Button>
      </div>
      <ul aria-label="Aplicativos autenticadores" className="divide-y divide-line">
        {factors.map((factor) => (
          <FactorLine key={factor.id} factor={factor} isLast={factors.length === 1} />
        ))}
      </ul>
    </>
  )
}

function FactorLine({ factor, isLast }: { factor: VerifiedFactor; isLast: boolean }) {
  const remove = useMutation(removeFactor(useQueryClient()))
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
      <div className="flex min-w-0 items-start gap-3">
        <Smartphone className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
        <div className="min-w-0">
          <p className="text-sm font-medium break-words">{factor.name}</p>
          <p className="text-sm text-muted">desde {formatDate(factor.createdAt)}</p>
        </div>
      </div>
      <AlertDialog
        trigger={
          <Button size="sm" loading={remove.isPending} aria-label={`Remover ${factor.name}`}>
            Remover
          </Button>
        }
        title={isLast ? 'Desativar a verificação em duas etapas?' : 'Remover este aplicativo?'}
        description={
          isLast
            ? 'A senha sozinha volta a abrir a sua conta, e os códigos de recuperação deixam de valer.'
            : 'Os códigos dele deixam de valer. Os outros aplicativos continuam.'
        }
        confirmLabel={isLast ? 'Desativar' : 'Remover'}
        destructive
        onConfirm={() =>
          remove.mutate(factor.id, {
            onSuccess: () => toast({ title: isLast ? 'Verificação desativada' : 'Aplicativo removido' }),
            onError: (error) =>
              toast({ variant: 'destructive', title: 'Não foi removido', description: errorSentence(error) }),
          })
        }
      />
    </li>
  )
}
