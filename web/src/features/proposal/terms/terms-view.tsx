import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Change } from '@/features/proposal/terms/term-changes'
import {
  deadlineText,
  isAtOnce,
  milestonesOf,
  RETENTION_WORDS,
  TAC_WORDS,
  totalOf,
  type Milestone,
  type Terms,
} from '@/features/proposal/terms/terms'
import { formatDay } from '@/lib/format'
import { formatMoney } from '@/lib/money'
import { wordDiff } from '@/lib/text/word-diff'

/** What a proposal is made of, beside its value. */
export function TermsView({ terms }: { terms: Terms }) {
  const milestones = milestonesOf(terms)
  return (
    <div className="flex flex-col gap-4 text-sm">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Fact name="Prazo">{deadlineText(terms.deadline_days)}</Fact>
        <Fact name="Válida até">{formatDay(terms.valid_until)}</Fact>
        {terms.travel_cents > 0 && (
          <>
            <Fact name="Deslocamento">{formatMoney(terms.travel_cents)}</Fact>
            <Fact name="Total">{formatMoney(totalOf(terms))}</Fact>
          </>
        )}
        {isAtOnce(milestones) && <Fact name="Marcos">um só, na entrega</Fact>}
      </dl>
      {!isAtOnce(milestones) && <MilestoneList milestones={milestones} />}
      {terms.assumptions !== null && <Said name="Premissas">{terms.assumptions}</Said>}
      {terms.exclusions !== null && <Said name="Exclusões">{terms.exclusions}</Said>}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  )
}

function Said({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <h3 className="text-xs text-muted">{name}</h3>
      <p className="max-w-measure leading-relaxed break-words whitespace-pre-line">{children}</p>
    </div>
  )
}

function MilestoneList({ milestones }: { milestones: readonly Milestone[] }) {
  return (
    <ol aria-label="Marcos" className="divide-y divide-line border-y border-line">
      {milestones.map((milestone, at) => (
        <li key={at} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2">
          <span aria-hidden className="figures w-5 text-right text-muted">
            {at + 1}
          </span>
          <span className="min-w-0 flex-1 break-words">
            <span className="font-medium">{milestone.title}</span>
            {milestone.deliverable !== '' && (
              <span className="block text-muted">{milestone.deliverable}</span>
            )}
            <Conditions milestone={milestone} />
          </span>
          {milestone.due_on !== null && (
            <span className="figures text-muted">até {formatDay(milestone.due_on)}</span>
          )}
          <span className="figures ml-auto text-right font-medium">{formatMoney(milestone.value)}</span>
        </li>
      ))}
    </ol>
  )
}

/** When it is accepted and paid otherwise than the others are. */
function Conditions({ milestone: { isRetention, waitsForTac } }: { milestone: Milestone }) {
  const said = [isRetention && RETENTION_WORDS, waitsForTac && TAC_WORDS].filter((one) => one !== false)
  return said.map((words) => (
    <span key={words} className="block border-l-2 border-line pl-2">
      {words.charAt(0).toUpperCase() + words.slice(1)}
    </span>
  ))
}

const NOTHING = 'não informado'

/** What changed, field by field: old → new, and word by word in long texts. */
export function RevisionDiff({ changes }: { changes: readonly Change[] }) {
  return (
    <dl className="flex flex-col gap-4 text-sm">
      {changes.map((change) => (
        <div key={change.label}>
          <dt className="font-medium">{change.label}</dt>
          <dd className="mt-1">{change.isLong ? <Words {...change} /> : <Values {...change} />}</dd>
        </div>
      ))}
    </dl>
  )
}

function Values({ before, after }: Change) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 break-words">
      <del className="text-muted">
        <span className="sr-only">antes: </span>
        {before === '' ? NOTHING : before}
      </del>
      <ArrowRight className="size-4 shrink-0 text-muted" aria-hidden />
      <ins className="font-medium no-underline">
        <span className="sr-only">agora: </span>
        {after === '' ? NOTHING : after}
      </ins>
    </span>
  )
}

function Words({ before, after }: Change) {
  return (
    <p className="max-w-measure leading-relaxed break-words whitespace-pre-line">
      {wordDiff(before, after).map(({ kind, text }, at) => {
        if (kind === 'same') return <span key={at}>{text}</span>
        if (kind === 'removed') {
          return (
            <del key={at} className="rounded-sm bg-danger-soft text-danger">
              <span className="sr-only">retirado: </span>
              {text}
            </del>
          )
        }
        return (
          <ins key={at} className="rounded-sm bg-success-soft text-success no-underline">
            <span className="sr-only">incluído: </span>
            {text}
          </ins>
        )
      })}
    </p>
  )
}
