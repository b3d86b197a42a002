import { useState } from 'react'
import type { Proof } from '@/lib/person/proof'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { PasswordInput } from '@/ui/password-input'

const CODE_CHARACTERS_MAX = 12
const CODE_HINT =
  'Peça um código por e-mail; ele vale uma vez. Se você entrou há menos de 10 minutos, pode não precisar dele.'

const NO_CODE =
  'Esta instalação não envia e-mails, e portanto nenhum código. Sem senha, saia e entre de novo: nos 10 minutos seguintes, a entrada vale como confirmação.'

type ProofFieldProps = {
  name: string
  /** The label of the password field. */
  label: string
  proof: Proof
  onProofChange: (proof: Proof) => void
  /** The maximum length in characters. */
  passwordMax: number
  onSend: () => void
  isSending: boolean
  isSent: boolean
  /** Whether this installation sends mail. The server accepts the request for a code even when it sends none. */
  isMailed: boolean
  error: string | undefined
}

/** Asks for the password; users without a password confirm by a code sent by e-mail. */
export function ProofField({ error: given, onProofChange, ...rest }: ProofFieldProps) {
  const { name, label, proof } = rest
  const [left, setLeft] = useState<{ way: Proof['way']; error: string }>()
  if (left !== undefined && given === undefined) setLeft(undefined)
  // An error of one method says nothing about the other.
  const error = left?.error === given && left?.way !== proof.way ? undefined : given
  const props = { ...rest, error, onProofChange: change }

  function change(next: Proof) {
    if (next.way !== proof.way) setLeft(error === undefined ? undefined : { way: proof.way, error })
    onProofChange(next)
  }

  if (proof.way === 'code') return props.isMailed ? <CodeField {...props} /> : <NoCode {...props} />
  return (
    <div className="flex flex-col items-start gap-1">
      <Field name={name} label={label} error={error} className="w-full">
        <PasswordInput
          autoComplete="current-password"
          maxLength={props.passwordMax}
          value={proof.text}
          onChange={({ target }) => change({ way: 'password', text: target.value })}
        />
      </Field>
      <Button size="sm" variant="ghost" className="-ml-3" onClick={() => change({ way: 'code', text: '' })}>
        Não tenho senha
      </Button>
    </div>
  )
}

function CodeField({ name, proof, onProofChange, onSend, isSending, isSent, error }: ProofFieldProps) {
  return (
    <div className="flex flex-col items-start gap-2">
      <Field name={name} label="Código recebido por e-mail" hint={CODE_HINT} error={error} className="w-full">
        <Input
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={CODE_CHARACTERS_MAX}
          className="figures tracking-widest"
          value={proof.text}
          onChange={({ target }) => onProofChange({ way: 'code', text: target.value })}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" loading={isSending} onClick={onSend}>
          {isSent ? 'Enviar outro código' : 'Enviar código'}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => onProofChange({ way: 'password', text: '' })}>
          Usar minha senha
        </Button>
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isSent && 'Código enviado. Veja a sua caixa de entrada.'}
      </p>
    </div>
  )
}

/** Users without a password sign in again when no code can be e-mailed to them. */
function NoCode({ onProofChange, error }: ProofFieldProps) {
  return (
    <div className="flex flex-col items-start gap-1">
      <p role="status" className={error === undefined ? 'text-sm text-muted' : 'text-sm text-danger'}>
        {NO_CODE}
      </p>
      <Button
        size="sm"
        variant="ghost"
        className="-ml-3"
        onClick={() => onProofChange({ way: 'password', text: '' })}
      >
        Usar minha senha
      </Button>
    </div>
  )
}
