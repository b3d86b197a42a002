import { classNames } from '@/lib/class-names'

/* Small drawings of what the cards beside them say; examples, not data, and hidden from screen readers. */

const SCOPE = [
  ['CPU', '315-2 DP → 1515-2 PN'],
  ['E/S', '128 ED · 96 SD · 16 EA'],
  ['Rede', 'PROFIBUS → PROFINET'],
  ['Aceite', 'TAF · TAC · as built'],
] as const

export function ScopeFigure() {
  return (
    <div className="figures flex flex-col gap-1.5 text-xs">
      {SCOPE.map(([name, value]) => (
        <div
          key={name}
          className="flex flex-wrap justify-between gap-x-3 border-b border-line pb-1.5 last:border-0 last:pb-0"
        >
          <span className="text-muted">{name}</span>
          <span className="sm:whitespace-nowrap">{value}</span>
        </div>
      ))}
    </div>
  )
}

const QUOTES = [
  { amount: '48.200,00', width: 'w-3/5' },
  { amount: '52.400,00', width: 'w-4/5' },
  { amount: '57.900,00', width: 'w-11/12' },
] as const

export function QuotesFigure() {
  return (
    <div className="figures flex flex-col gap-2 text-xs">
      {QUOTES.map(({ amount, width }) => (
        <div key={amount} className="flex items-center gap-3">
          <span className="whitespace-nowrap">R$ {amount}</span>
          <span className="h-2 flex-1 bg-hover">
            <span className={classNames('block h-2 bg-control', width)} />
          </span>
        </div>
      ))}
      <div className="flex justify-between border-t border-line pt-2 text-muted">
        <span>faixa</span>
        <span>R$ 45.000,00 a R$ 60.000,00</span>
      </div>
    </div>
  )
}

const MILESTONES = [
  { share: 20, name: 'proj.', span: 'col-span-2' },
  { share: 40, name: 'TAF', span: 'col-span-4' },
  { share: 30, name: 'TAC', span: 'col-span-3' },
  { share: 10, name: '', span: 'col-span-1' },
] as const

export function MilestonesFigure() {
  return (
    <div className="figures grid grid-cols-10 gap-x-0.5 gap-y-2 text-xs">
      {MILESTONES.map(({ share, span }, index) => (
        <span key={share} className={classNames('h-8', span, index < 2 ? 'bg-control' : 'bg-hover')} />
      ))}
      {MILESTONES.map(({ share, name, span }) => (
        <span key={share} className={classNames('flex flex-col', span)}>
          <span>
            {share}
            {name !== '' && '%'}
          </span>
          <span className="text-muted">{name}</span>
        </span>
      ))}
    </div>
  )
}

const STARS = [
  { stars: 5, width: 'w-5/6' },
  { stars: 4, width: 'w-1/6' },
  { stars: 3, width: 'w-1/12' },
] as const

export function RatingFigure() {
  return (
    <div className="flex items-center gap-5">
      <span className="figures text-3xl font-medium">4,8</span>
      <div className="figures flex flex-1 flex-col gap-2 text-xs">
        {STARS.map(({ stars, width }) => (
          <div key={stars} className="flex items-center gap-3">
            <span className="text-muted">{stars}</span>
            <span className="h-2 flex-1 bg-hover">
              <span className={classNames('block h-2 bg-control', width)} />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
