import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'

/** A grey shape of what is coming, in the final layout's size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-shimmer rounded-sm bg-hover', className)} />
}

/** Wraps the skeletons of a region and says so to screen readers. */
export function Loading({ label = 'Carregando…', children }: { label?: string; children?: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
