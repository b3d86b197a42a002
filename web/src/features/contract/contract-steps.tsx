import { Check } from 'lucide-react'
import { isBinding } from '@/api/contract-states'
import type { Contract } from '@/features/contract/queries'
import { classNames } from '@/lib/class-names'
import { formatDate } from '@/lib/format'

type Step = { name: string; at: string | null; note: string }

/** Agreed, started, delivered, completed: each with its date, and what is still to do. */
export function ContractSteps({ contract }: { contract: Contract }) {
  const steps = stepsOf(contract)
  const reached = steps.filter((step) => step.at !== null).length
  return (
    <ol aria-label="Andamento" className="grid gap-3 sm:grid-cols-4">
      {steps.map((step, index) => (
        <li
          key={step.name}
          aria-current={index === reached - 1 ? 'step' : undefined}
          className={classNames('border-t-2 pt-2', step.at === null ? 'border-line' : 'border-ink')}
        >
          <p
            className={classNames(
              'flex items-center gap-1.5 text-sm font-medium',
              step.at === null && 'text-muted',
            )}
          >
            {step.at !== null && <Check className="size-4 text-success" aria-hidden />}
            {step.name}
          </p>
          <p className="text-sm text-muted">{step.note}</p>
        </li>
      ))}
    </ol>
  )
}

function stepsOf(contract: Contract): Step[] {
  const started = contract.started_at ?? contract.delivered_at
  const steps = [
    { name: 'Acordado', at: contract.created_at },
    { name: 'Em andamento', at: started },
    { name: 'Entregue', at: contract.delivered_at },
    { name: 'Concluído', at: contract.completed_at },
  ]
  const ahead = isBinding(contract.status) ? 'a fazer' : 'não houve'
  return steps.map((step) => ({ ...step, note: step.at === null ? ahead : formatDate(step.at) }))
}
