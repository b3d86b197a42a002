import type { Proof } from '@/lib/proof'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { PasswordInput } from '@/ui/password-input'

const CODE_CHARACTERS_MAX = 12
const CODE_HINT =
  'Peça um código por e-mail; ele vale uma vez. Se você entrou há menos de 10 minutos, pode não precisar dele.'

type ProofFieldProps = {
  name: string
  /** What the password is called here. */
  label: string
  proof: Proof
  onProofChange: (proof: Proof) => void
  /** In characters. */
  passwordMax: number
  onSend: () => void
  isSending: boolean
  isSent: boolean
  error: string | undefined
}

/** Asks for the password or, of who has none, for a code by mail. */
export function ProofField(props: ProofFieldProps) {
  const { name, label, proof, onProofChange, error } = props
  if (proof.way === 'code') return <CodeField {...props} />
  return (
    <div className="flex flex-col items-start gap-1">
      <Field name={name} label={label} error={error} className="w-full">
        <PasswordInput
          autoComplete="current-password"
          maxLength={props.passwordMax}
          value={proof.text}
          onChange={({ target }) => onProofChange({ way: 'password', text: target.value })}
        />
      </Field>
      <Button
        size="sm"
        variant="ghost"
        className="-ml-3"
        onClick={() => onProofChange({ way: 'code', text: '' })}
      >
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
