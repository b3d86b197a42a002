import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

const WAIT_MS = 400

/** Keeps what was typed across reloads, under a name of its own; `clear` after sending. */
export function useDraft<Input extends FieldValues, Output extends FieldValues>(
  name: string,
  form: UseFormReturn<Input, unknown, Output>,
): { wasRestored: boolean; clear: () => void } {
  const key = `automacao-rascunho:${name}`
  const [stored] = useState(() => readDraft(key))

  useEffect(() => {
    let timer = 0
    if (stored !== undefined) form.reset({ ...form.getValues(), ...stored }, { keepDefaultValues: true })
    const subscription = form.watch((values) => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => writeDraft(key, values), WAIT_MS)
    })
    return () => {
      window.clearTimeout(timer)
      subscription.unsubscribe()
    }
  }, [form, key, stored])

  return { wasRestored: stored !== undefined, clear: () => writeDraft(key, undefined) }
}

/** The same for one text, such as an unsent message. */
export function useTextDraft(name: string): [string, (text: string) => void] {
  const key = `automacao-rascunho:${name}`
  const [held, setHeld] = useState(() => ({ key, text: readText(key) }))
  if (held.key !== key) setHeld({ key, text: readText(key) })
  return [
    held.text,
    (text) => {
      setHeld({ key, text })
      writeDraft(key, text === '' ? undefined : { text })
    },
  ]
}

function readText(key: string): string {
  const text = readDraft(key)?.text
  return typeof text === 'string' ? text : ''
}

function readDraft(key: string): Record<string, unknown> | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof draft === 'object' && draft !== null ? { ...draft } : undefined
  } catch {
    return undefined // Storage is blocked or holds something older.
  }
}

function writeDraft(key: string, values: unknown): void {
  try {
    if (values === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(values))
  } catch {
    // Without storage there is no draft; the form itself goes on working.
  }
}
