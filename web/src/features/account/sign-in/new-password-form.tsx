import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { PASSWORD_CHARACTERS_MAX } from '@/api/limits'
import { setPassword } from '@/features/account/queries'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { PasswordInput } from '@/ui/password-input'
import { StrengthMeter } from '@/ui/strength-meter'
import { toast } from '@/lib/toast'

/** For who came by the link of a mail: a new password, without the forgotten one. */
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
