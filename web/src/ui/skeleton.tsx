import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'

/** A grey shape of what is coming, in the final layout's size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-shimmer rounded-sm bg-hover', className)} />
}

/** Lines of a list inside its card: a title, and what is said of it below. */
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
  /** A page that is nothing else yet takes 1, and is headed by its label. */
  level?: 1
  children?: ReactNode
}

/** Wraps the skeletons of a region and says so to screen readers. */
export function Loading({ label = 'Carregando…', level, children }: LoadingProps) {
  // No tabIndex: what is about to go takes no focus, or it would be lost with it.
  const Label = level === 1 ? 'h1' : 'span'
  return (
    <div role="status" aria-busy="true">
      <Label className="sr-only">{label}</Label>
      {children}
    </div>
  )
}
