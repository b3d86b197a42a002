import { passwordStrength } from '@/lib/person/password'

const STRENGTHS = ['', 'Fraca', 'Razoável', 'Boa', 'Forte']
const STEPS = ['bg-danger', 'bg-warning', 'bg-info', 'bg-success']

/** How hard a password is to guess, in four steps and a word. */
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
