import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'
import { Container } from '@/ui/container'

/** A public page: the shell's width, and air above and below. */
export function Page({ className, ...props }: ComponentProps<'div'>) {
  return <Container {...props} className={classNames('py-8 sm:py-12', className)} />
}
