import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Check, Circle } from 'lucide-react'
import { Link } from 'react-router'
import { onboardingQuery, type Step } from '@/features/onboarding/queries'
import { formatNumber } from '@/lib/format'
import { Card } from '@/ui/card'
import { Progress } from '@/ui/progress'

/** The steps that complete a profile; hidden once all are done. */
export function Onboarding({ profileId }: { profileId: string }) {
  const { data: steps } = useQuery(onboardingQuery(profileId))
  if (steps === undefined || steps.every((step) => step.isDone)) return null
  const done = steps.filter((step) => step.isDone).length
  return (
    <Card className="p-5">
      <section aria-labelledby="onboarding" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-2">
          <h2 id="onboarding" className="text-base font-semibold">
            Complete o seu perfil
          </h2>
          <p className="text-sm text-muted">
            {formatNumber(done)} de {formatNumber(steps.length)}
          </p>
        </div>
        <Progress value={done / steps.length} label="Perfil completo" />
        <ul className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
          {steps.map((step) => (
            <li key={step.label}>
              <StepLine step={step} />
            </li>
          ))}
        </ul>
      </section>
    </Card>
  )
}

function StepLine({ step }: { step: Step }) {
  if (step.isDone) {
    return (
      <span className="flex min-h-9 items-center gap-2.5 text-sm text-muted">
        <Check className="size-4 text-success" aria-hidden />
        <span className="sr-only">Feito: </span>
        {step.label}
      </span>
    )
  }
  return (
    <Link
      to={step.to}
      className="group flex min-h-9 items-center gap-2.5 text-sm font-medium hover:underline"
    >
      <Circle className="size-4 text-muted" aria-hidden />
      {step.label}
      <ArrowRight
        className="size-4 text-muted transition-transform group-hover:translate-x-0.5"
        aria-hidden
      />
    </Link>
  )
}
