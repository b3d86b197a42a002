import { Tabs as Primitive } from 'radix-ui'
import { useEffect, useRef, type ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'

export const Tabs = Primitive.Root

export function TabList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  const list = useRef<HTMLDivElement>(null)
  // The address may select a tab that is outside a narrow screen.
  useEffect(() => {
    const active = list.current?.querySelector<HTMLElement>('[data-state=active]')
    if (list.current && active) list.current.scrollLeft = active.offsetLeft - list.current.offsetLeft
  }, [])
  return (
    <Primitive.List
      {...props}
      ref={list}
      className={classNames('flex gap-6 overflow-x-auto border-b border-line', className)}
    />
  )
}

export function Tab({ className, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      {...props}
      className={classNames(
        '-mb-px h-11 border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-muted transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-ink data-[state=active]:text-ink',
        className,
      )}
    />
  )
}

export function TabPanel({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content {...props} className={classNames('pt-6', className)} />
}
