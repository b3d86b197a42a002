import { formatPercent } from '@/lib/format'

/** Progress from 0 to 1, as a bar and in words. */
export function Progress({ value, label }: { value: number; label: string }) {
  const share = Math.min(Math.max(value, 0), 1)
  return (
    <div className="flex items-center gap-3 text-sm">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="h-1.5 flex-1 overflow-hidden rounded-full bg-hover"
      >
        <div
          className="h-full origin-left bg-inverse transition-transform duration-200"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      <span aria-hidden className="figures w-10 text-right text-xs text-muted">
        {formatPercent(share)}
      </span>
    </div>
  )
}
