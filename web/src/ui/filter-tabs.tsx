import { classNames } from '@/lib/class-names'
import { formatNumber } from '@/lib/format'

type FilterTabsProps = {
  label: string
  options: readonly { value: string; label: string; count?: number | undefined }[]
  value: string
  onValueChange: (value: string) => void
}

/** Tabs that filter a list, each with its number of entries. */
export function FilterTabs({ label, options, value, onValueChange }: FilterTabsProps) {
  return (
    <div role="group" aria-label={label} className="mb-6 flex flex-wrap gap-2">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onValueChange(option.value)}
          className={classNames(
            'inline-flex min-h-9 items-center gap-2 rounded border px-3 text-sm transition-colors duration-150',
            option.value === value
              ? 'border-ink bg-inverse text-on-inverse'
              : 'border-line bg-raised hover:border-control',
          )}
        >
          {option.label}
          {option.count !== undefined && (
            <span className="figures text-xs">{formatNumber(option.count)}</span>
          )}
        </button>
      ))}
    </div>
  )
}
