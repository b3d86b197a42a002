import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { useInstitution } from '@/api/config'
import { PAYOUT_STATES } from '@/api/deal/states'
import { errorSentence, toApiError } from '@/api/errors'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { useProof } from '@/api/session/proof'
import { balanceQuery, payoutsQuery, requestPayout } from './queries'
import { formatDateTime } from '@/lib/format'
import { formatMoney, ofCents, type Money } from '@/lib/money'
import { missingProof, type Proof } from '@/lib/person/proof'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { ErrorState } from '@/ui/error-state'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { MorePages } from '@/ui/load-more'
import { MoneyInput } from '@/ui/money-input'
import { ProofField } from '@/ui/proof-field'
import { Loading, Skeleton } from '@/ui/skeleton'

/** The available and the held balance, each with an explanation. */
export function Balance({ partyId, isEarning }: { partyId: string; isEarning: boolean }) {
  const query = useQuery(balanceQuery(partyId))
  const institution = useInstitution()
  if (query.isPending) {
    return (
      <Loading label="Carregando saldo…">
        <Skeleton className="h-28" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const { available, held } = query.data
  // Without an institution and with nothing held, there is no balance to show.
  if (institution === null && available === 0 && held === 0) return <DirectNotice />
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      {isEarning && (
        <Figure
          term="Disponível"
          amount={available}
          note={`Liberado para você, na sua conta${institution === null ? '' : ` em ${institution}`}.`}
        >
          <PayoutDialog partyId={partyId} available={available} />
        </Figure>
      )}
      <Figure
        term="Em garantia"
        amount={held}
        note={`Depositado ${isEarning ? 'pelas empresas' : 'por você'}${institution === null ? '' : ` e bloqueado em ${institution}`}; é liberado quando o marco é aprovado.`}
      />
    </dl>
  )
}

function DirectNotice() {
  return (
    <p className="max-w-measure rounded border border-line bg-raised p-5 text-sm text-muted">
      <strong className="font-medium text-ink">Acerto direto, por marcos.</strong> Os pagamentos acontecem
      entre as duas partes; o que foi pago e recebido fica em cada contrato.
    </p>
  )
}

type FigureProps = { term: string; amount: Money; note: string; children?: ReactNode }

function Figure({ term, amount, note, children }: FigureProps) {
  return (
    <Card className="flex flex-col gap-1 p-5">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="text-2xl font-semibold tabular-nums">{formatMoney(amount)}</dd>
      <dd className="text-sm text-muted">{note}</dd>
      {children !== undefined && <dd className="flex">{children}</dd>}
    </Card>
  )
}

/** The requested payouts, newest first; nothing when there are none. */
export function Payouts({ partyId }: { partyId: string }) {
  const query = useInfiniteQuery(payoutsQuery(partyId))
  if (query.data === undefined) return null
  const payouts = rowsOf(query.data)
  if (payouts.length === 0) return null
  return (
    <section aria-labelledby="payouts" className="flex flex-col gap-4">
      <h2 id="payouts" className="text-lg font-semibold">
        Saques
      </h2>
      <ul className="divide-y divide-line rounded border border-line bg-raised">
        {payouts.map(({ id, value_cents, key_end, status, reason, created_at }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 p-4">
            <p>
              <span className="font-medium tabular-nums">{formatMoney(ofCents(value_cents))}</span>
              <span className="block text-sm text-muted">
                Chave terminada em {key_end}, pedido em {formatDateTime(created_at)}
              </span>
              {reason !== null && <span className="block text-sm text-danger">{reason}</span>}
            </p>
            <Badge tone={PAYOUT_STATES[status].tone}>{PAYOUT_STATES[status].label}</Badge>
          </li>
        ))}
      </ul>
      <MorePages list={query} shown={payouts.length} total={totalOf(query.data)} noun="saques" />
    </section>
  )
}

type PayoutDialogProps = { partyId: string; available: Money }

/** The button and the form that request a payout. */
function PayoutDialog({ partyId, available }: PayoutDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button variant="primary" className="mt-2 self-start" disabled={available === 0}>
          Sacar por Pix
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Sacar por Pix"
        description={`Disponível: ${formatMoney(available)}. A chave precisa ser o seu CPF, ou o CNPJ com que você fatura.`}
      >
        <PayoutForm partyId={partyId} available={available} onAsked={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

type Errors = { value?: string; key?: string; proof?: string }

/** Which field a refusal is about. */
const FIELD: Readonly<Record<string, keyof Errors>> = {
  payout_above_balance: 'value',
  payout_value_wrong: 'value',
  payout_key_not_own: 'key',
}

function PayoutForm({ partyId, available, onAsked }: PayoutDialogProps & { onAsked: () => void }) {
  const [value, setValue] = useState<Money | null>(available)
  const [key, setKey] = useState('')
  const { proof, field: proofField, refusalOf } = useProof()
  const [errors, setErrors] = useState<Errors>({})
  const request = useMutation(requestPayout(useQueryClient()))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const found = missing(value, key, proof)
    setErrors(found)
    if (value === null || Object.keys(found).length > 0) return
    reportOutcome(request.mutateAsync({ partyId, value, key: key.trim(), proof }), {
      onSuccess: () => {
        toast({ title: 'Saque pedido', description: 'Avisamos você quando o Pix for enviado.' })
        onAsked()
      },
      onError: (error) => {
        const unproved = refusalOf(error)
        const field = FIELD[toApiError(error).code]
        if (unproved !== undefined) setErrors({ proof: unproved })
        else if (field !== undefined) setErrors({ [field]: errorSentence(error) })
        else toast({ variant: 'destructive', title: 'Saque não pedido', description: errorSentence(error) })
      },
    })
  }

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <Field name="payout-value" label="Valor" error={errors.value}>
        <MoneyInput value={value} onValueChange={setValue} />
      </Field>
      <Field name="payout-key" label="Chave Pix (CPF ou CNPJ)" error={errors.key}>
        <Input
          autoComplete="off"
          spellCheck={false}
          value={key}
          maxLength={18}
          onChange={(event) => setKey(event.target.value)}
        />
      </Field>
      <ProofField {...proofField} name="payout-password" label="Sua senha" error={errors.proof} />
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={request.isPending}>
          Pedir saque
        </Button>
      </DialogActions>
    </form>
  )
}

function missing(value: Money | null, key: string, proof: Proof): Errors {
  const unproved = missingProof(proof)
  return {
    ...((value === null || value === 0) && { value: 'Informe um valor maior que zero' }),
    ...(key.trim() === '' && { key: 'Informe a chave Pix' }),
    ...(unproved !== undefined && { proof: unproved }),
  }
}
