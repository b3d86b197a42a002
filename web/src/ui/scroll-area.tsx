import { ScrollArea as Primitive } from 'radix-ui'
import type { ReactNode, Ref } from 'react'
import { classNames } from '@/lib/class-names'

const HIDE_DELAY_MS = 600

type ScrollAreaProps = {
  /** Contains a link or button: the keyboard scrolls by moving the focus. */
  children: ReactNode
  className?: string
  /** The element that scrolls. */
  viewportRef?: Ref<HTMLDivElement>
}

/** Scrolls content that exceeds the available height; the scrollbar hides when idle. */
export function ScrollArea({ children, className, viewportRef }: ScrollAreaProps) {
  return (
    <Primitive.Root
      type="hover"
      scrollHideDelay={HIDE_DELAY_MS}
      className={classNames('flex min-h-0 flex-col overflow-hidden', className)}
    >
      <Primitive.Viewport
        {...(viewportRef ? { ref: viewportRef } : {})}
        className="min-h-0 w-full [&>div]:!block"
      >
        {children}
      </Primitive.Viewport>
      <Primitive.Scrollbar orientation="vertical" className="flex w-2 touch-none p-px select-none">
        <Primitive.Thumb className="flex-1 rounded-full bg-control" />
      </Primitive.Scrollbar>
    </Primitive.Root>
  )
}
