import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { Input } from './input'

/**
 * A password field with a button that shows the password; pasting and password managers work. A shown password is not
 * prose: the keyboard must not correct it, and the browser must not send it to a spelling service.
 */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={isShown ? 'text' : 'password'}
        className="pr-11"
      />
      <button
        type="button"
        aria-pressed={isShown}
        aria-label="Mostrar senha"
        className="absolute inset-y-0 right-0 flex w-10 items-center justify-center rounded text-muted hover:text-ink"
        onClick={() => setIsShown(!isShown)}
      >
        <Icon className="size-4" aria-hidden />
      </button>
    </div>
  )
}

const STRENGTHS = ['', 'Fraca', 'Razoável', 'Boa', 'Forte']
const STEPS = ['bg-danger', 'bg-warning', 'bg-info', 'bg-success']

/** A meter of the password's strength, in four steps and a word. */
export function StrengthMeter({ password }: { password: string }) {
  const strength = passwordStrength(password)
  return (
    <div className="-mt-3 flex items-center gap-3">
      <div aria-hidden className="grid flex-1 grid-cols-4 gap-1">
        {STEPS.map((colour, step) => (
          <span
            key={colour}
            className={`h-1 rounded-full ${step < strength ? (STEPS[strength - 1] ?? '') : 'bg-hover'}`}
          />
        ))}
      </div>
      <p role="status" className="w-32 text-right text-xs text-muted">
        {strength === 0 ? 'Força da senha' : `Senha: ${STRENGTHS[strength] ?? ''}`}
      </p>
    </div>
  )
}

/** From 0 to 4, by the length of a password and the kinds of characters in it. */
export function passwordStrength(password: string): number {
  if (password === '') return 0
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  const length = password.length >= 16 ? 3 : password.length >= 12 ? 2 : password.length >= 8 ? 1 : 0
  return Math.max(1, Math.min(4, length + kinds - 1))
}
