import { ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { RemovableChip } from '@/ui/chip'
import { controlLooks, useFieldControl } from '@/ui/field'
import type { OptionListProps } from '@/ui/option-popover'
import type { Option } from '@/ui/select'

// The searchable list is heavy, so it loads at the first interaction.
const loadPopover = () => import('@/ui/option-popover')
const OptionPopover = lazy(loadPopover)

type MultiSelectProps = {
  options: readonly (Option & { count?: number })[]
  value: readonly string[]
  onValueChange: (value: string[]) => void
  /** The text of the closed control: "Selecione as habilidades". */
  placeholder: string
  searchPlaceholder?: string
  emptyText?: string
  /** Chosen options as removable chips below the control. */
  showChips?: boolean
  /** Called when the control is reached, before it opens: where options are loaded only then. */
  onReach?: () => void
  'aria-label'?: string
}

/** Chooses several options of a searchable list; the form checks limits. */
export function MultiSelect({ options, value, onValueChange, placeholder, ...props }: MultiSelectProps) {
  const { showChips = true } = props
  const chosen = options.filter((option) => value.includes(option.value))
  function toggle(option: string) {
    onValueChange(value.includes(option) ? value.filter((other) => other !== option) : [...value, option])
  }
  return (
    <div className="flex flex-col gap-2">
      <OptionButton
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

/** Chooses one option of a long searchable list; choosing it again clears it. */
export function Combobox({ options, value, onValueChange, placeholder, ...props }: ComboboxProps) {
  const chosen = options.find((option) => option.value === value)
  return (
    <OptionButton
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

type OptionButtonProps = OptionListProps & {
  closeOnChoose?: boolean
  label: ReactNode
  isPlaceholder: boolean
  onReach?: (() => void) | undefined
  'aria-label'?: string | undefined
}

function OptionButton({
  label,
  isPlaceholder,
  onChoose,
  closeOnChoose,
  onReach,
  ...props
}: OptionButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { id, 'aria-describedby': describedBy } = useFieldControl()

  function reach() {
    void loadPopover()
    onReach?.()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        id={id}
        aria-describedby={describedBy}
        aria-label={props['aria-label']}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={classNames(
          controlLooks,
          'flex h-10 items-center justify-between gap-2 px-3 text-left pointer-coarse:h-11',
        )}
        onPointerEnter={reach}
        onFocus={reach}
        onClick={() => {
          setWasOpened(true)
          setIsOpen(!isOpen)
        }}
      >
        <span className={classNames('truncate', isPlaceholder && 'text-muted')}>{label}</span>
        <ChevronsUpDown className="size-4 text-muted" aria-hidden />
      </button>
      {wasOpened && (
        <Suspense>
          <OptionPopover
            {...props}
            anchor={button}
            open={isOpen}
            onOpenChange={setIsOpen}
            onChoose={(option) => {
              onChoose(option)
              if (closeOnChoose) setIsOpen(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
