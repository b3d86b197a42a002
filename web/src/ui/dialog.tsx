import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { Button } from '@/ui/button'
import { useReturn } from '@/ui/use-return'

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
