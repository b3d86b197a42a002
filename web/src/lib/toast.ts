import type { ReactNode } from 'react'

type ToastAction = {
  label: string
  /** How to reach the action without the toast, for people who cannot press it in time. */
  altText?: string
  onClick: () => void
}

export type ToastContent = {
  title?: ReactNode
  description?: ReactNode
  variant?: 'default' | 'destructive'
  action?: ToastAction
}

export type ShownToast = ToastContent & { id: number; open: boolean }

let shown: ShownToast | undefined
let nextId = 1
const listeners = new Set<() => void>()

/** Shows a toast, which replaces the previous one. Callable from anywhere. */
export function toast(content: ToastContent): void {
  show({ ...content, id: nextId++, open: true })
}

export function dismissToast(id: number): void {
  if (shown?.id === id) show({ ...shown, open: false })
}

export function currentToast(): ShownToast | undefined {
  return shown
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(next: ShownToast): void {
  shown = next
  listeners.forEach((listener) => listener())
}
