import { Star } from 'lucide-react'
import { classNames } from '@/lib/class-names'

const STARS = [1, 2, 3, 4, 5] as const

/** A rating to look at. */
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
  /** What each rating means, from one to five. */
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
          <label
            key={star}
            className="cursor-pointer rounded-sm p-1 has-focus-visible:outline-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name={name}
              value={star}
              checked={value === star}
              onChange={() => onValueChange(star)}
              className="sr-only"
            />
            <span className="sr-only">
              {star} {star === 1 ? 'estrela' : 'estrelas'}: {meanings[star - 1]}
            </span>
            <Star
              className={classNames('size-7', star <= value ? 'fill-ink text-ink' : 'text-control')}
              aria-hidden
            />
          </label>
        ))}
        <span aria-hidden className="ml-2 text-sm text-muted">
          {value > 0 && meanings[value - 1]}
        </span>
      </div>
    </fieldset>
  )
}
