import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { PASSWORD_CHARACTERS_MAX } from '@/api/limits'
import { confirmPassword } from '@/features/settings/second-factor-queries'
import { Button } from '@/ui/button'
import { DialogActions } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { PasswordInput } from '@/ui/password-input'

export const CONFIRM_TITLE = 'Confirme que é você'
export const CONFIRM_WHY =
  'Faz algum tempo que você entrou neste aparelho. Digite a sua senha para mudar a proteção da conta.'

type ConfirmPasswordProps = { onConfirmed: () => void; onCancel: () => void }

/** Asks for the present password where the server wants its owner to be there; stands in a dialog. */
export function ConfirmPassword({ onConfirmed, onCancel }: ConfirmPasswordProps) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const confirm = useMutation({ mutationFn: confirmPassword })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setError(password === '' ? 'Informe sua senha atual.' : undefined)
    if (password === '') return
    confirm.mutate(password, {
      onSuccess: onConfirmed,
      onError: (failure) => setError(errorSentence(failure)),
    })
  }

  return (
    <form noValidate className="flex flex-col" onSubmit={submit}>
      <Field name="present-password" label="Senha atual" error={error}>
        <PasswordInput
          autoComplete="current-password"
          maxLength={PASSWORD_CHARACTERS_MAX}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <DialogActions>
        <Button onClick={onCancel}>Cancelar</Button>
        <Button type="submit" variant="primary" loading={confirm.isPending}>
          Continuar
        </Button>
      </DialogActions>
    </form>
  )
}
