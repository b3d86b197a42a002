import { Command } from 'cmdk'
import { Check, ChevronsUpDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { RemovableChip } from '@/ui/chip'
import { controlLooks, useFieldControl } from '@/ui/field'
import type { Option } from '@/ui/select'

type MultiSelectProps = {
  options: readonly (Option & { count?: number })[]
  value: readonly string[]
  onValueChange: (value: string[]) => void
  /** What the closed control says: "Selecione as habilidades". */
  placeholder: string
  searchPlaceholder?: string
  emptyText?: string
  /** Chosen options as removable chips below the control. */
  showChips?: boolean
  'aria-label'?: string
}

/** Several of a list, with search; limits are the form's business. */
export function MultiSelect({ options, value, onValueChange, placeholder, ...props }: MultiSelectProps) {
  const { showChips = true } = props
  const chosen = options.filter((option) => value.includes(option.value))
  function toggle(option: string) {
    onValueChange(value.includes(option) ? value.filter((other) => other !== option) : [...value, option])
  }
  return (
    <div className="flex flex-col gap-2">
      <OptionPopover
        {...props}
        options={options}
        isChosen={(option) => value.includes(option)}
        onChoose={toggle}
        label={value.length === 0 ? placeholder : `${placeholder} (${value.length})`}
        isPlaceholder={value.length === 0}
      />
      {showChips && chosen.length > 0 && (
        <ul aria-label="Selecionados" className="flex flex-wrap gap-1.5">
          {chosen.map((option) => (
            <li key={option.value} className="max-w-full">
              <RemovableChip label={option.label} onRemove={() => toggle(option.value)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type ComboboxProps = Omit<MultiSelectProps, 'value' | 'onValueChange' | 'showChips'> & {
  value: string | null
  onValueChange: (value: string | null) => void
}

/** One of a long list, with search; choosing it again clears it. */
export function Combobox({ options, value, onValueChange, placeholder, ...props }: ComboboxProps) {
  const chosen = options.find((option) => option.value === value)
  return (
    <OptionPopover
      {...props}
      options={options}
      isChosen={(option) => option === value}
      onChoose={(option) => onValueChange(option === value ? null : option)}
      closeOnChoose
      label={chosen?.label ?? placeholder}
      isPlaceholder={chosen === undefined}
    />
  )
}

type OptionPopoverProps = Pick<
  MultiSelectProps,
  'options' | 'searchPlaceholder' | 'emptyText' | 'aria-label'
> & {
  isChosen: (option: string) => boolean
  onChoose: (option: string) => void
  closeOnChoose?: boolean
  label: ReactNode
  isPlaceholder: boolean
}

function OptionPopover({ label, isPlaceholder, onChoose, closeOnChoose, ...props }: OptionPopoverProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger
        {...useFieldControl()}
        // A button may not be required nor invalid; the words beside it say so.
        aria-required={undefined}
        aria-invalid={undefined}
        aria-label={props['aria-label']}
        className={classNames(controlLooks, 'flex h-10 items-center justify-between gap-2 px-3 text-left')}
      >
        <span className={classNames('truncate', isPlaceholder && 'text-muted')}>{label}</span>
        <ChevronsUpDown className="size-4 text-muted" aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 w-[var(--radix-popover-trigger-width)] min-w-64 rounded border border-line bg-raised shadow-float data-[state=closed]:animate-leave data-[state=open]:animate-fade"
        >
          <OptionList
            {...props}
            onChoose={(option) => {
              onChoose(option)
              if (closeOnChoose) setIsOpen(false)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

type OptionListProps = Pick<
  OptionPopoverProps,
  'options' | 'searchPlaceholder' | 'emptyText' | 'isChosen' | 'onChoose'
>

function OptionList({
  options,
  searchPlaceholder = 'Buscar…',
  emptyText,
  isChosen,
  onChoose,
}: OptionListProps) {
  return (
    <Command filter={matches} label={searchPlaceholder}>
      <Command.Input
        placeholder={searchPlaceholder}
        className="h-10 w-full border-b border-line bg-transparent px-3 text-base outline-none placeholder:text-muted sm:text-sm"
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
            className="flex min-h-9 items-center gap-2 rounded-sm px-2 py-1.5 text-sm data-[selected=true]:bg-hover"
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
