import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { readDraft, writeDraft } from '@/lib/device/drafts'

const WAIT_MS = 400

/** Stores the form's values under a name, so that they survive a reload; call `clear` after sending. */
export function useDraft<Input extends FieldValues, Output extends FieldValues>(
  name: string,
  form: UseFormReturn<Input, unknown, Output>,
): { wasRestored: boolean; clear: () => void } {
  const [stored] = useState(() => readDraft(name))
  const timer = useRef(0)

  useEffect(() => {
    if (stored !== undefined) form.reset({ ...form.getValues(), ...stored }, { keepDefaultValues: true })
    const subscription = form.watch((values) => {
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => writeDraft(name, values), WAIT_MS)
    })
    return () => {
      window.clearTimeout(timer.current)
      subscription.unsubscribe()
    }
  }, [form, name, stored])

  function clear() {
    window.clearTimeout(timer.current)
    writeDraft(name, undefined)
  }

  return { wasRestored: stored !== undefined, clear }
}

/** The same for one text, such as an unsent message. */
export function useTextDraft(name: string): [string, (text: string) => void] {
  const [held, setHeld] = useState(() => ({ name, text: readText(name) }))
  if (held.name !== name) setHeld({ name, text: readText(name) })
  return [
    held.text,
    (text) => {
      setHeld({ name, text })
      writeDraft(name, text === '' ? undefined : { text })
    },
  ]
}

function readText(name: string): string {
  const text = readDraft(name)?.text
  return typeof text === 'string' ? text : ''
}
