import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { useProof } from '@/api/session/proof'
import { changeAddress } from '@/features/settings/queries'
import { missingProof, type Proof } from '@/lib/person/proof'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { ProofField } from '@/ui/proof-field'

const EMAIL_CHARACTERS_MAX = 255

type Errors = { email?: string; proof?: string }

/** What is wrong with a change of address before it is sent. */
function checkAddress(email: string, proof: Proof, current: string): Errors {
  const typed = email.trim()
  const errors: Errors = {}
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed)) errors.email = 'Informe um e-mail válido.'
  else if (typed.toLowerCase() === current.toLowerCase()) errors.email = 'Este já é o seu e-mail.'
  const unproved = missingProof(proof)
  if (unproved !== undefined) errors.proof = unproved
  return errors
}

type AddressFormProps = {
  current: string
  /** The address that was asked for and that the two have not agreed to yet. */
  waiting: string | undefined
}

export function AddressForm({ current, waiting }: AddressFormProps) {
  const [email, setEmail] = useState('')
  const { proof, setProof, field, refusalOf } = useProof()
  const [errors, setErrors] = useState<Errors>({})
  const change = useMutation(changeAddress(useQueryClient()))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const found = checkAddress(email, proof, current)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const wanted = { email, proof }
    change.mutate(wanted, {
      onSuccess: (asked) => {
        setEmail('')
        setProof({ ...proof, text: '' })
        toast(
          asked
            ? { title: 'Falta confirmar', description: 'Enviamos um link ao e-mail atual e outro ao novo.' }
            : { title: 'E-mail alterado!', description: 'Use o novo e-mail no próximo acesso.' },
        )
      },
      onError: (error) => {
        const unproved = refusalOf(error)
        setErrors(unproved === undefined ? { email: errorSentence(error) } : { proof: unproved })
      },
    })
  }

  return (
    <form noValidate className="flex max-w-md flex-col gap-5" onSubmit={submit}>
      <p className="text-sm">
        Você entra com <span className="font-medium break-all">{current}</span>.
      </p>
      {waiting && <Waiting address={waiting} current={current} />}
      <Field name="new-email" label="Novo e-mail" error={errors.email}>
        <Input
          type="email"
          autoComplete="email"
          maxLength={EMAIL_CHARACTERS_MAX}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <ProofField {...field} name="address-password" label="Sua senha" error={errors.proof} />
      <div>
        <Button type="submit" loading={change.isPending}>
          Alterar e-mail
        </Button>
      </div>
    </form>
  )
}

function Waiting({ address, current }: { address: string; current: string }) {
  return (
    <p
      role="status"
      className="flex items-start gap-2 rounded border border-line bg-sunken px-4 py-3 text-sm"
    >
      <MailCheck className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
      <span className="min-w-0 break-words">
        Troca para <span className="font-medium break-all">{address}</span> aguarda os dois links: o enviado a{' '}
        {current} e o enviado ao novo. Cada um vale por uma hora; para receber outros, peça a troca de novo.
      </span>
    </p>
  )
}
