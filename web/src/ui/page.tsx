import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'

/** The width and the margins of a public page. */
export function Page({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      className={classNames('mx-auto w-full max-w-7xl px-4 py-8 sm:px-8 sm:py-12', className)}
    />
  )
}
