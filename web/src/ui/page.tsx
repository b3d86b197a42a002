import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'

/** The body of a public page: the container's width with vertical padding. */
export function Page({ className, ...props }: ComponentProps<'div'>) {
  return <Container {...props} className={classNames('py-8 sm:py-12', className)} />
}

/** The page's width and margins. */
export function Container({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={classNames('mx-auto w-full max-w-page px-4 sm:px-6', className)} />
}
