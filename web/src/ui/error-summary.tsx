import { useEffect, useRef, type MouseEvent } from 'react'
import { fieldId } from '@/ui/field'

type FieldErrors = Readonly<Record<string, { message?: string | undefined } | undefined>>

type ErrorSummaryProps = {
  /** react-hook-form's `formState.errors`, with the messages shown beside the fields. */
  errors: FieldErrors
  /** `formState.submitCount`: each failed submit moves the focus here. */
  submitCount: number
}

/** The list of errors at the top of a form, with a link to each field. */
export function ErrorSummary({ errors, submitCount }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const problems = Object.entries(errors).flatMap(([name, error]) =>
    error?.message === undefined ? [] : [{ name, message: error.message }],
  )
  const hasProblems = problems.length > 0
  useEffect(() => {
    if (hasProblems && submitCount > 0) box.current?.focus()
    // Fixing an error while typing must not move the focus away from the field.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [submitCount])

  if (!hasProblems) return null
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="rounded border border-danger bg-danger-soft px-4 py-3 text-sm"
    >
      <p className="font-semibold text-danger">
        {problems.length === 1
          ? 'Há um problema para corrigir'
          : `Há ${problems.length} problemas para corrigir`}
      </p>
      <ul className="mt-1.5 list-disc pl-5">
        {problems.map(({ name, message }) => (
          <li key={name}>
            <a
              href={`#${fieldId(name)}`}
              className="inline-flex min-h-6 items-center underline underline-offset-2"
              onClick={focusField(name)}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function focusField(name: string) {
  return (event: MouseEvent) => {
    event.preventDefault()
    document.getElementById(fieldId(name))?.focus()
  }
}
