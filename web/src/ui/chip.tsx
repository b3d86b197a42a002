import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'

const looks =
  'inline-flex min-h-7 max-w-full items-center gap-1 rounded-sm border border-line bg-surface text-sm'

/** One word of a set, such as a skill or a technology. */
export function Chip({ children, className }: { children: ReactNode; className?: string }) {
  return <span className={classNames(looks, 'px-2', className)}>{children}</span>
}

/** A chip with a remove button, which names what it removes. */
export function RemovableChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className={classNames(looks, 'pl-2')}>
      <span className="truncate">{label}</span>
      <button
        type="button"
        aria-label={`Remover ${label}`}
        className="flex size-7 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-ink"
        onClick={onRemove}
      >
        <X className="size-3.5" aria-hidden />
      </button>
    </span>
  )
}

/** The first `max` words as chips, and the number of the others. */
export function ChipList({ words, max = words.length }: { words: readonly string[]; max?: number }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {words.slice(0, max).map((word) => (
        <li key={word} className="max-w-full">
          <Chip>
            <span className="min-w-0">{word}</span>
          </Chip>
        </li>
      ))}
      {words.length > max && (
        <li>
          <Chip className="text-muted">
            +{words.length - max}
            <span className="sr-only">{words.length - max === 1 ? ' outra' : ' outras'}</span>
          </Chip>
        </li>
      )}
    </ul>
  )
}
