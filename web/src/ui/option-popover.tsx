import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { RefObject } from 'react'
import { classNames } from '@/lib/class-names'
import type { Option } from '@/ui/select'

export type OptionListProps = {
  options: readonly (Option & { count?: number })[]
  isChosen: (option: string) => boolean
  onChoose: (option: string) => void
  searchPlaceholder?: string | undefined
  emptyText?: string | undefined
}

type OptionPopoverProps = OptionListProps & {
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The searchable list under a combobox's button. */
export default function OptionPopover({ anchor, open, onOpenChange, ...list }: OptionPopoverProps) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      {anchor.current && <Popover.Anchor virtualRef={{ current: anchor.current }} />}
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={list.searchPlaceholder ?? 'Opções'}
          className="z-50 flex max-h-[var(--radix-popover-content-available-height)] w-[var(--radix-popover-trigger-width)] min-w-64 rounded border border-line bg-raised shadow-float data-[state=closed]:animate-leave data-[state=open]:animate-fade"
          onInteractOutside={(event) => {
            // A click on the button closes the list by itself.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // The user clicked into another field, which has the focus already.
            if (document.activeElement === document.body) anchor.current?.focus()
          }}
        >
          <OptionList {...list} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function OptionList({
  options,
  searchPlaceholder = 'Buscar…',
  emptyText,
  isChosen,
  onChoose,
}: OptionListProps) {
  return (
    <Command filter={matches} label={searchPlaceholder} className="flex min-h-0 w-full flex-col">
      <Command.Input
        placeholder={searchPlaceholder}
        className="h-10 w-full shrink-0 border-b border-line bg-transparent px-3 text-base outline-none placeholder:text-muted sm:text-sm"
      />
      <Command.List className="max-h-[300px] overflow-y-auto p-1">
        <Command.Empty className="px-3 py-6 text-center text-sm text-muted">
          {emptyText ?? 'Nada encontrado.'}
        </Command.Empty>
        {options.map((option) => (
          <Command.Item
            key={option.value}
            value={option.value}
            keywords={[option.label]}
            onSelect={() => onChoose(option.value)}
            className="flex min-h-9 items-center pointer-coarse:min-h-11 gap-2 rounded-sm px-2 py-1.5 text-sm data-[selected=true]:bg-hover"
          >
            <Check className={classNames('size-4', !isChosen(option.value) && 'invisible')} aria-hidden />
            <span className="flex-1">{option.label}</span>
            {isChosen(option.value) && <span className="sr-only">selecionado</span>}
            {option.count !== undefined && <span className="figures text-xs text-muted">{option.count}</span>}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  )
}

/** Accents and case do not matter; every typed word must occur. */
function matches(value: string, search: string, keywords: string[] = []): number {
  const text = plain([value, ...keywords].join(' '))
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
    ? 1
    : 0
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
