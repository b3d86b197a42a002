import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import type { Factor } from '@/api/session/second-factor'
import { proveFactor } from '@/features/account/queries'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'

const DIGITS = /^\d{6}$/
const CODE_CHARACTERS_MAX = 24

type Way = 'app' | 'recovery'

const WAYS: Record<
  Way,
  { label: string; hint: string; missing: string; isRight: (code: string) => boolean }
> = {
  app: {
    label: 'Código de verificação',
    hint: 'Abra o aplicativo autenticador no seu celular e digite os 6 números que ele mostra agora.',
    missing: 'Digite os 6 números que o aplicativo mostra.',
    isRight: (code) => DIGITS.test(code.replaceAll(' ', '')),
  },
  recovery: {
    label: 'Código de recuperação',
    hint: 'Use um dos códigos que você guardou ao ativar a verificação. Cada um vale uma vez.',
    missing: 'Digite o código inteiro, como AB12-CD34-EF56-GH78.',
    isRight: (code) => code.replaceAll(/[\s-]/g, '').length === 16,
  },
}

type CodeFormProps = {
  way: Way
  factors: readonly Factor[]
  /** The link that led here is gone, so the field takes the focus. */
  isChosen: boolean
}

/** The second factor by a code of an app, or by a recovery code. */
export function CodeForm({ way, factors, isChosen }: CodeFormProps) {
  const [factorId, setFactorId] = useState(factors[0]?.id ?? '')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const prove = useMutation({ mutationFn: proveFactor })
  const words = WAYS[way]

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setError(words.isRight(code) ? undefined : words.missing)
    if (!words.isRight(code)) return
    const proof = { factorId, code: way === 'app' ? code.replaceAll(' ', '') : code }
    prove.mutate(proof, {
      onSuccess: () => toast({ title: 'Login bem-sucedido!', description: 'Bem-vindo de volta!' }),
      onError: (failure) => setError(errorSentence(failure)),
    })
  }

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      {way === 'app' && factors.length > 1 && (
        <FactorField factors={factors} value={factorId} onValueChange={setFactorId} />
      )}
      <Field name="code" label={words.label} hint={words.hint} error={error}>
        <Input
          ref={isChosen ? takeFocus : undefined}
          autoComplete={way === 'app' ? 'one-time-code' : 'off'}
          inputMode={way === 'app' ? 'numeric' : 'text'}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={CODE_CHARACTERS_MAX}
          className="figures text-lg tracking-widest"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={prove.isPending}>
        Confirmar
      </Button>
    </form>
  )
}

function takeFocus(field: HTMLInputElement | null) {
  field?.focus()
}

type FactorFieldProps = {
  factors: readonly Factor[]
  value: string
  onValueChange: (id: string) => void
}

function FactorField({ factors, value, onValueChange }: FactorFieldProps) {
  return (
    <Field name="factor" label="Aplicativo">
      <Select
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        options={factors.map(({ id, name }, at) => ({ value: id, label: name || `Aplicativo ${at + 1}` }))}
      />
    </Field>
  )
}
