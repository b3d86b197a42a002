import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from '@/ui/button'
import { scrimLooks } from '@/ui/dialog'

type SheetProps = {
  trigger: ReactNode
  title: string
  children: ReactNode
  /** The footer, which stays visible below the scrolling content; wrap a closing button in `SheetClose`. */
  footer: ReactNode
}

export const SheetClose = Primitive.Close

/** A sheet that slides in from the bottom edge of a phone, within reach of the thumb. */
export function Sheet({ trigger, title, children, footer }: SheetProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Overlay className={scrimLooks} />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[85dvh] flex-col rounded-t border-t border-line bg-raised shadow-float data-[state=closed]:animate-leave data-[state=open]:animate-fade"
        >
          <div className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5">
            <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <Button variant="ghost" size="icon-sm" aria-label="Fechar">
                <X className="size-4" aria-hidden />
              </Button>
            </Primitive.Close>
          </div>
          <div className="flex flex-col gap-5 overflow-y-auto p-5">{children}</div>
          <div className="flex gap-2 border-t border-line px-5 py-3">{footer}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
