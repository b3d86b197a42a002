import { canBeSettled, isOwed, nameOf } from '@/features/contract/milestones/milestone-text'
import { milestonesOf, type Contract, type Milestone } from '@/features/contract/queries'
import type { Share } from '@/features/contract/steps'
import { outcomeOf } from '@/features/contract/money/sums'
import { difference, formatMoney, feeOf } from '@/lib/money'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'

type ShareFieldsProps = {
  contract: Contract
  percents: Readonly<Record<string, number>>
  onPercents: (percents: Readonly<Record<string, number>>) => void
}

/** The professional's share of each milestone that a distrato decides. */
export function ShareFields({ contract, percents, onPercents }: ShareFieldsProps) {
  const settled = milestonesOf(contract).filter(canBeSettled)
  if (settled.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">Quanto fica para o profissional em cada marco</legend>
      {settled.map((milestone) => (
        <Field
          key={milestone.id}
          name={`share-${milestone.id}`}
          label={`${nameOf(contract, milestone)}: por cento`}
          hint={amountWords(milestone, percents[milestone.id] ?? 0)}
        >
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            max={100}
            step={1}
            className="figures max-w-28"
            value={percents[milestone.id] ?? 0}
            onChange={(event) => onPercents({ ...percents, [milestone.id]: percentOf(event.target.value) })}
          />
        </Field>
      ))}
      <Consequences contract={contract} percentOf={(id) => percents[id] ?? 0} />
    </fieldset>
  )
}

type ConsequencesProps = { contract: Contract; percentOf: (milestoneId: string) => number }

/** The sums of both sides, and the fee. */
function Consequences({ contract, percentOf }: ConsequencesProps) {
  const { professional, fee, net, back, notOwed, owed } = outcomeOf(contract, percentOf)
  const lines = [
    { label: 'Fica para o profissional', amount: professional, isStrong: true },
    ...(fee > 0
      ? [
          { label: 'Taxa de serviço', amount: fee },
          { label: 'Profissional recebe', amount: net },
        ]
      : []),
    ...(back > 0 ? [{ label: 'Volta para a empresa', amount: back, isStrong: true }] : []),
    ...(notOwed > 0 ? [{ label: 'Deixa de ser devido', amount: notOwed }] : []),
    ...(owed > 0 ? [{ label: 'Já aprovado, continua devido', amount: owed }] : []),
  ]
  return (
    <dl aria-label="Acerto no total" className="flex flex-col gap-1.5 rounded bg-sunken p-3 text-sm">
      {lines.map(({ label, amount, isStrong = false }) => (
        <div key={label} className="flex items-baseline justify-between gap-4">
          <dt className={isStrong ? 'font-medium' : 'text-muted'}>{label}</dt>
          <dd className={isStrong ? 'figures font-medium' : 'figures'}>{formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

function percentOf(text: string): number {
  const percent = Number.parseInt(text, 10)
  return Number.isNaN(percent) ? 0 : Math.min(Math.max(percent, 0), 100)
}

function amountWords({ value_cents, held_cents }: Milestone, percent: number): string {
  const part = feeOf(value_cents, percent * 100)
  const rest = difference(value_cents, part)
  const forCompany =
    held_cents > 0 ? `${formatMoney(rest)} volta para a empresa` : `${formatMoney(rest)} não é devido`
  return `${formatMoney(part)} para o profissional; ${forCompany}.`
}

/** The shares that are not zero: an omitted milestone gives the professional nothing. */
export function sharesOf(percents: Readonly<Record<string, number>>): Share[] {
  return Object.entries(percents).flatMap(([milestone_id, professional_percent]) =>
    professional_percent === 0 ? [] : { milestone_id, professional_percent },
  )
}

/** How an open distrato settles each milestone, in reais. */
export function AgreedShares({ contract }: { contract: Contract }) {
  const percents = proposedPercents(contract)
  const milestones = milestonesOf(contract)
  return (
    <>
      <ul aria-label="Acerto de cada marco" className="flex flex-col gap-1.5 text-sm">
        {milestones.filter(canBeSettled).map((milestone) => (
          <li key={milestone.id} className="break-words">
            <span className="font-medium">{nameOf(contract, milestone)}:</span>{' '}
            {percents.get(milestone.id) ?? 0}%, {amountWords(milestone, percents.get(milestone.id) ?? 0)}
          </li>
        ))}
        {milestones.filter(isOwed).map((milestone) => (
          <li key={milestone.id} className="break-words">
            <span className="font-medium">{nameOf(contract, milestone)}:</span> já aprovado,{' '}
            {formatMoney(milestone.value_cents)} continua devido.
          </li>
        ))}
      </ul>
      <Consequences contract={contract} percentOf={(id) => percents.get(id) ?? 0} />
    </>
  )
}

function proposedPercents({ termination_settlement }: Contract): Map<string, number> {
  const list: readonly unknown[] = Array.isArray(termination_settlement) ? termination_settlement : []
  return new Map(
    list.flatMap((share) => (isShare(share) ? [[share.milestone_id, share.professional_percent]] : [])),
  )
}

function isShare(value: unknown): value is Share {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'milestone_id') === 'string' &&
    typeof Reflect.get(value, 'professional_percent') === 'number'
  )
}
