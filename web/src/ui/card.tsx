import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'

export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={classNames('rounded border border-line bg-raised', className)} />
}

/** A card that is a target: its one link stretches over it with `after:absolute after:inset-0`. */
export function LinkCard({ className, ...props }: ComponentProps<'div'>) {
  return (
    <Card
      {...props}
      className={classNames(
        'relative transition-colors duration-150 focus-within:border-control hover:border-control has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2',
        className,
      )}
    />
  )
}

export function CardHeader({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      className={classNames(
        'flex items-center justify-between gap-4 border-b border-line px-5 py-3.5',
        className,
      )}
    />
  )
}

export function CardTitle({ className, children, ...props }: ComponentProps<'h2'>) {
  return (
    <h2 {...props} className={classNames('text-base font-semibold', className)}>
      {children}
    </h2>
  )
}

export function CardBody({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={classNames('p-5', className)} />
}

/** A key figure with its name, as on an operator panel. */
export function Stat({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <div className="flex flex-col gap-1">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="figures text-2xl font-medium">{value}</dd>
      {hint && <dd className="text-sm text-muted">{hint}</dd>}
    </div>
  )
}
