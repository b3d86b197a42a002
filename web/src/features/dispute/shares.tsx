import { sharesOf } from '@/features/dispute/text'
import { classNames } from '@/lib/class-names'
import { formatMoney, type Money } from '@/lib/money'
import { Range } from '@/ui/range'

type SharesProps = { value: Money; percent: number; className?: string }

/** The two sides' amounts for a percentage, to the centavo. */
export function Shares({ value, percent, className }: SharesProps) {
  const { professional, company } = sharesOf(value, percent)
  return (
    <dl
      className={classNames(
        'grid gap-px overflow-hidden rounded border border-line bg-line sm:grid-cols-2',
        className,
      )}
    >
      <Share label="Profissional" percent={percent} amount={professional} />
      <Share label="Empresa" percent={100 - percent} amount={company} />
    </dl>
  )
}

function Share({ label, percent, amount }: { label: string; percent: number; amount: Money }) {
  return (
    <div className="flex items-baseline justify-between gap-3 bg-raised px-4 py-3 sm:flex-col sm:justify-start sm:gap-1">
      <dt className="text-sm text-muted">
        {label}, <span className="figures">{percent}%</span>
      </dt>
      <dd className="figures text-lg font-medium">{formatMoney(amount)}</dd>
    </div>
  )
}

type ShareSliderProps = SharesProps & { onPercent: (percent: number) => void }

/** The professional's part, slid from nothing to all, with both amounts beside it. */
export function ShareSlider({ value, percent, onPercent }: ShareSliderProps) {
  const { professional, company } = sharesOf(value, percent)
  return (
    <div className="flex flex-col gap-3">
      <Range
        label="Parte do profissional"
        min={0}
        max={100}
        value={percent}
        valueText={`${percent}%: ${formatMoney(professional)} para o profissional e ${formatMoney(company)} para a empresa`}
        onValueChange={onPercent}
      />
      <Shares value={value} percent={percent} />
    </div>
  )
}
