import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'

/** A grey placeholder in the size of the final layout. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-shimmer rounded-sm bg-hover', className)} />
}

/** Placeholders of list rows inside a card: a title and a line below it. */
export function SkeletonList({ lines }: { lines: number }) {
  return (
    <div className="divide-y divide-line rounded border border-line bg-raised">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="flex flex-col gap-2 p-4">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      ))}
    </div>
  )
}

type LoadingProps = {
  label?: string
  /** The heading level of the label; 1 while the page shows nothing else. */
  level?: 1
  children?: ReactNode
}

/** Wraps the skeletons of a region and announces the loading to screen readers. */
export function Loading({ label = 'Carregando…', level, children }: LoadingProps) {
  // No tabIndex: the heading is about to disappear, and the focus would be lost with it.
  const Label = level === 1 ? 'h1' : 'span'
  return (
    <div role="status" aria-busy="true">
      <Label className="sr-only">{label}</Label>
      {children}
    </div>
  )
}
