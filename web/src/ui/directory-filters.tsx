import { SlidersHorizontal } from 'lucide-react'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/button'
import { RemovableChip } from '@/ui/chip'
import { MultiSelect } from '@/ui/combobox'
import { Select, type Option } from '@/ui/select'
import { Sheet, SheetClose } from '@/ui/sheet'

export type Filter = {
  /** The filter's label, shown on the closed control. */
  label: string
  /** The accessible name, where it differs from the label. */
  name?: string
  options: readonly (Option & { count?: number })[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** Called when its control is reached, where its options are loaded only then. */
  onReach?: () => void
  /** At most one option can be chosen. */
  isSingle?: boolean
}

function chosenOf(filters: readonly Filter[]): number {
  return filters.reduce((sum, { chosen }) => sum + chosen.length, 0)
}

/** The control of one filter: a native select for one choice, a combobox for several. */
export function FilterControl({ filter }: { filter: Filter }) {
  const { label, name = label, options, chosen, onChange, onReach } = filter
  if (filter.isSingle) {
    return (
      <Select
        aria-label={name}
        options={options.map(({ value, label, count }) => ({
          value,
          label: count === undefined ? label : `${label} (${formatNumber(count)})`,
        }))}
        placeholder={label}
        value={chosen[0] ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? [] : [target.value])}
      />
    )
  }
  return (
    <MultiSelect
      aria-label={name}
      options={options}
      value={chosen}
      onValueChange={onChange}
      placeholder={label}
      showChips={false}
      {...(onReach && { onReach })}
    />
  )
}

type FilterSheetProps = {
  filters: readonly Filter[]
  /** The number of results: "34 projetos". */
  found: string | undefined
  onClear: () => void
}

/** The filters on a phone: a sheet behind one button, which shows how many are set. */
export function FilterSheet({ filters, found, onClear }: FilterSheetProps) {
  const count = chosenOf(filters)
  return (
    <Sheet
      title="Filtros"
      trigger={
        <Button className="justify-start">
          <SlidersHorizontal className="size-4" aria-hidden />
          {count === 0 ? 'Filtros' : `Filtros (${count})`}
        </Button>
      }
      footer={
        <>
          <Button variant="ghost" disabled={count === 0} onClick={onClear}>
            Limpar
          </Button>
          <SheetClose asChild>
            <Button variant="primary" className="flex-1">
              {found === undefined ? 'Ver resultados' : `Ver ${found}`}
            </Button>
          </SheetClose>
        </>
      }
    >
      {filters.map((filter) => (
        <div key={filter.label} className="flex flex-col gap-1.5">
          <span aria-hidden className="text-sm font-medium">
            {filter.name ?? filter.label}
          </span>
          <FilterControl filter={filter} />
        </div>
      ))}
    </Sheet>
  )
}

/** The chosen filters as removable chips. */
export function FilterChips({ filters, onClear }: { filters: readonly Filter[]; onClear: () => void }) {
  if (chosenOf(filters) === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {filters.flatMap(({ options, chosen, onChange }) =>
        chosen.map((value) => (
          <RemovableChip
            key={value}
            label={options.find((option) => option.value === value)?.label ?? value}
            onRemove={() => onChange(chosen.filter((other) => other !== value))}
          />
        )),
      )}
      <Button variant="ghost" size="sm" onClick={onClear}>
        Limpar
      </Button>
    </div>
  )
}
