import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { usePasskeys } from '@/api/session/passkeys'
import { sendSignInCode, signInWithCode } from '@/features/account/queries'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'

const DIGITS = /^\d{6}$/
const CODE_CHARACTERS_MAX = 12

type SignInCodeProps = { email: string; hasMail: boolean }

/** The sign-in by e-mailed code or passkey while passwords are refused after too many wrong ones. */
export function SignInCode({ email, hasMail }: SignInCodeProps) {
  const hasPasskeys = usePasskeys()
  const send = useMutation({ mutationFn: sendSignInCode })
  if (!hasMail && !hasPasskeys) return null
  return (
    <section
      aria-labelledby="entrar-sem-senha"
      className="flex flex-col gap-4 rounded border border-line bg-surface p-4"
    >
      <div className="flex flex-col gap-1 text-sm">
        <h2 id="entrar-sem-senha" className="font-semibold">
          Entre sem a senha
        </h2>
        <p className="break-words">
          Houve muitas tentativas de senha para <strong className="font-medium">{email}</strong>, suas ou de
          outra pessoa, e a senha está suspensa nesta rede por até uma hora.{' '}
          {hasMail ? 'Um código enviado ao seu e-mail abre a conta agora.' : ''}{' '}
          {hasPasskeys ? 'A chave de acesso também continua valendo.' : ''}
        </p>
      </div>
      {hasMail && (
        <>
          <Button className="w-fit" loading={send.isPending} onClick={() => send.mutate(email)}>
            {send.isSuccess ? 'Enviar outro código' : 'Receber código por e-mail'}
          </Button>
          {send.isError && (
            <p role="alert" className="text-sm text-danger">
              {errorSentence(send.error)}
            </p>
          )}
          {send.isSuccess && <TypedCode email={email} />}
        </>
      )}
    </section>
  )
}

/** Asks for the e-mailed code; the link in the mail works too. */
function TypedCode({ email }: { email: string }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const enter = useMutation({ mutationFn: signInWithCode })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const digits = code.replaceAll(/\s/g, '')
    const isWhole = DIGITS.test(digits)
    setError(isWhole ? undefined : 'Digite os 6 números que estão no e-mail.')
    if (!isWhole) return
    enter.mutate(
      { email, code: digits },
      {
        onSuccess: () => toast({ title: 'Login bem-sucedido!', description: 'Bem-vindo de volta!' }),
        onError: (failure) => setError(errorSentence(failure)),
      },
    )
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field
        name="mailed-code"
        label="Código do e-mail"
        hint="Se houver uma conta com este endereço, o código chega em instantes. O link do mesmo e-mail também abre a conta."
        error={error}
      >
        <Input
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={CODE_CHARACTERS_MAX}
          className="figures text-lg tracking-widest"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" className="w-fit" loading={enter.isPending}>
        Entrar com o código
      </Button>
    </form>
  )
}
