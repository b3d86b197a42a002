import { useId, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { classNames } from '@/lib/class-names'
import { Input } from '@/ui/input'

type Suggestion = { value: string; label: string }

type SuggestInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'list'> & {
  value: string
  onValueChange: (value: string) => void
  /** The suggestions below the field; the caller finds them. */
  suggestions: readonly Suggestion[]
  onChoose: (value: string) => void
}

/** A text field with suggestions: arrow keys move among them, Enter accepts one, Escape closes the list. */
export function SuggestInput({ value, onValueChange, suggestions, onChoose, ...props }: SuggestInputProps) {
  const id = useId()
  const list = useList(suggestions, onChoose)
  return (
    <div className="relative">
      <Input
        {...props}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={list.isShown}
        aria-controls={`${id}lista`}
        aria-activedescendant={list.active && `${id}${list.at}`}
        autoComplete="off"
        value={value}
        onChange={(event) => {
          onValueChange(event.target.value)
          list.open()
        }}
        onKeyDown={list.walk}
        onBlur={(event) => {
          list.close()
          props.onBlur?.(event)
        }}
      />
      <div
        id={`${id}lista`}
        role="listbox"
        aria-label="Sugestões"
        hidden={!list.isShown}
        className="absolute inset-x-0 top-full z-20 mt-1 rounded border border-line bg-raised p-1 shadow-float"
      >
        {suggestions.map((suggestion, index) => (
          <SuggestionOption
            key={suggestion.value}
            id={`${id}${index}`}
            label={suggestion.label}
            isActive={index === list.at}
            onChoose={() => list.choose(suggestion)}
          />
        ))}
      </div>
    </div>
  )
}

type SuggestionOptionProps = { id: string; label: string; isActive: boolean; onChoose: () => void }

function SuggestionOption({ id, label, isActive, onChoose }: SuggestionOptionProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classNames(
        'block min-h-9 w-full rounded-sm px-2 py-1.5 text-left text-sm hover:bg-hover',
        isActive && 'bg-hover',
      )}
      // The text field keeps the focus: its blur would close the list before the click.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {label}
    </button>
  )
}

/** The active suggestion, and whether the list is open. */
function useList(suggestions: readonly Suggestion[], onChoose: (value: string) => void) {
  const [isOpen, setIsOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const isShown = isOpen && suggestions.length > 0
  const active = isShown ? suggestions[at] : undefined
  function open() {
    setIsOpen(true)
    setAt(-1)
  }
  function choose({ value }: Suggestion) {
    onChoose(value)
    setIsOpen(false)
  }
  function walk(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && suggestions.length > 0) {
      event.preventDefault()
      setIsOpen(true)
      setAt(Math.min(Math.max(at + step, 0), suggestions.length - 1))
    } else if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault()
      choose(active)
    } else if (event.key === 'Escape' && isShown) {
      event.stopPropagation()
      setIsOpen(false)
    }
  }
  return { isShown, active, at, open, choose, walk, close: () => setIsOpen(false) }
}
