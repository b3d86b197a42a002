import { Check } from 'lucide-react'
import type { Contract } from '@/features/contract/queries'
import { classNames } from '@/lib/class-names'
import { formatDate } from '@/lib/format'

/** In progress, delivered, completed: each with who did it and when. */
export function ContractSteps({ contract, memberId }: { contract: Contract; memberId: string }) {
  const by = (id: string | null) => (id === memberId ? 'por você' : 'pela outra parte')
  const steps = [
    { name: 'Em andamento', at: contract.created_at, note: 'proposta aceita' },
    { name: 'Entregue', at: contract.delivered_at, note: by(contract.delivered_by) },
    { name: 'Concluído', at: contract.completed_at, note: by(contract.completed_by) },
  ]
  const reached = steps.filter((step) => step.at !== null).length
  return (
    <ol aria-label="Andamento" className="grid gap-3 sm:grid-cols-3">
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
          <p className="text-sm text-muted">
            {step.at === null ? 'a fazer' : `${formatDate(step.at)}, ${step.note}`}
          </p>
        </li>
      ))}
    </ol>
  )
}
