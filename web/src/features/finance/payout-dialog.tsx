import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { errorSentence, toApiError } from '@/api/errors'
import { useProof } from '@/api/session/proof'
import { requestPayout } from '@/features/finance/queries'
import { formatMoney, type Money } from '@/lib/money'
import { missingProof, type Proof } from '@/lib/person/proof'
import { reportOutcome } from '@/lib/timing/report-outcome'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { MoneyInput } from '@/ui/money-input'
import { ProofField } from '@/ui/proof-field'
import { toast } from '@/lib/toast'

type PayoutDialogProps = { partyId: string; available: Money }

/** The button and the form that request a payout. */
export function PayoutDialog({ partyId, available }: PayoutDialogProps) {
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
