import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { classNames } from '@/lib/class-names'
import { FilterChips, FilterControl, FilterSheet, type Filter } from '@/ui/directory-filters'
import { Input } from '@/ui/input'
import { Select, type Option } from '@/ui/select'

const TYPING_PAUSE_MS = 250

type DirectorySearchProps = {
  /** The label and the placeholder of the search box. */
  label: string
  placeholder: string
  text: string
  onTextChange: (text: string) => void
  filters: readonly Filter[]
  onClear: () => void
  /** The number of results: "34 projetos". */
  found: string | undefined
  /** The sort orders; the first is the default, written as ''. */
  orders: readonly Option[]
  order: string
  onOrderChange: (order: string) => void
}

/** A search box, filters and a sort order; the chosen filters are removable chips. */
export function DirectorySearch({ filters, onClear, found, ...props }: DirectorySearchProps) {
  return (
    <search className="flex flex-col gap-3">
      <div className="grid grid-cols-[auto_1fr] gap-3 md:grid-cols-[1fr_15rem]">
        <SearchBox
          label={props.label}
          placeholder={props.placeholder}
          text={props.text}
          onChange={props.onTextChange}
          className="col-span-2 md:col-span-1"
        />
        <div className="grid md:hidden">
          <FilterSheet filters={filters} found={found} onClear={onClear} />
        </div>
        <Select
          aria-label="Ordenar por"
          options={props.orders}
          value={props.order}
          onChange={(event) => props.onOrderChange(event.target.value)}
        />
      </div>
      <div className="hidden grid-cols-3 gap-3 md:grid lg:grid-cols-5">
        {filters.map((filter) => (
          <FilterControl key={filter.label} filter={filter} />
        ))}
      </div>
      <FilterChips filters={filters} onClear={onClear} />
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

/** Debounces typing before it updates the address and the results. */
export function SearchBox({ label, placeholder, text, onChange, className }: SearchBoxProps) {
  const [typed, setTyped] = useState(text)
  const [seen, setSeen] = useState(text)
  if (seen !== text) {
    setSeen(text)
    setTyped(text)
  }
  // The user opened a result while typing: the address belongs to another page now.
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
