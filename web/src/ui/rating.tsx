import { Star } from 'lucide-react'
import { classNames } from '@/lib/class-names'

const STARS = [1, 2, 3, 4, 5] as const

/** A read-only rating. */
export function Rating({ value }: { value: number }) {
  return (
    <span className="inline-flex items-center gap-0.5">
      <span className="sr-only">{value} de 5</span>
      {STARS.map((star) => (
        <Star
          key={star}
          className={classNames('size-4', star <= Math.round(value) ? 'fill-ink text-ink' : 'text-control')}
          aria-hidden
        />
      ))}
    </span>
  )
}

type RatingInputProps = {
  name: string
  legend: string
  /** The words for the ratings from one to five. */
  meanings: readonly [string, string, string, string, string]
  value: number
  onValueChange: (value: number) => void
}

/** One to five stars, as radio buttons: arrow keys work. */
export function RatingInput({ name, legend, meanings, value, onValueChange }: RatingInputProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="flex items-center gap-1">
        {STARS.map((star) => (
          <StarRadio
            key={star}
            name={name}
            star={star}
            value={value}
            onValueChange={onValueChange}
            meaning={`${star} ${star === 1 ? 'estrela' : 'estrelas'}: ${meanings[star - 1]}`}
            size="size-7"
          />
        ))}
        <span aria-hidden className="ml-2 text-sm text-muted">
          {value > 0 && meanings[value - 1]}
        </span>
      </div>
    </fieldset>
  )
}

type StarRadioProps = {
  name: string
  star: number
  value: number
  onValueChange: (value: number) => void
  meaning: string
  size: string
}

function StarRadio({ name, star, value, onValueChange, meaning, size }: StarRadioProps) {
  return (
    <label className="cursor-pointer rounded-sm p-1 has-focus-visible:outline-2 has-focus-visible:outline-ink">
      <input
        type="radio"
        name={name}
        value={star}
        checked={value === star}
        onChange={() => onValueChange(star)}
        className="sr-only"
      />
      <span className="sr-only">{meaning}</span>
      <Star className={classNames(size, star <= value ? 'fill-ink text-ink' : 'text-control')} aria-hidden />
    </label>
  )
}

type AxisInputProps = {
  name: string
  legend: string
  /** Null means that the axis does not apply; undefined, that nothing was chosen yet. */
  value: number | null | undefined
  onValueChange: (value: number | null) => void
}

/** One to five stars on one line, or “não se aplica”. */
export function AxisInput({ name, legend, value, onValueChange }: AxisInputProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 py-1.5 sm:flex-nowrap">
      <legend className="float-left w-full text-sm sm:w-44">{legend}</legend>
      <div className="flex items-center">
        {STARS.map((star) => (
          <StarRadio
            key={star}
            name={name}
            star={star}
            value={value ?? 0}
            onValueChange={onValueChange}
            meaning={`${star} de ${STARS.length}`}
            size="size-5"
          />
        ))}
      </div>
      <label className="ml-auto cursor-pointer rounded-sm border border-transparent px-2 py-1 text-sm whitespace-nowrap text-muted hover:text-ink has-checked:border-control has-checked:bg-hover has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-ink">
        <input
          type="radio"
          name={name}
          checked={value === null}
          onChange={() => onValueChange(null)}
          className="sr-only"
        />
        Não se aplica
      </label>
    </fieldset>
  )
}
