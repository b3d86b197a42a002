import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { PASSWORD_CHARACTERS_MAX, BOUNDS } from '@/api/limits'
import { setPassword, requestRecovery } from '@/features/account/queries'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { PasswordInput, StrengthMeter } from '@/ui/password-input'
import { toast } from '@/lib/toast'
import { Input } from '@/ui/input'

/** Sets a new password after a recovery link, without the old one. */
export function NewPasswordForm({ onChanged }: { onChanged: () => void }) {
  const [password, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const change = useMutation({ mutationFn: setPassword })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    change.mutate(password, {
      onSuccess: () => {
        toast({ title: 'Senha alterada!', description: 'Use a nova senha no próximo acesso.' })
        onChanged()
      },
      onError: (failure) => setError(errorSentence(failure)),
    })
  }

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <Field name="password" label="Nova Senha" error={error}>
        <PasswordInput
          autoComplete="new-password"
          maxLength={PASSWORD_CHARACTERS_MAX}
          value={password}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <StrengthMeter password={password} />
      <Button type="submit" variant="primary" size="lg" loading={change.isPending}>
        Salvar nova senha
      </Button>
    </form>
  )
}

/** Sends a recovery link; the answer does not tell whether the address is known. */
export function ForgotPassword({ initialEmail }: { initialEmail: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [email, setEmail] = useState(initialEmail)
  const request = useMutation({ mutationFn: requestRecovery })
  if (!isOpen) {
    return (
      <Button variant="ghost" size="sm" className="w-fit" onClick={() => setIsOpen(true)}>
        Esqueci minha senha
      </Button>
    )
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (email.trim() === '') return
    request.mutate(email.trim(), {
      onSuccess: () => {
        toast({
          title: 'Confira o seu e-mail',
          description:
            'Se houver uma conta com este endereço, o link para criar uma nova senha está a caminho.',
        })
        setIsOpen(false)
      },
      onError: (error) =>
        toast({ variant: 'destructive', title: 'E-mail não enviado', description: errorSentence(error) }),
    })
  }

  return (
    <form className="flex flex-col gap-4 rounded border border-line bg-surface p-4" onSubmit={submit}>
      <Field name="recovery" label="E-mail da conta" hint="Enviamos um link para criar uma nova senha.">
        <Input
          type="email"
          autoComplete="username"
          maxLength={BOUNDS.accounts.email}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Button type="submit" className="w-fit" loading={request.isPending}>
        Enviar link
      </Button>
    </form>
  )
}
