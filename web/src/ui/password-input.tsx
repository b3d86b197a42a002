import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { Input } from '@/ui/input'

/**
 * A password that can be looked at; pasting and password managers work. While it is shown it is no
 * text: a keyboard must not put it right, nor a browser send it away to have its spelling checked.
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
