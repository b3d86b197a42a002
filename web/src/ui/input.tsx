import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'
import { controlLooks, useFieldControl } from './field'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      {...props}
      {...useFieldControl(props)}
      className={classNames(controlLooks, 'h-10 px-3 pointer-coarse:h-11', className)}
    />
  )
}

/** Grows with its text where the browser can. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={4}
      {...props}
      {...useFieldControl(props)}
      className={classNames(controlLooks, 'field-sizing-content min-h-24 px-3 py-2', className)}
    />
  )
}
