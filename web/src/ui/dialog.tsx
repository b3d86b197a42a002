import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useRef, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { Button } from '@/ui/button'

export const Dialog = Primitive.Root
export const DialogTrigger = Primitive.Trigger
export const DialogClose = Primitive.Close

export const scrimLooks =
  'fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-leave data-[state=open]:animate-fade'
export const floatingLooks =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 flex-col rounded border border-line bg-raised shadow-float data-[state=closed]:animate-leave data-[state=open]:animate-fade'

type DialogContentProps = Omit<ComponentProps<typeof Primitive.Content>, 'title'> & {
  title: ReactNode
  description?: ReactNode
}

/** One small form or one confirmation; flows are pages. */
export function DialogContent({ title, description, className, children, ...props }: DialogContentProps) {
  const described = description ? {} : { 'aria-describedby': undefined }
  const back = useReturn()
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={scrimLooks} />
      <Primitive.Content {...back} {...described} {...props} className={classNames(floatingLooks, className)}>
        <div className="flex items-start justify-between gap-4 border-b border-line py-4 pr-3 pl-5">
          <div className="flex flex-col gap-1">
            <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
            {description && (
              <Primitive.Description className="text-sm text-muted">{description}</Primitive.Description>
            )}
          </div>
          <Primitive.Close asChild>
            <Button variant="ghost" size="icon-sm" aria-label="Fechar">
              <X className="size-4" aria-hidden />
            </Button>
          </Primitive.Close>
        </div>
        <div className="overflow-y-auto p-5">{children}</div>
      </Primitive.Content>
    </Primitive.Portal>
  )
}

/** The row of buttons at the end of a dialog's form. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>
}

/**
 * What had the focus gets it back when a dialog closes, also where no trigger of
 * its own opened it; where the step took it away, the page's heading does.
 */
export function useReturn() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      const back = opener.current
      if (!(back instanceof HTMLElement) || back === document.body) {
        // A dialog that replaced another one: only its trigger may know where the focus belongs.
        queueMicrotask(() => document.activeElement === document.body && focusHeading())
        return
      }
      event.preventDefault()
      if (back.isConnected) focusWhileThere(back)
      else focusHeading()
    },
  }
}

/** Elements that disappear only after the refetch also pass the focus to the heading. */
function focusWhileThere(back: HTMLElement): void {
  back.focus()
  const watch = new MutationObserver(() => {
    if (back.isConnected && document.activeElement === back) return
    watch.disconnect()
    if (!back.isConnected && document.activeElement === document.body) focusHeading()
  })
  watch.observe(document.body, { childList: true, subtree: true })
}

/** Moves the focus to the page's heading when the focused element is about to disappear. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true })
}
