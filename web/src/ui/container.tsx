import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'

/** The page's width and margins. */
export function Container({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={classNames('mx-auto w-full max-w-page px-4 sm:px-6', className)} />
}
