import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { configQuery } from '@/api/config'
import { errorSentence, toApiError } from '@/api/errors'
import { PASSWORD_CHARACTERS_MAX } from '@/api/limits'
import { useProof } from '@/api/session/proof'
import { changePassword } from '@/features/settings/queries'
import { missingProof, type Proof } from '@/lib/person/proof'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { PasswordInput, StrengthMeter } from '@/ui/password-input'
import { ProofField } from '@/ui/proof-field'
import { toast } from '@/lib/toast'

const DONE = 'Use a nova senha no próximo acesso.'
const OTHERS_LEFT = 'As outras sessões não foram encerradas. Tente encerrá-las abaixo.'
const EMPTY = { next: '', again: '', endOthers: true }
type Values = typeof EMPTY
type Name = 'next' | 'again'
type Errors = Partial<Record<Name | 'proof', string>>

/** What is wrong with a change of password before it is sent. */
export function checkPassword(values: Values, proof: Proof, lengthMin: number): Errors {
  const errors: Errors = {}
  const unproved = missingProof(proof)
  if (unproved !== undefined) errors.proof = unproved
  if (values.next === '') errors.next = 'Informe a nova senha.'
  else if (Array.from(values.next).length < lengthMin)
    errors.next = `A senha deve ter no mínimo ${lengthMin} caracteres`
  if (values.again !== values.next) errors.again = 'As senhas não conferem.'
  return errors
}

export function PasswordForm() {
  const { data: config } = useQuery(configQuery())
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<Errors>({})
  const { proof, setProof, field: proofField, refusalOf } = useProof()
  const change = useMutation(changePassword(useQueryClient()))
  const set = (changes: Partial<Values>) => setValues({ ...values, ...changes })

  function field(name: Name) {
    const onValueChange = (value: string) => set({ [name]: value })
    return { name, value: values[name], onValueChange, error: errors[name] }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const found = checkPassword(values, proof, config?.passwordMin ?? 6)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    change.mutate(
      { ...values, proof },
      {
        onSuccess: (isDone) => {
          setValues(EMPTY)
          setProof({ way: 'password', text: '' })
          toast({ title: 'Senha alterada!', description: isDone ? DONE : OTHERS_LEFT })
        },
        onError: (error) => {
          const { code } = toApiError(error)
          const unproved = refusalOf(error)
          if (unproved !== undefined) setErrors({ proof: unproved })
          else if (code === 'weak_password' || code === 'same_password')
            setErrors({ next: errorSentence(error) })
          else
            toast({ variant: 'destructive', title: 'Senha não alterada', description: errorSentence(error) })
        },
      },
    )
  }

  return (
    <form noValidate className="flex max-w-md flex-col gap-5" onSubmit={submit}>
      <ProofField {...proofField} name="current" label="Senha Atual" error={errors.proof} />
      <PasswordField {...field('next')} label="Nova Senha" autoComplete="new-password" />
      <StrengthMeter password={values.next} />
      <PasswordField {...field('again')} label="Confirmar Nova Senha" autoComplete="new-password" />
      <Checkbox
        name="endOthers"
        label="Encerrar as outras sessões"
        checked={values.endOthers}
        onCheckedChange={(checked) => set({ endOthers: checked === true })}
      />
      <div>
        <Button type="submit" variant="primary" loading={change.isPending}>
          Alterar senha
        </Button>
      </div>
    </form>
  )
}

type PasswordFieldProps = {
  name: Name
  label: string
  autoComplete: string
  value: string
  onValueChange: (value: string) => void
  error: string | undefined
}

function PasswordField({ name, label, autoComplete, value, onValueChange, error }: PasswordFieldProps) {
  return (
    <Field name={name} label={label} error={error}>
      <PasswordInput
        autoComplete={autoComplete}
        maxLength={PASSWORD_CHARACTERS_MAX}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
      />
    </Field>
  )
}
