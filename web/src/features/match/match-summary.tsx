import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { weightiest, type Fact, type Match } from '@/features/match/facts'
import { Badge } from '@/ui/badge'

const REASONS_SHOWN = 4
const GAPS_SHOWN = 2

/** The score of a match: its number, and a bar that says the same. */
export function MatchScore({ score }: { score: number }) {
  return (
    <p className="flex shrink-0 flex-col items-end gap-1">
      <span className="sr-only">Combinação: {score} de 100</span>
      <span className="figures text-2xl leading-none font-semibold" aria-hidden>
        {score}
        <span className="text-sm font-normal text-muted">/100</span>
      </span>
      <span className="h-1 w-16 overflow-hidden rounded-full bg-hover" aria-hidden>
        <span
          className="block h-full origin-left bg-inverse"
          style={{ transform: `scaleX(${score / 100})` }}
        />
      </span>
    </p>
  )
}

/** What weighs most for and against a match. */
export function MatchFacts({ match }: { match: Match }) {
  return (
    <Facts
      reasons={weightiest(match.reasons, REASONS_SHOWN)}
      gaps={weightiest(match.gaps, GAPS_SHOWN)}
      points={() => null}
    />
  )
}

/** Everything for and against a match, with its points. */
export function AllMatchFacts({ match }: { match: Match }) {
  const points = (text: string) => <span className="figures opacity-80">{text}</span>
  return <Facts reasons={match.reasons} gaps={match.gaps} points={points} />
}

type FactsProps = { reasons: readonly Fact[]; gaps: readonly Fact[]; points: (text: string) => ReactNode }

function Facts({ reasons, gaps, points }: FactsProps) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {reasons.map((fact) => (
        <li key={fact.text} className="max-w-full">
          <Badge tone="success" className="min-h-6 py-1">
            <Check className="size-3.5 shrink-0" aria-hidden />
            <span className="sr-only">A favor: </span>
            {fact.text}
            {points(`+${fact.points}`)}
          </Badge>
        </li>
      ))}
      {gaps.map((fact) => (
        <li key={fact.text} className="max-w-full">
          <Badge tone="outline" className="min-h-6 py-1">
            <Minus className="size-3.5 shrink-0" aria-hidden />
            <span className="sr-only">Contra: </span>
            {fact.text}
            {points(`−${fact.points}`)}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
