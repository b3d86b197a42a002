import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'
import { controlLooks, useFieldControl } from '@/ui/field'

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
