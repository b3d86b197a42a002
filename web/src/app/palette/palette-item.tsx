import { Command } from 'cmdk'
import { ArrowRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="py-1 text-sm [&>[cmdk-group-heading]]:px-2.5 [&>[cmdk-group-heading]]:py-1.5 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  )
}

type ItemProps = {
  icon?: LucideIcon | undefined
  value?: string
  /** Other texts that match the item, besides its label. */
  keywords?: string[]
  onSelect: () => void
  children: ReactNode
}

export function Item({ icon: Icon = ArrowRight, value, keywords, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      {...(value === undefined ? {} : { value })}
      {...(keywords === undefined ? {} : { keywords })}
      onSelect={onSelect}
      className="flex min-h-10 items-center gap-2.5 rounded-sm px-2.5 data-[selected=true]:bg-hover"
    >
      <Icon className="size-4 shrink-0 text-muted" aria-hidden />
      {children}
    </Command.Item>
  )
}
