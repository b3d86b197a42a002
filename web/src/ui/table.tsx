import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'

/** A table that scrolls sideways on narrow screens; the caption names it for screen readers. */
export function Table({
  caption,
  className,
  children,
  ...props
}: ComponentProps<'table'> & { caption: string }) {
  return (
    <div
      role="region"
      aria-label={caption}
      // A region that scrolls must be reachable by keyboard (WCAG 2.1.1).
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="overflow-x-auto rounded border border-line bg-raised"
    >
      <table {...props} className={classNames('w-full border-collapse text-left text-sm', className)}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  )
}

export function TableHead(props: ComponentProps<'thead'>) {
  return <thead {...props} className={classNames('bg-sunken text-xs text-muted', props.className)} />
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...props} className={classNames('divide-y divide-line', props.className)} />
}

export function TableRow(props: ComponentProps<'tr'>) {
  return <tr {...props} className={classNames('border-line', props.className)} />
}

/** A column header. `numeric` aligns the column to the right. */
export function TableHeader({
  numeric = false,
  className,
  children,
  ...props
}: ComponentProps<'th'> & { numeric?: boolean }) {
  return (
    <th
      scope="col"
      {...props}
      className={classNames('h-10 px-4 font-medium whitespace-nowrap', numeric && 'text-right', className)}
    >
      {children}
    </th>
  )
}

export function TableCell({
  numeric = false,
  className,
  ...props
}: ComponentProps<'td'> & { numeric?: boolean }) {
  return (
    <td
      {...props}
      className={classNames('px-4 py-3 align-middle', numeric && 'figures text-right', className)}
    />
  )
}
