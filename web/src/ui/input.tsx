import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'
import { controlLooks, useFieldControl } from '@/ui/field'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      {...props}
      {...useFieldControl(props)}
      className={classNames(controlLooks, 'h-10 px-3 pointer-coarse:h-11', className)}
    />
  )
}
