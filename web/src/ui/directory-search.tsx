import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { classNames } from '@/lib/class-names'
import { Button } from '@/ui/button'
import { RemovableChip } from '@/ui/chip'
import { MultiSelect } from '@/ui/combobox'
import { Input } from '@/ui/input'
import { Select, type Option } from '@/ui/select'

const TYPING_PAUSE_MS = 250

type DirectorySearchProps = {
  /** What the search box is called and what it says while empty. */
  label: string
  placeholder: string
  text: string
  onTextChange: (text: string) => void
  /** What can be filtered by, with its own name. */
  filterLabel: string
  options: readonly (Option & { count?: number })[]
  chosen: readonly string[]
  onChosenChange: (chosen: string[]) => void
  /** Ways to order the results; the first is the default and stands for ''. */
  orders: readonly Option[]
  order: string
  onOrderChange: (order: string) => void
}

/** A search box, a filter and an order, with what is chosen as removable chips. */
export function DirectorySearch({
  options,
  chosen,
  onChosenChange,
  filterLabel,
  orders,
  order,
  onOrderChange,
  ...props
}: DirectorySearchProps) {
  const labels = new Map(options.map((option) => [option.value, option.label]))
  return (
    <search className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_18rem_13rem]">
        <SearchBox
          label={props.label}
          placeholder={props.placeholder}
          text={props.text}
          onChange={props.onTextChange}
          className="sm:col-span-2 lg:col-span-1"
        />
        <MultiSelect
          aria-label={filterLabel}
          options={options}
          value={chosen}
          onValueChange={onChosenChange}
          placeholder={filterLabel}
          showChips={false}
        />
        <Select
          aria-label="Ordenar por"
          options={orders}
          value={order}
          onChange={(event) => onOrderChange(event.target.value)}
        />
      </div>
      {chosen.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {chosen.map((value) => (
            <RemovableChip
              key={value}
              label={labels.get(value) ?? value}
              onRemove={() => onChosenChange(chosen.filter((other) => other !== value))}
            />
          ))}
          <Button variant="ghost" size="sm" onClick={() => onChosenChange([])}>
            Limpar
          </Button>
        </div>
      )}
    </search>
  )
}

type SearchBoxProps = {
  label: string
  placeholder: string
  text: string
  onChange: (text: string) => void
  className?: string
}

/** Waits for a pause in typing before the address and the results follow. */
export function SearchBox({ label, placeholder, text, onChange, className }: SearchBoxProps) {
  const [typed, setTyped] = useState(text)
  const [seen, setSeen] = useState(text)
  if (seen !== text) {
    setSeen(text)
    setTyped(text)
  }
  // Who clicked a result while typing is on the way out: the address is no longer ours.
  const isLeaving = useNavigation().state !== 'idle'
  useEffect(() => {
    if (typed === text || isLeaving) return
    const timer = window.setTimeout(() => onChange(typed), TYPING_PAUSE_MS)
    return () => window.clearTimeout(timer)
  })
  return (
    <div className={classNames('relative', className)}>
      <Search className="pointer-events-none absolute top-3 left-3 size-4 text-muted" aria-hidden />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        className="pl-9"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  )
}
