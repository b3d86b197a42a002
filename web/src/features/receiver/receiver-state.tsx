import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOperator } from '@/api/config'
import { errorSentence } from '@/api/errors'
import { refreshReceiver, type Receiver } from '@/features/receiver/queries'
import { linkAddress } from '@/lib/text/address'
import { formatDateTime } from '@/lib/format'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { toast } from '@/lib/toast'

type Look = { label: string; tone: 'warning' | 'info' | 'success' | 'danger' }

const LOOKS: Readonly<Record<Receiver['status'], Look>> = {
  pending: { label: 'Esperando documentos', tone: 'warning' },
  reviewing: { label: 'Em análise', tone: 'info' },
  approved: { label: 'Aprovada', tone: 'success' },
  rejected: { label: 'Recusada', tone: 'danger' },
}

/** Where the account stands, why, and what is there to do. */
export function ReceiverState({ receiver }: { receiver: Receiver }) {
  const { institution, status, onboarding_url, reason, updated_at } = receiver
  const { label, tone } = LOOKS[status]
  return (
    <Card className="flex flex-col items-start gap-3 p-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        <span className="text-sm text-muted">desde {formatDateTime(updated_at)}</span>
      </p>
      {reason !== null && (
        <p className="max-w-measure text-sm break-words">
          <span className="font-medium">Motivo, segundo a instituição: </span>
          {reason}
        </p>
      )}
      <p className="max-w-measure text-sm">
        <WhatToDo status={status} institution={institution} hasLink={onboarding_url !== null} />
      </p>
      {status !== 'approved' && (
        <div className="flex flex-wrap gap-3">
          {onboarding_url !== null && (
            <Button asChild>
              <a href={linkAddress(onboarding_url)} target="_blank" rel="noreferrer">
                Enviar documentos
                <ExternalLink className="size-4" aria-hidden />
              </a>
            </Button>
          )}
          <RefreshAction partyId={receiver.party_id} />
        </div>
      )}
    </Card>
  )
}

type WhatToDoProps = { status: Receiver['status']; institution: string; hasLink: boolean }

function WhatToDo({ status, institution, hasLink }: WhatToDoProps): ReactNode {
  const { contact } = useOperator()
  switch (status) {
    case 'pending':
      return hasLink
        ? `${institution} espera um documento com foto e uma selfie do titular. Eles vão direto para ela, nunca por aqui.`
        : `${institution} enviou por e-mail o que ainda falta. Siga as instruções da mensagem.`
    case 'reviewing':
      return `${institution} está conferindo os dados. Avisamos você do resultado; não há nada a fazer.`
    case 'approved':
      return `Empresas já podem pagar os seus marcos com garantia em ${institution}.`
    case 'rejected':
      return (
        <>
          {hasLink
            ? 'Corrija o que o motivo aponta e envie os documentos outra vez.'
            : `Fale com ${institution} para saber o que corrigir.`}{' '}
          Enquanto isso, novos marcos não podem ser pagos com garantia. Dúvidas:{' '}
          <a href={`mailto:${contact}`} className="underline underline-offset-2">
            {contact}
          </a>
          .
        </>
      )
  }
}

function RefreshAction({ partyId }: { partyId: string }) {
  const refresh = useMutation(refreshReceiver(useQueryClient(), partyId))
  return (
    <Button
      loading={refresh.isPending}
      onClick={() =>
        refresh.mutate(undefined, {
          onError: (error) =>
            toast({ variant: 'destructive', title: 'Nada novo', description: errorSentence(error) }),
        })
      }
    >
      Ver se mudou
    </Button>
  )
}
