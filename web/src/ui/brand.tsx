import { classNames } from '@/lib/class-names'

/** The mark: an A drawn like a ladder-diagram rung, closed by its output coil. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden className={classNames('size-8', className)}>
      <rect width="32" height="32" rx="6" className="fill-inverse" />
      <path
        d="M7 25 14.2 7h3.6L25 25M11 18.5h6.2"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-on-inverse"
      />
      <circle cx="21.6" cy="18.5" r="2.6" className="fill-accent" />
    </svg>
  )
}

/** `compact` hides the second word on narrow screens. */
export function Brand({ compact = false, className }: { compact?: boolean; className?: string }) {
  return (
    // A name that does not fit beside the mark wraps below the clipped edge and is hidden.
    <span className={classNames('flex h-8 flex-wrap items-center gap-x-2.5 overflow-hidden', className)}>
      <BrandMark />
      <span className="text-base leading-8 font-semibold tracking-tight whitespace-nowrap">
        Automação
        <span className={classNames('font-normal text-muted', compact && 'max-sm:hidden')}> - Indústria</span>
      </span>
    </span>
  )
}
